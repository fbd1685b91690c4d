// Keys of the page: one table for the handler and for the help.

export interface Shortcut {
  /** As shown in the help. */
  readonly keys: string;
  readonly text: string;
  readonly group: 'Time' | 'View' | 'Selection' | 'Panels';
  /** Whether an event is this shortcut. */
  readonly matches: (event: KeyboardEvent) => boolean;
  readonly run: () => void;
}

/** A key without modifiers except Shift for characters that need it. */
export const key =
  (name: string) =>
  (event: KeyboardEvent): boolean =>
    event.key.toLowerCase() === name.toLowerCase() && !event.ctrlKey && !event.metaKey && !event.altKey && (name.length > 1 || /[^a-z]/i.test(name) || !event.shiftKey);

export const withCtrl =
  (name: string, shift: boolean) =>
  (event: KeyboardEvent): boolean =>
    event.key.toLowerCase() === name && (event.ctrlKey || event.metaKey) && event.shiftKey === shift;

export const withShift =
  (name: string) =>
  (event: KeyboardEvent): boolean =>
    event.key.toLowerCase() === name && event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement ? target.type !== 'range' && target.type !== 'checkbox' : target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

/** Runs shortcuts wherever the focus is, except in texts that are being typed. */
export function listen(shortcuts: readonly Shortcut[], first: (event: KeyboardEvent) => boolean): void {
  let isReachedByKeys = true;
  document.addEventListener('pointerdown', () => (isReachedByKeys = false), true);
  document.addEventListener('keydown', (event) => (isReachedByKeys ||= event.key === 'Tab'), true);
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || isTyping(event.target) || document.querySelector('dialog[open]')) return;
    if (first(event)) {
      event.preventDefault();
      return;
    }
    // A button that the keyboard reached is pressed by the space bar; after a click on one, Space is for time.
    if (event.key === ' ' && isReachedByKeys && event.target instanceof HTMLElement && event.target.closest('button, a, input')) return;
    const found = shortcuts.find((shortcut) => shortcut.matches(event));
    if (!found) return;
    event.preventDefault();
    // Some browsers press a button when the space bar is let go.
    if (event.key === ' ' && event.target instanceof HTMLElement && event.target.closest('button, a, input')) event.target.blur();
    found.run();
  });
}
