% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_proto_get_field_by_index(proto, index)
% WB_SUPERVISOR_PROTO_GET_FIELD_BY_INDEX
%   The same by its place.

  value = wb_call('wb_supervisor_proto_get_field_by_index', proto, index);
end
