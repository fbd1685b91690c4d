// Leaves out parts of three.js that the viewer never uses, and blanks and comments of shaders, so that
// the page stays small. It builds from the sources of the package: their modules can be replaced one by one.

import type { Plugin } from 'vite';

/** Shaders of materials that the viewer does not have. */
const UNUSED_SHADERS = /ShaderLib\/(?:backgroundCube|equirect|linedashed|meshlambert|meshmatcap|meshnormal|meshtoon|sprite|shadow)\.glsl\.js$/;
const UNUSED_CHUNKS =
  /ShaderChunk\/(?:clearcoat_\w+|iridescence_\w+|transmission_\w+|lights_toon_\w+|gradientmap_\w+|lights_lambert_\w+|morph\w+|skin\w+|displacementmap_\w+|lightmap_\w+|bumpmap_\w+|batching_\w+)\.glsl\.js$/;
/** Modules that are replaced: what they export, without what it does. */
const REPLACED: readonly (readonly [RegExp, string])[] = [
  [/webgl\/WebGLOutput\.js$/, 'export class WebGLOutput {}'],
  [
    /webxr\/WebXRManager\.js$/,
    `import { EventDispatcher } from '../../core/EventDispatcher.js';
export class WebXRManager extends EventDispatcher {
  enabled = false; isPresenting = false; cameraAutoUpdate = false;
  getCamera() { return null; } getDepthSensingMesh() { return null; } hasDepthSensing() { return false; } getEnvironmentBlendMode() {}
  setAnimationLoop() {} dispose() {} updateCamera() {} getFoveation() {}
}`,
  ],
];

/** A shader without comments and indentation. */
const shortened = (code: string): string =>
  code.replace(/\/\* glsl \*\/`([^`]*)`/g, (_whole, shader: string) => {
    const lines = shader
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .split('\n')
      .map((line) => line.replace(/\/\/.*$/, '').trim().replace(/\s+/g, ' '))
      .filter((line) => line !== '');
    return `\`${lines.join('\n')}\n\``;
  });

export function threeTrim(): Plugin {
  return {
    name: 'three-trim',
    enforce: 'pre',
    config: () => ({ resolve: { alias: [{ find: /^three$/, replacement: 'three/src/Three.js' }] } }),
    transform(code, id) {
      if (!id.includes('/three/src/')) return null;
      const replaced = REPLACED.find(([file]) => file.test(id));
      if (replaced) return { code: replaced[1], map: null };
      if (UNUSED_CHUNKS.test(id)) return { code: 'export default "";', map: null };
      if (UNUSED_SHADERS.test(id)) return { code: 'export const vertex = ""; export const fragment = "";', map: null };
      return id.endsWith('.glsl.js') ? { code: shortened(code), map: null } : null;
    },
  };
}
