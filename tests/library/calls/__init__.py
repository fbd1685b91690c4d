"""Calls of the API in every language: what is called, with what, and what comes back.

`RUNS` has the calls of each program. `devices.py`, `scene.py` and
`robots.py` have the calls that all languages share; `only.py` those that some of them lack; `wrong.py`
makes wrong ones of them.
"""

from . import devices, only, robots, scene, wrong

# A supervisor does everything once, rightly, and then wrongly what its devices, nodes and fields allow.
SUPERVISOR = (
    devices.ALL
    + robots.ROBOT
    + scene.ALL
    + robots.SUPERVISOR
    + only.ALL
    + wrong.devices(devices.ALL + only.ALL)
    + wrong.scene(scene.ALL + only.ALL)
    + wrong.robot()
    # they take a step of their own, after which nothing is compared with other languages
    + only.PROPERTIES
)

# A robot that is no supervisor tries what only one may do.
ROBOT = devices.LIGHT + robots.ROBOT + wrong.forbidden(robots.SUPERVISOR + robots.ENDS + only.ALL)

# What ends a controller can only be done once in each run.
ENDINGS = {f"ending by {call.method}": call for call in robots.ENDS}
BEGINS_AGAIN = {f"ending by {method}" for method in ("worldReload", "simulationRevert", "restartController")}

RUNS = {"supervisor": SUPERVISOR, "robot": ROBOT} | {
    title: robots.GREETING + [call] + robots.AFTERWARDS for title, call in ENDINGS.items()
}


def is_spoken(title, language):
    """Whether a language has what a run is about."""
    return title not in ENDINGS or language in ENDINGS[title].languages
