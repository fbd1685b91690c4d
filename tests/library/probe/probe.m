function probe(varargin)
  % The recorder probe.c of the recordings, in MATLAB's language: same arguments, same table.
  options = read_arguments(join_pieces(varargin));
  step_duration = setting(options, 'dt', wb_robot_get_basic_time_step());
  sensors = find_sensors();
  table = fopen(options.settings.out, 'w');
  fprintf(table, '%s\n', start(options, sensors, step_duration));
  torque = 0;
  fprintf(table, '%s\n', row(options, sensors, torque, 0));
  for step = 0:setting(options, 'steps', 10) - 1
    for index = 1:size(options.commands, 1)
      if options.commands{index, 1} == step
        torque = obey(options.commands{index, 2}, torque);
      end
    end
    if wb_robot_step(step_duration) == -1
      break;
    end
    fprintf(table, '%s\n', row(options, sensors, torque, step + 1));
  end
  fclose(table);
  if setting(options, 'quit', 0)
    wb_supervisor_simulation_quit(0);
    wb_robot_step(step_duration);
  end
end

% The launcher's contract cuts arguments at every colon; a piece that names no setting goes on
% with the one before it.
function words = join_pieces(pieces)
  words = {};
  for index = 1:numel(pieces)
    piece = pieces{index};
    if isempty(words) || ~isempty(regexp(piece, '^((out|steps|dt|period|battery|watch|at|torque|quit)=|period$)', 'once'))
      words{end + 1} = piece; %#ok<AGROW>
    else
      words{end} = [words{end} ':' piece];
    end
  end
end

function options = read_arguments(words)
  options = struct('settings', struct(), 'watched', {{}}, 'commands', {cell(0, 2)}, 'periods', {cell(0, 2)});
  for index = 1:numel(words)
    [key, value] = halves(words{index}, '=');
    if strncmp(key, 'period:', 7)
      options.periods(end + 1, :) = {key(8:end), str2double(value)};
    elseif strcmp(key, 'watch')
      options.watched{end + 1} = value;
    elseif strcmp(key, 'at')
      [step, command] = halves(value, ':');
      options.commands(end + 1, :) = {str2double(step), command};
    else
      options.settings.(key) = value;
    end
  end
end

% A text before and after the first of a character.
function [before, after] = halves(text, border)
  place = find(text == border, 1);
  if isempty(place)
    before = text;
    after = '';
  else
    before = text(1:place - 1);
    after = text(place + 1:end);
  end
end

function value = setting(options, name, fallback)
  value = fallback;
  if isfield(options.settings, name)
    value = str2double(options.settings.(name));
  end
end

function sensors = find_sensors()
  sensors = [];
  for index = 0:wb_robot_get_number_of_devices() - 1
    tag = wb_robot_get_device_by_index(index);
    if any(wb_device_get_node_type(tag) == [WB_NODE_LIGHT_SENSOR, WB_NODE_DISTANCE_SENSOR])
      sensors(end + 1) = tag; %#ok<AGROW>
    end
  end
end

% Switches the sensors on and gives the names of the columns.
function names = start(options, sensors, step_duration)
  names = 'step,time';
  for tag = sensors
    name = wb_device_get_name(tag);
    period = setting(options, 'period', step_duration);
    own = find(strcmp(options.periods(:, 1), name));
    if ~isempty(own)
      period = options.periods{own, 2};
    end
    if period > 0
      enable(tag, period);
    end
    names = [names ',' name]; %#ok<AGROW>
  end
  if setting(options, 'battery', 0)
    wb_robot_battery_sensor_enable(setting(options, 'battery', 0));
    names = [names ',battery'];
  end
  if setting(options, 'torque', 0)
    names = [names ',torque'];
  end
  for index = 1:numel(options.watched)
    names = [names ',' options.watched{index}]; %#ok<AGROW>
  end
end

function enable(tag, period)
  if wb_device_get_node_type(tag) == WB_NODE_LIGHT_SENSOR
    wb_light_sensor_enable(tag, period);
  else
    wb_distance_sensor_enable(tag, period);
  end
end

function value = measured(tag)
  if wb_device_get_node_type(tag) == WB_NODE_LIGHT_SENSOR
    value = wb_light_sensor_get_value(tag);
  else
    value = wb_distance_sensor_get_value(tag);
  end
end

function cells = row(options, sensors, torque, step)
  cells = sprintf('%d,%.17g', step, wb_robot_get_time());
  for tag = sensors
    cells = [cells sprintf(',%.17g', measured(tag))]; %#ok<AGROW>
  end
  if setting(options, 'battery', 0)
    cells = [cells sprintf(',%.17g', wb_robot_battery_sensor_get_value())];
  end
  if setting(options, 'torque', 0)
    value = NaN;
    if torque
      value = wb_motor_get_torque_feedback(torque);
    end
    cells = [cells sprintf(',%.17g', value)];
  end
  for index = 1:numel(options.watched)
    cells = [cells ',' field_value(find_field(options.watched{index}))]; %#ok<AGROW>
  end
