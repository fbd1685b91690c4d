"""The moving boxes of `cargo xtask bench viewer` in other viewers: peers.py NAME COUNT

Prints `page ADDRESS`, then the number of updates of each second.
"""

import math
import sys
import time

import numpy

NAME, COUNT = sys.argv[1], int(sys.argv[2])
RATE = 30.0
SIZE = 0.5
AT = numpy.arange(COUNT)
START = numpy.stack([AT % 100, AT // 100, numpy.zeros(COUNT)], axis=1)


def poses(seconds):
    """Positions and one rotation about z, as quaternion w, x, y, z."""
    positions = START + seconds * numpy.array([0.1, 0.05, 0.02])
    return positions, (math.cos(seconds / 2), 0.0, 0.0, math.sin(seconds / 2))


def viser():
    import viser
    server = viser.ViserServer(host="127.0.0.1", port=0, verbose=False)
    corners = numpy.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * SIZE / 2
    faces = numpy.array([
        [0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1],
        [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3],
    ], dtype=numpy.uint32)
    positions, rotation = poses(0)
    boxes = server.scene.add_batched_meshes_simple(
        "/boxes", corners.astype(numpy.float32), faces,
        batched_wxyzs=numpy.tile(rotation, (COUNT, 1)), batched_positions=positions,
    )

    def update(seconds):
        positions, rotation = poses(seconds)
        with server.atomic():
            boxes.batched_positions = positions.astype(numpy.float32)
            boxes.batched_wxyzs = numpy.tile(rotation, (COUNT, 1)).astype(numpy.float32)

    return f"http://127.0.0.1:{server.get_port()}/", update


def rerun():
    import socket

    import rerun as rr

    def free():
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            return one.getsockname()[1]

    rr.init("foxden_bench")
    web = free()
    address = rr.serve_grpc(grpc_port=free())
    rr.serve_web_viewer(web_port=web, open_browser=False, connect_to=address)
    sizes = numpy.full((COUNT, 3), SIZE / 2)

    def update(seconds):
        positions, (w, x, y, z) = poses(seconds)
        turned = numpy.tile([x, y, z, w], (COUNT, 1))
        rr.log("boxes", rr.Boxes3D(half_sizes=sizes, centers=positions, quaternions=turned, fill_mode="solid"))

    update(0)
    return f"http://127.0.0.1:{web}/?url={address.replace('0.0.0.0', '127.0.0.1')}", update


def meshcat():
    import meshcat
    import meshcat.geometry as shapes
    import meshcat.transformations as transformations

    view = meshcat.Visualizer()
    boxes = [view[f"box{at}"] for at in range(COUNT)]
    for box in boxes:
        box.set_object(shapes.Box([SIZE, SIZE, SIZE]))

    def update(seconds):
        positions, _ = poses(seconds)
        matrix = transformations.rotation_matrix(seconds, [0, 0, 1])
        for box, position in zip(boxes, positions):
            matrix[:3, 3] = position
            box.set_transform(matrix)

    return view.url(), update


address, update = {"viser": viser, "rerun": rerun, "meshcat": meshcat}[NAME]()
print("page", address, flush=True)
begin = time.monotonic()
counted, since = 0, begin
while True:
    update(time.monotonic() - begin)
    counted += 1
    now = time.monotonic()
    if now - since >= 1:
        print("updates", counted / (now - since), flush=True)
        counted, since = 0, now
    time.sleep(max(0.0, 1 / RATE - (time.monotonic() - now)))
