% SPDX-License-Identifier: MIT OR Apache-2.0
% Runs the controller that the environment names, in MATLAB and in Octave.
%
% A script, so that controllers that are scripts see a workspace of their own.

foxden_here = fileparts(mfilename('fullpath'));
addpath(foxden_here);
foxden_name = getenv('WEBOTS_CONTROLLER_NAME');
if isempty(foxden_name)
  disp('launcher.m is started by a simulator: WEBOTS_CONTROLLER_NAME names the controller');
  return;
end

try
  wb_call('wb_robot_init');
  cd(fullfile(getenv('WEBOTS_PROJECT'), 'controllers', foxden_name));
  foxden_arguments = '';
  if ~isempty(getenv('WEBOTS_CONTROLLER_ARGS'))
    foxden_words = strsplit(getenv('WEBOTS_CONTROLLER_ARGS'), pathsep);
    for foxden_index = 1:numel(foxden_words)
      foxden_arguments = [foxden_arguments ' ''' strrep(foxden_words{foxden_index}, '''', '''''') '''']; %#ok<AGROW>
    end
  end
  if isvarname(foxden_name)
    eval([foxden_name foxden_arguments]);
  else
    run([pwd filesep foxden_name '.m']);
  end
catch foxden_error
  fprintf(2, '%s\n', foxden_error.message);
  for foxden_index = 1:numel(foxden_error.stack)
    fprintf(2, '  in %s, line %d\n', foxden_error.stack(foxden_index).name, foxden_error.stack(foxden_index).line);
  end
  wb_call('wb_robot_cleanup');
  exit(1);
end
wb_call('wb_robot_cleanup');
