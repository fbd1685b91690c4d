% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_proto_get_parent(proto)
% WB_SUPERVISOR_PROTO_GET_PARENT
%   The PROTO it is made from, or 0.

  value = wb_call('wb_supervisor_proto_get_parent', proto);
end
