"""Peers of the renderer: prints the milliseconds of one picture, or why there is none.

embree: a lidar of 2048 x 64 rays on the ground of the benchmark, with Embree.
mujoco: a camera of 64 x 48 pixels with ten boxes and shadows, with MuJoCo's renderer.
"""

import os
import sys
import time

SIDE = 318
SPACING = 0.126


def best(run, count):
    """Milliseconds of processor time, the best of several runs."""
    run()
    seconds = []
    for _ in range(5):
        start = time.process_time()
        for _ in range(count):
            run()
        seconds.append((time.process_time() - start) / count)
    return min(seconds) * 1e3


def embree():
    import numpy
    from embreex import rtcore_scene
    from embreex.mesh_construction import TriangleMesh

    at = numpy.arange(SIDE * SIDE)
    height = ((at * 7 + at // SIDE * 6) % 17) * 0.02
    x, y = at % SIDE * SPACING - 20.0, at // SIDE * SPACING - 20.0
    points = numpy.stack([x, y, height - 1.0], axis=1).astype(numpy.float32)
    low = (numpy.arange(SIDE - 1)[:, None] * SIDE + numpy.arange(SIDE - 1)).ravel()
    quads = [low, low + 1, low + SIDE, low + SIDE + 1]
    triangles = numpy.concatenate(
        [
            numpy.stack([quads[0], quads[1], quads[2]], axis=1),
            numpy.stack([quads[2], quads[1], quads[3]], axis=1),
        ]
    ).astype(numpy.int32)
    scene = rtcore_scene.EmbreeScene()
    TriangleMesh(scene, points, triangles)
    azimuth = numpy.linspace(numpy.pi, -numpy.pi, 2048, endpoint=False)
    elevation = numpy.linspace(0.25, -0.25, 64)
    elevation, azimuth = numpy.meshgrid(elevation, azimuth, indexing="ij")
    flat = numpy.cos(elevation)
    ways = [flat * numpy.cos(azimuth), flat * numpy.sin(azimuth), numpy.sin(elevation)]
    ways = numpy.stack(ways, axis=-1).reshape(-1, 3).astype(numpy.float32)
    origins = numpy.zeros_like(ways)
    origins[:, 2] = 0.6
    return best(lambda: scene.run(origins, ways, query="DISTANCE"), 3)


def mujoco():
    import mujoco

    boxes = "".join(
        '<geom type="box" size=".25 .25 .25" pos="%r %r .25" rgba=".8 .8 .8 1"/>'
        % (2.0 + 0.4 * at, -1.5 + 0.33 * at)
        for at in range(10)
    )
    model = mujoco.MjModel.from_xml_string(
        '<mujoco><worldbody><light directional="true" dir=".5 .3 -1" castshadow="true"/>'
        '<geom type="plane" size="10 10 .1"/>%s'
        '<camera name="c" pos="0 0 .6" xyaxes="0 -1 0 0 0 1" fovy="35"/></worldbody></mujoco>'
        % boxes
    )
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    renderer = mujoco.Renderer(model, 48, 64)

    def picture():
        renderer.update_scene(data, "c")
        renderer.render()

    return best(picture, 50)


if __name__ == "__main__":
    for variable in ["OMP_NUM_THREADS", "LP_NUM_THREADS"]:
        os.environ[variable] = "1"
    if sys.argv[1] == "mujoco":
        os.environ.setdefault("MUJOCO_GL", "egl")
    try:
        print(embree() if sys.argv[1] == "embree" else mujoco())
    except Exception as error:  # whatever is missing, the benchmark goes on
        sys.exit("%s: %s" % (type(error).__name__, str(error).splitlines()[:1]))
