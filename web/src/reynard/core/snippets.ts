// Programs to copy, one for each interface, with this server's addresses filled in.

import type { Servers } from './protocol';

export type ProgramName = 'python' | 'curl' | 'netcat' | 'raconteur' | 'den';

export interface Snippet {
  readonly program: ProgramName;
  readonly title: string;
  readonly explanation: string;
  /** `null`: this interface is off. */
  readonly code: string | null;
}

/** The same URL for another robot's service. */
export function serviceUrl(url: string, service: string): string {
  return url.replace(/([?&]service=)[^&]*/, `$1${encodeURIComponent(service)}`);
}

const python = (url: string): string => `# pip install robotraconteur
import time
from RobotRaconteur.Client import *

reynard = RRN.ConnectService("${url}")

# Everything in metres, radians and seconds
reynard.say("Hello from Python!")
reynard.teleport(0.0, 0.0)
reynard.drive_robot(0.1, 0.05, 2.0, True)      # vx, vy, seconds, wait
reynard.setf_arm_position(1.57, -0.7, -0.7)
reynard.drive_arm(0.2, 0.4, -0.3, 1.5, True)   # joint speeds
reynard.color = [0.5, 0.0, 1.0]
print(reynard.robot_position, reynard.getf_arm_position())

state, _ = reynard.state.PeekInValue()
print(state.time, state.robot_velocity)

# What people type on the page arrives here
reynard.new_message += lambda text: print("message:", text)
time.sleep(60)
`;

const curl = (base: string): string => `# Millimetres and degrees
curl ${base}/api/state

curl ${base}/api/say -d '{"message": "Hello from curl!"}'
curl ${base}/api/teleport -d '{"x": 100, "y": 200}'
curl ${base}/api/drive_robot \\
  -d '{"vel_x": 100, "vel_y": 50, "timeout": 2, "wait": true}'
curl ${base}/api/set_arm_position -d '{"q1": 90, "q2": -40, "q3": -40}'
curl ${base}/api/drive_arm \\
  -d '{"q1": 10, "q2": 25, "q3": -15, "timeout": 1.5, "wait": true}'
curl ${base}/api/color -d '{"r": 0.5, "g": 0, "b": 1}'

curl ${base}/api/messages
`;

const netcat = (host: string, port: number): string => `# Millimetres and degrees; one line in, one line out
nc -N ${host} ${port} <<'END'
STATE
SAY "Hello from netcat!"
TELEPORT 100 200
DRIVE 100 50 2 1
SETARM 90 -40 -40
DRIVEARM 10 25 -15 1.5 1
COLORSET 0.5 0 1
COLORGET
MESSAGE
END

# Or talk to him yourself, line by line:
# nc ${host} ${port}
`;

const raconteur = (url: string): string => `# Robot Raconteur from the shell: metres, radians and seconds
raconteur info '${url}'
raconteur get '${url}' robot_position
raconteur set '${url}' color '[0.5, 0, 1]'
raconteur call '${url}' say 'Hello from the shell!'
raconteur call '${url}' drive_robot 0.1 0.05 2 true
raconteur watch '${url}' state
`;

const den = (url: string, robot: string): string => `# pip install robotraconteur
from RobotRaconteur.Client import *

den = RRN.ConnectService("${url}")
fox = den.get_robot("${robot}")

print("battery", fox.battery_energy, "of", fox.battery_capacity, "J")
for sensor in fox.light:
    print("light at", sensor.name, sensor.value)
    for ray in sensor.rays:
        print("  from", ray.light, "blocked" if ray.is_blocked else ray.irradiance)

fox.tool = "pen"             # fork, lamp, probe or pen
den.move_lamp(0.2, 0.3)
print("charger", den.charger.energy, "J")

den.paused = True
den.step(10)                 # ten steps, then time stands still
den.paused = False
`;

/** All snippets for one robot. */
export function snippets(servers: Servers, robot: string, first: string, hasDen: boolean): readonly Snippet[] {
  const url = servers.raconteur && serviceUrl(servers.raconteur, robot);
  const other = robot === first ? '' : ` These commands move ${first}, the first robot.`;
  return [
    {
      program: 'python',
      title: 'Python',
      explanation: 'Robot Raconteur in Python; C++, C#, Java, MATLAB and LabVIEW work the same way.',
      code: url && python(url),
    },
    {
      program: 'curl',
      title: 'curl',
      explanation: `REST: from any language that can fetch a web address.${other}`,
      code: servers.http && curl(servers.http.replace(/\/+$/, '')),
    },
    {
      program: 'netcat',
      title: 'netcat',
      explanation: `A plain socket: type a line, read a line.${other}`,
      code: servers.ascii && netcat(servers.ascii.host, servers.ascii.port),
    },
    {
      program: 'raconteur',
      title: 'raconteur',
      explanation: 'Look at and use the service from a terminal.',
      code: url && raconteur(url),
    },
    ...(hasDen
      ? [
          {
            program: 'den' as const,
            title: 'Den',
            explanation: 'Battery, light, tools, charger, lamp and time: a second service beside the classic one, in Python.',
            code: servers.raconteur && den(serviceUrl(servers.raconteur, 'den'), robot),
          },
        ]
      : []),
  ];
}
