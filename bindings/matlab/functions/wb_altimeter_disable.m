% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_altimeter_disable(tag)
% WB_ALTIMETER_DISABLE
%   Stops measuring.

  wb_call('wb_altimeter_disable', tag);
end
