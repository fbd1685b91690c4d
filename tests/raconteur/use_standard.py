"""Uses the standard services of devices with the genuine client.

Usage: use_standard.py PORT FOLDER

The world is `worlds/standard.wbt`, paused. What the devices saw is written to the folder,
for a comparison with what a controller would get.
"""

import pathlib
import sys
import threading

import numpy as np
import RobotRaconteur as RR
from RobotRaconteur.Client import RRN
from service_client import Packets, Watched, connect, expect, peek, url, wait

FOLDER = pathlib.Path(sys.argv[2])


def first_picture(world, camera):
    """The world is paused: a client that wants the first picture waits for a step."""
    pictures = []
    thread = threading.Thread(target=lambda: pictures.append(camera.capture_frame()))
    thread.start()
    while thread.is_alive():
        world.step(1)
        thread.join(0.05)
    assert pictures, "no picture"
    return pictures[0]


def check_camera(camera, name, width, height):
    info = camera.camera_info
    assert info.device_info.device.name == name
    assert camera.device_info.parent_device.name == "rover"
    assert camera.device_info.implemented_types == ["com.robotraconteur.imaging.Camera"]
    size = info.calibration.image_size[0]
    assert (size["width"], size["height"]) == (width, height)
    focal_length = width / (2 * np.tan(0.5))
    expected = [[focal_length, 0, width / 2], [0, focal_length, height / 2], [0, 0, 1]]
    np.testing.assert_allclose(info.calibration.K, expected)
    assert info.calibration.parent_device.name == "rover"
    assert camera.capabilities == 7
    assert camera.trigger_mode == 2
    expect(RR.InvalidArgumentException, lambda: setattr(camera, "trigger_mode", 1), "continuous")
    expect(RR.NotImplementedException, camera.trigger, "trigger")
    assert camera.param_info == []
    expect(RR.InvalidOperationException, lambda: camera.getf_param("gain"), "gain")
    value = RR.VarValue(1.0, "double")
    expect(RR.InvalidOperationException, lambda: camera.setf_param("gain", value), "gain")
    assert abs(camera.isoch_info.update_rate - 62.5) < 1e-9
    assert camera.isoch_info.max_downsample > 0
    expect(RR.InvalidArgumentException, lambda: setattr(camera, "isoch_downsample", 5000))
    peek(camera.device_clock_now)
    assert peek(camera.camera_state).state_flags == 1


def stream(world, camera):
    pipes = {name: Packets(getattr(camera, name)) for name in ("frame_stream", "frame_stream_compressed", "preview_stream")}
    # the camera takes pictures, which nobody gets
    world.step(3)
    before = camera.capture_frame().image_info.data_header.seqno
    expect(RR.InvalidOperationException, camera.stop_streaming, "Not streaming")
    camera.start_streaming()
    expect(RR.InvalidOperationException, camera.start_streaming, "Already streaming")
    assert peek(camera.camera_state).state_flags == 3
    for count in range(1, 6):
        world.step(1)
        for name, pipe in pipes.items():
            wait(lambda: len(pipe.received) == count, "packet %d of %s" % (count, name))
            assert pipe.numbers("image_info") == list(range(before + 1, before + count + 1))
    pictures = pipes["frame_stream"].received
    assert any((pictures[0].data != other.data).any() for other in pictures), "the ball falls"
    np.testing.assert_array_equal(pictures[-1].data, camera.capture_frame().data)
    for name in ("frame_stream_compressed", "preview_stream"):
        picture = pipes[name].received[-1]
        assert (picture.image_info.encoding, picture.image_info.step) == (0x6000, 0)
        assert bytes(picture.data[:2]) == b"\xff\xd8"
    # each second picture
    camera.isoch_downsample = 1
    assert camera.isoch_downsample == 1
    for _ in range(6):
        world.step(1)
        newest = camera.capture_frame().image_info.data_header.seqno
        last = newest - newest % 2
        wait(lambda: pipes["frame_stream"].numbers("image_info")[-1] == max(last, before + 5), "a picture")
    numbers = pipes["frame_stream"].numbers("image_info")[5:]
    assert len(numbers) == 3 and all(number % 2 == 0 for number in numbers), numbers
    camera.isoch_downsample = 0
    camera.stop_streaming()
    expect(RR.InvalidOperationException, camera.stop_streaming, "Not streaming")
    assert peek(camera.camera_state).state_flags == 1
    for pipe in pipes.values():
        pipe.endpoint.Close()


def cameras(world, rover):
    found = RRN.FindServiceByType("com.robotraconteur.imaging.Camera", ["rr+local"])
    assert sorted(one.Name for one in found) == ["rover_depth", "rover_eye"], found
    eye, depth = connect("rover_eye"), connect("rover_depth")
    check_camera(eye, "eye", 64, 48)
    check_camera(depth, "depth", 32, 24)
    picture = first_picture(world, eye)
    info = picture.image_info
    assert (info.width, info.height, info.step, info.encoding) == (64, 48, 192, 0x1002)
    assert len(picture.data) == 192 * 48
    assert info.data_header.source_info.source.name == "eye"
    distances = first_picture(world, depth)
    info = distances.image_info
    assert (info.width, info.height, info.step, info.encoding) == (32, 24, 128, 0x4006)
    stream(world, eye)
    stream(world, depth)
    # the object of the robot is the same
    same = rover.get_device("eye")
    assert RRN.GetObjectType(same) == "com.robotraconteur.imaging.Camera"
    eye.start_streaming()
    assert peek(same.camera_state).state_flags == 3
    same.stop_streaming()
    assert peek(eye.camera_state).state_flags == 1
    return eye, depth


