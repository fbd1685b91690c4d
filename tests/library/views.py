"""Pictures and point clouds in Python without a copy: a view is the memory of the library, and follows it."""

import os
import subprocess

WORLD = """#VRML_SIM R2023b utf8
WorldInfo { basicTimeStep 32 }
Viewpoint { }
Background { skyColor [ 0.4 0.6 0.8 ] }
DEF BOX Solid { translation 1 0 0 recognitionColors [ 1 0 0 ] boundingObject Box { size 0.4 0.4 0.4 } children [
  Shape { appearance PBRAppearance { baseColor 0 0 0 metalness 0 IBLStrength 0 emissiveColor 0 1 0 } geometry Box { size 0.4 0.4 0.4 } } ] }
Robot { name "eyes" controller "eyes" supervisor TRUE children [
  Camera { width 16 height 12 recognition Recognition { segmentation TRUE } }
  RangeFinder { width 8 height 6 maxRange 5 }
  Lidar { horizontalResolution 12 numberOfLayers 2 fieldOfView 1 maxRange 5 }
] }
"""

CONTROLLER = """
import ctypes, math
from controller import Supervisor
from controller.wb import wb
robot = Supervisor()
camera, finder, lidar = (robot.getDevice(name) for name in ("camera", "range-finder", "lidar"))
for device in (camera, finder, lidar):
    device.enable(32)
camera.recognitionEnable(32)
camera.enableRecognitionSegmentation()
lidar.enablePointCloud()
for step in range(2):
    robot.step(32)

def place(view):
    return ctypes.addressof(ctypes.c_ubyte.from_buffer(view.cast("B")))

def address(pointer):
    return pointer if isinstance(pointer, int) else ctypes.addressof(pointer.contents)

picture, ranges, scan = camera.getImageView(), finder.getRangeImageView(), lidar.getRangeImageView()
colors, cloud = camera.getRecognitionSegmentationImageView(), lidar.getPointCloudView()
# the memory of the library itself
assert place(picture) == address(wb.wb_camera_get_image(camera._tag))
assert place(colors) == address(wb.wb_camera_recognition_get_segmentation_image(camera._tag))
assert place(ranges) == address(wb.wb_range_finder_get_range_image(finder._tag))
assert place(ranges) == address(finder.getRangeImage(data_type="buffer"))
assert place(scan) == address(wb.wb_lidar_get_range_image(lidar._tag))
assert place(cloud) == address(wb.wb_lidar_get_point_cloud(lidar._tag))
# with what the other functions say
assert bytes(picture) == camera.getImage() and list(ranges) == finder.getRangeImage()
assert list(scan) == lidar.getRangeImage() and bytes(cloud) == lidar.getPointCloud(data_type="buffer")
assert bytes(colors) == camera.getRecognitionSegmentationImage()
array = camera.getImageArray()
middle = 4 * (6 * 16 + 8)
assert len(array) == 16 and len(array[0]) == 12 and array[8][6] == list(picture[middle:middle + 3])[::-1], array[8][6]
assert array[8][6][1] > 150 > array[8][6][0]
assert finder.getRangeImageArray()[3][4] == ranges[3 * 8 + 4] and abs(ranges[3 * 8 + 4] - 0.8) < 1e-5
assert lidar.getLayerRangeImage(1) == list(scan[12:]) and len(lidar.getRangeImageArray()) == 2
point = lidar.getPointCloud()[6]
assert abs(point.x - 0.8) < 0.01 and point.layer_id == 0
try:
    import numpy
    kind = [("x", "<f4"), ("y", "<f4"), ("z", "<f4"), ("layer", "<i4"), ("time", "<f4")]
    points = numpy.frombuffer(cloud, dtype=kind)
    assert points.ctypes.data == place(cloud) and abs(points["x"][6] - point.x) < 1e-7
    pixels = numpy.asarray(picture).reshape(12, 16, 4)
    assert pixels.ctypes.data == place(picture) and pixels[6, 8, 1] == array[8][6][1]
    print("numpy")
except ImportError:
    pass
# a view follows the library: the box is gone, the sky is there
robot.getFromDef("BOX").remove()
robot.step(32)
assert array[8][6] != camera.getImageArray()[8][6] == list(picture[middle:middle + 3])[::-1]
assert math.isinf(ranges[3 * 8 + 4]) and math.isinf(scan[6])
print("views")
"""


def check(home, foxden, scratch):
    (scratch / "worlds").mkdir()
    (scratch / "controllers/eyes").mkdir(parents=True)
    (scratch / "worlds/a.wbt").write_text(WORLD)
    (scratch / "controllers/eyes/eyes.py").write_text(CONTROLLER)
    ran = subprocess.run(
        [foxden, "run", "--quiet", "--offline", "--port", "0", "--until-controllers-end", scratch / "worlds/a.wbt"],
        capture_output=True, text=True, check=False, timeout=300, env=dict(os.environ, WEBOTS_HOME=str(home)),
    )  # fmt: skip
    assert ran.stdout.splitlines()[-1:] == ["views"], ran.stdout + ran.stderr
    numpy = "with" if "numpy" in ran.stdout else "without"
    return f"pictures, ranges and points are read in place ({numpy} NumPy)"
