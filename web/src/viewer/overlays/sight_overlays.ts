// What robots sense and where things were: rays, slots, coordinate frames, trails.

import { Vector3 } from 'three';
import { make } from '../../shared/dom';
import { items, rayFan, slot } from '../core/values';
import { nodeLink, nodeName, placeName } from './node_link';
import { COLORS, type Overlay } from './overlay';
import { nodePosition } from './places';

const MOST_ROWS = 60;

export const rayOverlay: Overlay = {
  name: 'rays',
  title: 'Sensor rays',
  answers: 'What do distance sensors, radars and lidars see?',
  legend: [
    { color: COLORS.red, text: 'hits something' },
    { color: COLORS.green, text: 'free' },
    { color: COLORS.violet, text: 'lidar or radar' },
  ],
  topics: () => ['rays'],
  draw({ pen, values }) {
    for (const { origin, ends, hits, kind } of items(rayFan, values('rays'))) {
      ends.forEach((end, at) => {
        const hit = hits[at] === true;
        pen.line(origin, end, kind !== 'distance' ? COLORS.violet : hit ? COLORS.red : COLORS.green);
        if (hit) pen.dot(end, COLORS.red);
      });
    }
  },
  table({ page, values }) {
    const fans = items(rayFan, values('rays'));
    if (fans.length === 0) return make('p', { class: 'muted' }, 'No sensor casts rays now: there is none, or no controller has enabled it (of a Lidar, its point cloud).');
    const rows = fans.slice(0, MOST_ROWS).map(({ node, ends, hits }) => {
      const met = hits.filter((hit) => hit).length;
      return make('tr', {}, make('td', {}, nodeLink(page, node, placeName(page, node, 'sensor'))), ...[ends.length, met].map((count) => make('td', { class: 'number' }, String(count))));
    });
    return make('table', {}, make('thead', {}, make('tr', {}, ...['sensor', 'rays', 'hit'].map((name) => make('th', {}, name)))), make('tbody', {}, ...rows));
  },
};

export const slotOverlay: Overlay = {
  name: 'slots',
  title: 'Slots',
  answers: 'What fits together, and why was a plug refused?',
  legend: [
    { color: COLORS.green, text: 'connected' },
    { color: COLORS.blue, text: 'free' },
    { color: COLORS.red, text: 'refused' },
  ],
  topics: () => ['slots'],
  draw({ page, pen, labels, size, values }) {
    for (const one of items(slot, values('slots'))) {
      const color = one.partner !== null || one.content !== null ? COLORS.green : one.refused.length > 0 ? COLORS.red : COLORS.blue;
      pen.circle(one.position, page.store.up, size * 0.2, color);
      pen.dot(one.position, color);
      labels.add(one.position, `${slotType(one)}${one.refused.length > 0 ? ', refused' : ''}`, color);
      const partner = one.partner === null ? null : nodePosition(page, one.partner);
      if (partner) pen.line(one.position, partner, color);
    }
  },
  table({ page, values }) {
    const all = items(slot, values('slots'));
    if (all.length === 0) return make('p', { class: 'muted' }, 'There is no Slot in this world.');
    return make(
      'ul', {},
      ...all.slice(0, 60).map((one) => {
        const refused = one.refused.map((refusal) => ` ${nodeName(page, refusal.partner, 'A part')} was refused: ${refusal.reason}.`).join('');
        const other = one.partner ?? one.content;
        const state = other === null ? 'free' : one.partner !== null ? 'with ' : 'holds ';
        return make('li', {}, nodeLink(page, one.node, placeName(page, one.node, 'Slot')), ` · ${slotType(one)} · ${state}`, ...(other === null ? [] : [nodeLink(page, other, nodeName(page, other, 'a part'))]), `.${refused}`);
      }),
    );
  },
};

/** Type and gender in words: a plug (+) fits into a socket (−). */
function slotType({ type, gender }: NonNullable<ReturnType<typeof slot>>): string {
  const name = type.replace(/[+-]$/, '') || 'any type';
  return gender === '+' ? `${name} plug +` : gender === '-' ? `${name} socket −` : gender ? `${name} ${gender}` : name;
}

export const frameOverlay: Overlay = {
  name: 'frames',
  title: 'Axes',
  answers: 'Which way is x? Axes of each body, or of the selection.',
  legend: [
    { color: COLORS.red, text: 'x' },
    { color: COLORS.green, text: 'y' },
    { color: COLORS.blue, text: 'z' },
  ],
  topics: () => [],
  draw({ page, pen, size }) {
    const { poses, selected } = page.store;
    const bodies = selected !== null ? [page.picture.bodyOf(selected)] : Array.from({ length: Math.min(poses.count, 2000) }, (_, body) => body);
    const [x, y, z, at] = [new Vector3(), new Vector3(), new Vector3(), new Vector3()];
    for (const body of bodies) {
      const matrix = page.picture.bodyMatrix(body);
      matrix.extractBasis(x, y, z);
      at.setFromMatrixPosition(matrix);
      pen.arrow(at, x, size * 0.8, COLORS.red);
      pen.arrow(at, y, size * 0.8, COLORS.green);
      pen.arrow(at, z, size * 0.8, COLORS.blue);
    }
  },
};

const TRAIL_POINTS = 600;
const MOST_TRAILS = 300;

/** Where robots have been. */
export function makeTrails(): Overlay {
  const trails = new Map<number, Vector3[]>();
  let last = -Infinity;
  return {
    name: 'trails',
    title: 'Trails',
    answers: 'Where have robots been?',
    legend: [{ color: COLORS.orange, text: 'path of a robot, or of the selection' }],
    topics: () => [],
    draw({ page, pen, size }) {
      const { store } = page;
      if (store.time < last) trails.clear();
      last = store.time;
      const robots = store.tables.robots().slice(0, MOST_TRAILS).map((robot) => robot.id);
      const followed = store.selected !== null && !robots.includes(store.selected) ? [...robots, store.selected] : robots;
      for (const id of followed) {
        const body = page.picture.bodyOf(id);
        if (body === 0) continue;
        const at = new Vector3().setFromMatrixPosition(page.picture.bodyMatrix(body));
        const trail = trails.get(body) ?? [];
        trails.set(body, trail);
        const before = trail.at(-1);
        if (!before || before.distanceTo(at) > size * 0.02) trail.push(at);
        if (trail.length > TRAIL_POINTS) trail.splice(0, trail.length - TRAIL_POINTS);
      }
      for (const trail of trails.values()) {
        for (let at = 1; at < trail.length; at += 1) {
          const [from, to] = [trail[at - 1], trail[at]];
          if (from && to && from.distanceTo(to) < size * 4) pen.line(from, to, COLORS.orange);
        }
      }
    },
    clear: () => trails.clear(),
  };
}
