// Time: play, pause, step, speed, reset, and the time line over what can be looked at again.

import { fixed, formatTime } from '../../shared/units';
import { icon, make, need, setAttribute, setText } from '../../shared/dom';
import type { ViewerPage } from '../page';

const SPEEDS: readonly (number | null)[] = [0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 32, null];
/** Times that are shown as the same one, in seconds. */
const LEAST_WAY = 0.05;
const speedName = (speed: number | null): string => (speed === null ? 'max' : `${speed}×`);

export class TimeBar {
  private readonly play = button('play', 'Play (Space)', 'round');
  private readonly step = button('step', 'One step (.)', 'icon-button');
  private readonly reset = button('reset', 'Back to the start (Shift+R)', 'icon-button');
  private readonly speed = make('select', { title: 'Speed of time', 'aria-label': 'Speed of time' });
  private readonly clock = make('output', { class: 'clock', 'aria-label': 'Simulated time', 'aria-live': 'off' }, '0:00.0');
  private readonly measured = make('span', { class: 'measured' });
  private readonly line = make('input', { type: 'range', class: 'timeline', min: '0', max: '1', step: 'any', value: '1', 'aria-label': 'Time line' });
  private readonly marks = make('div', { class: 'marks', 'aria-hidden': 'true' });
  private readonly live = make('button', { type: 'button', class: 'live', title: 'Back to now (L)' }, 'Live');
  private readonly fork = make('button', { type: 'button', class: 'primary fork', title: 'Restore the world at this time and go on from here' }, 'Continue from here');
  private wanted: number | null = null;
  private isAsking = false;
  private isPlaying: boolean | null = null;
  /** The ends of the time line for which the marks are placed. */
  private markedFrom = 0;
  private markedTo = 0;
  private readonly past = need('past', HTMLDivElement);
  private readonly banner = need('banner', HTMLSpanElement);

  constructor(private readonly page: ViewerPage) {
    const host = need('time', HTMLElement);
    for (const speed of SPEEDS) this.speed.append(make('option', { value: String(speed) }, speedName(speed)));
    host.append(
      make('div', { class: 'transport' }, this.reset, this.play, this.step, this.speed),
      make('div', { class: 'when' }, this.clock, this.measured),
      make('div', { class: 'line' }, this.marks, this.line),
      this.live,
    );
    // Not beside the time line: that would become shorter under the hand that drags it.
    this.past.append(this.fork);
    this.play.addEventListener('click', () => this.toggle());
    this.step.addEventListener('click', () => this.stepOnce());
    this.reset.addEventListener('click', () => this.restart());
    this.speed.addEventListener('change', () => this.setSpeed(this.speed.value === 'null' ? null : Number(this.speed.value)));
    this.line.addEventListener('input', () => this.look(Number(this.line.value)));
    this.live.addEventListener('click', () => this.goLive());
    this.fork.addEventListener('click', () => this.continueHere());
    const { store } = page;
    store.on('clock', () => this.update());
    store.on('frame', () => this.update());
    store.on('events', () => this.drawMarks());
    page.series.listen(() => this.drawMarks());
    store.on('hello', () => this.update());
    store.on('scene', () => this.drawMarks());
    this.update();
  }

  toggle(): void {
    const { clock, isPast } = this.page.store;
    const isRunning = clock?.paused === false;
    // Who lets the world run wants to see it; who stops it may go on looking at the past.
    if (!isRunning && isPast && this.page.source().kind === 'live') this.goLive();
    void this.page.send({ do: isRunning ? 'pause' : 'play' });
  }

  stepOnce(count = 1): void {
    void this.page.send({ do: 'step', count });
  }

  restart(): void {
    this.page.series.clear();
    void this.page.send({ do: 'reset' });
  }

  setSpeed(factor: number | null): void {
    void this.page.send({ do: 'speed', factor });
  }

  /** One speed faster or slower. */
  shiftSpeed(by: 1 | -1): void {
    const speed = this.page.store.clock?.speed ?? null;
    const at = SPEEDS.findIndex((one) => one === speed || (one !== null && speed !== null && one >= speed));
    const next = SPEEDS[Math.min(Math.max((at < 0 ? SPEEDS.length - 1 : at) + by, 0), SPEEDS.length - 1)];
    if (next !== undefined) this.setSpeed(next);
  }

  /** Looks `seconds` earlier or later. */
  shift(seconds: number): void {
    this.look(Math.min(Math.max(this.shown + seconds, Number(this.line.min)), Number(this.line.max)));
  }

  goLive(): void {
    this.wanted = null;
    void this.page.send({ do: 'look', time: null }).then((done) => {
      if (done && this.wanted === null && this.page.source().kind === 'live') this.page.store.leavePast();
    });
  }

