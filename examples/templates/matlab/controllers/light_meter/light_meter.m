% Measures light: enable, step, value, period and lookup table.

step = wb_robot_get_basic_time_step();
sensor = wb_robot_get_device('light sensor');
wb_light_sensor_enable(sensor, step);
for i = 1:5
  if wb_robot_step(step) == -1
    break;
  end
  fprintf('%.3f s: %.3f\n', wb_robot_get_time(), wb_light_sensor_get_value(sensor));
end
fprintf('period: %d ms\n', wb_light_sensor_get_sampling_period(sensor));
table = reshape(wb_light_sensor_get_lookup_table(sensor), 3, []);
fprintf('%g -> %g, noise %g\n', table);
