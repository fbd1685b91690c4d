// Changes to the shaders of three.js, so that light, fog and tones are computed as in foxden-vision
// (crates/simulation/foxden-vision/src/shade). Programs are made from these texts later.

import { ShaderChunk } from 'three';

function replace(chunk: keyof typeof ShaderChunk, from: string, to: string): void {
  const text = ShaderChunk[chunk];
  if (!text.includes(from)) throw new Error(`three.js changed: ${chunk} lacks '${from}'`);
  (ShaderChunk as Record<string, string>)[chunk] = text.replace(from, to);
}

/** Share of fog, before tones are mapped; `fogNear` carries the kind: 0 linear, 1 exponential, 2 with the square. */
const FOG = `
#ifdef USE_FOG
  float fogDepth = length( vFogPosition ) / fogFar;
  float fogClear = fogNear < 0.5 ? 1.0 - fogDepth : fogNear < 1.5 ? exp( - fogDepth ) : exp( - fogDepth * fogDepth );
  float fogShare = pow( 1.0 - clamp( fogClear, 0.0, 1.0 ), 2.2 );
  gl_FragColor.rgb = mix( gl_FragColor.rgb, pow( fogColor, vec3( 2.2 ) ), fogShare );
#endif
`;

let patched = false;

export function patchShaders(): void {
  if (patched) return;
  patched = true;
  // Appearance: diffuse light is not divided by pi, highlights do not depend on the angle of the light.
  replace('lights_phong_pars_fragment', 'irradiance * BRDF_Lambert( material.diffuseColor )', 'irradiance * material.diffuseColor');
  replace(
    'lights_phong_pars_fragment',
    'irradiance * BRDF_BlinnPhong( directLight.direction, geometryViewDir, geometryNormal, material.specularColor, material.specularShininess ) * material.specularStrength',
    'step( 0.0001, dotNL ) * directLight.color * material.specularColor * pow( saturate( dot( geometryNormal, normalize( directLight.direction + geometryViewDir ) ) ), material.specularShininess )',
  );
  replace('lights_phong_pars_fragment', 'irradiance * BRDF_Lambert( material.diffuseColor )', 'irradiance * material.diffuseColor * ambientPart');
  replace('lights_phong_pars_fragment', 'varying vec3 vViewPosition;', 'varying vec3 vViewPosition;\nuniform float ambientPart;');
  // PBRAppearance: ambient light of lamps does not count, only the sky does. A sky of one colour is `skyLight`.
  replace(
    'lights_physical_pars_fragment',
    'vec3 diffuse = irradiance * BRDF_Lambert( material.diffuseContribution ) * ( 1.0 - singleScattering - multiScattering );',
    'vec3 diffuse = skyLight * material.diffuseContribution * ( 1.0 - singleScattering - multiScattering );\n' +
      'reflectedLight.indirectSpecular += skyLight * ( mix( material.specularColor, material.diffuseColor, material.metalness ) * material.dfg.x + material.dfg.y );',
  );
  // Diffuse light counts the intensity twice, as in the genuine program; lamps share one mean value here.
  replace('lights_physical_pars_fragment', 'irradiance * diffuseBRDF * ( 1.0 - F )', 'irradiance * diffuseBRDF * ( 1.0 - F ) * lampIntensity');
  replace('lights_physical_pars_fragment', 'struct PhysicalMaterial {', 'uniform vec3 skyLight;\nuniform float lampIntensity;\nstruct PhysicalMaterial {');
  // Maps of one value have it in red; what is hidden from the sky does not mirror it either.
  replace('roughnessmap_fragment', 'texelRoughness.g', 'texelRoughness.r');
  replace('metalnessmap_fragment', 'texelMetalness.b', 'texelMetalness.r');
  replace('aomap_fragment', 'reflectedLight.indirectDiffuse *= ambientOcclusion;', 'reflectedLight.indirectDiffuse *= ambientOcclusion; reflectedLight.indirectSpecular *= ambientOcclusion;');
  replace('aomap_fragment', '#if defined( USE_ENVMAP ) && defined( STANDARD )', '#if 0');
  // attenuation: two parts of three, packed into one number (see lights.ts); a lamp ends at its radius
  replace(
    'lights_pars_begin',
    'float distanceFalloff = 1.0 / max( pow( lightDistance, decayExponent ), 0.01 );',
    'float a0 = floor( decayExponent / 2048.0 ) / 2047.0; float a1 = mod( decayExponent, 2048.0 ) / 2047.0;\n' +
      'float distanceFalloff = 1.0 / max( a0 + lightDistance * ( a1 + max( 1.0 - a0 - a1, 0.0 ) * lightDistance ), 1e-6 );',
  );
  replace(
    'lights_pars_begin',
    'distanceFalloff *= pow2( saturate( 1.0 - pow4( lightDistance / cutoffDistance ) ) );',
    'distanceFalloff *= step( lightDistance, cutoffDistance );',
  );
  replace(
    'lights_pars_begin',
    'return smoothstep( coneCosine, penumbraCosine, angleCosine );',
    'float cone = acos( coneCosine ); return clamp( ( cone - acos( clamp( angleCosine, -1.0, 1.0 ) ) ) / max( cone - acos( penumbraCosine ), 1e-4 ), 0.0, 1.0 );',
  );
  replace(
    'tonemapping_pars_fragment',
    'vec3 CustomToneMapping( vec3 color ) { return color; }',
    'vec3 CustomToneMapping( vec3 color ) { return 1.0 - exp( - toneMappingExposure * color ); }',
  );
  // ink of pens, for materials that have some (materials.ts)
  const add = (chunk: keyof typeof ShaderChunk, text: string): void => {
    (ShaderChunk as Record<string, string>)[chunk] = `${ShaderChunk[chunk]}\n#ifdef USE_INK\n${text}\n#endif\n`;
  };
  add('uv_pars_vertex', 'attribute vec2 inkUv;\nvarying vec2 vInk;');
  add('uv_vertex', 'vInk = inkUv;');
  add('map_pars_fragment', 'uniform sampler2D ink;\nvarying vec2 vInk;');
  add('map_fragment', 'vec4 inkTexel = texture2D( ink, vInk );\ndiffuseColor.rgb = mix( diffuseColor.rgb, inkTexel.rgb, inkTexel.a );');
  (ShaderChunk as Record<string, string>)['fog_fragment'] = '';
  // Distances do not change linearly along a large face, so each pixel computes its own.
  replace('fog_vertex', 'vFogDepth = - mvPosition.z;', 'vFogPosition = mvPosition.xyz;');
  replace('fog_pars_vertex', 'varying float vFogDepth;', 'varying vec3 vFogPosition;');
  replace('fog_pars_fragment', 'varying float vFogDepth;', 'varying vec3 vFogPosition;');
  const last = 'gl_FragColor = vec4( outgoingLight, diffuseColor.a );';
  replace('opaque_fragment', last, `${last}\n${FOG}`);
}