  private continueHere(): void {
    const { time } = this.page.store;
    void this.page.send({ do: 'continue', time }).then((done) => {
      if (!done) return;
      const from = typeof done['time'] === 'number' ? done['time'] : time;
      const isEarlier = time - from > LEAST_WAY;
      this.page.notice(`The world is again as it was at ${formatTime(from)}${isEarlier ? `, the last time before ${formatTime(time)} at which it was kept` : ''}.`);
      this.goLive();
    });
  }

  /** Asks for the newest wish only, one at a time: a hand is faster than the network. */
  private look(time: number): void {
    this.wanted = time;
    this.line.value = String(time);
    if (this.isAsking) return;
    this.isAsking = true;
    void (async () => {
      while (this.wanted !== null) {
        const next = this.wanted;
        this.wanted = null;
        await this.page.send({ do: 'look', time: next });
      }
      this.isAsking = false;
    })();
  }

  /** The time that the picture is of: a world at rest has no frames, but its clock goes on. */
  private get shown(): number {
    const { clock, isPast, time } = this.page.store;
    return isPast || this.page.source().kind === 'recording' ? time : (clock?.time ?? time);
  }

  update(): void {
    const { clock, isPast, time, hello } = this.page.store;
    const isRecording = this.page.source().kind === 'recording';
    const playing = clock?.paused === false;
    if (playing !== this.isPlaying) {
      this.isPlaying = playing;
      this.play.replaceChildren(icon(playing ? 'pause' : 'play'));
      setAttribute(this.play, 'aria-label', playing ? 'Pause' : 'Play');
      setAttribute(this.play, 'title', `${playing ? 'Pause' : 'Play'} (Space)`);
    }
    const { shown } = this;
    setText(this.clock, formatTime(shown));
    const rate = clock?.measured;
    setText(this.measured, isPast && !isRecording ? 'the past' : clock?.ended ? 'ended' : !playing || rate == null ? 'paused' : `${fixed(rate, rate < 10 ? 1 : 0)}× real time`);
    setAttribute(this.measured, 'title', clock?.ended ?? '');
    this.speed.value = String(clock?.speed ?? null);
    if (this.speed.selectedIndex < 0 && clock?.speed != null) {
      this.speed.append(make('option', { value: String(clock.speed) }, speedName(clock.speed)));
      this.speed.value = String(clock.speed);
    }
    const from = clock?.history?.from ?? 0;
    const to = Math.max(clock?.history?.to ?? shown, from + 1e-6);
    this.line.min = String(from);
    this.line.max = String(to);
    if (this.wanted === null && !this.isAsking) this.line.value = String(isPast || isRecording ? time : to);
    const share = (Number(this.line.value) - from) / (to - from);
    this.line.style.setProperty('--share', `${(share * 100).toFixed(2)}%`);
    setAttribute(this.line, 'aria-valuetext', `${formatTime(Number(this.line.value))} of ${formatTime(to)}`);
    const canChange = hello?.canChange === true;
    for (const control of [this.step, this.reset]) control.disabled = !canChange && !isRecording;
    this.play.disabled = !canChange && !isRecording;
    this.speed.disabled = !canChange && !isRecording;
    this.live.hidden = isRecording;
    this.live.setAttribute('aria-pressed', String(!isPast));
    this.fork.hidden = !canChange;
    this.past.hidden = !isPast || isRecording;
    if (isPast) setText(this.banner, 'The past. Values in panels are of now.');
    // Marks keep their places while the line grows by less than a pixel or two.
    if (Math.abs(from - this.markedFrom) + Math.abs(to - this.markedTo) > (to - from) / 400) this.drawMarks();
  }

  private drawMarks(): void {
    const { events, clock } = this.page.store;
    const from = clock?.history?.from ?? 0;
    const to = clock?.history?.to ?? 0;
    [this.markedFrom, this.markedTo] = [from, to];
    const place = (time: number): string => `${(Math.min(Math.max((time - from) / Math.max(to - from, 1e-6), 0), 1) * 100).toFixed(2)}%`;
    const { zoom } = this.page.series;
    const range = make('i', { class: 'zoomed' });
    range.style.left = place(zoom?.[0] ?? 0);
    range.style.right = `calc(100% - ${place(zoom?.[1] ?? 0)})`;
    this.marks.replaceChildren(
      ...(zoom ? [range] : []),
      ...events
        .filter((event) => event.time >= from && event.time <= to)
        .slice(-150)
        .map((event) => {
          const mark = make('i', { 'data-kind': event.kind });
          mark.style.left = place(event.time);
          return mark;
        }),
    );
  }
}

function button(name: string, title: string, kind: string): HTMLButtonElement {
  return make('button', { type: 'button', class: `${kind} icon-button`, title, 'aria-label': title.replace(/ \(.*/, '') }, icon(name));
}