end

function field = find_field(place)
  [definition, name] = halves(place, ':');
  field = [];
  node = wb_supervisor_node_get_from_def(definition);
  if exists(node)
    field = wb_supervisor_node_get_field(node, name);
  end
end

function answer = exists(reference)
  answer = ~isempty(reference) && reference ~= 0;
end

function text = shown(numbers)
  text = strjoin(arrayfun(@(number) sprintf('%.17g', number), numbers(:)', 'UniformOutput', false), ';');
end

function text = field_value(field)
  if ~exists(field)
    text = 'MISSING';
    return;
  end
  switch wb_supervisor_field_get_type(field)
    case WB_SF_BOOL
      text = shown(wb_supervisor_field_get_sf_bool(field));
    case WB_SF_INT32
      text = shown(wb_supervisor_field_get_sf_int32(field));
    case WB_SF_FLOAT
      text = shown(wb_supervisor_field_get_sf_float(field));
    case WB_SF_VEC3F
      text = shown(wb_supervisor_field_get_sf_vec3f(field));
    case WB_SF_ROTATION
      text = shown(wb_supervisor_field_get_sf_rotation(field));
    case WB_SF_COLOR
      text = shown(wb_supervisor_field_get_sf_color(field));
    case WB_SF_STRING
      text = wb_supervisor_field_get_sf_string(field);
    case WB_SF_NODE
      node = wb_supervisor_field_get_sf_node(field);
      text = 'NULL';
      if exists(node)
        text = wb_supervisor_node_get_type_name(node);
      end
    case WB_MF_FLOAT
      count = wb_supervisor_field_get_count(field);
      text = shown(arrayfun(@(index) wb_supervisor_field_get_mf_float(field, index), 0:count - 1));
    otherwise
      text = shown(wb_supervisor_field_get_count(field));
  end
end

function torque = obey(command, torque)
  [verb, rest] = halves(command, ' ');
  [subject, rest] = halves(rest, ' ');
  switch verb
    case 'enable'
      wb_light_sensor_enable(wb_robot_get_device(subject), str2double(rest));
    case 'disable'
      wb_light_sensor_disable(wb_robot_get_device(subject));
    case 'position'
      wb_motor_set_position(wb_robot_get_device(subject), str2double(rest));
    case 'velocity'
      wb_motor_set_velocity(wb_robot_get_device(subject), str2double(rest));
    case 'feedback'
      torque = wb_robot_get_device(subject);
      wb_motor_enable_torque_feedback(torque, str2double(rest));
    case 'battery'
      if subject(1) == '0'
        wb_robot_battery_sensor_disable();
      else
        wb_robot_battery_sensor_enable(str2double(subject));
      end
    otherwise
      supervise(verb, subject, rest);
  end
end

function supervise(verb, subject, rest)
  switch verb
    case 'simreset'
      wb_supervisor_simulation_reset();
    case 'savestate'
      wb_supervisor_node_save_state(wb_supervisor_node_get_from_def(subject), rest);
    case 'loadstate'
      wb_supervisor_node_load_state(wb_supervisor_node_get_from_def(subject), rest);
    case 'remove'
      node = wb_supervisor_node_get_from_def(subject);
      if exists(node)
        wb_supervisor_node_remove(node);
      end
    case 'import'
      field = find_field(subject);
      if wb_supervisor_field_get_type(field) == WB_SF_NODE
        wb_supervisor_field_import_sf_node_from_string(field, rest);
      else
        wb_supervisor_field_import_mf_node_from_string(field, -1, rest);
      end
    case 'set'
      set_field(find_field(subject), rest);
  end
end

function set_field(field, words)
  numbers = sscanf(words, '%f')';
  switch wb_supervisor_field_get_type(field)
    case WB_SF_STRING
      wb_supervisor_field_set_sf_string(field, halves(words, ' '));
    case WB_SF_BOOL
      wb_supervisor_field_set_sf_bool(field, strcmp(words, 'TRUE'));
    case WB_SF_FLOAT
      wb_supervisor_field_set_sf_float(field, numbers(1));
    case WB_SF_VEC3F
      wb_supervisor_field_set_sf_vec3f(field, numbers);
    case WB_SF_COLOR
      wb_supervisor_field_set_sf_color(field, numbers);
    case WB_SF_ROTATION
      wb_supervisor_field_set_sf_rotation(field, numbers);
    otherwise
      wb_supervisor_field_set_mf_float(field, numbers(1), numbers(2));
  end
end
