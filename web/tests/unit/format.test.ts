import { describe, expect, it } from 'vitest';
import { css, fromHex, toHex } from '../../src/reynard/core/color';
import { fixed, formatAngle, formatEnergy, formatLength, formatMotion, formatParts, formatPercent, formatReading, formatTicks, formatTime, share, shortNumbers } from '../../src/shared/units';
import { displayName } from '../../src/reynard/core/chat';
import { showing, surroundings, toScreen, toWorld } from '../../src/reynard/core/camera';

describe('numbers for people', () => {
  it('writes a true minus and no minus zero', () => {
    expect(fixed(-1.25, 1)).toBe('\u22121.3');
    expect(fixed(-0.0001, 2)).toBe('0.00');
  });

  it('follows the units', () => {
    expect(formatLength(0.2021, 'si')).toBe('0.202 m');
    expect(formatLength(-0.2021, 'classic')).toBe('\u2212202 mm');
    expect(formatAngle(Math.PI / 2, 'si')).toBe('1.571 rad');
    expect(formatAngle(Math.PI / 2, 'classic')).toBe('90.0°');
  });

  it.each([
    [0, '0:00.0'],
    [7.29, '0:07.2'],
    [0.3, '0:00.3'],
    [754.5, '12:34.5'],
    [3723.4, '1:02:03.4'],
    [-1, '0:00.0'],
  ])('shows %d seconds as %s', (seconds, shown) => {
    expect(formatTime(seconds)).toBe(shown);
  });

  it('picks a fitting unit of energy', () => {
    expect([5, 250, 15000, 2.5e6].map(formatEnergy)).toEqual(['5.0 J', '250 J', '15.0 kJ', '2.50 MJ']);
  });

  it('gives readings three digits', () => {
    expect([0, 0.072653, 4.16, 41.6, 812.34, -0.5].map(formatReading)).toEqual(['0', '0.0727', '4.16', '41.6', '812', '\u22120.500']);
    expect([1e-17, 3.1e-8, -3.2e-7, 0.00012].map(formatReading)).toEqual(['0', '0', '\u22123.20e\u22127', '0.000120']);
    // What trembles by the rounding of contacts is at rest.
    expect([1.52e-5, -3.1e-7, 0.00012].map(formatMotion)).toEqual(['0', '0', '0.000120']);
    expect(formatParts([1e-9, 0.3, -0.00001])).toEqual(['0', '0.300', '0']);
    expect(formatParts([0, -2e-7, NaN])).toEqual(['0', '0', 'NaN']);
  });

  it('gives the ticks of an axis different texts', () => {
    expect(formatTicks([4.999, 5, 5.001])).toEqual(['4.999', '5.000', '5.001']);
    expect(formatTicks([-0.5, 0, 0.5])).toEqual(['\u22120.5', '0.0', '0.5']);
    expect(formatTicks([0, 20, 40])).toEqual(['0', '20', '40']);
    expect(formatTicks([0, 2e-9, 4e-9])).toEqual(['0', '2.0e\u22129', '4.0e\u22129']);
    for (const ticks of [[1e7, 1.5e7, 2e7], [1000000, 1000001, 1000002], [0.0001, 0.00015, 0.0002]]) expect(new Set(formatTicks(ticks)).size).toBe(3);
  });

  it('shortens numbers of world files', () => {
    expect(shortNumbers('0.5000000018098455 1.8098456125888654e-09 0.09980380008925088')).toBe('0.5 0 0.0998');
    expect(shortNumbers('0.785398 1 -12.5')).toBe('0.785398 1 -12.5');
    expect(shortNumbers('0.000123456789 -1234.567891')).toBe('0 -1234.5679');
    expect(shortNumbers('0.000123456789 1.23456789')).toBe('0.000123 1.2346');
    expect(shortNumbers('1.23456789e-09')).toBe('1.23e-9');
  });

  it('never shares more than the whole', () => {
    expect([share(5, 10), share(20, 10), share(-1, 10), share(1, 0)]).toEqual([0.5, 1, 0, 0]);
    expect(formatPercent(0.505)).toBe('51 %');
  });

  it('names robots', () => {
    expect(['reynard', 'reynard_12'].map(displayName)).toEqual(['Reynard', 'Reynard 12']);
  });
});

describe('colours', () => {
  it('go to hexadecimal and back', () => {
    expect(toHex([0.929, 0.49, 0.192])).toBe('#ed7d31');
    expect(toHex(fromHex('#8250c4') ?? [0, 0, 0])).toBe('#8250c4');
    expect(fromHex('red')).toBeNull();
  });

  it('are clipped for style sheets', () => {
    expect(css([2, -1, 0.5], 3)).toBe('rgba(255, 0, 128, 1.000)');
  });
});

describe('the camera', () => {
  const field = { min: [-1, -0.5], max: [1, 0.5] } as const;
  const area = surroundings(field, [0, 0.165], 0.4);

  it('shows the stretched arm at every corner of the field', () => {
    const camera = showing(area, 800, 400);
    for (const [x, y] of [[1.4, 0.665], [-1.4, 0.665], [0, 1.065], [1.4, -0.335]] as const) {
      const [px, py] = toScreen(camera, [x, y]);
      expect(px).toBeGreaterThan(0);
      expect(px).toBeLessThan(800);
      expect(py).toBeGreaterThan(0);
      expect(py).toBeLessThan(400);
    }
  });

  it('goes there and back, to scale', () => {
    const camera = showing(area, 640, 480);
    const [x, y] = toWorld(camera, toScreen(camera, [0.3, -0.4]));
    expect(x).toBeCloseTo(0.3, 12);
    expect(y).toBeCloseTo(-0.4, 12);
    const [a, b] = [toScreen(camera, [0, 0]), toScreen(camera, [0.5, 0.5])];
    expect(b[0] - a[0]).toBeCloseTo(a[1] - b[1], 9);
  });
});
