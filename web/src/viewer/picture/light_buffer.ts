// Pictures with something transparent are drawn as light first and get their tones afterwards, so that what is
// seen through glass is mixed as light is, as in foxden-vision. Other pictures do not need this and cost less.

import {
  AlwaysDepth, BufferAttribute, BufferGeometry, Camera, Color, DepthTexture, HalfFloatType, Mesh, type Scene, ShaderMaterial, Vector2, type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';

const VERTEX = 'void main() { gl_Position = vec4( position, 1.0 ); }';
/** Depths are kept, so that overlays can still be behind something. */
const FRAGMENT = `uniform sampler2D light; uniform sampler2D depth;
void main() {
  ivec2 at = ivec2( gl_FragCoord.xy );
  gl_FragColor = texelFetch( light, at, 0 );
  gl_FragDepth = texelFetch( depth, at, 0 ).r;
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}`;
const SAMPLES = 4;

export class LightBuffer {
  private readonly target: WebGLRenderTarget | null;
  private readonly size = new Vector2();
  private readonly screen: Mesh;
  private readonly camera = new Camera();

  constructor(private readonly renderer: WebGLRenderer) {
    const isPossible = renderer.extensions.has('EXT_color_buffer_float') || renderer.extensions.has('EXT_color_buffer_half_float');
    this.target = isPossible ? new WebGLRenderTarget(1, 1, { type: HalfFloatType, samples: SAMPLES, depthTexture: new DepthTexture(1, 1) }) : null;
    const triangle = new BufferGeometry().setAttribute('position', new BufferAttribute(new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]), 3));
    this.screen = new Mesh(
      triangle,
      new ShaderMaterial({
        vertexShader: VERTEX, fragmentShader: FRAGMENT, depthFunc: AlwaysDepth,
        uniforms: { light: { value: this.target?.texture }, depth: { value: this.target?.depthTexture } },
      }),
    );
    this.screen.frustumCulled = false;
  }

  /** Draws a scene; on a machine that cannot draw light, with tones that are mixed. */
  render(scene: Scene, camera: Camera): void {
    const { renderer, target } = this;
    if (!target) {
      renderer.render(scene, camera);
      return;
    }
    renderer.getDrawingBufferSize(this.size);
    if (target.width !== this.size.x || target.height !== this.size.y) target.setSize(this.size.x, this.size.y);
    const { background } = scene;
    if (background instanceof Color) scene.background = lightOf(background, renderer.toneMappingExposure);
    renderer.setRenderTarget(target);
    renderer.render(scene, camera);
    renderer.setRenderTarget(null);
    scene.background = background;
    renderer.render(this.screen, this.camera);
  }
}

/** The light that is shown as a colour. */
function lightOf(color: Color, exposure: number): Color {
  const part = (value: number): number => -Math.log(1.000_000_001 - Math.min(value, 1)) / Math.max(exposure, 1e-6);
  return new Color(part(color.r), part(color.g), part(color.b));
}
