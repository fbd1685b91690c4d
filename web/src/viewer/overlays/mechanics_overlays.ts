// Why it moves as it does: contacts, joints, collision shapes, masses, islands.

import { Matrix4, Quaternion, Vector3 } from 'three';
import { fixed, formatMotion, formatReading } from '../../shared/units';
import { make } from '../../shared/dom';
import { contactKey, jointKey, withAxes } from '../core/readings';
import { contact, islandRow, items, joint, massRow, outline } from '../core/values';
import { nodeLink, nodeName, partName, plotLink } from './node_link';
import { COLORS, type Overlay } from './overlay';

/** More contacts or joints than this have no texts in the picture. */
const MOST_LABELS = 40;

/** The position of a joint with its unit. */
const jointText = (name: string, kind: string, position: number): string => `${name} ${formatMotion(position)} ${kind === 'slider' ? 'm' : 'rad'}`;

export const contactOverlay: Overlay = {
  name: 'contacts',
  title: 'Contacts',
  answers: 'What touches what, and how hard?',
  legend: [
    { color: COLORS.red, text: 'contact point' },
    { color: COLORS.orange, text: 'force along the normal' },
    { color: COLORS.yellow, text: 'force of friction' },
    { color: COLORS.teal, text: 'directions of friction' },
    { color: COLORS.grey, text: 'normal, where no force is known' },
  ],
  topics: () => ['contacts'],
  draw({ pen, labels, size, values }) {
    const all = items(contact, values('contacts'));
    const most = all.reduce((sum, one) => Math.max(sum, one.force ?? 0), 1e-9);
    for (const one of all) {
      pen.dot(one.point, COLORS.red);
      if (one.force === null) pen.arrow(one.point, one.normal, size * 0.25, COLORS.grey);
      else if (one.force > 0) pen.arrow(one.point, one.normal, size * (one.force / most), COLORS.orange);
      if (one.force !== null && one.force > 0 && all.length <= MOST_LABELS) labels.add(one.point, `${formatReading(one.force)} N`, COLORS.orange);
      for (const way of one.friction) pen.line(one.point, new Vector3(...one.point).addScaledVector(new Vector3(...way), size * 0.2), COLORS.teal);
      const drag = one.frictionForce ? new Vector3(...one.frictionForce) : null;
      if (drag) pen.arrow(one.point, drag, (size * drag.length()) / most, COLORS.yellow);
    }
  },
  table({ page, values }) {
    const all = items(contact, values('contacts'));
    if (all.length === 0) return make('p', {}, 'There is no contact now. Bodies that sleep have none until something wakes them: see Islands.');
    const forces = all.flatMap((one) => one.force ?? []);
    const sum = forces.reduce((total, force) => total + force, 0);
    const depth = all.reduce((most, one) => Math.max(most, one.depth ?? 0), 0);
    const facts = [` contact point${all.length === 1 ? '' : 's'}, at most ${formatReading(depth * 1000)} mm deep`, forces.length > 0 ? `, ${formatReading(sum)} N in all` : ''];
    const link = (id: number | null | undefined): HTMLElement => nodeLink(page, id, nodeName(page, id, 'ground'));
    const strongest = [...all].sort((a, b) => (b.force ?? -1) - (a.force ?? -1)).slice(0, 12);
    const rows = strongest.map((one) => {
      const drag = one.frictionForce ? new Vector3(...one.frictionForce).length() : null;
      const [a, b] = one.nodes.map((id) => nodeName(page, id, 'ground'));
      const plot = one.force === null ? [] : [plotLink(page, contactKey(one.nodes), `force between ${a} and ${b}`)];
      return make('tr', {}, make('td', {}, link(one.nodes[0]), ' – ', link(one.nodes[1]), ...plot), ...[one.force, drag].map((value) => make('td', { class: 'number' }, value === null ? '–' : `${formatReading(value)} N`)));
    });
    const head = make('thead', {}, make('tr', {}, ...['between', 'normal', 'friction'].map((title) => make('th', {}, title))));
    return make('div', {}, make('p', { class: 'why-fact' }, make('b', {}, String(all.length)), ...facts), ...(rows.length > 0 ? [make('table', {}, head, make('tbody', {}, ...rows))] : []));
  },
};

