% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_CONTACT_PROPERTIES
% WB_NODE_CONTACT_PROPERTIES
%   The constant of the C headers.

  value = 65;
end
