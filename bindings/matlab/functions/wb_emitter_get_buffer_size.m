% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_emitter_get_buffer_size(tag)
% WB_EMITTER_GET_BUFFER_SIZE
%   The size of the buffer in bytes; -1 for no limit.

  value = wb_call('wb_emitter_get_buffer_size', tag);
end
