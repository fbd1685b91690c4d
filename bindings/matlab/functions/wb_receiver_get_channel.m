% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_receiver_get_channel(tag)
% WB_RECEIVER_GET_CHANNEL
%   The channel it listens to.

  value = wb_call('wb_receiver_get_channel', tag);
end
