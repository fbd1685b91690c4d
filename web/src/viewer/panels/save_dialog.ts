// Saves the world with its edits: as its own file, or under another name in the same folder. The server checks the name.

import { icon, make, need } from '../../shared/dom';
import type { ViewerPage } from '../page';

export class SaveDialog {
  private readonly dialog = make('dialog', { class: 'help save', 'aria-labelledby': 'save-title' });
  private readonly file = make('input', { type: 'text', 'aria-label': 'File name', autocomplete: 'off', spellcheck: 'false' });
  private readonly error = make('p', { class: 'field-error', role: 'alert', hidden: '' });
  private readonly button = make('button', { type: 'button', class: 'icon-button', title: 'Save the world (Ctrl S)', 'aria-label': 'Save the world', hidden: '' }, icon('save'));

  constructor(private readonly page: ViewerPage) {
    const cancel = make('button', { type: 'button' }, 'Cancel');
    cancel.addEventListener('click', () => this.dialog.close());
    const form = make(
      'form', { method: 'dialog' },
      make('p', { class: 'muted' }, 'The world as it began, with your edits, in its folder. A file of this name is replaced.'),
      this.file, this.error,
      make('p', { class: 'node-actions' }, make('button', { type: 'submit', class: 'primary' }, 'Save'), cancel),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.save();
    });
    this.dialog.append(make('h2', { id: 'save-title' }, 'Save the world'), form);
    document.body.append(this.dialog);
    this.button.addEventListener('click', () => this.open());
    need('tools', HTMLElement).append(this.button);
    page.store.on('hello', () => {
      this.button.hidden = !this.isOffered;
    });
  }

  private get isOffered(): boolean {
    const { hello } = this.page.store;
    return hello?.canChange === true && hello.world.file !== '' && hello.features.includes('save') && this.page.source().kind === 'live';
  }

  open(): void {
    if (!this.isOffered || this.dialog.open) return;
    this.file.value = this.page.store.hello?.world.file ?? '';
    this.error.hidden = true;
    this.dialog.showModal();
    this.file.select();
  }

  private async save(): Promise<void> {
    const name = this.file.value.trim();
    const isOwn = name === this.page.store.hello?.world.file;
    try {
      const done = await this.page.ask(isOwn ? { do: 'save' } : { do: 'save', file: name });
      this.dialog.close();
      this.page.notice(`Saved as ${typeof done['file'] === 'string' ? done['file'] : name}.`);
    } catch (error) {
      this.error.hidden = false;
      this.error.textContent = error instanceof Error ? error.message : String(error);
    }
  }
}
