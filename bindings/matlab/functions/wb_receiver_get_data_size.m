% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_receiver_get_data_size(tag)
% WB_RECEIVER_GET_DATA_SIZE
%   The size of the first packet in bytes.

  value = wb_call('wb_receiver_get_data_size', tag);
end
