// Why no charge: the reach of each charger, which robot is connected, why the others are not, and where energy went.

import { fixed, formatEnergy, share } from '../../core/units';
import { make } from '../../dom';
import { nodeTitle } from '../core/scene_tables';
import { charger, items, ledgerRow } from '../core/values';
import type { ViewerPage } from '../page';
import { COLORS, type Overlay, type OverlayContext } from './overlay';
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
  draw({ page, pen, values }) {
    for (const one of items(charger, values('chargers'))) {
      const at = one.position ?? nodePosition(page, one.node);
      if (!at) continue;
      const color = one.robot === null ? COLORS.grey : COLORS.green;
      const up = page.store.up;
      for (const lift of [0.005, 0.02]) pen.circle([at[0] + up[0] * lift, at[1] + up[1] * lift, at[2] + up[2] * lift], up, one.radius, color);
      const robot = one.robot === null ? null : nodePosition(page, one.robot);
      if (robot) pen.line(at, robot, COLORS.green);
      for (const candidate of others(one)) {
        const place = nodePosition(page, candidate.robot);
        if (place) pen.line(at, place, COLORS.yellow);
      }
    }
  },
  table(context) {
    const rows = items(charger, context.values('chargers'));
    if (rows.length === 0) return make('p', { class: 'muted' }, 'There is no Charger in this world.');
    const name = (id: number): string => {
      const node = context.page.store.tables.nodes.get(id);
      return node ? nodeTitle(node) : `node ${id}`;
    };
    const lists = rows.map((row) =>
      make(
        'div', { class: 'why-block' },
        make('p', { class: 'why-fact' }, `${name(row.node)}: `, make('b', {}, row.energy === null ? '–' : formatEnergy(row.energy)), row.max === null ? '' : ` of ${formatEnergy(row.max)}`),
        make('p', {}, connection(row.robot === null ? null : name(row.robot), row.energy)),
        make('ul', {}, ...others(row).slice(0, 12).map((one) => make('li', {}, `${name(one.robot)}${one.distance === null ? '' : `, ${fixed(one.distance, 2)} m away`}: ${one.reason}`))),
      ),
    );
    return make('div', {}, ...lists, ledger(context));
  },
};

/** The robots that a charger does not charge. */
const others = ({ robot, candidates }: NonNullable<ReturnType<typeof charger>>): NonNullable<ReturnType<typeof charger>>['candidates'] =>
  candidates.filter((one) => one.robot !== robot).slice(0, 20);

/** Which robot is connected; names are quoted, because they can be any words. */
export function connection(robot: string | null, energy: number | null): string {
  if (robot === null) return 'No robot is connected.';
  return energy !== null && energy <= 0 ? `“${robot}” is connected, but the charger is empty.` : `Charges “${robot}”.`;
}

/** A row of the ledger is named as its node is in the tree. */
function rowName(page: ViewerPage, id: number | null): string | null {
  const node = id === null ? undefined : page.store.tables.nodes.get(id);
  return node ? nodeTitle(node) : null;
}

/** Energy as flows: what each thing got, gave and has. */
function ledger({ page, values }: OverlayContext): HTMLElement {
  const rows = items(ledgerRow, values('energy')).slice(0, 40);
  if (rows.length === 0) return make('div', {});
  const most = Math.max(...rows.map((row) => Math.max(row.received, row.given, row.stored, row.max ?? 0)), 1e-9);
  const bar = (value: number, kind: string): HTMLElement => {
    const fill = make('i', { 'data-kind': kind });
    fill.style.width = `${share(value, most) * 100}%`;
    return make('span', { class: 'flow', title: `${kind}: ${formatEnergy(value)}` }, fill);
  };
  return make(
    'div', { class: 'ledger' },
    make('p', { class: 'why-fact' }, 'Energy since the start'),
    ...rows.map((row) =>
      make(
        'div', { class: 'ledger-row' },
        make('span', { class: 'ledger-name' }, rowName(page, row.node) ?? (row.name || 'world')),
        make('span', { class: 'flows' }, bar(row.received, 'received'), bar(row.given, 'given'), bar(row.stored, 'stored')),
        make('span', { class: 'number' }, formatEnergy(row.stored)),
      ),
    ),
    make('p', { class: 'flow-key' }, make('i', { 'data-kind': 'received' }), ' received ', make('i', { 'data-kind': 'given' }), ' given ', make('i', { 'data-kind': 'stored' }), ' stored'),
  );
}
