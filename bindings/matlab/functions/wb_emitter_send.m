% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_emitter_send(tag, data)
% WB_EMITTER_SEND
%   Sends a packet with the next step. Returns 1, or 0 if the buffer is full.

  value = wb_call('wb_emitter_send', tag, as_bytes(data));
end