export const jointOverlay: Overlay = {
  name: 'joints',
  title: 'Joints',
  answers: 'Where are axes and limits, and how hard do motors work?',
  legend: [
    { color: COLORS.blue, text: 'axis' },
    { color: COLORS.grey, text: 'range between the limits' },
    { color: COLORS.orange, text: 'position' },
    { color: COLORS.violet, text: 'torque or force of the motor' },
  ],
  topics: () => ['joints'],
  draw({ page, pen, labels, size, values }) {
    const all = items(joint, values('joints'));
    for (const one of all) {
      if (all.length <= MOST_LABELS && one.position !== null) labels.add(one.anchor, jointText(partName(page, one.node, one.kind), one.kind, one.position), COLORS.blue);
      const axis = new Vector3(...one.axis).normalize();
      const start = new Vector3(...one.anchor).addScaledVector(axis, -size * 0.5);
      pen.arrow(start, axis, size, COLORS.blue);
      pen.dot(one.anchor, COLORS.blue);
      if (one.kind === 'hinge') {
        if (one.min !== null && one.max !== null && one.max > one.min) pen.circle(one.anchor, axis, size * 0.35, COLORS.grey, one.min, one.max);
        if (one.position !== null) pen.circle(one.anchor, axis, size * 0.4, COLORS.orange, 0, one.position);
        if (one.torque) pen.circle(one.anchor, axis, size * 0.28, COLORS.violet, 0, Math.max(Math.min(one.torque, 6), -6));
      } else if (one.kind === 'slider') {
        if (one.min !== null && one.max !== null) pen.line(new Vector3(...one.anchor).addScaledVector(axis, one.min), new Vector3(...one.anchor).addScaledVector(axis, one.max), COLORS.grey);
        if (one.torque) pen.arrow(one.anchor, axis, Math.sign(one.torque) * size * 0.5, COLORS.violet);
      }
    }
  },
  table({ page, values }) {
    let robot: number | null = null;
    const rows = withAxes(items(joint, values('joints')).slice(0, 60)).flatMap(([one, axis]) => {
      const name = partName(page, one.node, one.kind);
      const number = (what: 'position' | 'torque'): HTMLElement => {
        const value = one[what];
        return make('td', { class: 'number' }, ...(value === null ? ['–'] : [formatMotion(value), plotLink(page, jointKey(one.node, axis, what), `${name} ${what}`)]));
      };
      const limits = make('td', {}, one.min === null || one.max === null ? 'none' : `${formatReading(one.min)} to ${formatReading(one.max)}`);
      const row = make('tr', {}, make('td', {}, nodeLink(page, one.node, name)), number('position'), limits, number('torque'));
      const around = one.node === null ? null : page.store.tables.topSolid(one.node);
      if (!around || around.id === robot) return [row];
      // Joints of robots of one kind have the same names.
      robot = around.id;
      return [make('tr', {}, make('td', { class: 'group', colspan: '4' }, nodeLink(page, around.id, nodeName(page, around.id, '')))), row];
    });
    if (rows.length === 0) return make('p', { class: 'muted' }, 'There is no joint in this world.');
    return make('table', {}, make('thead', {}, make('tr', {}, ...['joint', 'position', 'limits', 'torque'].map((name) => make('th', {}, name)))), make('tbody', {}, ...rows));
  },
};

export const outlineOverlay: Overlay = {
  name: 'outlines',
  title: 'Collision shapes',
  answers: 'What do bodies collide with? It may differ from what is seen.',
  legend: [{ color: COLORS.green, text: 'boundingObject' }],
  topics: () => ['outlines'],
  draw({ page, pen, values }) {
    const point = new Vector3();
    for (const { body, positions } of items(outline, values('outlines'))) {
      if (body >= page.store.poses.count) continue;
      const matrix = page.picture.bodyMatrix(body);
      let before: [number, number, number] | null = null;
      for (let at = 0; at + 2 < positions.length; at += 3) {
        point.set(positions[at] ?? 0, positions[at + 1] ?? 0, positions[at + 2] ?? 0).applyMatrix4(matrix);
        if (before) {
          pen.line(before, point, COLORS.green);
          before = null;
        } else before = [point.x, point.y, point.z];
      }
    }
  },
  table({ values }) {
    const count = items(outline, values('outlines')).length;
    return count > 0 ? null : make('p', { class: 'muted' }, 'Nothing in this world has a boundingObject, so nothing collides.');
  },
};

