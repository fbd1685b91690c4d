"""A supervisor that holds one tool after the other against the arm of a robot.
Only those whose Slot has the arm's type stay on it."""

from controller import Supervisor

TOOLS = {
    "pincer": 'Slot { type "hand" endPoint Solid { translation 0.1 0 0 name "pincer" } }',
    "cup": 'Slot { type "hand" endPoint Solid { translation 0.1 0 0 name "cup" } }',
    "diver's hook": 'Slot { type "diver" endPoint Solid { translation 0.1 0 0 name "hook" } }',
}

supervisor = Supervisor()
step = int(supervisor.getBasicTimeStep())
hand = supervisor.getFromDef("ARM").getField("endPoint")
supervisor.step(step)

for name, tool in TOOLS.items():
    if hand.getSFNode() is not None:
        hand.removeSF()
        supervisor.step(step)
    hand.importSFNodeFromString(tool)
    supervisor.step(step)
    print(f"the {name} {'fits' if hand.getSFNode() is not None else 'does not fit'}")
supervisor.simulationQuit(0)
supervisor.step(step)
