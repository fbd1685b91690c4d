// The viewer's page: puts the parts together and keeps them moving.

import './styles/viewer.css';
import type { Fields } from '../shared/readers';
import type { Status } from '../shared/connection';
import { need, setText } from '../shared/dom';
import { Settings } from '../shared/settings';
import { connectThemeButton } from '../shared/theme_button';
import { notice, sentence } from '../shared/toasts';
import { LiveSource } from './core/live_source';
import { RecordingSource } from './core/recording_source';
import { nodeTitle } from './core/scene_tables';
import { SeriesStore } from './core/series';
import { type Command, Refused, type Source, Topics } from './core/source';
import { ViewerStore } from './core/store';
import type { ViewerPage } from './page';
import { ConsolePanel } from './panels/console_panel';
import { EventsPanel } from './panels/events_panel';
import { Help, welcome } from './panels/help';
import { Layout } from './panels/layout';
import { LostHint } from './panels/lost_hint';
import { NodePanel } from './panels/node_panel';
import { PlotsPanel } from './panels/plots_panel';
import { acceptDrops, embeddedRecording, readRecording, unpack } from './panels/recordings';
import { RobotPanel } from './panels/robot_panel';
import { SaveDialog } from './panels/save_dialog';
import { StartPage } from './panels/start_page';
import { SupervisorLabels } from './panels/supervisor_labels';
import { TimeBar } from './panels/time_bar';
import { TreePanel } from './panels/tree_panel';
import { ViewMenu } from './panels/view_menu';
import { WhyPanel } from './panels/why_panel';
import { WindowPanel } from './panels/window_panel';
import { Picture } from './picture/picture';
import { PicturePointer } from './picture/pointer';
import { Recorder } from './recorder';
import { Gizmo } from './tools/gizmo';
import { Pull } from './tools/pull';
import { RobotInputs } from './tools/robot_input';
import { listen } from './tools/shortcuts';
import { makeShortcuts } from './tools/shortcut_table';
import { ViewKeys } from './tools/view_keys';

const STATUS: Readonly<Record<Status, string>> = {
  connecting: 'Connecting …', open: 'Connected', lost: 'Connection lost, trying again …',
};

const store = new ViewerStore();
const settings = new Settings();
connectThemeButton(settings);

/** Until the first source is there. */
const NO_SOURCE: Source = {
  kind: 'recording',
  send: () => Promise.reject(new Refused('No world is open.')),
  blob: () => Promise.reject(new Refused('No world is open.')),
  close: () => undefined,
};
let source = NO_SOURCE;
const topics = new Topics((list) => {
  source.send({ do: 'watch', topics: list }).then(
    (reply) => {
      const numbers = reply['pictures'];
      if (typeof numbers !== 'object' || numbers === null) return;
      topics.pictures = new Map(Object.entries(numbers).flatMap(([topic, at]) => (typeof at === 'number' ? [[at, topic] as const] : [])));
    },
    (error: unknown) => {
      if (store.status === 'open') notice(error instanceof Error ? error.message : String(error));
    },
  );
});

function ask(command: Command): Promise<Fields> {
  return source.send(command);
}

async function send(command: Command): Promise<Fields | null> {
  try {
    return await ask(command);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    notice(sentence(error.message));
    return null;
  }
}

const canvas = need('picture', HTMLCanvasElement);
const picture = new Picture(canvas, store, () => source, notice);
const layout = new Layout(() => picture.invalidate(false));
const page: ViewerPage = {
  store, picture, topics, settings, notice, ask, send,
  series: new SeriesStore(),
  source: () => source,
  remove: (node) => {
    const known = store.tables.nodes.get(node);
    void send({ do: 'remove', node }).then((done) => {
      if (done) notice(`${known ? `“${nodeTitle(known)}”` : 'It'} was removed. Undo (Ctrl Z) brings it back.`);
    });
  },
  open: (name, toggle) => layout.show(name, toggle),
  mark: (name, words) => layout.mark(name, words),
  offer: (name, isOffered) => layout.offer(name, isOffered),
};

// Before the panels: what they show of a value is recorded.
new Recorder(page);
const gizmo = new Gizmo(page, need('measure', HTMLOutputElement));
picture.add({ object: gizmo.object, update: () => gizmo.update() });
const pull = new Pull(page);
const pointer = new PicturePointer(picture, {
  click: (x, y, event) => {
    const hit = picture.hits(x, y)[0];
    // A click selects the whole thing; one more, or Shift, what is under the pointer.
    const top = hit ? store.tables.topSolid(hit.node) : null;
    const inner = hit ? (store.tables.path(hit.node).findLast((node) => node.solid || node.robot) ?? null) : null;
    const deeper = event.shiftKey || (top !== null && store.selected === top.id);
    store.select(hit ? ((deeper ? inner?.id : top?.id) ?? hit.node) : null);
  },
  doubleClick: () => picture.focus(store.selected),
});
pointer.tools.push(pull, gizmo);

