% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_altimeter_get_value(tag)
% WB_ALTIMETER_GET_VALUE
%   The newest height in metres.

  value = wb_call('wb_altimeter_get_value', tag);
end
