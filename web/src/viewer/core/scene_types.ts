// The description of a scene as the server sends it, checked while it is read.
// Recordings come from anywhere, so nothing is taken on trust.

import {
  flag, list, Malformed, maybe, number, oneOf, otherwise, type Read, type Reader, shape, table, text, tuple,
} from '../../shared/readers';

export type Vec3 = readonly [number, number, number];
/** w, x, y, z. */
export type Quaternion = readonly [number, number, number, number];

export const vec2 = tuple<readonly [number, number]>(number, number);
export const vec3 = tuple<Vec3>(number, number, number);
export const quaternion = tuple<Quaternion>(number, number, number, number);
const upright: Quaternion = [1, 0, 0, 0];

/** A whole number from 0 to `most`. */
const count =
  (most: number): Reader<number> =>
  (value, what) => {
    const read = number(value, what);
    if (!Number.isInteger(read) || read < 0 || read > most) throw new Malformed(`${what} is no number up to ${most}`);
    return read;
  };

export const MOST_BODIES = 4_000_000;
const MOST_VERTICES = 100_000_000;
const index = count(MOST_BODIES);
const HASH = /^[\w-]{1,128}$/;
const hash: Reader<string> = (value, what) => {
  const read = text(value, what);
  if (!HASH.test(read)) throw new Malformed(`${what} is no hash`);
  return read;
};

const node = shape({
  id: number,
  parent: maybe(number),
  type: text,
  def: maybe(text),
  name: maybe(text),
  model: maybe(text),
  proto: maybe(shape({ name: text, url: maybe(text) })),
  field: maybe(text),
  solid: flag,
  robot: flag,
  body: maybe(index),
  window: maybe(text),
});

const body = shape({ index: maybe(index), node: maybe(number), position: vec3, rotation: otherwise(upright, quaternion) });

const geometry = shape({
  kind: oneOf('triangles', 'lines', 'points'),
  vertices: count(MOST_VERTICES),
  elements: count(MOST_VERTICES),
  bounds: maybe(tuple<readonly [Vec3, Vec3]>(vec3, vec3)),
  colors: flag,
  ink: flag,
});

const textureMap = shape({
  texture: hash,
  repeat: otherwise<readonly [boolean, boolean]>([true, true], tuple<readonly [boolean, boolean]>(flag, flag)),
  filtering: otherwise(4, number),
});

const textureTransform = shape({
  center: otherwise([0, 0] as const, vec2),
  rotation: otherwise(0, number),
  scale: otherwise([1, 1] as const, vec2),
  translation: otherwise([0, 0] as const, vec2),
});

const white: Vec3 = [1, 1, 1];
const black: Vec3 = [0, 0, 0];
const grey: Vec3 = [0.8, 0.8, 0.8];

const material = shape({
  id: number,
  kind: oneOf('unlit', 'phong', 'pbr'),
  transparency: otherwise(0, number),
  emissiveColor: otherwise(black, vec3),
  textureTransform: maybe(textureTransform),
  ink: maybe(hash),
  // phong and unlit
  ambientIntensity: otherwise(0.2, number),
  diffuseColor: otherwise(grey, vec3),
  specularColor: otherwise(black, vec3),
  shininess: otherwise(0.2, number),
  map: maybe(textureMap),
  // pbr
  baseColor: otherwise(white, vec3),
  baseColorMap: maybe(textureMap),
  roughness: otherwise(0, number),
  roughnessMap: maybe(textureMap),
  metalness: otherwise(1, number),
  metalnessMap: maybe(textureMap),
  iblStrength: otherwise(1, number),
  normalMap: maybe(textureMap),
  normalMapFactor: otherwise(1, number),
  occlusionMap: maybe(textureMap),
  occlusionMapStrength: otherwise(1, number),
  emissiveColorMap: maybe(textureMap),
  emissiveIntensity: otherwise(1, number),
});

const transform = shape({
  position: otherwise(black, vec3),
  rotation: otherwise(upright, quaternion),
  scale: otherwise(white, vec3),
});

const instance = shape({
  id: number,
  node: number,
  body: index,
  geometry: hash,
  material: number,
  transform,
  castShadows: flag,
  /** Its pose is in the frame of the eye. */
  billboard: flag,
});

const light = shape({
  node: maybe(number),
  kind: oneOf('directional', 'point', 'spot'),
  on: otherwise(true, flag),
  color: vec3,
  intensity: number,
  ambientIntensity: otherwise(0, number),
  castShadows: flag,
  direction: maybe(vec3),
  location: maybe(vec3),
  attenuation: maybe(vec3),
  radius: maybe(number),
  cutOffAngle: maybe(number),
  beamWidth: maybe(number),
  body: maybe(index),
});

const background = shape({
  color: vec3,
  luminosity: otherwise(1, number),
  skyBox: maybe(list(hash)),
});

const fog = shape({ kind: text, color: vec3, range: number });

const viewpoint = shape({
  position: vec3,
  orientation: quaternion,
  fieldOfView: otherwise(0.785398, number),
  near: otherwise(0.05, number),
  far: otherwise(0, number),
  exposure: otherwise(1, number),
  follow: maybe(number),
  followType: maybe(text),
});

/** A text of a supervisor over the picture. */
const label = shape({
  robot: maybe(number),
  id: number,
  position: list(number),
  size: otherwise(0.1, number),
  color: vec3,
  opacity: otherwise(1, number),
  text,
  font: otherwise('', text),
});

const textureEntry = shape({ width: otherwise(0, number), height: otherwise(0, number), alpha: flag });

/** Empty for a list that is missing. */
const some = <T>(item: Reader<T>): Reader<readonly T[]> => otherwise<readonly T[]>([], list(item));

const tables = {
  nodes: some(node),
  bodies: some(body),
  geometries: otherwise<ReadonlyMap<string, Geometry>>(new Map(), table(geometry)),
  textures: otherwise<ReadonlyMap<string, TextureEntry>>(new Map(), table(textureEntry)),
  materials: some(material),
  instances: some(instance),
};

export const readScene = shape({
  ...tables,
  lights: some(light),
  labels: some(label),
  background: maybe(background),
  fog: maybe(fog),
  viewpoint: maybe(viewpoint),
  up: otherwise<Vec3>([0, 0, 1], vec3),
});

export const readChanges = shape({
  ...tables,
  removed: otherwise({ nodes: [], instances: [] }, shape({ nodes: some(number), instances: some(number) })),
  lights: maybe(list(light)),
  labels: maybe(list(label)),
  background: maybe(background),
  fog: maybe(fog),
  viewpoint: maybe(viewpoint),
});

export type SceneNode = Read<typeof node>;
export type Body = Read<typeof body>;
export type Geometry = Read<typeof geometry>;
export type TextureEntry = Read<typeof textureEntry>;
export type TextureMap = Read<typeof textureMap>;
export type TextureTransform = Read<typeof textureTransform>;
export type Material = Read<typeof material>;
export type Instance = Read<typeof instance>;
export type Light = Read<typeof light>;
export type Label = Read<typeof label>;
export type Background = Read<typeof background>;
export type Fog = Read<typeof fog>;
export type Viewpoint = Read<typeof viewpoint>;
export type Scene = Read<typeof readScene>;
export type Changes = Read<typeof readChanges>;
