% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_supervisor_export_image(filename, quality)
% WB_SUPERVISOR_EXPORT_IMAGE
%   Saves what is shown.

  wb_call('wb_supervisor_export_image', filename, quality);
end
