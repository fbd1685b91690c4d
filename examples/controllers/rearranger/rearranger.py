"""A supervisor that tidies up: scattered boxes are put into a row, one that is
broken is taken away, and a new one takes its place."""

from controller import Supervisor

supervisor = Supervisor()
step = int(supervisor.getBasicTimeStep())
children = supervisor.getRoot().getField("children")

boxes = []
for index in range(children.getCount()):
    node = children.getMFNode(index)
    if node.getTypeName() == "Solid":
        boxes.append(node)
supervisor.step(step)

broken = [box for box in boxes if box.getField("name").getSFString() == "broken"]
for box in broken:
    box.remove()
    boxes.remove(box)
children.importMFNodeFromString(-1, 'DEF NEW Solid { translation 5 5 0.05 name "new" }')
supervisor.step(step)
boxes.append(supervisor.getFromDef("NEW"))

boxes.sort(key=lambda box: box.getField("name").getSFString())
for place, box in enumerate(boxes):
    box.getField("translation").setSFVec3f([0.2 * place, 0, 0.05])
supervisor.step(step)

for box in boxes:
    x, y, z = box.getPosition()
    print(f"{box.getField('name').getSFString()} stands at {x:.1f} {y:.1f} {z:.2f}")
supervisor.simulationQuit(0)
supervisor.step(step)
