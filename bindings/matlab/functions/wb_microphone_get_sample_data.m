% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_microphone_get_sample_data(tag)
% WB_MICROPHONE_GET_SAMPLE_DATA
%   The newest sound; valid until the next step.

  value = wb_call('wb_microphone_get_sample_data', tag);
end
