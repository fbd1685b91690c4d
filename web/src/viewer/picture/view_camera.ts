// The viewer's own camera: where it is, what it looks at, and how it moves. No DOM.

import { Matrix4, OrthographicCamera, PerspectiveCamera, Quaternion, type Sphere, Vector3 } from 'three';
import type { Viewpoint } from '../core/scene_types';

export type Preset = 'front' | 'back' | 'left' | 'right' | 'top' | 'bottom';
const SHORTEST = 0.01;
const LONGEST = 1e5;
const FLIGHT = 260;

/** Looks along −z with y up, as cameras of three.js do; a Viewpoint looks along x with z up. */
const FROM_VIEWPOINT = new Quaternion(0.5, -0.5, -0.5, 0.5).normalize();

interface Pose {
  readonly target: Vector3;
  readonly rotation: Quaternion;
  readonly distance: number;
}

export class ViewCamera {
  readonly perspective = new PerspectiveCamera(45, 1, 0.05, 1000);
  readonly orthographic = new OrthographicCamera(-1, 1, 1, -1, -1000, 1000);
  isOrthographic = false;
  /** Whether the visitor moved it away from the world's Viewpoint. */
  isMoved = false;
  readonly target = new Vector3();
  readonly rotation = new Quaternion();
  distance = 5;
  /** The larger angle of view, in radians. */
  fieldOfView = 0.785398;
  readonly up = new Vector3(0, 0, 1);
  private aspect = 1;
  private extent = 100;
  private farthest = 0;
  private flight: { readonly from: Pose; readonly to: Pose; readonly start: number } | null = null;
  private near = 0.05;

  get camera(): PerspectiveCamera | OrthographicCamera {
    return this.isOrthographic ? this.orthographic : this.perspective;
  }

  get position(): Vector3 {
    return this.forward().multiplyScalar(-this.distance).add(this.target);
  }

  /** Whether it is on its way to a place that was asked for. */
  get isFlying(): boolean {
    return this.flight !== null;
  }

  forward(): Vector3 {
    return new Vector3(0, 0, -1).applyQuaternion(this.rotation);
  }

  /** The pose that a Viewpoint here would have, as a matrix. */
  viewpoint(out: Matrix4): Matrix4 {
    return out.compose(this.position, this.rotation.clone().multiply(FROM_VIEWPOINT.clone().invert()), new Vector3(1, 1, 1));
  }

  resize(width: number, height: number): void {
    this.aspect = width / Math.max(height, 1);
    this.update();
  }

  /** Everything up to this distance from the origin is seen, skies and far mountains too. */
  setFarthest(distance: number): void {
    this.farthest = Math.min(distance, LONGEST);
    this.update();
  }

  /** Takes the world's Viewpoint; `bounds` tells how far away the things are that it looks at. */
  load(viewpoint: Viewpoint, bounds: Sphere): void {
    const [w, x, y, z] = viewpoint.orientation;
    this.flight = null;
    this.rotation.set(x, y, z, w).normalize().multiply(FROM_VIEWPOINT);
    this.fieldOfView = Math.min(Math.max(viewpoint.fieldOfView, 0.05), 3);
    this.near = Math.max(viewpoint.near, 1e-4);
    const position = new Vector3(...viewpoint.position);
    const ahead = bounds.center.clone().sub(position).dot(this.forward());
    this.distance = Math.min(Math.max(ahead, bounds.radius * 0.2, 0.05), LONGEST);
    this.target.copy(position).addScaledVector(this.forward(), this.distance);
    this.extent = Math.max(bounds.radius, 1);
    this.isMoved = false;
    this.update();
  }

  orbit(dx: number, dy: number): void {
    this.moveByHand();
    const right = new Vector3(1, 0, 0).applyQuaternion(this.rotation);
    // Stops before the poles, where left and right would change sides.
    const above = Math.acos(Math.min(Math.max(-this.forward().dot(this.up), -1), 1));
    const tilt = Math.min(Math.max(dy, above - Math.PI + 0.01), above - 0.01);
    this.rotation.premultiply(new Quaternion().setFromAxisAngle(right, -tilt));
    this.rotation.premultiply(new Quaternion().setFromAxisAngle(this.up, -dx)).normalize();
    this.update();
  }

  /** Turns the camera about itself. */
  look(dx: number, dy: number): void {
    const eye = this.position;
    this.orbit(dx, dy);
    this.target.copy(eye).addScaledVector(this.forward(), this.distance);
    this.update();
  }

  /** Moves along the picture; a whole picture height is 1. */
  pan(dx: number, dy: number): void {
    this.moveByHand();
    const height = 2 * Math.tan(this.vertical() / 2) * this.distance;
    this.target.add(new Vector3(-dx * height, dy * height, 0).applyQuaternion(this.rotation));
    this.update();
  }

  /** Comes nearer (factor below 1) or goes away; `toward` stays where it is in the picture. */
  zoom(factor: number, toward: Vector3 | null = null): void {
    this.moveByHand();
    const distance = Math.min(Math.max(this.distance * factor, SHORTEST), LONGEST);
    const share = 1 - distance / this.distance;
    if (toward) this.target.lerp(toward.clone().sub(this.target).projectOnPlane(this.forward()).add(this.target), share);
    this.distance = distance;
    this.update();
  }

