% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_microphone_get_sample_size(tag)
% WB_MICROPHONE_GET_SAMPLE_SIZE
%   The size of the newest sound in bytes.

  value = wb_call('wb_microphone_get_sample_size', tag);
end
