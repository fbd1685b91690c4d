// One field of a node: its value in the language of worlds, edited in place. The server checks it.

import { make, setText } from '../../shared/dom';
import { shortNumbers } from '../../shared/units';
import { fieldKey, seriesKeys } from '../core/readings';
import type { FieldRow } from '../core/values';
import type { ViewerPage } from '../page';
import { dragKeys, plotButton, showPlotted } from './value_row';

/** Fields with a few numbers: they are shown short, and in full while they are edited. */
const NUMBERS: ReadonlySet<string> = new Set(['SFFloat', 'SFVec2f', 'SFVec3f', 'SFRotation', 'SFColor']);

/** Types that can be plotted, with a value of them. */
const PLOTTED: Readonly<Record<string, number | readonly number[]>> = {
  SFFloat: 0, SFInt32: 0, SFVec2f: [0, 0], SFVec3f: [0, 0, 0], SFColor: [0, 0, 0], SFRotation: [0, 0, 0, 0],
};

export class FieldEditor {
  readonly element: HTMLElement;
  private readonly input: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
  private readonly error = make('p', { class: 'field-error', role: 'alert', hidden: '' });
  private readonly back: HTMLButtonElement;
  private readonly picker: HTMLInputElement | null;
  private readonly keys: readonly string[];
  private readonly plot: HTMLButtonElement;
  private readonly canChange: boolean;
  private sent: string;

  constructor(
    private readonly page: ViewerPage,
    private readonly node: number,
    private row: FieldRow,
    private readonly changed: () => void,
    id: string,
  ) {
    this.sent = row.value;
    this.input = makeInput(row);
    this.input.id = id;
    this.input.spellcheck = false;
    this.input.setAttribute('autocomplete', 'off');
    const can = row.writable && page.store.hello?.canChange === true && page.source().kind === 'live';
    this.canChange = can;
    if (!can) {
      if (this.input instanceof HTMLSelectElement) this.input.disabled = true;
      else this.input.readOnly = true;
    }
    const label = make('label', { for: id }, row.name);
    const head = make('div', { class: 'field-head' }, label, make('span', { class: 'field-type' }, row.hint ? `${row.type} · ${row.hint}` : row.type));
    if (row.parameter) head.append(make('span', { class: 'parameter', title: 'Set by a PROTO parameter' }, `IS ${row.parameter.name}`));
    this.back = make('button', { type: 'button', class: 'mini text', 'aria-label': `${row.name}: back to the default` }, '↺');
    this.back.addEventListener('click', () => void this.send(this.row.default ?? ''));
    // A parameter has its value in a field.
    this.keys = row.isParameter ? [] : seriesKeys(fieldKey(node, row.name), PLOTTED[row.type] ?? null);
    this.plot = plotButton(page, row.name, () => this.keys);
    head.append(this.back);
    if (this.keys.length > 0) {
      head.append(this.plot);
      dragKeys(head, () => this.keys);
      this.showPlotted();
    }
    this.element = make('div', { class: 'field', 'data-field': row.name }, head, this.input, this.error);
    this.picker = row.type === 'SFColor' ? this.colorPicker(can) : null;
    if (this.picker) this.element.append(this.picker);
    this.showDefault();
    this.write(row.value);
    this.input.addEventListener('focus', () => {
      if (this.input.value !== this.sent && this.input.getAttribute('aria-invalid') !== 'true') this.input.value = this.sent;
    });
    this.input.addEventListener('blur', () => {
      if (this.input.value === this.sent) this.write(this.sent);
    });
    if (!can) return;
    this.input.addEventListener('keydown', (event) => {
      const { key, shiftKey, ctrlKey, metaKey } = event as KeyboardEvent;
      const isUndo = key.toLowerCase() === 'z' && (ctrlKey || metaKey);
      if (key === 'Enter' && !(this.input instanceof HTMLTextAreaElement && shiftKey)) {
        event.preventDefault();
        void this.send(this.input.value);
      } else if (key === 'Escape') {
        this.write(this.sent);
        this.show(null);
        this.input.blur();
      } else if (isUndo && !this.isTouched) {
        // Nothing is being typed: what was entered last is taken back.
        event.preventDefault();
        void this.page.send({ do: shiftKey ? 'redo' : 'undo' }).then(() => this.changed());
      }
      event.stopPropagation();
    });
    this.input.addEventListener('change', () => void this.send(this.input.value));
  }

