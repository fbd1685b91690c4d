// Colours of the picture, taken from the style sheet so that both themes agree.

export interface Palette {
  readonly field: string;
  readonly outside: string;
  readonly sky: string;
  readonly orb: string;
  readonly hillFar: string;
  readonly hillNear: string;
  readonly pine: string;
  readonly minor: string;
  readonly major: string;
  readonly axis: string;
  readonly border: string;
  readonly label: string;
  readonly outline: string;
  readonly obstacle: string;
  readonly obstacleEdge: string;
  readonly shadow: string;
  readonly blocked: string;
  readonly select: string;
  readonly cream: string;
  readonly sock: string;
  readonly dark: boolean;
}

export function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement);
  const value = (name: string): string => style.getPropertyValue(name).trim();
  return {
    field: value('--field'),
    outside: value('--field-outside'),
    sky: value('--scene-sky'),
    orb: value('--scene-orb'),
    hillFar: value('--scene-far'),
    hillNear: value('--scene-near'),
    pine: value('--scene-pine'),
    minor: value('--field-minor'),
    major: value('--field-major'),
    axis: value('--field-axis'),
    border: value('--field-border'),
    label: value('--field-label'),
    outline: value('--fox-outline'),
    obstacle: value('--obstacle'),
    obstacleEdge: value('--obstacle-edge'),
    shadow: value('--field-shadow'),
    blocked: value('--ray-blocked'),
    select: value('--accent'),
    cream: value('--fox-cream'),
    sock: value('--fox-sock'),
    dark: document.documentElement.dataset.theme === 'dark',
  };
}
