% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_microphone_disable(tag)
% WB_MICROPHONE_DISABLE
%   Stops measuring.

  wb_call('wb_microphone_disable', tag);
end
