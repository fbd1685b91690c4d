"""Cart and pole in the style of deepbots: a robot that is its own supervisor learns to balance."""

import random

from deepbots.supervisor.controllers.robot_supervisor_env import RobotSupervisorEnv


class Balance(RobotSupervisorEnv):
    def __init__(self):
        super().__init__()
        self.motor = self.getDevice("motor")
        self.cart = self.getDevice("cart position")
        self.pole = self.getDevice("pole angle")
        self.cart.enable(self.timestep)
        self.pole.enable(self.timestep)
        self.last = [0.0, 0.0]

    def get_observations(self):
        now = [self.cart.getValue(), self.pole.getValue()]
        now = [value if value == value else 0.0 for value in now]
        observation = [*now, *(a - b for a, b in zip(now, self.last))]
        self.last = now
        return observation

    def get_default_observation(self):
        self.last = [0.0, 0.0]
        return [0.0] * 4

    def get_reward(self, action=None):
        return 1

    def is_done(self):
        return abs(self.last[0]) > 2.4 or abs(self.last[1]) > 0.2

    def get_info(self):
        return {}

    def render(self, mode="human"):
        pass

    def apply_action(self, action):
        self.motor.setForce(max(-10.0, min(10.0, action)))


def episode(env, weights):
    observation, total = env.reset(), 0
    for step in range(400):
        push = 5.0 if step < 3 else 0.0
        action = sum(w * o for w, o in zip(weights, observation)) + push
        observation, reward, done, info = env.step(action)
        total += reward
        if done:
            break
    return total


env = Balance()
random.seed(1)
best = [0.0] * 4
first = record = episode(env, best)
for trial in range(200):
    weights = [w + random.gauss(0, 20) for w in best]
    total = episode(env, weights)
    if total >= record:
        best, record = weights, total
    if record >= 400:
        break
print(f"the pole stood for {first} steps, and for {record} after {trial + 1} trials", flush=True)
env.simulationQuit(0 if first < 100 and record >= 400 else 1)
