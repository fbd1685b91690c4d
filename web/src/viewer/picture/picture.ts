// The picture: renders the store's scene when something changed, and says what is under a point.

import {
  CustomToneMapping, Group, type InstancedMesh, type Intersection, Matrix4, type Object3D, Quaternion, Raycaster, Scene as ThreeScene, type Sphere,
  Vector2, Vector3, WebGLRenderer,
} from 'three';
import { STRIDE } from '../core/poses';
import type { Instance } from '../core/scene_types';
import type { Source } from '../core/source';
import type { ViewerStore } from '../core/store';
import { Batches, type Placed } from './batches';
import { farthest, isInView, nodeSphere, sceneSphere } from './extent';
import { Geometries } from './geometries';
import { Highlight } from './highlight';
import { LightBuffer } from './light_buffer';
import { Lights } from './lights';
import { Materials } from './materials';
import { bodyMatrix } from './pose_matrix';
import { patchShaders } from './shader_patches';
import { Surroundings } from './surroundings';
import { Textures } from './textures';
import { ViewCamera } from './view_camera';

/** What is under a point of the picture. */
export interface Hit {
  readonly node: number;
  readonly body: number;
  readonly point: Vector3;
  readonly normal: Vector3 | null;
}

/** The node that the picture follows, and how: a mode of Viewpoint. */
export interface Following {
  readonly node: number;
  readonly mode: string;
}

/** Something drawn besides the scene; `update` is called before each picture. */
export interface Decoration {
  readonly object: Object3D;
  update?(now: number): void;
}

const MOST_PIXELS = 3_000_000;
/** The outline of what overlays point at. */
const MARK = '#ef5d55';
/** Pictures further apart than this are slow, in milliseconds. */
const SLOW = 45;
/** On slow machines shadows are made for one picture in this many. */
const SHADOW_INTERVAL = 4;

export class Picture {
  readonly view = new ViewCamera();
  readonly renderer: WebGLRenderer;
  readonly decorations = new Group();
  bounds: Sphere;
  /** Pictures so far. */
  drawn = 0;
  /** What the script of the last picture took, in milliseconds: in all, and for moving bodies. */
  scriptTime = 0;
  moveTime = 0;
  /** When the first picture with the whole scene was drawn, in milliseconds since the page was opened. */
  firstPictureAt: number | null = null;
  private isBuilt = false;
  private following: Following | null = null;
  private readonly scene = new ThreeScene();
  /** What is drawn over the world: outlines, overlays, handles. */
  private readonly above = new ThreeScene();
  private readonly light: LightBuffer;
  private readonly batches: Batches;
  private readonly lights: Lights;
  private readonly surroundings: Surroundings;
  private readonly highlight = new Highlight();
  private readonly marks = new Highlight();
  private marked: readonly number[] = [];
  private readonly materials: Materials;
  private readonly geometries: Geometries;
  private readonly textures: Textures;
  private readonly list = new Set<Decoration>();
  private stale = true;
  private shadowsStale = true;
  private followed: { readonly position: Vector3; readonly rotation: Quaternion } | null = null;
  showShadows = true;
  private shownWorld = '';
  private tickedAt = 0;
  private isSlow = false;
  private waits = 0;

  constructor(
    readonly canvas: HTMLCanvasElement,
    private readonly store: ViewerStore,
    source: () => Source,
    trouble: (text: string) => void,
  ) {
    patchShaders();
    this.renderer = new WebGLRenderer({ canvas, antialias: true, stencil: true, powerPreference: 'high-performance' });
    this.renderer.toneMapping = CustomToneMapping;
    this.renderer.info.autoReset = true;
    const changed = (): void => this.invalidate(true);
    this.geometries = new Geometries((hash) => source().blob('geometry', hash));
    this.textures = new Textures((hash) => source().blob('texture', hash), this.renderer.capabilities.getMaxAnisotropy());
    this.materials = new Materials(this.textures, (hash) => store.tables.textures.get(hash)?.alpha === true, changed, trouble);
    this.batches = new Batches(this.geometries, this.materials, changed, trouble);
    this.lights = new Lights(this.renderer);
    this.surroundings = new Surroundings(this.scene, this.renderer, this.textures, this.materials, changed);
    this.bounds = sceneSphere(store.tables, store.poses);
    this.scene.matrixAutoUpdate = false;
    this.scene.add(this.batches.group, this.lights.group);
    this.above.add(this.decorations, this.highlight.group, this.marks.group);
    this.light = new LightBuffer(this.renderer);
    this.marks.setColor(MARK);
    new ResizeObserver(() => this.resize()).observe(canvas);
    this.resize();
    store.on('scene', () => this.load());
    store.on('changes', (changes) => {
      if (changes.textures.size + changes.geometries.size > 0) {
        store.tables.prune(store.background?.skyBox ?? []);
        this.textures.keep(store.tables.textures);
        this.geometries.keep(store.tables.geometries);
      }
      if (changes.lights) this.loadLights();
      // A supervisor that moves the Viewpoint moves cameras that are still there.
      if (changes.viewpoint && !this.view.isMoved) this.resetView();
      if (changes.background || changes.fog) void this.surroundings.load(store.background, store.fog);
      void this.build();
    });
    store.on('look', (node) => this.focus(node));
    store.on('frame', () => this.invalidate(false));
    store.on('selection', () => this.showSelection());
  }

