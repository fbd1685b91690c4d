% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_save_world(varargin)
% WB_SUPERVISOR_SAVE_WORLD
%   Old name of wb_supervisor_world_save().

  value = wb_call('wb_supervisor_save_world', varargin{:});
end
