// Why this light reading: rays from each light to the chosen sensor, coloured by their share, and the table.

import { Color } from 'three';
import { formatPercent, formatReading } from '../../core/units';
import { make } from '../../dom';
import { nodeTitle } from '../core/scene_tables';
import { explanation, tryRead } from '../core/values';
import type { ViewerPage } from '../page';
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

export const lightOverlay: Overlay = {
  name: 'light',
  title: 'Light',
  answers: 'Why does a light sensor read this value? Select a sensor or its robot.',
  legend: [
    { color: '#ffd24a', text: 'large share of the reading' },
    { color: '#8a7440', text: 'small share' },
    { color: COLORS.red, text: 'blocked, with the place where' },
  ],
  topics: (page) => {
    const sensor = sensorOf(page);
    return sensor === null ? [] : [`explain:${sensor}`];
  },
  draw({ page, pen, values }) {
    const read = tryRead(explanation, values(`explain:${sensorOf(page)}`));
    for (const light of read?.lights ?? []) {
      if (light.blockedAt) {
        pen.line(light.from, light.blockedAt, COLORS.red);
        pen.dot(light.blockedAt, COLORS.red);
      } else {
        pen.line(light.from, light.to, light.blocker !== null ? COLORS.red : shareColor(light.share));
      }
      pen.dot(light.from, shareColor(light.share));
    }
    if (read?.position) pen.dot(read.position, COLORS.orange);
  },
  table({ page, values }) {
    const sensor = sensorOf(page);
    if (sensor === null) return make('p', { class: 'muted' }, 'There is no LightSensor in this world.');
    const node = page.store.tables.nodes.get(sensor);
    const read = tryRead(explanation, values(`explain:${sensor}`));
    if (!read) return make('p', { class: 'muted' }, 'Waiting for values …');
    const rows = read.lights.map((light) => {
      const blocker = light.blocker === null ? null : page.store.tables.nodes.get(light.blocker);
      const why = light.reason ?? (blocker ? `blocked by ${nodeTitle(blocker)}` : '');
      const row = make('tr', {}, make('td', {}, light.name), make('td', { class: 'number' }, formatPercent(light.share)), make('td', { class: 'number' }, formatReading(light.irradiance)), make('td', {}, why));
      if (light.blocker !== null) {
        row.addEventListener('click', () => page.store.select(light.blocker));
        row.classList.add('link');
      }
      return row;
    });
    return make(
      'div', {},
      make('p', { class: 'why-fact' }, `${node ? nodeTitle(node) : 'sensor'}: `, make('b', {}, read.value === null ? '–' : formatReading(read.value))),
      make('table', {}, make('thead', {}, make('tr', {}, ...['light', 'share', 'W/m²', 'why'].map((name) => make('th', {}, name)))), make('tbody', {}, ...rows)),
    );
  },
};