  get follow(): Following | null {
    return this.following;
  }

  set follow(follow: Following | null) {
    this.following = follow;
    this.stale = true;
    this.store.emit('follow', follow?.node ?? null);
  }

  /** Whether all geometries and textures of the scene are there. */
  get isComplete(): boolean {
    return this.isBuilt && this.textures.pending === 0;
  }

  /** Asks for a new picture; `shadows`: also for new shadows. */
  invalidate(shadows: boolean): void {
    this.stale = true;
    if (shadows) this.shadowsStale = true;
  }

  add(decoration: Decoration): () => void {
    this.list.add(decoration);
    this.decorations.add(decoration.object);
    this.stale = true;
    return () => {
      this.list.delete(decoration);
      this.decorations.remove(decoration.object);
      this.stale = true;
    };
  }

  /** Draws if anything changed. */
  tick(now: number): void {
    if (this.view.tick(now)) this.stale = true;
    const { poses } = this.store;
    if (!this.stale && !poses.needsShow) return;
    const start = performance.now();
    let moved = false;
    const movesLights = this.lights.bodies;
    poses.show(now, (body) => {
      this.batches.move(body, poses.shown);
      if (movesLights.has(body)) this.lights.move(body, () => this.bodyMatrix(body));
      moved = true;
    });
    this.followNode();
    if (moved) this.shadowsStale = true;
    if (this.batches.face(this.view, poses.shown) || moved) {
      this.highlight.update(poses.shown);
      this.marks.update(poses.shown);
    }
    for (const decoration of this.list) decoration.update?.(now);
    this.stale = false;
    this.renderer.shadowMap.needsUpdate = this.needsShadows(now);
    this.moveTime = performance.now() - start;
    this.draw();
    this.scriptTime = performance.now() - start;
    this.drawn += 1;
    if (this.firstPictureAt === null && this.isBuilt) this.firstPictureAt = performance.now();
  }

  private draw(): void {
    const { renderer, scene, above } = this;
    const { camera } = this.view;
    if (this.batches.hasTransparent) this.light.render(scene, camera);
    else renderer.render(scene, camera);
    renderer.autoClear = false;
    renderer.render(above, camera);
    renderer.autoClear = true;
  }

  /** Shadows follow each picture, or every few on a machine that is slow; the last one always has them. */
  private needsShadows(now: number): boolean {
    const gap = now - this.tickedAt;
    this.tickedAt = now;
    this.isSlow = gap < 1000 && (this.isSlow ? gap > SLOW * 0.7 : gap > SLOW);
    if (!this.shadowsStale) return false;
    this.waits = this.isSlow ? (this.waits + 1) % SHADOW_INTERVAL : 0;
    if (this.waits !== 0 && this.store.poses.needsShow) return false;
    this.shadowsStale = false;
    return true;
  }

  /** Whether any shape is before the eye; true for a world without shapes. */
  showsSomething(): boolean {
    return this.batches.placed.size === 0 || isInView(this.batches.placed.values(), this.view.camera, this.store.poses.shown);
  }

  /** What is under a pixel of the canvas, the nearest first. */
  hits(x: number, y: number): readonly Hit[] {
    const raycaster = this.ray(x, y);
    raycaster.params.Line.threshold = this.view.distance * 0.005;
    raycaster.params.Points.threshold = this.view.distance * 0.005;
    return raycaster.intersectObject(this.batches.group, true).flatMap((found) => {
      const member = memberOf(found);
      return member ? [{ node: member.node, body: member.body, point: found.point, normal: found.normal ?? null }] : [];
    });
  }

  ray(x: number, y: number): Raycaster {
    const raycaster = new Raycaster();
    const { width, height } = this.canvas.getBoundingClientRect();
    raycaster.setFromCamera(new Vector2((x / width) * 2 - 1, 1 - (y / height) * 2), this.view.camera);
    return raycaster;
  }

  /** Where a point of the world is on the canvas, in pixels of the page. */
  project(point: Vector3): { readonly x: number; readonly y: number; readonly visible: boolean } {
    const { width, height } = this.canvas.getBoundingClientRect();
    const at = point.clone().project(this.view.camera);
    return { x: ((at.x + 1) / 2) * width, y: ((1 - at.y) / 2) * height, visible: at.z < 1 && at.z > -1 };
  }

  /** The matrix of a body as shown. */
  bodyMatrix(body: number): Matrix4 {
    return bodyMatrix(this.store.poses.shown, body, new Matrix4());
  }

