% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_receiver_disable(tag)
% WB_RECEIVER_DISABLE
%   Stops measuring.

  wb_call('wb_receiver_disable', tag);
end
