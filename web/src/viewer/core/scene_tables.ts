// The scene as tables by id, with what follows from them: children of nodes and labels.

import type { Changes, Geometry, Instance, Material, Scene, SceneNode, TextureEntry } from './scene_types';

export class SceneTables {
  readonly nodes = new Map<number, SceneNode>();
  readonly geometries = new Map<string, Geometry>();
  readonly textures = new Map<string, TextureEntry>();
  readonly materials = new Map<number, Material>();
  readonly instances = new Map<number, Instance>();
  private childLists: Map<number | null, SceneNode[]> | null = null;

  load(scene: Scene): void {
    for (const table of [this.nodes, this.geometries, this.textures, this.materials, this.instances]) table.clear();
    this.merge(scene);
  }

  apply(changes: Changes): void {
    for (const id of changes.removed.nodes) this.nodes.delete(id);
    for (const id of changes.removed.instances) this.instances.delete(id);
    this.merge(changes);
  }

  private merge(from: Pick<Scene, 'nodes' | 'geometries' | 'textures' | 'materials' | 'instances'>): void {
    for (const node of from.nodes) this.nodes.set(node.id, node);
    for (const [hash, geometry] of from.geometries) this.geometries.set(hash, geometry);
    for (const [hash, texture] of from.textures) this.textures.set(hash, texture);
    for (const material of from.materials) this.materials.set(material.id, material);
    for (const instance of from.instances) this.instances.set(instance.id, instance);
    this.childLists = null;
  }

  /** Drops textures and geometries that nothing uses: contents of displays change many times a second. */
  prune(keep: readonly string[]): void {
    const used = new Set(keep);
    for (const material of this.materials.values()) {
      const maps = [material.map, material.baseColorMap, material.roughnessMap, material.metalnessMap, material.normalMap, material.occlusionMap, material.emissiveColorMap];
      for (const map of maps) if (map) used.add(map.texture);
      if (material.ink) used.add(material.ink);
    }
    for (const hash of this.textures.keys()) if (!used.has(hash)) this.textures.delete(hash);
    const shapes = new Set([...this.instances.values()].map((instance) => instance.geometry));
    for (const hash of this.geometries.keys()) if (!shapes.has(hash)) this.geometries.delete(hash);
  }

  /** Children of a node in tree order; of null: the roots. */
  children(parent: number | null): readonly SceneNode[] {
    if (!this.childLists) {
      const lists = new Map<number | null, SceneNode[]>();
      for (const node of this.nodes.values()) {
        const key = node.parent !== null && this.nodes.has(node.parent) ? node.parent : null;
        const known = lists.get(key);
        if (known) known.push(node);
        else lists.set(key, [node]);
      }
      this.childLists = lists;
    }
    return this.childLists.get(parent) ?? [];
  }

  /** The node and what it is part of, outermost first. A cycle in a bad file ends. */
  path(id: number): readonly SceneNode[] {
    const found: SceneNode[] = [];
    const seen = new Set<number>();
    for (let node = this.nodes.get(id); node && !seen.has(node.id); node = this.nodes.get(node.parent ?? NaN)) {
      seen.add(node.id);
      found.unshift(node);
    }
    return found;
  }

  /** The outermost Solid or Robot around a node: what a click selects. */
  topSolid(id: number): SceneNode | null {
    return this.path(id).find((node) => node.solid || node.robot) ?? null;
  }

  /** The robot that a node belongs to. */
  robotOf(id: number): SceneNode | null {
    return this.path(id).findLast((node) => node.robot) ?? null;
  }

  robots(): readonly SceneNode[] {
    return [...this.nodes.values()].filter((node) => node.robot);
  }

  /** All nodes below a node and itself. */
  below(id: number): ReadonlySet<number> {
    const found = new Set<number>();
    const visit = (at: number): void => {
      if (found.has(at)) return;
      found.add(at);
      for (const child of this.children(at)) visit(child.id);
    };
    visit(id);
    return found;
  }
}

/** How a node is called on the page: its name, its DEF, or its type. */
export const nodeTitle = (node: SceneNode): string => node.name || node.def || node.proto?.name || node.type;

/** What kind of node it is. */
export const nodeKind = (node: SceneNode): string => node.proto?.name ?? node.type;
