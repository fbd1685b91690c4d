// Preferences of a visitor, stored in the browser: units, view and theme.

import type { Units } from './units';

export type Theme = 'auto' | 'light' | 'dark';
export type ViewMode = 'whole' | 'follow';

interface Values {
  units: Units;
  view: ViewMode;
  theme: Theme;
}

const CHOICES = {
  units: ['si', 'classic'],
  view: ['whole', 'follow'],
  theme: ['auto', 'light', 'dark'],
} as const;

/** Storage may be forbidden; the page works without. */
function stored(key: string): string | null {
  try {
    return localStorage.getItem(`reynard.${key}`);
  } catch {
    return null;
  }
}

export class Settings {
  private readonly values: Values = { units: 'si', view: 'whole', theme: 'auto' };
  private readonly listeners = new Set<() => void>();

  constructor() {
    const known = <K extends keyof Values>(key: K): Values[K] => {
      const value = stored(key);
      const choices: readonly string[] = CHOICES[key];
      return value !== null && choices.includes(value) ? (value as Values[K]) : this.values[key];
    };
    this.values = { units: known('units'), view: known('view'), theme: known('theme') };
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.applyTheme());
    this.applyTheme();
  }

  get units(): Units {
    return this.values.units;
  }
  get view(): ViewMode {
    return this.values.view;
  }
  get theme(): Theme {
    return this.values.theme;
  }
  get dark(): boolean {
    return document.documentElement.dataset.theme === 'dark';
  }

  set<K extends keyof Values>(key: K, value: Values[K]): void {
    this.values[key] = value;
    try {
      localStorage.setItem(`reynard.${key}`, value);
    } catch {
      // Valid for this visit only.
    }
    if (key === 'theme') this.applyTheme();
    else this.tell();
  }

  listen(listener: () => void): void {
    this.listeners.add(listener);
  }

  private applyTheme(): void {
    const dark =
      this.values.theme === 'dark' ||
      (this.values.theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

/** The name of this tab in the chat, so that it recognises its own lines after a reload. */
export function visitorName(): string {
  const fresh = Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) => part.toString(36)).join('');
  try {
    const known = sessionStorage.getItem('reynard.visitor');
    if (known) return known;
    sessionStorage.setItem('reynard.visitor', fresh);
  } catch {
    // Known until the next reload.
  }
  return fresh;
}

const reduced = matchMedia('(prefers-reduced-motion: reduce)');

/** Whether ornaments may move. What the simulation moves always does. */
export const ornamentsMove = (): boolean => !reduced.matches;
