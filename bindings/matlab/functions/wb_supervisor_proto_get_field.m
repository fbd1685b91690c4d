% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_proto_get_field(proto, field_name)
% WB_SUPERVISOR_PROTO_GET_FIELD
%   A field of a PROTO by its name, or 0.

  value = wb_call('wb_supervisor_proto_get_field', proto, field_name);
end
