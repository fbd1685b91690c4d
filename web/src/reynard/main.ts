// Reynard's page: puts the parts together and keeps them moving.

import './styles/page.css';
import { Connection, type Status } from '../shared/connection';
import { readMessage } from './core/protocol';
import { Store } from './core/store';
import { need, setText } from '../shared/dom';
import { Pointer } from './field/pointer';
import { FieldView } from './field/view';
import type { Page, Panel } from './page';
import { DenPanel } from './panels/den';
import { InterfacesPanel } from './panels/interfaces';
import { Jogger, makePad } from './panels/jog';
import { LookPanel } from './panels/look';
import { MotionPanel } from './panels/motion';
import { PlayerPanel } from './panels/player';
import { PlotsPanel } from './panels/plots';
import { QuickPanel } from './panels/quick';
import { RobotsPanel } from './panels/robots';
import { ChatPanel } from './panels/chat';
import { Settings, visitorName } from '../shared/settings';
import { notice } from '../shared/toasts';

const STATUS: Readonly<Record<Status, string>> = {
  connecting: 'Connecting …',
  open: 'Connected',
  lost: 'Connection lost, trying again …',
};
/** The server sends at least a frame a second; silence this long is a dead line, in milliseconds. */
const SILENCE = 5000;
/** Figures beside the picture follow frames this often at most, in milliseconds: more is not read. */
const PANEL_INTERVAL = 80;

const store = new Store(visitorName());
const settings = new Settings();
const address = new URL('/api/stream', location.href);
address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
const connection = new Connection(
  address.href,
  {
    message: (data) => {
      const message = typeof data === 'string' ? readMessage(data) : null;
      if (message?.type === 'hello') store.setStatus('open');
      if (message) store.receive(message, performance.now());
      return message?.type === 'hello';
    },
    status: (status) => store.setStatus(status),
  },
  SILENCE,
);

const page: Page = {
  store,
  settings,
  notice,
  send: (command) => {
    connection.send(command);
  },
};

const canvas = need('field', HTMLCanvasElement);
const view = new FieldView(canvas, need('bubbles', HTMLDivElement), store, settings);
new Pointer(canvas, view, store, settings, page.send);
const jogger = new Jogger(page);
makePad(page, jogger);
new ChatPanel(page);
const panels: readonly Panel[] = [
  new PlayerPanel(page),
  new MotionPanel(page, jogger),
  new QuickPanel(page),
  new LookPanel(page),
  new DenPanel(page),
  new RobotsPanel(page),
  new InterfacesPanel(page),
  new PlotsPanel(page),
];

const status = need('status', HTMLParagraphElement);
const main = need('main', HTMLElement);
/** What the panels have not shown yet: nothing, frames that may wait, or more. */
let stale: 'no' | 'frames' | 'yes' = 'yes';
let panelsAt = 0;
let received = 0;

settings.listen(() => {
  stale = 'yes';
});
store.listen((change) => {
  if (change.kind !== 'frame') stale = 'yes';
  else if (stale === 'no') stale = 'frames';
  switch (change.kind) {
    case 'status':
      setText(status, STATUS[store.status]);
      status.dataset.status = store.status;
      if (store.status === 'lost' && store.hello) main.dataset.state = 'lost';
      break;
    case 'hello':
      document.title = store.hello?.title ?? document.title;
      setText(need('title', HTMLHeadingElement), document.title);
      main.dataset.den = String(store.hello?.den === true);
      // Draw immediately, so that the page is correct before it shows that it is connected.
      show(performance.now());
      main.dataset.state = 'open';
      break;
    case 'frame':
      received += 1;
      break;
    case 'refused':
      notice(change.reason);
      break;
    default:
  }
});

const rate = need('rate', HTMLSpanElement);
let ticks = 0;
let measured = { at: performance.now(), ticks: 0, drawn: 0, received: 0 };

function measure(now: number): void {
  const seconds = (now - measured.at) / 1000;
  if (seconds < 1) return;
  const perSecond = (count: number): number => Math.round(count / seconds);
  const pictures = perSecond(ticks - measured.ticks);
  const fresh = perSecond(view.drawn - measured.drawn);
  const frames = perSecond(received - measured.received);
  setText(rate, `${pictures} pictures a second, ${fresh} of them new, from ${frames} frames`);
  measured = { at: now, ticks, drawn: view.drawn, received };
}

function show(now: number): void {
  view.tick(now);
  if (stale === 'yes' || (stale === 'frames' && now - panelsAt >= PANEL_INTERVAL)) {
    stale = 'no';
    panelsAt = now;
    for (const panel of panels) panel.update();
  }
}

function tick(now: number): void {
  ticks += 1;
  show(now);
  measure(now);
  requestAnimationFrame(tick);
}
requestAnimationFrame(tick);
