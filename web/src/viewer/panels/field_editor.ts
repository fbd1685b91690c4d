// One field of a node: its value in the language of worlds, edited in place. The server checks it.

import { make, setText } from '../../shared/dom';
import type { FieldRow } from '../core/values';
import type { ViewerPage } from '../page';

export class FieldEditor {
  readonly element: HTMLElement;
  private readonly input: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
  private readonly error = make('p', { class: 'field-error', role: 'alert', hidden: '' });
  private sent: string;

  constructor(
    private readonly page: ViewerPage,
    private readonly node: number,
    private readonly row: FieldRow,
    private readonly changed: () => void,
    id: string,
  ) {
    this.sent = row.value;
    this.input = makeInput(row);
    this.input.id = id;
    this.input.spellcheck = false;
    this.input.setAttribute('autocomplete', 'off');
    this.write(row.value);
    const can = row.writable && page.store.hello?.canChange === true && page.source().kind === 'live';
    if (!can) {
      if (this.input instanceof HTMLSelectElement) this.input.disabled = true;
      else this.input.readOnly = true;
    }
    const label = make('label', { for: id }, row.name);
    const head = make('div', { class: 'field-head' }, label, make('span', { class: 'field-type' }, row.hint ? `${row.type} · ${row.hint}` : row.type));
    if (row.parameter) head.append(make('span', { class: 'parameter', title: 'Set by a PROTO parameter' }, `IS ${row.parameter.name}`));
    const isDefault = row.default === null || row.default === row.value;
    const back = make('button', { type: 'button', class: 'mini text', title: `Back to the default: ${row.default ?? ''}`, 'aria-label': `${row.name}: back to the default` }, '↺');
    back.hidden = isDefault || !can;
    back.addEventListener('click', () => void this.send(row.default ?? ''));
    head.append(back);
    this.element = make('div', { class: 'field', 'data-field': row.name, 'data-default': String(isDefault) }, head, this.input, this.error);
    if (row.type === 'SFColor') this.element.append(this.colorPicker(can));
    if (!can) return;
    this.input.addEventListener('keydown', (event) => {
      const { key } = event as KeyboardEvent;
      if (key === 'Enter' && !(this.input instanceof HTMLTextAreaElement && (event as KeyboardEvent).shiftKey)) {
        event.preventDefault();
        void this.send(this.input.value);
      } else if (key === 'Escape') {
        this.write(this.sent);
        this.show(null);
        this.input.blur();
      }
      event.stopPropagation();
    });
    this.input.addEventListener('change', () => void this.send(this.input.value));
  }

  /** A newer value from the world, unless it is being edited. */
  live(value: string): void {
    if (document.activeElement === this.input || value === this.sent) return;
    this.sent = value;
    this.write(value);
  }

  private write(value: string): void {
    if (this.input.value !== value) this.input.value = value;
  }

  private async send(text: string): Promise<void> {
    if (text === this.sent) return;
    try {
      await this.page.ask({ do: 'set', node: this.node, field: this.row.name, text });
      this.sent = text;
      this.write(text);
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

  private colorPicker(can: boolean): HTMLElement {
    const parts = this.row.value.trim().split(/\s+/).map(Number);
    const hex = `#${parts.slice(0, 3).map((part) => Math.round(Math.min(Math.max(part || 0, 0), 1) * 255).toString(16).padStart(2, '0')).join('')}`;
    const picker = make('input', { type: 'color', value: /^#[0-9a-f]{6}$/.test(hex) ? hex : '#000000', 'aria-label': `${this.row.name}: choose a colour` });
    picker.disabled = !can;
    picker.addEventListener('change', () => {
      const parts = [1, 3, 5].map((at) => Number((Number.parseInt(picker.value.slice(at, at + 2), 16) / 255).toFixed(4)));
      void this.send(parts.join(' '));
    });
    return picker;
  }
}

function makeInput(row: FieldRow): HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement {
  if (row.type === 'SFBool') {
    return make('select', {}, make('option', { value: 'TRUE' }, 'TRUE'), make('option', { value: 'FALSE' }, 'FALSE'));
  }
  const long = row.type.startsWith('MF') || row.value.includes('\n') || row.value.length > 60;
  return long ? make('textarea', { rows: String(Math.min(row.value.split('\n').length, 6)) }) : make('input', { type: 'text' });
}
