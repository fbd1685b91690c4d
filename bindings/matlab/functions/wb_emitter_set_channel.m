% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_emitter_set_channel(tag, channel)
% WB_EMITTER_SET_CHANNEL
%   The channel of packets that are sent from now on; -1 for all.

  wb_call('wb_emitter_set_channel', tag, channel);
end
