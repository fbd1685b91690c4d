% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_proto_is_derived(proto)
% WB_SUPERVISOR_PROTO_IS_DERIVED
%   Whether a PROTO is made from another.

  value = wb_call('wb_supervisor_proto_is_derived', proto);
end
