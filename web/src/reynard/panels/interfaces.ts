// Programs to copy: a tab for each interface.

import { type ProgramName, type Snippet, snippets } from '../core/snippets';
import { icon, make, need, setAttribute } from '../../shared/dom';
import type { Page, Panel } from '../page';

const CLOSED: Readonly<Record<ProgramName, string>> = {
  python: 'The Robot Raconteur server is off. Start foxden without --disable-robotraconteur to use it.',
  curl: 'The HTTP server has no address.',
  netcat: 'The ASCII server is off. Start foxden without --disable-ascii-socket to use it.',
  den: 'The Robot Raconteur server is off. Start foxden without --disable-robotraconteur to use it.',
  raconteur: 'The Robot Raconteur server is off. Start foxden without --disable-robotraconteur to use it.',
};

export class InterfacesPanel implements Panel {
  private readonly tabs = need('tabs', HTMLDivElement);
  private readonly panel = need('program', HTMLDivElement);
  private open: ProgramName = 'python';
  private shownFor = '';

  constructor(private readonly page: Page) {
    this.tabs.addEventListener('keydown', (event) => {
      const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
      if (step === 0) return;
      const all = [...this.tabs.querySelectorAll('button')];
      const now = all.findIndex((tab) => tab.dataset.program === this.open);
      const next = all[(now + step + all.length) % all.length];
      next?.click();
      next?.focus();
      event.preventDefault();
    });
  }

  update(): void {
    const { hello, robot, frame } = this.page.store;
    if (!hello || !robot) return;
    const key = JSON.stringify([hello.servers, hello.den, robot.name, this.open]);
    if (key === this.shownFor) return;
    this.shownFor = key;
    const all = snippets(hello.servers, robot.name, frame?.robots[0]?.name ?? robot.name, hello.den);
    if (!all.some((snippet) => snippet.program === this.open)) this.open = 'python';
    this.showTabs(all);
    const chosen = all.find((snippet) => snippet.program === this.open);
    if (chosen) this.show(chosen);
  }

  private showTabs(all: readonly Snippet[]): void {
    if (this.tabs.childElementCount !== all.length) {
      this.tabs.replaceChildren();
      for (const { program, title } of all) {
        const tab = make('button', { type: 'button', role: 'tab', id: `tab-${program}`, 'data-program': program, 'aria-controls': 'program' }, title);
        tab.addEventListener('click', () => {
          this.open = program;
          this.update();
        });
        this.tabs.append(tab);
      }
    }
    for (const tab of this.tabs.querySelectorAll('button')) {
      const chosen = tab.dataset.program === this.open;
      setAttribute(tab, 'aria-selected', String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
    }
    setAttribute(this.panel, 'aria-labelledby', `tab-${this.open}`);
  }

  private show(snippet: Snippet): void {
    const explanation = make('p', { class: 'explanation' }, snippet.explanation);
    if (snippet.code === null) {
      this.panel.replaceChildren(explanation, make('p', { class: 'closed' }, CLOSED[snippet.program]));
      return;
    }
    const code = snippet.code;
    const label = make('span', {}, 'Copy');
    const copy = make('button', { type: 'button', class: 'copy' }, icon('copy'), label);
    copy.addEventListener('click', () => {
      void copyText(code).then((done) => {
        copy.firstElementChild?.replaceWith(icon(done ? 'check' : 'copy'));
        label.textContent = done ? 'Copied' : 'Select and copy by hand';
        setTimeout(() => {
          copy.firstElementChild?.replaceWith(icon('copy'));
          label.textContent = 'Copy';
        }, 1800);
      });
    });
    this.panel.replaceChildren(explanation, make('div', { class: 'code' }, copy, make('pre', { tabindex: '0' }, make('code', {}, ...coloured(code)))));
  }
}

/** Comments and texts in their own colours. */
function coloured(code: string): (Node | string)[] {
  const parts: (Node | string)[] = [];
  let rest = 0;
  for (const found of code.matchAll(/#[^\n]*|"[^"\n]*"|'[^'\n]*'/g)) {
    parts.push(code.slice(rest, found.index), make('span', { class: found[0].startsWith('#') ? 'comment' : 'string' }, found[0]));
    rest = found.index + found[0].length;
  }
  parts.push(code.slice(rest));
  return parts;
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Not a secure origin, or forbidden: the old way.
    const box = make('textarea', { class: 'hidden', 'aria-hidden': 'true' });
    box.value = text;
    document.body.append(box);
    box.select();
    const done = document.execCommand('copy');
    box.remove();
    return done;
  }
}
