% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_NODE_SLIDER_JOINT
% WB_NODE_SLIDER_JOINT
%   The constant of the C headers.

  value = 78;
end
