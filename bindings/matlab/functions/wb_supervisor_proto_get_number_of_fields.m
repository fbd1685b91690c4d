% SPDX-License-Identifier: MIT OR Apache-2.0
function value = wb_supervisor_proto_get_number_of_fields(proto)
% WB_SUPERVISOR_PROTO_GET_NUMBER_OF_FIELDS
%   How many there are.

  value = wb_call('wb_supervisor_proto_get_number_of_fields', proto);
end
