% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_inertial_unit_disable(tag)
% WB_INERTIAL_UNIT_DISABLE
%   Stops measuring.

  wb_call('wb_inertial_unit_disable', tag);
end
