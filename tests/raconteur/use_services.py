"""Uses the services of a world with the genuine client.

Usage: use_services.py PORT

The world is `worlds/services.wbt`, paused.
"""

import threading
import time

import numpy as np
import RobotRaconteur as RR
from RobotRaconteur.Client import RRN
from service_client import PATIENCE, Watched, connect, expect, peek, seconds, url, wait


def find_the_world():
    """Over the local transport, as programs of the same user do."""
    found = RRN.FindServiceByType("foxden.world.World", ["rr+local"])
    assert [one.Name for one in found] == ["world"], found
    assert found[0].Attributes["device"].data.startswith("services|")
    robots = RRN.FindServiceByType("foxden.robot.Robot", ["rr+local"])
    names = sorted(one.Name for one in robots)
    assert names == ["a_b______1_", "fox", "twin", "twin__2_"], names
    # the companion's connector looks for devices
    devices = RRN.FindServiceByType("com.robotraconteur.device.Device", ["rr+local"])
    assert len(devices) == 11, devices
    return RRN.ConnectService(found[0].ConnectionURL)


def time_of_the_world(world):
    modes = RRN.GetConstants("foxden.world", world)["RunMode"]
    assert world.mode == modes["paused"]
    assert world.title == "Services"
    step = world.basic_time_step
    assert step == 0.016
    before = peek(world.time)
    world.step(5)
    after = peek(world.time)
    assert abs(after.time - before.time - 5 * step) < 1e-9
    assert after.seqno == before.seqno + 5
    assert abs(seconds(after.ts) - after.time) < 1e-6
    assert world.mode == modes["paused"]
    world.step(0)
    expect(RR.InvalidArgumentException, lambda: world.step(100001), "100000")
    # a generator that steps to a time
    generator = world.run_until(0.8)
    last = None
    while True:
        ok, value = generator.TryNext()
        if not ok:
            break
        last = value
    assert abs(last.time - 0.8) < 1e-9, last.time
    world.speed = 2.0
    assert world.speed == 2.0
    for wrong in (0.0, -1.0, float("nan"), 1e9):
        expect(RR.InvalidArgumentException, lambda: setattr(world, "speed", wrong), "from 0.01")
    expect(RR.InvalidArgumentException, lambda: setattr(world, "mode", 17))
    # wires come while the world runs
    times = []
    wire = world.time.Connect()
    wire.WireValueChanged += lambda _, value, __: times.append(value.seqno)
    world.mode = modes["real_time"]
    wait(lambda: len(times) > 5, "a value of the wire")
    world.mode = modes["paused"]
    assert times == sorted(times)
    wire.Close()


def snapshots(world):
    world.save_snapshot("here")
    assert world.snapshot_names == ["here"]
    before, first = peek(world.time), world.getf_state_hash()
    world.step(3)
    assert world.getf_state_hash() != first
    x = peek(world.poses).poses["position"]["x"].tolist()
    world.restore_snapshot("here")
    after = peek(world.time)
    assert (after.time, after.epoch) == (before.time, before.epoch + 1)
    assert world.getf_state_hash() == first
    world.step(3)
    assert peek(world.poses).poses["position"]["x"].tolist() == x
    expect(RR.InvalidArgumentException, lambda: world.restore_snapshot("nowhere"), "nowhere")
    world.remove_snapshot("here")
    assert world.snapshot_names == []
    expect(RR.InvalidArgumentException, lambda: world.save_snapshot(""))


