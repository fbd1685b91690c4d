% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_receiver_get_signal_strength(tag)
% WB_RECEIVER_GET_SIGNAL_STRENGTH
%   How strong the first packet came in.

  value = wb_call('wb_receiver_get_signal_strength', tag);
end
