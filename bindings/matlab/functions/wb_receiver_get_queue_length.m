% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_receiver_get_queue_length(tag)
% WB_RECEIVER_GET_QUEUE_LENGTH
%   How many packets wait to be read.

  value = wb_call('wb_receiver_get_queue_length', tag);
end