def scan(world, name, count, layers):
    """Returns the last of some scans. The lidar is turned on with the first step."""
    lidar = connect("rover_" + name)
    info = lidar.scanner_info
    assert info.device_info.device.name == name
    assert lidar.device_info.implemented_types == ["com.robotraconteur.laserscanner.LaserScanner"]
    assert abs(info.scan_rate - 62.5) < 1e-9
    expect(RR.InvalidOperationException, lambda: lidar.getf_param("speed"), "speed")
    scans = Packets(lidar.laser_scan_sensor_data)
    world.step(1)
    for number in range(1, 4):
        world.step(1)
        wait(lambda: len(scans.received) == number, "scan %d" % number)
    assert scans.numbers("scan_info") == [1, 2, 3]
    last = scans.received[-1]
    for about in (info.scanner_info, last.scan_info):
        assert (about.angle_count, about.vertical_angle_count) == (count, layers)
        half = 0.75 * (1 - 1 / count)
        np.testing.assert_allclose([about.angle_min, about.angle_max], [-half, half], rtol=1e-6)
        np.testing.assert_allclose(about.angle_increment, 1.5 / count, rtol=1e-6)
        np.testing.assert_allclose([about.range_min, about.range_max], [0.1 if layers == 1 else 0.01, 3], rtol=1e-6)
        assert about.vertical_angle_min == -about.vertical_angle_max
        assert (about.vertical_angle_max > 0) == (layers > 1)
    assert len(last.ranges) == len(last.intensities) == count * layers
    assert last.scan_info.data_header.source_info.source.name == name
    return lidar, scans


def box_is_to_the_left(packet):
    """Angles rise to the left, where the box is; the ball on the right is above the ray."""
    info = packet.scan_info
    angles = info.angle_min + info.angle_increment * np.arange(info.angle_count)
    seen = np.isfinite(packet.ranges)
    assert 0 < seen.sum() < len(seen)
    assert abs(angles[seen].mean() - np.arctan2(0.3, 2)) < 0.1, angles[seen]


def gps(world):
    found = RRN.FindServiceByType("com.robotraconteur.gps.GpsSensor", ["rr+local"])
    assert [one.Name for one in found] == ["rover_gps"], found
    sensor = connect("rover_gps")
    assert sensor.device_info.implemented_types == ["com.robotraconteur.gps.GpsSensor"]
    assert sensor.sensor_info.sensor_type == 41
    # the first use turns it on
    assert peek(sensor.gps_state).status.status_code == -1
    world.step(3)
    state = peek(sensor.gps_state)
    assert state.status.status_code == 0
    place = [state.latitude_deg, state.longitude_deg, state.altitude]
    np.testing.assert_array_equal(peek(sensor.sensor_value), place)
    np.testing.assert_allclose(place, [47, 8, 400.3], atol=1e-5)
    assert place[0] > 47 and place[1] > 8, "it is north and east of the reference"
    assert state.speed == 0 and state.climb == 0 and np.isnan(state.track_deg)
    np.testing.assert_array_equal(state.position_covariance, np.zeros((3, 3)))
    data = Packets(sensor.sensor_data)
    world.step(1)
    wait(lambda: data.received, "a packet")
    np.testing.assert_array_equal(data.received[-1].data, place)
    expect(RR.InvalidArgumentException, lambda: sensor.getf_param("x"), "x")


def removed_robot(world):
    """The services of devices end with their robot."""
    watched = Watched("rover_eye")
    world.remove_node(world.find_def("ROVER"))
    wait(lambda: watched.is_closed(lambda eye: eye.device_info), "the end of the service")
    expect(RR.RobotRaconteurException, lambda: RRN.ConnectService(url("rover_eye")))
    world.step(2)


def main():
    world = connect("world")
    rover = connect("rover")
    eye, depth = cameras(world, rover)
    found = RRN.FindServiceByType("com.robotraconteur.laserscanner.LaserScanner", ["rr+local"])
    assert sorted(one.Name for one in found) == ["rover_layers", "rover_scan"], found
    lidar, single = scan(world, "scan", 64, 1)
    box_is_to_the_left(single.received[-1])
    assert RRN.GetObjectType(rover.get_device("scan")) == RRN.GetObjectType(lidar)
    _, multiple = scan(world, "layers", 32, 4)
    wait(lambda: len(single.received) == 7, "a scan of the first lidar")
    services = {device.name: device.service_name for device in rover.devices}
    assert services == {name: "rover_" + name for name in ("eye", "depth", "scan", "layers", "gps")}, services
    steps = peek(world.time).seqno
    (FOLDER / "steps").write_text(str(steps))
    (FOLDER / "eye").write_bytes(bytes(eye.capture_frame().data))
    (FOLDER / "eye.jpg").write_bytes(bytes(eye.capture_frame_compressed().data))
    (FOLDER / "depth").write_bytes(bytes(depth.capture_frame().data))
    (FOLDER / "depth.jpg").write_bytes(bytes(depth.capture_frame_compressed().data))
    for name, scans in (("scan", single), ("layers", multiple)):
        (FOLDER / name).write_bytes(scans.received[-1].ranges.astype("<f4").tobytes())
    gps(world)
    removed_robot(world)
    print("all is well")


main()