  /** The body that a node moves with. */
  bodyOf(node: number): number {
    return this.store.tables.path(node).findLast((one) => one.body !== null)?.body ?? 0;
  }

  focus(node: number | null): void {
    const sphere = node === null ? sceneSphere(this.store.tables, this.store.poses) : nodeSphere(this.store.tables, this.store.poses, node);
    this.view.focus(sphere ?? this.bounds, performance.now());
    this.stale = true;
  }

  /** Outlines nodes besides the selection, such as what blocks a light. */
  mark(nodes: readonly number[]): void {
    if (nodes.length === this.marked.length && nodes.every((node, at) => node === this.marked[at])) return;
    this.marked = nodes;
    this.showMarks();
  }

  setHighlight(color: string): void {
    this.highlight.setColor(color);
    this.stale = true;
  }

  /** Back to the world's own Viewpoint. */
  resetView(): void {
    const { viewpoint } = this.store;
    if (viewpoint) this.view.load(viewpoint, this.bounds);
    else this.view.focus(this.bounds, performance.now());
    this.stale = true;
  }

  loadLights(): void {
    this.materials.setShadows(this.store.lights.some((light) => light.on && light.castShadows));
    this.lights.load(this.store.lights, this.bounds, this.showShadows, (body) => this.bodyMatrix(body));
    this.invalidate(true);
  }

  private load(): void {
    const { tables, poses, up, viewpoint } = this.store;
    this.batches.clear();
    this.geometries.keep(tables.geometries);
    this.textures.keep(tables.textures);
    this.materials.keep(tables.materials);
    poses.show(performance.now(), () => undefined);
    this.bounds = sceneSphere(tables, poses);
    this.view.setFarthest(farthest(tables, poses));
    this.view.up.set(...up).normalize();
    this.renderer.toneMappingExposure = viewpoint?.exposure ?? 1;
    this.loadLights();
    void this.surroundings.load(this.store.background, this.store.fog);
    // After a reset the visitor's view stays; a new world has its own.
    const world = `${this.store.hello?.world.file} ${JSON.stringify(viewpoint)}`;
    if (world !== this.shownWorld) this.resetView();
    this.shownWorld = world;
    this.follow = viewpoint?.follow != null ? { node: viewpoint.follow, mode: viewpoint.followType ?? 'Tracking Shot' } : null;
    this.followed = null;
    void this.build();
  }

  private async build(): Promise<void> {
    await this.batches.build(this.store.tables, () => this.store.poses.shown);
    this.showSelection();
    this.showMarks();
    this.invalidate(true);
    this.isBuilt = true;
    this.canvas.dataset['ready'] = 'true';
  }

  private showSelection(): void {
    const { selected } = this.store;
    this.highlight.set(selected === null ? [] : this.shapesBelow([selected]), this.store.poses.shown);
    this.stale = true;
  }

  private showMarks(): void {
    this.marks.set(this.shapesBelow(this.marked), this.store.poses.shown);
    this.stale = true;
  }

  /** The shapes of nodes and of what is in them. */
  private shapesBelow(nodes: readonly number[]): readonly Placed[] {
    if (nodes.length === 0) return [];
    const all = new Set(nodes.flatMap((node) => [...this.store.tables.below(node)]));
    return [...this.batches.placed.values()].filter(({ instance }) => all.has(instance.node));
  }

  private followNode(): void {
    if (!this.follow) {
      this.followed = null;
      return;
    }
    // What was removed is nowhere; the view stays.
    if (!this.store.tables.nodes.has(this.follow.node)) {
      this.followed = null;
      this.follow = null;
      return;
    }
    const at = this.bodyOf(this.follow.node) * STRIDE;
    const { shown } = this.store.poses;
    const position = new Vector3(shown[at], shown[at + 1], shown[at + 2]);
    const rotation = new Quaternion(shown[at + 3], shown[at + 4], shown[at + 5], shown[at + 6]);
    const before = this.followed;
    this.followed = { position, rotation };
    const mode = this.follow.mode.toLowerCase();
    if (mode.startsWith('none')) return;
    if (mode.startsWith('pan')) {
      this.view.lookAt(position);
      return;
    }
    if (!before) return;
    const turn = mode.startsWith('mounted') ? rotation.clone().multiply(before.rotation.clone().invert()) : null;
    this.view.carry(position.clone().sub(before.position), position, turn);
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    const ratio = Math.min(devicePixelRatio, 2, Math.sqrt(MOST_PIXELS / (clientWidth * clientHeight)));
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(clientWidth, clientHeight, false);
    this.view.resize(clientWidth, clientHeight);
    for (const outline of [this.highlight, this.marks]) outline.resize(clientWidth * ratio, clientHeight * ratio, ratio);
    this.stale = true;
  }
}

function memberOf(found: Intersection): Instance | null {
  const members = (found.object as InstancedMesh).userData['members'] as readonly Instance[] | undefined;
  return members?.[found.instanceId ?? 0] ?? null;
}

