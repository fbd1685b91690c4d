% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_brake_set_damping_constant(tag, damping_constant)
% WB_BRAKE_SET_DAMPING_CONSTANT
%   Brakes with this damping constant; 0 lets go.

  wb_call('wb_brake_set_damping_constant', tag, damping_constant);
end
