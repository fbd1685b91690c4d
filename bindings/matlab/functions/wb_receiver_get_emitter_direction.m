% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_receiver_get_emitter_direction(tag)
% WB_RECEIVER_GET_EMITTER_DIRECTION
%   Where the emitter of the first packet is, as a direction seen from the receiver.

  value = wb_call('wb_receiver_get_emitter_direction', tag);
end
