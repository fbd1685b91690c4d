% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_receiver_next_packet(tag)
% WB_RECEIVER_NEXT_PACKET
%   Forgets the first packet; the next one becomes the first.

  wb_call('wb_receiver_next_packet', tag);
end
