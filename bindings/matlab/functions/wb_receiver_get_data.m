% SPDX-License-Identifier: MIT OR Apache-2.0
function data = wb_receiver_get_data(tag, type)
% WB_RECEIVER_GET_DATA
%   The first packet; valid until it is forgotten.

  data = wb_call('wb_receiver_get_data', tag);
  if nargin < 2 || strcmp(type, 'uint8')
    return;
  elseif strcmp(type, 'string')
    data = char(data(:)');
  elseif strcmp(type, 'double')
    data = typecast(data(1:8 * floor(numel(data) / 8)), 'double');
  else
    data = '';
  end
end
