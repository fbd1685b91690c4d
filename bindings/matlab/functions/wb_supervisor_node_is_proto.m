% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_node_is_proto(node)
% WB_SUPERVISOR_NODE_IS_PROTO
%   Whether a node is an instance of a PROTO.

  value = wb_call('wb_supervisor_node_is_proto', node);
end
