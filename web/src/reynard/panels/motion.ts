// Sliders for body, speed and joints.

import { formatAngle, formatLength, formatPercent } from '../../shared/units';
import type { Vec3 } from '../core/protocol';
import { make, need } from '../../shared/dom';
import type { Page, Panel } from '../page';
import type { Jogger } from './jog';
import { Slider } from './slider';

const JOINTS = ['Shoulder q1', 'Elbow q2', 'Wrist q3'] as const;

export class MotionPanel implements Panel {
  private readonly body: readonly [Slider, Slider];
  private readonly joints: readonly Slider[];
  private readonly speed: Slider;

  constructor(
    private readonly page: Page,
    private readonly jogger: Jogger,
  ) {
    this.body = [this.bodySlider('Position x', 'x', 0), this.bodySlider('Position y', 'y', 1)];
    this.speed = new Slider(
      {
        label: 'Jog speed',
        id: 'jog-speed',
        command: (value) => {
          jogger.speed = value;
          return null;
        },
        format: (value) => formatPercent(value),
      },
      page.send,
    );
    this.speed.range(0.05, 1);
    need('body-rows', HTMLDivElement).append(...[...this.body, this.speed].map((slider) => slider.element));
    this.joints = JOINTS.map((label, index) => this.jointSlider(label, index as 0 | 1 | 2));
    need('arm-rows', HTMLDivElement).append(...this.joints.map((slider) => slider.element));
  }

  update(): void {
    const { hello, robot } = this.page.store;
    if (!hello || !robot) return;
    this.body.forEach((slider, index) => {
      const axis = index as 0 | 1;
      slider.range(hello.field.min[axis], hello.field.max[axis]);
      slider.update(robot.position[axis]);
    });
    this.joints.forEach((slider, index) => {
      const joint = index as 0 | 1 | 2;
      slider.range(hello.limits.arm[joint][0], hello.limits.arm[joint][1]);
      slider.update(robot.arm[joint]);
    });
    this.speed.update(this.jogger.speed);
  }

  private bodySlider(label: string, id: string, axis: 0 | 1): Slider {
    const { store, settings, send } = this.page;
    return new Slider(
      {
        label,
        id,
        command: (value) => {
          const robot = store.robot;
          if (!robot) return null;
          const position = [...robot.position] as [number, number];
          position[axis] = value;
          return { type: 'teleport', robot: robot.name, position };
        },
        format: (value) => formatLength(value, settings.units),
      },
      send,
    );
  }

  private jointSlider(label: string, joint: 0 | 1 | 2): Slider {
    const { store, settings, send } = this.page;
    const slider = new Slider(
      {
        label,
        id: `q${joint + 1}`,
        command: (value) => {
          const robot = store.robot;
          if (!robot) return null;
          const arm = [...robot.arm] as [number, number, number];
          arm[joint] = value;
          return { type: 'arm', robot: robot.name, position: arm satisfies Vec3 };
        },
        format: (value) => formatAngle(value, settings.units),
      },
      send,
    );
    slider.before.append(this.jointButton(joint, -1));
    slider.after.append(this.jointButton(joint, 1));
    return slider;
  }

  private jointButton(joint: 0 | 1 | 2, way: 1 | -1): HTMLButtonElement {
    const label = `Turn joint ${joint + 1} ${way > 0 ? 'counter-clockwise' : 'clockwise'}`;
    const button = make('button', { type: 'button', class: 'small', 'aria-label': label, title: label }, way > 0 ? '+' : '\u2212');
    this.jogger.bind(button, label, { kind: 'joint', joint, way });
    return button;
  }
}
