% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_gyro_get_lookup_table_size(tag)
% WB_GYRO_GET_LOOKUP_TABLE_SIZE
%   The number of rows of the lookup table.

  value = wb_call('wb_gyro_get_lookup_table_size', tag);
end
