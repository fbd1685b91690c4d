% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_proto_get_type_name(proto)
% WB_SUPERVISOR_PROTO_GET_TYPE_NAME
%   The name of a PROTO.

  value = wb_call('wb_supervisor_proto_get_type_name', proto);
end
