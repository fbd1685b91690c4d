% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_brake_get_type(tag)
% WB_BRAKE_GET_TYPE
%   The kind of joint.

  value = wb_call('wb_brake_get_type', tag);
end
