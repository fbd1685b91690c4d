% SPDX-License-Identifier: MIT OR Apache-2.0
function value = WB_ANGULAR
% WB_ANGULAR
%   The constant of the C headers.

  value = 0;
end
