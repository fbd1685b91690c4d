% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_robot_wait_for_user_input_event(event_type, timeout)
% WB_ROBOT_WAIT_FOR_USER_INPUT_EVENT
%   Waits for a person, at most timeout milliseconds.

  value = wb_call('wb_robot_wait_for_user_input_event', event_type, timeout);
end