  showPlotted(): void {
    showPlotted(this.page, this.plot, this.keys);
  }

  /** A newer value from the world, unless it is being edited. */
  live(value: string): void {
    if (document.activeElement !== this.input) this.take(value);
  }

  /** What the document says now. */
  refresh(row: FieldRow): void {
    this.row = row;
    this.showDefault();
    if (!this.isTouched) this.take(row.value);
    if (this.picker) this.picker.value = colorOf(row.value);
  }

  private take(value: string): void {
    if (value === this.sent) return;
    this.sent = value;
    this.write(value);
    this.show(null);
  }

  /** Whether somebody changed the text and did not enter it yet. */
  private get isTouched(): boolean {
    return document.activeElement === this.input && this.input.value !== this.sent;
  }

  private showDefault(): void {
    const isDefault = this.row.default === null || this.row.default === this.row.value;
    this.back.hidden = isDefault || !this.canChange;
    this.back.title = `Back to the default: ${this.row.default ?? ''}`;
    this.element.dataset['default'] = String(isDefault);
  }

  private write(value: string): void {
    const isShort = NUMBERS.has(this.row.type) && document.activeElement !== this.input;
    const shown = isShort ? shortNumbers(value) : value;
    if (this.input.value !== shown) this.input.value = shown;
    if (shown !== value) this.input.title = value;
    else this.input.removeAttribute('title');
  }

  private async send(text: string): Promise<void> {
    if (text === this.sent) return;
    try {
      await this.page.ask({ do: 'set', node: this.node, field: this.row.name, text });
      // Somebody may type already what comes next.
      if (!this.isTouched || this.input.value === text) this.write(text);
      this.sent = text;
      this.show(null);
      this.changed();
    } catch (error) {
      this.show(error instanceof Error ? error.message : String(error));
    }
  }

  private show(error: string | null): void {
    this.error.hidden = error === null;
    setText(this.error, error ?? '');
    this.input.setAttribute('aria-invalid', String(error !== null));
  }

  private colorPicker(can: boolean): HTMLInputElement {
    const picker = make('input', { type: 'color', value: colorOf(this.row.value), 'aria-label': `${this.row.name}: choose a colour` });
    picker.disabled = !can;
    picker.addEventListener('change', () => {
      const parts = [1, 3, 5].map((at) => Number((Number.parseInt(picker.value.slice(at, at + 2), 16) / 255).toFixed(4)));
      void this.send(parts.join(' '));
    });
    return picker;
  }
}

/** The colour of three numbers, as inputs for colours have it. */
function colorOf(value: string): string {
  const parts = value.trim().split(/\s+/).map(Number);
  const hex = `#${parts.slice(0, 3).map((part) => Math.round(Math.min(Math.max(part || 0, 0), 1) * 255).toString(16).padStart(2, '0')).join('')}`;
  return /^#[0-9a-f]{6}$/.test(hex) ? hex : '#000000';
}

function makeInput(row: FieldRow): HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement {
  if (row.type === 'SFBool') {
    return make('select', {}, make('option', { value: 'TRUE' }, 'TRUE'), make('option', { value: 'FALSE' }, 'FALSE'));
  }
  const long = !NUMBERS.has(row.type) && (row.type.startsWith('MF') || row.value.includes('\n') || row.value.length > 60);
  return long ? make('textarea', { rows: String(Math.min(row.value.split('\n').length, 6)) }) : make('input', { type: 'text' });
}
