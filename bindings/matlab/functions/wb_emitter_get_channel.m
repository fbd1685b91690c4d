% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_emitter_get_channel(tag)
% WB_EMITTER_GET_CHANNEL
%   The channel of new packets.

  value = wb_call('wb_emitter_get_channel', tag);
end
