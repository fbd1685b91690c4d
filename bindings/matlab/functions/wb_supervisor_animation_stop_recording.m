% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_animation_stop_recording()
% WB_SUPERVISOR_ANIMATION_STOP_RECORDING
%   Ends the animation. Returns whether it worked.

  value = wb_call('wb_supervisor_animation_stop_recording');
end
