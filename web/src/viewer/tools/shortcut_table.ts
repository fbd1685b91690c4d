// All shortcuts of the viewer.

import type { ViewerPage } from '../page';
import type { Layout } from '../panels/layout';
import type { RobotPanel } from '../panels/robot_panel';
import type { TimeBar } from '../panels/time_bar';
import type { TreePanel } from '../panels/tree_panel';
import type { ViewMenu } from '../panels/view_menu';
import type { Gizmo } from './gizmo';
import { key, type Shortcut, withCtrl, withShift } from './shortcuts';

export interface ShortcutTargets {
  readonly page: ViewerPage;
  readonly timeBar: TimeBar;
  readonly viewMenu: ViewMenu;
  readonly gizmo: Gizmo;
  readonly tree: TreePanel;
  readonly robots: RobotPanel;
  readonly layout: Layout;
  save(): void;
  help(): void;
}

export function makeShortcuts({ page, timeBar, viewMenu, gizmo, tree, robots, layout, save, help }: ShortcutTargets): readonly Shortcut[] {
  const { store, picture } = page;
  const one = (group: Shortcut['group'], keys: string, text: string, matches: Shortcut['matches'], run: () => void): Shortcut => ({ group, keys, text, matches, run });
  const remove = (): void => {
    if (store.selected !== null) page.remove(store.selected);
  };
  const escape = (): void => {
    if (layout.closeSheet()) return;
    if (gizmo.active) viewMenu.choose('select');
    else store.select(null);
  };
  const constrain = (axis: 0 | 1 | 2): void => {
    gizmo.constraint = gizmo.constraint === axis ? null : axis;
  };
  return [
    one('Time', 'Space', 'play or pause', key(' '), () => timeBar.toggle()),
    one('Time', '.', 'one step', key('.'), () => timeBar.stepOnce()),
    one('Time', '[ ]', 'one second back, forth', key('['), () => timeBar.shift(-1)),
    one('Time', ']', '', key(']'), () => timeBar.shift(1)),
    one('Time', 'L', 'back to now', key('l'), () => timeBar.goLive()),
    one('Time', '< >', 'slower, faster', key('<'), () => timeBar.shiftSpeed(-1)),
    one('Time', '>', '', key('>'), () => timeBar.shiftSpeed(1)),
    one('Time', 'Shift R', 'back to the start', withShift('r'), () => timeBar.restart()),
    one('View', '← → ↑ ↓', 'turn the view, with Shift move it', () => false, () => undefined),
    one('View', 'W A S D Q E', 'fly', () => false, () => undefined),
    one('View', '+ −', 'zoom', () => false, () => undefined),
    one('View', '1 … 6', 'front, back, left, right, top, bottom', key('1'), () => viewMenu.preset('front')),
    one('View', '2', '', key('2'), () => viewMenu.preset('back')),
    one('View', '3', '', key('3'), () => viewMenu.preset('left')),
    one('View', '4', '', key('4'), () => viewMenu.preset('right')),
    one('View', '5', '', key('5'), () => viewMenu.preset('top')),
    one('View', '6', '', key('6'), () => viewMenu.preset('bottom')),
    one('View', '0', 'the world’s own view', key('0'), () => picture.resetView()),
    one('View', 'O', 'parallel or perspective', key('o'), () => viewMenu.toggleProjection()),
    one('View', 'Shift F', 'show everything', withShift('f'), () => picture.focus(null)),
    one('Selection', 'F', 'show the selection', key('f'), () => picture.focus(store.selected)),
    one('Selection', 'V', 'select', key('v'), () => viewMenu.choose('select')),
    one('Selection', 'G', 'move', key('g'), () => viewMenu.choose('move')),
    one('Selection', 'T', 'turn', key('t'), () => viewMenu.choose('turn')),
    one('Selection', 'X Y Z', 'while moving: only this axis; with Ctrl on a grid', key('x'), () => constrain(0)),
    one('Selection', 'Y', '', key('y'), () => constrain(1)),
    one('Selection', 'Z', '', key('z'), () => constrain(2)),
    one('Selection', 'Delete', 'remove', key('Delete'), remove),
    one('Selection', 'Ctrl Z', 'undo', withCtrl('z', false), () => void page.send({ do: 'undo' })),
    one('Selection', 'Ctrl Shift Z', 'redo', withCtrl('z', true), () => void page.send({ do: 'redo' })),
    one('Selection', 'Ctrl S', 'save the world', withCtrl('s', false), save),
    one('Selection', 'Esc', 'select nothing', key('Escape'), escape),
    one('Panels', '/', 'search the scene', key('/'), () => {
      page.open('scene');
      tree.focusSearch();
    }),
    one('Panels', 'B', 'scene', key('b'), () => layout.toggle('scene')),
    one('Panels', 'I', 'inspector', key('i'), () => page.open('node', true)),
    one('Panels', 'R', 'robot', key('r'), () => page.open('robot', true)),
    one('Panels', 'H', 'why', key('h'), () => page.open('why', true)),
    one('Panels', 'C', 'console', key('c'), () => page.open('console', true)),
    one('Panels', 'P', 'plots', key('p'), () => page.open('plots', true)),
    one('Panels', 'K', 'keyboard goes to the robot', key('k'), () => robots.toggleKeys()),
    one('Panels', '?', 'this help', key('?'), help),
  ];
}