def nodes(world):
    lamp = world.find_def("LAMP")
    assert world.find_def("NOBODY") == 0
    info = world.getf_node(lamp)
    assert (info.type_name, info.def_name) == ("PointLight", "LAMP"), info
    assert world.find_path(info.path) == lamp
    fields = {field.name: field for field in world.getf_fields(lamp)}
    assert fields["on"].value.data == [True]
    np.testing.assert_array_equal(fields["location"].value.data, [0.3, 0, 0.3])
    world.setf_field(lamp, "intensity", RR.VarValue(0.25, "double"))
    assert world.getf_field(lamp, "intensity").value.data == [0.25]
    world.setf_field_text(lamp, "color", "1 0.5 0")
    np.testing.assert_array_equal(world.getf_field(lamp, "color").value.data, [1, 0.5, 0])
    wrong = [
        ("intensity", RR.VarValue("bright", "string")),
        ("intensity", RR.VarValue(float("nan"), "double")),
        ("color", RR.VarValue(np.array([1.0, 2.0]), "double[]")),
        ("color", RR.VarValue(np.zeros(1_000_000), "double[]")),
    ]
    for name, value in wrong:
        expect(RR.InvalidArgumentException, lambda: world.setf_field(lamp, name, value))
    expect(RR.ObjectNotFoundException, lambda: world.getf_field(lamp, "nothing"), "nothing")
    expect(RR.ObjectNotFoundException, lambda: world.getf_node(123456789))
    # insertion with findings
    root = world.root_id
    added = world.add_nodes(root, "children", -1, 'DEF BALL Solid { translation 0 0 3 name "ball" }')
    ball = added.ids[0]
    assert world.find_def("BALL") == ball
    pose = world.getf_pose(ball)
    np.testing.assert_array_equal(pose["position"][0].tolist(), (0, 0, 3))
    pose["position"][0]["x"] = 1.5
    world.setf_pose(ball, pose)
    assert world.getf_pose(ball)["position"][0]["x"] == 1.5
    assert "BALL" in world.export_node(ball)
    error = expect(
        RR.InvalidArgumentException, lambda: world.add_nodes(root, "children", -1, "Nonsense { }"), "Nonsense"
    )
    assert any("Nonsense" in line.data for line in error.errorparam.data), error.errorparam
    expect(RR.InvalidOperationException, lambda: world.add_wrench(ball, np.zeros((1,), dtype=RRN.GetNamedArrayDType("com.robotraconteur.geometry.Wrench", world))), "Physics")
    world.remove_node(ball)
    assert world.find_def("BALL") == 0


def light(world, fox):
    sensor = fox.get_device("ls0")
    assert RRN.GetObjectType(sensor) == "foxden.devices.LightSensor"
    assert sensor.device_info.parent_device.name == "fox"
    assert sensor.lookup_table.shape[1] == 3
    assert sensor.sampling_period == world.basic_time_step
    assert abs(sensor.isoch_info.update_rate - 62.5) < 1e-9
    readings = []
    wire = sensor.reading.Connect()
    wire.WireValueChanged += lambda _, value, __: readings.append(value)
    world.step(1)
    first = peek(sensor.reading)
    assert np.isfinite(first.value) and first.seqno == 1
    np.testing.assert_array_equal(peek(sensor.sensor_value), [first.value])
    lamp = world.get_light("LAMP")
    lamp.on_off = False
    world.step(2)
    dark = peek(sensor.reading)
    assert dark.value != first.value
    assert abs(seconds(dark.ts) - peek(world.time).time) < 1e-6
    why = sensor.explain()
    assert abs(why.irradiance) < 1e-9
    lamp.on_off = True
    world.step(1)
    assert peek(lamp.state).is_on
    why = world.explain_light("fox", "ls0")
    assert [ray.light for ray in why.rays] == ["DEF LAMP PointLight"], why.rays
    wait(lambda: readings and readings[-1].seqno == peek(sensor.reading).seqno, "the last reading")
    wire.Close()
    # a longer period, and fewer values for this client
    sensor.sampling_period = 0.048
    before = peek(sensor.reading).seqno
    world.step(9)
    assert peek(sensor.reading).seqno == before + 3
    sensor.isoch_downsample = 2
    received = []
    wire = sensor.reading.Connect()
    wire.WireValueChanged += lambda _, value, __: received.append(value.seqno)
    world.step(27)
    newest = peek(sensor.reading).seqno
    wait(lambda: received and received[-1] > newest - 3, "a value")
    # the first is sent when the wire is connected
    assert all(number % 3 == 0 for number in received[1:]), received
    wire.Close()
    for wrong in (-1.0, float("nan"), 1e9):
        expect(RR.InvalidArgumentException, lambda: setattr(sensor, "sampling_period", wrong))
    expect(RR.InvalidArgumentException, lambda: setattr(sensor, "isoch_downsample", 5000))
    sensor.sampling_period = 0.0
    before = peek(sensor.reading).seqno
    world.step(3)
    assert peek(sensor.reading).seqno == before


