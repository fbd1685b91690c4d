% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_world_save(varargin)
% WB_SUPERVISOR_WORLD_SAVE
%   Saves the world, under its own name with 0. Returns whether it worked.

  value = wb_call('wb_supervisor_world_save', varargin{:});
end
