// The button that switches between light, dark and what the system says; on both pages.

import { icon, need, setAttribute } from './dom';
import type { Settings, Theme } from './settings';

const THEMES: Readonly<Record<Theme, { icon: string; name: string; next: Theme }>> = {
  auto: { icon: 'auto', name: 'as the system', next: 'light' },
  light: { icon: 'sun', name: 'light', next: 'dark' },
  dark: { icon: 'moon', name: 'dark', next: 'auto' },
};

export function connectThemeButton(settings: Settings): void {
  const button = need('theme', HTMLButtonElement);
  const show = (): void => {
    const { theme } = settings;
    button.replaceChildren(icon(THEMES[theme].icon));
    setAttribute(button, 'aria-label', `Theme: ${THEMES[theme].name}`);
  };
  button.addEventListener('click', () => settings.set('theme', THEMES[settings.theme].next));
  settings.listen(show);
  show();
}
