// Shows the robots of a world and one of their light sensors.

import { child, ServiceError, Session, servicesOfType, USUAL_ADDRESS } from './session';
import { bool, double, int32, text, uint32, type Value } from './value';

/** For the console of the browser, and for tests. */
Object.assign(globalThis, { raconteur: { Session, ServiceError, servicesOfType, child, bool, double, int32, text, uint32 } });

const main = document.querySelector('main') as HTMLElement;
const robots = document.querySelector('#robots') as HTMLElement;
const light = document.querySelector('#light') as HTMLElement;

const field = (value: Value, name: string): Value => (value !== null && typeof value === 'object' && !Array.isArray(value) ? ((value as { readonly [name: string]: Value })[name] ?? null) : null);
const list = (value: Value): readonly Value[] => (Array.isArray(value) ? value : []);

async function show(): Promise<void> {
  const address = new URLSearchParams(location.search).get('address') ?? USUAL_ADDRESS;
  const [world] = await servicesOfType(address, 'foxden.world.World');
  if (world === undefined) throw new Error(`${address} has no world`);
  const session = await Session.open(address, world);
  let sensor: string | undefined;
  for (const name of list(await session.get(world, 'robot_names'))) {
    const item = document.createElement('li');
    item.textContent = String(name);
    robots.append(item);
    const robot = child(world, 'robot', String(name));
    const devices = list(await session.get(robot, 'devices'));
    const found = devices.find((device) => field(device, 'node_type') === 'LightSensor');
    if (found && !sensor) sensor = child(robot, 'device', String(field(found, 'name')));
  }
  if (sensor) {
    await session.wire(sensor, 'reading', (reading) => {
      light.textContent = String(field(reading, 'value'));
    });
  }
  main.dataset['state'] = 'open';
}

show().catch((error: unknown) => {
  main.dataset['state'] = 'failed';
  light.textContent = String(error);
});
