// The help overlay, and the card that greets at the first visit.

import { icon, make, need } from '../../shared/dom';
import type { Shortcut } from '../tools/shortcuts';

const SEEN = 'foxden.welcomed';
const MOUSE: readonly (readonly [string, string])[] = [
  ['Drag', 'turn the view'],
  ['Right drag, Shift drag', 'move the view'],
  ['Wheel', 'zoom'],
  ['Two fingers', 'move and zoom'],
  ['Ctrl drag', 'look around'],
  ['Click', 'select'],
  ['Double click', 'come closer'],
  ['Alt drag', 'pull on a body with a force'],
];

type Tips = readonly (readonly [string, string])[];
const PLOT = ['Plot', 'press the curve beside a value.'] as const;
const MOUSE_TIPS: Tips = [
  ['Look', 'drag to turn, wheel to zoom.'], ['Time', 'Space pauses; drag the time line to look back.'], ['Inside', 'click anything to see its values.'], PLOT,
];
const TOUCH_TIPS: Tips = [
  ['Look', 'drag to turn, two fingers zoom and move.'], ['Time', 'the round button pauses; drag the time line to look back.'], ['Inside', 'tap anything, then Node, to see its values.'], PLOT,
];

export class Help {
  private readonly dialog = make('dialog', { class: 'help', 'aria-labelledby': 'help-title' });

  constructor(shortcuts: readonly Shortcut[]) {
    const close = make('button', { type: 'button', class: 'quiet icon-button', 'aria-label': 'Close help' }, icon('close'));
    close.addEventListener('click', () => this.dialog.close());
    this.dialog.append(make('div', { class: 'help-head' }, make('h2', { id: 'help-title' }, 'Help'), close));
    const grid = make('div', { class: 'help-grid' });
    const list = (title: string, rows: readonly (readonly [string, string])[]): HTMLElement =>
      make('section', {}, make('h3', {}, title), make('dl', {}, ...rows.flatMap(([keys, text]) => [make('dt', {}, ...keysOf(keys)), make('dd', {}, text)])));
    grid.append(list('Mouse and fingers', MOUSE));
    for (const group of ['Time', 'View', 'Selection', 'Panels'] as const) {
      grid.append(list(group, shortcuts.filter((one) => one.group === group && one.text !== '').map((one) => [one.keys, one.text])));
    }
    const choose = make('button', { type: 'button', class: 'small-button', 'data-open-recording': '' }, 'Choose a recording …');
    choose.addEventListener('click', () => this.dialog.close());
    // A recording on the disk has no files beside it.
    const licences = location.protocol === 'file:' ? [] : [' ', make('a', { href: '/licences.txt' }, 'Licences')];
    this.dialog.append(grid, make('p', { class: 'muted' }, 'Recordings (.mcap, .html) open by drag and drop. ', choose, ...licences));
    this.dialog.addEventListener('click', (event) => {
      if (event.target === this.dialog) this.dialog.close();
    });
    document.body.append(this.dialog);
    need('help', HTMLButtonElement).addEventListener('click', () => this.open());
  }

  open(): void {
    if (!this.dialog.open) this.dialog.showModal();
  }
}

const keysOf = (keys: string): (Node | string)[] => keys.split(' ').flatMap((part, at) => [...(at > 0 ? [' '] : []), /^[a-z]*(?:drag|click|wheel|pinch|right|double|two|fingers)[a-z,]*$/i.test(part) ? part : make('kbd', {}, part)]);

/** Greets once: four things to know, then it is out of the way. */
export function welcome(): void {
  try {
    if (localStorage.getItem(SEEN)) return;
  } catch {
    return;
  }
  const card = need('welcome', HTMLDivElement);
  const done = make('button', { type: 'button', class: 'primary' }, 'Got it');
  const tips = matchMedia('(pointer: coarse)').matches ? TOUCH_TIPS : MOUSE_TIPS;
  card.append(
    make('h2', {}, 'Welcome'),
    make('ul', {}, ...tips.map(([head, text]) => make('li', {}, make('b', {}, head), ` ${text}`))),
    matchMedia('(pointer: coarse)').matches ? make('p', {}, 'The question mark at the top shows everything else.') : make('p', {}, make('kbd', {}, '?'), ' shows everything else.'),
    done,
  );
  card.hidden = false;
  done.addEventListener('click', () => {
    card.hidden = true;
    try {
      localStorage.setItem(SEEN, 'yes');
    } catch {
      // It greets again next time.
    }
  });
}
