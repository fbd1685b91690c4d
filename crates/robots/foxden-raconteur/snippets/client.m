% MATLAB: the add-on "Robot Raconteur"
connect = @(url) RobotRaconteur.ConnectService(url);
world = connect('rr+tcp://localhost:52511?service=world');
fprintf('time %g s\n', world.time.PeekInValue().time);
names = world.robot_names;
for i = 1:numel(names)
    robot = world.get_robot(names{i});
    devices = robot.devices;
    for j = 1:numel(devices)
        fprintf('%s has %s %s\n', names{i}, devices{j}.name, devices{j}.object_type);
    end
end

for url = { ...
    'rr+tcp://localhost:52511?service=world', ...
}
    device = connect(url{1});
    fprintf('%s is %s\n', url{1}, device.device_info.device.name);
end
