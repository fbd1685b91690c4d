% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_receiver_set_channel(tag, channel)
% WB_RECEIVER_SET_CHANNEL
%   Listens to another channel; -1 for all.

  wb_call('wb_receiver_set_channel', tag, channel);
end
