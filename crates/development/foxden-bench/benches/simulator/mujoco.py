"""The scenes of the benchmark in MuJoCo: prints the seconds of a step."""

import json
import sys
import time


def boxes(mujoco, scene):
    """Boxes that fall on a floor."""
    bodies = "".join(
        '<body pos="%r %r %r"><freejoint/>'
        '<geom type="box" size=".05 .05 .05" density="1000"/></body>' % tuple(place)
        for place in scene["places"]
    )
    model = mujoco.MjModel.from_xml_string(
        '<mujoco><option timestep="0.032"/><size memory="1G"/><worldbody>'
        '<geom type="plane" size="0 0 1"/>%s</worldbody></mujoco>' % bodies
    )
    data = mujoco.MjData(model)
    mujoco.mj_step(model, data)
    start = time.perf_counter()
    for _ in range(scene["steps"]):
        mujoco.mj_step(model, data)
    return (time.perf_counter() - start) / scene["steps"]


def light(mujoco, scene):
    """Robots that move among boxes, and a ray from each sensor to each light."""
    import numpy

    robots = numpy.array(scene["robots"])
    geom = '<geom type="box" size="%s" contype="0" conaffinity="0"/>'
    moving = "".join(
        '<body name="r%d" mocap="true">%s</body>' % (at, geom % "0.1 0.1 0.05")
        for at in range(len(robots))
    )
    standing = "".join(
        '<body pos="%r %r %r">%s</body>' % (*place, geom % "0.05 0.05 0.2")
        for place in scene["boxes"]
    )
    model = mujoco.MjModel.from_xml_string(
        '<mujoco><option timestep="0.032"/><worldbody>%s%s</worldbody></mujoco>'
        % (moving, standing)
    )
    data = mujoco.MjData(model)
    sensors = numpy.array(scene["sensors"])
    lamp, sun = numpy.array(scene["lamp"]), numpy.array(scene["sun"])
    own = [model.body("r%d" % at).id for at in range(len(robots))]
    hit, distance = numpy.zeros(2, numpy.int32), numpy.zeros(2)
    start = time.perf_counter()
    for step in range(scene["steps"]):
        data.mocap_pos[:] = robots + [0.01 * 0.032 * step, 0, 0]
        mujoco.mj_step(model, data)
        for at, body in enumerate(own):
            for eye in data.mocap_pos[at] + sensors:
                ways = numpy.concatenate([lamp - eye, sun])
                mujoco.mj_multiRay(
                    model, data, eye, ways, None, 1, body, hit, distance, None, 2, 1000.0
                )
    return (time.perf_counter() - start) / scene["steps"]


if __name__ == "__main__":
    import mujoco

    given = json.load(sys.stdin)
    print({"boxes": boxes, "light": light}[sys.argv[1]](mujoco, given))
