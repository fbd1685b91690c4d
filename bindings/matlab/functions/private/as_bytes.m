% SPDX-License-Identifier: MIT OR Apache-2.0
function bytes = as_bytes(data)
% AS_BYTES
%   A column of the bytes that data has in memory; text in UTF-8.

  if ischar(data)
    bytes = unicode2native(data, 'UTF-8');
  elseif islogical(data)
    bytes = uint8(data);
  else
    bytes = typecast(data(:)', 'uint8');
  end
  bytes = bytes(:);
end
