% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_INDEXED_FACE_SET
% WB_NODE_INDEXED_FACE_SET
%   The constant of the C headers.

  value = 16;
end
