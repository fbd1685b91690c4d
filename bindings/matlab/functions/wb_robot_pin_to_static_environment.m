% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_robot_pin_to_static_environment(pin)
% WB_ROBOT_PIN_TO_STATIC_ENVIRONMENT
%   Nails the robot to the ground, or lets it go.

  wb_call('wb_robot_pin_to_static_environment', pin);
end