def drive_to_the_charger(world, fox):
    station = world.get_charger("station")
    battery = fox.get_device("battery")
    assert peek(station.state).robot == ""
    assert "too far" in station.candidates[0].reason
    docked = threading.Event()
    station.docked += lambda robot: docked.set() if robot == "fox" else None
    wheels = [fox.get_device(side + " wheel motor") for side in ("left", "right")]
    drivers = RRN.GetConstants("foxden.robot", fox)["Driver"]
    for wheel in wheels:
        assert not wheel.is_linear and wheel.max_velocity > 6
        wheel.spin(6.0)
    assert fox.driver == drivers["client"]
    for _ in range(100):
        world.step(5)
        if peek(station.state).robot == "fox":
            break
    assert peek(station.state).robot == "fox", peek(fox.state).pose
    for wheel in wheels:
        wheel.stop()
    world.step(10)
    here = peek(fox.state).pose["position"]["x"][0]
    before = peek(battery.state)
    assert before.charger == "station"
    world.step(50)
    after = peek(battery.state)
    assert after.energy > before.energy + 0.5 and after.power > 0, (before.energy, after.energy)
    assert abs(peek(fox.state).pose["position"]["x"][0] - here) < 0.01, "it stands"
    assert docked.wait(PATIENCE)
    accounts = {account.name: account for account in world.getf_energy()}
    assert accounts["fox"].received > 0.5
    assert abs(accounts["station"].given - accounts["fox"].received) < 1e-9
    assert peek(station.state).shown["g"][0] > 0
    for wrong in (float("nan"), 1e6, -1e6):
        expect(RR.InvalidArgumentException, lambda: wheels[0].spin(wrong))


def tools(world, events):
    slot = world.get_slot("HAND")
    assert slot.slot_type == "tool+"
    changes = []
    slot.changed += changes.append
    error = expect(
        RR.InvalidArgumentException,
        lambda: slot.plug('Slot { type "hammer-" endPoint Solid { name "hammer" } }'),
        "hammer",
    )
    assert any("hammer" in line.data for line in error.errorparam.data)
    assert peek(slot.state).part == ""
    slot.plug('Slot { type "tool-" endPoint Solid { name "pincer" } }')
    assert peek(slot.state).part != ""
    expect(RR.InvalidOperationException, lambda: slot.plug('Slot { type "tool-" }'), "unplug")
    slot.unplug()
    assert peek(slot.state).part == ""
    expect(RR.InvalidOperationException, slot.unplug, "empty")
    wait(lambda: len(changes) == 2, "a change of the slot")
    kinds = RRN.GetConstants("foxden.world", world)["EventKind"]
    wait(lambda: any(e.kind == kinds["slot"] for e in events), "an event of the slot")
    assert any(e.kind == kinds["charger"] and "fox" in e.text for e in events)


def strange_names(world):
    assert world.robot_names == ["fox", 'a/b."ü" [1]', "twin", "twin (2)"], world.robot_names
    strange = world.get_robot('a/b."ü" [1]')
    assert strange.device_info.device.name == 'a/b."ü" [1]'
    for wrong in ("", "nobody", "fox.ls0", "a/b", "x" * 1000):
        expect(RR.ObjectNotFoundException, lambda: world.get_robot(wrong))
    # events find their way to an object whose name is not ASCII
    changes = []
    strange.devices_changed += lambda: changes.append(True)
    added = world.add_nodes(strange.node_id, "children", -1, 'Compass { name "süd" }')
    assert [device.name for device in strange.devices] == ["out", "in", "süd"]
    world.remove_node(added.ids[0])
    wait(lambda: len(changes) == 2, "an event of the robot")
    emitter = strange.get_device("out")
    twin = RRN.ConnectService(url("twin"))
    assert [d.name for d in twin.devices] == ["in", "eye", "same", "same (2)"]
    receiver = twin.get_device("in")
    packets = receiver.packets.Connect(-1)
    world.step(1)
    emitter.send(0, -1.0, np.frombuffer(b"hello", dtype=np.uint8))
    world.step(3)
    wait(lambda: packets.Available > 0, "a packet")
    assert bytes(packets.ReceivePacket().data) == b"hello"
    expect(RR.InvalidArgumentException, lambda: emitter.send(0, float("nan"), np.zeros(1, dtype=np.uint8)))
    expect(RR.InvalidArgumentException, lambda: emitter.send(0, 1.0, np.zeros(0, dtype=np.uint8)))
    eye = twin.get_device("eye")
    eye.value = 2
    assert eye.value == 2 and peek(eye.shown) == 2 and eye.on_off
    eye.on_off = False
    assert peek(eye.shown) == 0
    signals_of(world, eye)
    expect(RR.ObjectNotFoundException, lambda: twin.get_device("no/such\"device"))
    return twin


