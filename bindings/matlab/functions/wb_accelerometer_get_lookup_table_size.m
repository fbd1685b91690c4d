% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_accelerometer_get_lookup_table_size(tag)
% WB_ACCELEROMETER_GET_LOOKUP_TABLE_SIZE
%   The number of rows of the lookup table.

  value = wb_call('wb_accelerometer_get_lookup_table_size', tag);
end
