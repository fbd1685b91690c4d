% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_inertial_unit_get_noise(tag)
% WB_INERTIAL_UNIT_GET_NOISE
%   The standard deviation of the noise.

  value = wb_call('wb_inertial_unit_get_noise', tag);
end