const viewMenu = new ViewMenu(page, gizmo, pull);
const save = new SaveDialog(page);
const timeBar = new TimeBar(page);
const tree = new TreePanel(page);
const inputs = new RobotInputs(page, () => robots.showKeys());
const robots = new RobotPanel(page, inputs);
layout.add('scene', tree);
layout.add('side', new NodePanel(page, { tool: (name) => viewMenu.choose(name) }));
layout.add('side', robots);
layout.add('side', new WhyPanel(page));
layout.add('drawer', new ConsolePanel(page));
layout.add('drawer', new PlotsPanel(page));
layout.add('drawer', new EventsPanel(page));
layout.add('drawer', new WindowPanel(page));
new StartPage(page);
new SupervisorLabels(page);

const viewKeys = new ViewKeys(picture);
const shortcuts = makeShortcuts({ page, timeBar, viewMenu, gizmo, tree, robots, layout, save: () => save.open(), help: () => help.open() });
const help = new Help(shortcuts);
listen(shortcuts, (event) => document.activeElement === canvas && (inputs.down(event) || viewKeys.down(event)));

const lost = new LostHint(picture);
const main = need('main', HTMLElement);
const status = need('status', HTMLParagraphElement);
const closeRecording = need('close-recording', HTMLButtonElement);
closeRecording.addEventListener('click', () => location.reload());
const embedded = embeddedRecording();
function showStatus(): void {
  const { status: now, hello } = store;
  const words = now !== 'open' ? STATUS[now] : source.kind === 'recording' ? 'Recording' : hello?.canChange ? 'Connected' : 'Look only';
  setText(status, words);
  status.title = words === 'Look only' ? 'To change something, open the address that the program printed, with its token.' : '';
  status.dataset['status'] = now;
  // Phones have room for this word only where it says something.
  status.dataset['usual'] = String(words === 'Connected');
  // A recording that was dropped on a running world: there is a way back.
  closeRecording.hidden = source.kind !== 'recording' || source === NO_SOURCE || embedded !== null;
  document.body.dataset['canChange'] = String(hello?.canChange === true && source.kind === 'live');
}

store.on('status', (now) => {
  showStatus();
  if (now === 'lost' && store.hello) main.dataset['state'] = 'lost';
});
store.on('hello', (hello) => {
  const title = hello.world.title || hello.world.file.split(/[/\\]/).at(-1) || 'Foxden';
  document.title = `${title} – Foxden`;
  setText(need('title', HTMLHeadingElement), title);
  setText(need('file', HTMLParagraphElement), hello.world.file.split(/[/\\]/).at(-1) ?? '');
  showStatus();
  topics.renew();
});
store.on('scene', () => {
  main.dataset['state'] = 'open';
  const { lights, background, tables } = store;
  const isLit = lights.some((light) => light.on) || (background?.skyBox ?? background?.color.filter((part) => part > 0))?.length;
  if (!isLit && tables.instances.size > 0) notice('This world has no light, so everything is black. A lamp or a background may come from a PROTO that was not found.');
});
store.on('trouble', notice);
async function openRecording(name: string, read: () => Promise<Uint8Array<ArrayBuffer>>): Promise<void> {
  try {
    const bytes = await read();
    const before = source;
    // The source before stays until the new one is known to be readable.
    source = new RecordingSource(store, bytes, name, (made) => {
      source = made;
    });
    before.close();
    page.series.keepsFuture = true;
    page.series.clear();
    topics.renew();
  } catch (error) {
    notice(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

if (embedded !== null) void openRecording('recording', () => unpack(embedded));
else source = new LiveSource(store, new URL(location.href), new URLSearchParams(location.search).get('token'));
acceptDrops((file) => void openRecording(file.name, () => readRecording(file)));

const showHighlight = (): void => picture.setHighlight(getComputedStyle(document.documentElement).getPropertyValue('--accent').trim());
settings.listen(showHighlight);
showHighlight();
if (embedded === null) welcome();

function tick(now: number): void {
  viewKeys.tick(now);
  picture.tick(now);
  layout.tick(now);
  lost.tick(now);
  requestAnimationFrame(tick);
}
requestAnimationFrame(tick);

// For measurements of the page from outside.
Object.assign(globalThis, { foxdenViewer: { store, picture } });
