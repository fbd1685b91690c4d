% SPDX-License-Identifier: MIT OR Apache-2.0
function wb_display_set_alpha(tag, alpha)
% WB_DISPLAY_SET_ALPHA
%   What drawing leaves in the alpha channel, from 0 to 1.

  wb_call('wb_display_set_alpha', tag, alpha);
end
