// Why this light reading: rays from each light to the chosen sensor, coloured by their share, and the table.

import { Color, Vector3 } from 'three';
import { formatPercent, formatReading } from '../../shared/units';
import { make } from '../../shared/dom';
import { itemKey } from '../core/readings';
import { nodeTitle } from '../core/scene_tables';
import type { Vec3 } from '../core/scene_types';
import { explanation, tryRead } from '../core/values';
import type { ViewerPage } from '../page';
import { nodeLink, nodeName, plotLink } from './node_link';
import { COLORS, type Overlay } from './overlay';

/** The light sensor that is selected, or the first of the robot around the selection, or the first of all. */
export function sensorOf(page: ViewerPage): number | null {
  const { tables, selected } = page.store;
  const isSensor = (id: number): boolean => tables.nodes.get(id)?.type === 'LightSensor';
  if (selected !== null) {
    if (isSensor(selected)) return selected;
    const top = tables.robotOf(selected) ?? tables.nodes.get(selected);
    const inside = top ? [...tables.below(top.id)].find(isSensor) : undefined;
    if (inside !== undefined) return inside;
  }
  for (const id of tables.nodes.keys()) if (isSensor(id)) return id;
  return null;
}

const shareColor = (share: number): string => `#${new Color('#6b5a3a').lerp(new Color('#ffd24a'), Math.sqrt(Math.min(Math.max(share, 0), 1))).getHexString()}`;

/** A short name: the DEF of the light, or what it is part of. The server's name is the path of the node. */
function lightName(page: ViewerPage, id: number | null, path: string): string {
  const { tables } = page.store;
  const node = id === null ? undefined : tables.nodes.get(id);
  if (!node) return path;
  const around = tables.topSolid(node.id);
  return node.def ?? (around ? nodeTitle(around) : node.type);
}

/** A point on the way from one place to another, at most so far from the first. */
function along(from: Vec3, to: Vec3, most: number): Vector3 {
  const start = new Vector3(...from);
  const way = new Vector3(...to).sub(start);
  return start.addScaledVector(way, Math.min(0.5, most / Math.max(way.length(), 1e-9)));
}

export const lightOverlay: Overlay = {
  name: 'light',
  title: 'Light',
  answers: 'Why does a light sensor read this value? Select a sensor or its robot.',
  legend: [
    { color: '#ffd24a', text: 'large share of the reading' },
    { color: '#8a7440', text: 'small share' },
    { color: COLORS.red, text: 'blocked: the place, and what is in the way' },
  ],
  topics: (page) => {
    const sensor = sensorOf(page);
    return sensor === null ? [] : [`explain:${sensor}`];
  },
  draw({ page, pen, labels, size, mark, values }) {
    const read = tryRead(explanation, values(`explain:${sensorOf(page)}`));
    for (const light of read?.lights ?? []) {
      if (light.blockedAt) {
        pen.line(light.from, light.blockedAt, COLORS.red);
        pen.dot(light.blockedAt, COLORS.red);
        labels.add(light.blockedAt, `${lightName(page, light.node, light.name)}: ${nodeName(page, light.blocker, 'something')} is in the way`, COLORS.red);
      } else {
        pen.line(light.from, light.to, light.blocker !== null ? COLORS.red : shareColor(light.share));
        labels.add(along(light.from, light.to, size * 5), `${lightName(page, light.node, light.name)} ${formatPercent(light.share)}`, shareColor(light.share));
      }
      if (light.blocker !== null) mark(light.blocker);
      pen.dot(light.from, shareColor(light.share));
    }
    if (read?.position) pen.dot(read.position, COLORS.orange);
  },
  table({ page, values }) {
    const sensor = sensorOf(page);
    if (sensor === null) return make('p', { class: 'muted' }, 'There is no LightSensor in this world.');
    const read = tryRead(explanation, values(`explain:${sensor}`));
    if (!read) return make('p', { class: 'muted' }, 'Waiting for values …');
    const rows = read.lights.map((light) => {
      const why = light.reason ?? (light.blocker === null ? '' : `blocked by ${nodeName(page, light.blocker, 'something')}`);
      return make('tr', {}, make('td', {}, nodeLink(page, light.node, lightName(page, light.node, light.name))), make('td', { class: 'number' }, formatPercent(light.share), plotLink(page, itemKey(`explain:${sensor}`, light.node, 'share'), `share of ${lightName(page, light.node, light.name)}`)), make('td', { class: 'number' }, formatReading(light.irradiance)), make('td', {}, nodeLink(page, light.blocker, why)));
    });
    return make(
      'div', {},
      make('p', { class: 'why-fact' }, nodeLink(page, sensor, nodeName(page, sensor, 'sensor')), ': ', make('b', {}, read.value === null ? '–' : formatReading(read.value))),
      make('table', {}, make('thead', {}, make('tr', {}, ...['light', 'share', 'W/m²', 'why'].map((name) => make('th', {}, name)))), make('tbody', {}, ...rows)),
    );
  },
};
