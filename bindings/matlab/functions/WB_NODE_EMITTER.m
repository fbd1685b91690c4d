% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_EMITTER
% WB_NODE_EMITTER
%   The constant of the C headers.

  value = 43;
end
