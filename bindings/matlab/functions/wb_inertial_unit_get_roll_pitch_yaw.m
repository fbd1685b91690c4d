% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_inertial_unit_get_roll_pitch_yaw(tag)
% WB_INERTIAL_UNIT_GET_ROLL_PITCH_YAW
%   The newest orientation as roll, pitch and yaw in radians.

  value = wb_call('wb_inertial_unit_get_roll_pitch_yaw', tag);
end
