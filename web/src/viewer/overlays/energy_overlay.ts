// Why no charge: the reach of each charger, which robot is connected, why the others are not, and where energy went.

import { formatEnergy } from '../../shared/units';
import { make } from '../../shared/dom';
import type { Vec3 } from '../core/scene_types';
import { itemKey } from '../core/readings';
import { charger, items } from '../core/values';
import { ledgerPicture } from './energy_ledger';
import { nodeLink, nodeName, plotLink } from './node_link';
import { COLORS, type Overlay } from './overlay';
import { nodePosition } from './places';

export const chargerOverlay: Overlay = {
  name: 'chargers',
  title: 'Chargers',
  answers: 'Who is charged, and why are the others not?',
  legend: [
    { color: COLORS.green, text: 'reach of a charger, robot connected' },
    { color: COLORS.grey, text: 'reach of a charger, no robot connected' },
    { color: COLORS.yellow, text: 'robot that is not charged' },
  ],
  topics: () => ['chargers', 'energy'],
  draw({ page, pen, labels, values }) {
    for (const one of items(charger, values('chargers'))) {
      const at = one.position ?? nodePosition(page, one.node);
      if (!at) continue;
      const color = one.robot === null ? COLORS.grey : COLORS.green;
      const up = page.store.up;
      for (const lift of [0.005, 0.02]) pen.circle([at[0] + up[0] * lift, at[1] + up[1] * lift, at[2] + up[2] * lift], up, one.radius, color);
      const robot = one.robot === null ? null : nodePosition(page, one.robot);
      labels.add(at, one.energy === null ? 'charger' : formatEnergy(one.energy), color);
      if (robot) {
        pen.line(at, robot, COLORS.green);
        labels.add(between(at, robot), one.energy !== null && one.energy <= 0 ? 'connected, empty' : 'charging', COLORS.green);
      }
      for (const candidate of others(one)) {
        const place = nodePosition(page, candidate.robot);
        if (!place) continue;
        pen.line(at, place, COLORS.yellow);
        labels.add(between(at, place), candidate.reason, COLORS.yellow);
      }
    }
  },
  table(context) {
    const rows = items(charger, context.values('chargers'));
    if (rows.length === 0) return make('p', { class: 'muted' }, 'There is no Charger in this world.');
    const name = (id: number): string => nodeName(context.page, id, `node ${id}`);
    const lists = rows.map((row) =>
      make(
        'div', { class: 'why-block' },
        make('p', { class: 'why-fact' }, nodeLink(context.page, row.node, name(row.node)), ': ', make('b', {}, row.energy === null ? '–' : formatEnergy(row.energy)), row.max === null ? '' : ` of ${formatEnergy(row.max)}`, plotLink(context.page, itemKey('chargers', row.node, 'energy'), `${name(row.node)} energy`)),
        make('p', {}, connection(row.robot === null ? null : name(row.robot), row.energy)),
        make('ul', {}, ...others(row).slice(0, 12).map((one) => make('li', {}, nodeLink(context.page, one.robot, name(one.robot)), `: ${one.reason}`))),
      ),
    );
    return make('div', {}, ...lists, ledgerPicture(context));
  },
};

const between = (a: Vec3, b: Vec3): Vec3 => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2];

/** The robots that a charger does not charge. */
const others = ({ robot, candidates }: NonNullable<ReturnType<typeof charger>>): NonNullable<ReturnType<typeof charger>>['candidates'] =>
  candidates.filter((one) => one.robot !== robot).slice(0, 20);

/** Which robot is connected; names are quoted, because they can be any words. */
export function connection(robot: string | null, energy: number | null): string {
  if (robot === null) return 'No robot is connected.';
  return energy !== null && energy <= 0 ? `“${robot}” is connected, but the charger is empty.` : `Charges “${robot}”.`;
}
