// The energy ledger as a picture of flows over time: for each charger and robot what comes in (up), what goes
// out (down) and what is stored (line), over the last minute.

import { formatEnergy, formatReading } from '../../shared/units';
import { make } from '../../shared/dom';
import { levels, powers } from '../core/energy_flow';
import { itemKey } from '../core/readings';
import type { Series } from '../core/series';
import { items, ledgerRow } from '../core/values';
import type { ViewerPage } from '../page';
import { nodeLink, nodeName, plotLink } from './node_link';
import type { OverlayContext } from './overlay';

type Row = NonNullable<ReturnType<typeof ledgerRow>>;
const KINDS = ['received', 'given', 'stored'] as const;
const [SHORTEST, LONGEST] = [10, 60];
const PARTS = 60;
const MOST_ROWS = 20;
const [WIDTH, HEIGHT] = [180, 46];
const SVG = 'http://www.w3.org/2000/svg';

const keyOf = (row: Row, kind: (typeof KINDS)[number]): string => itemKey('energy', row.node ?? row.name, kind);
const nameOf = (page: ViewerPage, row: Row): string => nodeName(page, row.node, row.name || 'world');

export function ledgerPicture({ page, values }: OverlayContext): HTMLElement {
  const rows = items(ledgerRow, values('energy')).slice(0, MOST_ROWS);
  if (rows.length === 0) return make('div', {});
  const seconds = Math.max(...rows.map((row) => shownSeconds(page.series.get(keyOf(row, 'stored')))));
  return make(
    'div', { class: 'ledger' },
    make('p', { class: 'why-fact' }, seconds >= LONGEST ? 'Energy, last minute' : `Energy, last ${Math.round(seconds)} s`),
    ...rows.map((row) => ledgerElement(page, row, seconds)),
    make('p', { class: 'flow-key' }, ...KINDS.flatMap((kind) => [make('i', { 'data-kind': kind }), ` ${kind} `])),
  );
}

/** How much of the past is drawn: what is known of it, but some seconds at least. */
function shownSeconds(stored: Series | null): number {
  const end = stored?.times.at(-1) ?? 0;
  return Math.min(Math.max(end - (stored?.times[0] ?? end), SHORTEST), LONGEST);
}

function ledgerElement(page: ViewerPage, row: Row, seconds: number): HTMLElement {
  const name = nameOf(page, row);
  const series = Object.fromEntries(KINDS.map((kind) => [kind, page.series.get(keyOf(row, kind))])) as Record<(typeof KINDS)[number], Series | null>;
  const end = series.stored?.times.at(-1) ?? 0;
  const [inward, outward] = [series.received, series.given].map((one) => (one ? powers(one, end, seconds, PARTS) : []));
  const now = (flow: readonly number[] | undefined): number => flow?.at(-1) ?? 0;
  const flows = `${formatReading(now(inward))} W in, ${formatReading(now(outward))} W out`;
  const plot = plotLink(page, keyOf(row, 'stored'), `${name} stored`);
  return make(
    'div', { class: 'ledger-row' },
    make('div', { class: 'ledger-head' }, nodeLink(page, row.node, name), make('span', { class: 'number' }, formatEnergy(row.stored)), plot),
    drawing(inward ?? [], outward ?? [], series.stored ? levels(series.stored, end, seconds, PARTS) : [], row.max, `${name}: ${flows}`),
    make('p', { class: 'muted' }, `${flows}; since the start ${formatEnergy(row.received)} in, ${formatEnergy(row.given)} out`),
  );
}

/** Areas above and below a middle line, and the line of what is stored. */
function drawing(inward: readonly number[], outward: readonly number[], stored: readonly (number | null)[], max: number | null, label: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', `0 0 ${WIDTH} ${HEIGHT}`);
  svg.setAttribute('preserveAspectRatio', 'none');
  svg.setAttribute('class', 'ledger-flow');
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', label);
  const most = Math.max(...inward, ...outward, 1e-9);
  const middle = HEIGHT / 2;
  const x = (at: number): number => (at / Math.max(PARTS - 1, 1)) * WIDTH;
  const area = (flow: readonly number[], sign: 1 | -1): string =>
    `M0 ${middle} ${flow.map((power, at) => `L${x(at).toFixed(1)} ${(middle - sign * (power / most) * (middle - 2)).toFixed(1)}`).join(' ')} L${WIDTH} ${middle}Z`;
  // What was before the first value is not known, so it is not drawn.
  const known = stored.flatMap((value, at) => (value === null ? [] : [[x(at), Math.max(value, 0)] as const]));
  const full = Math.max(max ?? 0, ...known.map(([, value]) => value), 1e-9);
  const line = known.map(([left, value], at) => `${at === 0 ? 'M' : 'L'}${left.toFixed(1)} ${(HEIGHT - 2 - (value / full) * (HEIGHT - 4)).toFixed(1)}`).join(' ');
  for (const [kind, path] of [['received', area(inward, 1)], ['given', area(outward, -1)], ['axis', `M0 ${middle}H${WIDTH}`], ['stored', line]] as const) {
    const element = document.createElementNS(SVG, 'path');
    element.dataset['kind'] = kind;
    element.setAttribute('d', path);
    svg.append(element);
  }
  return svg;
}