export const massOverlay: Overlay = {
  name: 'masses',
  title: 'Masses',
  answers: 'Where is the centre of mass, and does it stand?',
  legend: [
    { color: COLORS.yellow, text: 'centre of mass, and below it' },
    { color: COLORS.violet, text: 'ellipsoid of inertia' },
    { color: COLORS.teal, text: 'support polygon' },
  ],
  topics: () => ['masses'],
  draw({ page, pen, labels, values }) {
    const up = new Vector3(...page.store.up);
    for (const one of items(massRow, values('masses'))) {
      labels.add(one.centerOfMass, `${formatReading(one.mass)} kg`, COLORS.yellow);
      pen.dot(one.centerOfMass, COLORS.yellow);
      const first = one.support[0];
      if (first) {
        pen.polygon(one.support, COLORS.teal);
        const center = new Vector3(...one.centerOfMass);
        const height = center.clone().sub(new Vector3(...first)).dot(up);
        pen.line(center, center.clone().addScaledVector(up, -height), COLORS.yellow);
      }
      if (!one.radii || !one.axes) continue;
      const [w, x, y, z] = one.axes;
      const matrix = new Matrix4().compose(new Vector3(...one.centerOfMass), new Quaternion(x, y, z, w), new Vector3(...one.radii));
      for (let axis = 0; axis < 3; axis += 1) {
        let before: Vector3 | null = null;
        for (let at = 0; at <= 40; at += 1) {
          const angle = (at / 40) * 2 * Math.PI;
          const parts = [Math.cos(angle), Math.sin(angle)];
          parts.splice(axis, 0, 0);
          const point = new Vector3(...(parts as [number, number, number])).applyMatrix4(matrix);
          if (before) pen.line(before, point, COLORS.violet);
          before = point;
        }
      }
    }
  },
  table({ page, values }) {
    const rows = items(massRow, values('masses')).slice(0, 40).map((one) => {
      return make('tr', {}, make('td', {}, nodeLink(page, one.node, nodeName(page, one.node, ''))), make('td', { class: 'number' }, `${formatReading(one.mass)} kg`), make('td', { class: 'number' }, one.centerOfMass.map((part) => fixed(part, 3)).join(' ')));
    });
    if (rows.length === 0) return make('p', { class: 'muted' }, 'Nothing in this world has Physics, so nothing has a mass.');
    return make('table', {}, make('thead', {}, make('tr', {}, ...['solid', 'mass', 'centre of mass, m'].map((name) => make('th', {}, name)))), make('tbody', {}, ...rows));
  },
};

const ISLANDS = [COLORS.orange, COLORS.teal, COLORS.violet, COLORS.blue, COLORS.yellow, COLORS.green, COLORS.red] as const;

export const islandOverlay: Overlay = {
  name: 'islands',
  title: 'Islands',
  answers: 'Which bodies are solved together, and which sleep?',
  legend: [
    { color: COLORS.orange, text: 'one colour for each island' },
    { color: COLORS.grey, text: 'asleep' },
  ],
  topics: () => ['islands'],
  draw({ page, pen, size, values }) {
    const { shown, count } = page.store.poses;
    const { up } = page.store;
    for (const { body, island, sleeping } of items(islandRow, values('islands'))) {
      if (body >= count) continue;
      const at = [shown[body * 7] ?? 0, shown[body * 7 + 1] ?? 0, shown[body * 7 + 2] ?? 0] as const;
      const color = sleeping || island === null ? COLORS.grey : (ISLANDS[island % ISLANDS.length] ?? COLORS.orange);
      pen.circle(at, up, size * 0.5, color);
      pen.dot(at, color);
    }
  },
  table({ values }) {
    const rows = items(islandRow, values('islands'));
    const asleep = rows.filter((row) => row.sleeping).length;
    const awake = rows.length - asleep;
    const islands = new Set(rows.filter((row) => !row.sleeping).map((row) => row.island)).size;
    return make('p', { class: 'why-fact' }, make('b', {}, String(islands)), ` island${islands === 1 ? '' : 's'}, ${awake} ${awake === 1 ? 'body' : 'bodies'} awake, ${asleep} asleep`);
  },
};
