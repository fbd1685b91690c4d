// Records values as they come, whether a panel shows them or not, and keeps the topics of plotted series subscribed.

import type { Fields } from '../shared/readers';
import { partsOf, poseReadings, type Reading, readingsOf, topicOf } from './core/readings';
import { nodeTitle } from './core/scene_tables';
import { placeName } from './overlays/node_link';
import type { ViewerPage } from './page';

export class Recorder {
  private readonly releases = new Map<string, () => void>();
  private readonly names = new Map<number, string>();
  private plotted: readonly string[] = [];

  constructor(private readonly page: ViewerPage) {
    const { store, series } = page;
    store.on('values', ({ topic, values, time }) => this.take(topic, values, time));
    store.on('frame', () => this.takePoses());
    for (const event of ['scene', 'changes'] as const) store.on(event, () => this.names.clear());
    series.listen(() => this.follow());
  }

  /** Subscribes to what is plotted, and takes what is known of new series. */
  private follow(): void {
    const { page } = this;
    const { plotted } = page.series;
    if (plotted === this.plotted) return;
    const before = new Set(this.plotted);
    this.plotted = plotted;
    const topics = new Set(plotted.map(topicOf));
    for (const [topic, release] of this.releases) {
      if (topics.has(topic)) continue;
      release();
      this.releases.delete(topic);
    }
    for (const topic of topics) if (!this.releases.has(topic)) this.releases.set(topic, page.topics.want(topic));
    for (const topic of new Set(plotted.filter((key) => !before.has(key) && !page.series.get(key)).map(topicOf))) {
      const values = page.store.values.get(topic);
      if (values && typeof values['time'] === 'number') this.take(topic, values, values['time']);
    }
  }

  private take(topic: string, values: Fields, time: number): void {
    const { series } = this.page;
    const readings = readingsOf(topic, values, series.plotted);
    this.add(readings, Number(topic.split(':')[1]), time);
    if (topic !== 'contacts') return;
    // What touches no more has no force.
    const touching = new Set(readings.map(({ key }) => key));
    for (const key of series.plotted) {
      const known = topicOf(key) === topic && !touching.has(key) ? series.get(key) : null;
      if (known) series.add(key, known.label, known.unit, time, 0);
    }
  }

  private add(readings: readonly Reading[], id: number, time: number): void {
    const { series } = this.page;
    for (const { key, label, node = id, unit, value, isRare } of readings) {
      for (const [name, part, number] of partsOf(key, value)) {
        if (!isRare || series.isPlotted(name)) series.add(name, `${this.name(node)} ${label}${part}`, unit, time, number);
      }
    }
  }

  /** A recording has no values of nodes, but their poses. */
  private takePoses(): void {
    const { store, source } = this.page;
    if (source().kind !== 'recording' || store.isPast) return;
    const topics = [...this.releases.keys()].filter((topic) => topic.startsWith('node:'));
    const nodes = new Set(topics.map((topic) => Number(topic.slice(5))));
    if (store.selected !== null) nodes.add(store.selected);
    for (const node of nodes) {
      const pose = store.shownPose(node);
      if (pose) this.add(poseReadings(node, pose.position, pose.rotation), node, store.time);
    }
  }

  /** The title of a node, with its number if others have this title; or what an unnamed one is part of. */
  private name(id: number | null): string {
    const { nodes } = this.page.store.tables;
    const node = id === null ? undefined : nodes.get(id);
    if (!node) return 'world';
    const known = this.names.get(node.id);
    if (known !== undefined) return known;
    const title = nodeTitle(node);
    const isNamed = Boolean(node.name || node.def);
    const isShared = isNamed && [...nodes.values()].some((other) => other !== node && nodeTitle(other) === title);
    const name = !isNamed ? placeName(this.page, node.id, title) : isShared ? `${title} #${node.id}` : title;
    this.names.set(node.id, name);
    return name;
  }
}
