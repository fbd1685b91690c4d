// The chat: a log that follows the newest line unless the reader scrolled up.

import { displayName, type Line } from '../core/chat';
import { make, need } from '../../shared/dom';
import type { Page } from '../page';

export class ChatPanel {
  private readonly log = need('log', HTMLDivElement);
  private readonly input = need('message', HTMLInputElement);
  /** Whether the newest line is to stay in sight: not once the reader scrolled up. */
  private following = true;
  private last = { top: 0, height: 0 };

  constructor(private readonly page: Page) {
    need('say', HTMLFormElement).addEventListener('submit', (event) => {
      event.preventDefault();
      this.say();
    });
    this.log.addEventListener('scroll', () => this.scrolled());
    new ResizeObserver(() => this.follow()).observe(this.log);
    void document.fonts.ready.then(() => this.follow());
    page.store.listen((change) => {
      if (change.kind === 'hello') this.reload();
      else if (change.kind === 'line') this.add(change.line);
    });
  }

  private say(): void {
    const text = this.input.value.trim();
    if (text === '') return;
    if (this.page.store.status !== 'open') {
      this.page.notice('Not connected: your words are still in the box.');
      return;
    }
    this.page.send({ type: 'message', text, visitor: this.page.store.talk.self });
    this.input.value = '';
  }

  private reload(): void {
    const lines = this.page.store.talk.lines.map(element);
    this.log.replaceChildren(...lines);
    this.following = true;
    this.follow();
  }

  /** A reader's hand moves the lines up; a new line or another face moves the end down. */
  private scrolled(): void {
    const { scrollTop, scrollHeight, clientHeight } = this.log;
    const up = scrollTop < this.last.top && scrollHeight === this.last.height;
    if (scrollHeight - scrollTop - clientHeight < 30) this.following = true;
    else if (up) this.following = false;
    else this.follow();
    this.last = { top: scrollTop, height: scrollHeight };
  }

  private follow(): void {
    if (this.following) this.log.scrollTop = this.log.scrollHeight;
  }

  private add(line: Line): void {
    this.log.append(element(line));
    while (this.log.childElementCount > this.page.store.talk.lines.length) this.log.firstElementChild?.remove();
    this.follow();
  }
}

function element(line: Line): HTMLParagraphElement {
  const name = line.speaker === 'robot' ? displayName(line.name) : line.name;
  return make('p', { class: `line ${line.speaker}` }, make('b', {}, name), make('span', {}, line.text));
}