  /** Moves through the scene: right, up, forward in metres. */
  fly(right: number, up: number, forward: number): void {
    this.moveByHand();
    this.target.add(new Vector3(right, up, -forward).applyQuaternion(this.rotation));
    this.update();
  }

  preset(name: Preset, bounds: Sphere, now: number): void {
    const [east, north] = this.axes();
    const way = {
      front: east.clone(), back: east.clone().negate(), left: north.clone(), right: north.clone().negate(), top: this.up.clone(), bottom: this.up.clone().negate(),
    }[name];
    const upward = name === 'top' ? north : name === 'bottom' ? north.clone().negate() : this.up;
    const [z, y] = [way, upward.clone()];
    const x = y.clone().cross(z).normalize();
    this.flyTo({ target: bounds.center.clone(), rotation: fromAxes(x, z.clone().cross(x), z), distance: this.fitting(bounds.radius) }, now);
  }

  /** Shows all of a sphere, from where the camera looks now. */
  focus(sphere: Sphere, now: number): void {
    this.flyTo({ target: sphere.center.clone(), rotation: this.rotation.clone(), distance: this.fitting(Math.max(sphere.radius, 0.02)) }, now);
  }

  flyTo(to: Pose, now: number): void {
    this.moveByHand();
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.apply(to);
      return;
    }
    this.flight = { from: { target: this.target.clone(), rotation: this.rotation.clone(), distance: this.distance }, to, start: now };
  }

  /** Moves on; true while it is on its way. */
  tick(now: number): boolean {
    if (!this.flight) return false;
    const { from, to, start } = this.flight;
    const linear = Math.min((now - start) / FLIGHT, 1);
    const share = 1 - (1 - linear) ** 3;
    this.apply({
      target: from.target.clone().lerp(to.target, share),
      rotation: from.rotation.clone().slerp(to.rotation, share),
      distance: from.distance * (to.distance / from.distance) ** share,
    });
    if (linear >= 1) this.flight = null;
    return true;
  }

  /** Moves with a thing that is followed: by `shift`, and around `center` by `turn`. */
  carry(shift: Vector3, center: Vector3, turn: Quaternion | null): void {
    this.target.add(shift);
    if (turn) {
      this.target.sub(center).applyQuaternion(turn).add(center);
      this.rotation.premultiply(turn).normalize();
    }
    this.update();
  }

  /** Turns towards a point without leaving its place. */
  lookAt(point: Vector3): void {
    const eye = this.position;
    const back = eye.clone().sub(point);
    if (back.lengthSq() < 1e-12) return;
    this.distance = back.length();
    const z = back.normalize();
    const x = this.up.clone().cross(z);
    if (x.lengthSq() < 1e-9) return;
    x.normalize();
    this.rotation.copy(fromAxes(x, z.clone().cross(x), z));
    this.target.copy(point);
    this.update();
  }

  toggleProjection(): void {
    this.isOrthographic = !this.isOrthographic;
    this.update();
  }

  private moveByHand(): void {
    this.flight = null;
    this.isMoved = true;
  }

  private apply(pose: Pose): void {
    this.target.copy(pose.target);
    this.rotation.copy(pose.rotation);
    this.distance = pose.distance;
    this.update();
  }

  private axes(): readonly [Vector3, Vector3] {
    const east = Math.abs(this.up.x) > 0.9 ? new Vector3(0, 1, 0) : new Vector3(1, 0, 0);
    return [east, this.up.clone().cross(east).normalize()];
  }

  private fitting(radius: number): number {
    const vertical = this.vertical();
    const horizontal = 2 * Math.atan(Math.tan(vertical / 2) * this.aspect);
    return (radius * 1.15) / Math.sin(Math.min(vertical, horizontal) / 2);
  }

  /** The world's angle is that of the longer side. */
  private vertical(): number {
    return this.aspect > 1 ? 2 * Math.atan(Math.tan(this.fieldOfView / 2) / this.aspect) : this.fieldOfView;
  }

  update(): void {
    const { perspective, orthographic } = this;
    const vertical = this.vertical();
    perspective.fov = (vertical * 180) / Math.PI;
    perspective.aspect = this.aspect;
    perspective.near = Math.min(this.near, this.distance * 0.02);
    perspective.far = Math.max(this.extent * 20, this.distance * 20, 200, this.farthest + this.position.length());
    const half = Math.tan(vertical / 2) * this.distance;
    orthographic.top = half;
    orthographic.bottom = -half;
    orthographic.right = half * this.aspect;
    orthographic.left = -half * this.aspect;
    orthographic.near = -perspective.far;
    orthographic.far = perspective.far;
    for (const camera of [perspective, orthographic]) {
      camera.position.copy(this.position);
      camera.quaternion.copy(this.rotation);
      camera.updateProjectionMatrix();
      camera.updateMatrixWorld();
    }
  }
}

/** The rotation whose columns are these axes. */
const fromAxes = (x: Vector3, y: Vector3, z: Vector3): Quaternion => new Quaternion().setFromRotationMatrix(new Matrix4().makeBasis(x, y, z));