def signals_of(world, eye):
    """The LED and the touch sensors of a robot as signals."""
    found = RRN.FindServiceByType("com.robotraconteur.signal.SignalDevice", ["rr+local"])
    assert sorted(one.Name for one in found) == ["fox_signals", "twin_signals"], found
    signals = connect("twin_signals")
    assert signals.device_info.parent_device.name == "twin"
    groups = [one.signal_group_identifier.name for one in signals.signal_group_info]
    assert groups == ["inputs", "outputs"], groups
    inputs, outputs = (signals.get_signal_groups(name) for name in groups)
    assert [one.signal_identifier.name for one in inputs.signal_info] == ["same", "same (2)"]
    touch, led = inputs.get_signals(1), outputs.get_signals(0)
    assert (touch.signal_info.access_level, led.signal_info.access_level) == (3, 4)
    # the first use turns a sensor on
    wire = touch.signal_value_vec.Connect()
    world.step(2)
    wait(lambda: wire.TryGetInValue()[0], "a value of the touch sensor")
    np.testing.assert_array_equal(wire.InValue, [0.0])
    wire.Close()
    led.signal_command.PokeOutValue(RR.VarValue(np.array([2], np.int32), "int32[]"))
    world.step(1)
    assert eye.value == 2
    np.testing.assert_array_equal(peek(led.signal_value_vec), [2.0])
    np.testing.assert_array_equal(peek(led.signal_value).data, [2.0])
    led.signal_command_vec.PokeOutValue(np.array([0.0]))
    world.step(1)
    assert eye.value == 0
    # a sensor does not take commands
    touch.signal_command_vec.PokeOutValue(np.array([5.0]))
    world.step(1)
    np.testing.assert_array_equal(peek(touch.signal_value_vec), [0.0])
    expect(RR.ObjectNotFoundException, lambda: outputs.get_signals(7))


def removed_robot(world, twin, events):
    """A robot that is removed while its service is used."""
    eye = twin.get_device("eye")
    watched = Watched("twin")
    other = world.get_robot("twin")
    world.remove_node(world.find_def("TWIN"))
    wait(lambda: watched.is_closed(lambda robot: robot.devices), "the end of the service")
    expect(Exception, lambda: eye.value)
    # the second twin has the name now
    assert world.robot_names == ["fox", 'a/b."ü" [1]', "twin"]
    assert other.devices == []
    expect(RR.ObjectNotFoundException, lambda: other.get_device("eye"), "eye")
    kinds = RRN.GetConstants("foxden.world", world)["EventKind"]
    wait(lambda: any(e.kind == kinds["robot"] and "removed" in e.text for e in events), "an event")
    # a new robot gets a service
    added = world.add_nodes(world.root_id, "children", -1, 'Robot { name "young" controller "void" }')
    assert len(added.ids) == 1
    young = RRN.ConnectService(url("young"))
    assert young.devices == []
    RRN.DisconnectService(young)


def reload(world):
    """Clients of the old world are disconnected; the new one has services of the same names."""
    old = Watched("fox")
    # it is answered before the services close
    world.reload()
    wait(lambda: old.is_closed(lambda robot: robot.devices), "the end of the old services")

    def is_back():
        try:
            return len(RRN.ConnectService(url("world")).robot_names) == 4
        except RR.RobotRaconteurException:
            # the old one is being closed, or the new one is not there yet
            return False

    wait(is_back, "the new world")


def main():
    world = find_the_world()
    events = []
    pipe = world.events.Connect(-1)

    def take(endpoint):
        while endpoint.Available:
            events.append(endpoint.ReceivePacket())

    pipe.PacketReceivedEvent += take
    time_of_the_world(world)
    snapshots(world)
    nodes(world)
    fox = RRN.ConnectService(url("fox"))
    light(world, fox)
    drive_to_the_charger(world, fox)
    tools(world, events)
    twin = strange_names(world)
    removed_robot(world, twin, events)
    world.reset()
    world.step(1)
    assert peek(world.time).epoch > 0
    reload(world)
    print("all is well")


main()
