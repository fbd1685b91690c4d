// SPDX-License-Identifier: MIT OR Apache-2.0
package com.cyberbotics.webots.controller;

/** Reads and changes the world. */
public class Supervisor extends Robot {
  public static final int SIMULATION_MODE_PAUSE = 0;
  public static final int SIMULATION_MODE_REAL_TIME = 1;
  public static final int SIMULATION_MODE_FAST = 2;
  public static final int MOVIE_READY = 0;
  public static final int MOVIE_RECORDING = 1;
  public static final int MOVIE_SAVING = 2;
  public static final int MOVIE_WRITE_ERROR = 3;
  public static final int MOVIE_ENCODING_ERROR = 4;
  public static final int MOVIE_SIMULATION_ERROR = 5;

  private static Supervisor instance;

  /** Connects to the simulator. There is one robot in a program. */
  public Supervisor() {
    instance = this;
  }

  /** The supervisor of this program; made if there is none. */
  public static Supervisor getSupervisorInstance() {
    return instance == null ? new Supervisor() : instance;
  }

  /** Saves the world under its own name. Returns whether it worked. */
  public boolean worldSave() {
    return Library.supervisorWorldSave(null);
  }

  /** Saves the world in a file. Returns whether it worked. */
  public boolean worldSave(String file) {
    return Library.supervisorWorldSave(file);
  }

  /** Old name of {@link #worldSave()}. */
  public boolean saveWorld() {
    return worldSave();
  }

  /** Old name of {@link #worldSave(String)}. */
  public boolean saveWorld(String file) {
    return worldSave(file);
  }

  /** Shows text over the picture: x, y and size from 0 to 1, color 0xRRGGBB. */
  public void setLabel(
      int id, String label, double x, double y, double size, int color, double transparency, String font) {
    Library.supervisorSetLabel(id, label, x, y, size, color, transparency, font);
  }

  /** Shows text in Arial. */
  public void setLabel(int id, String label, double x, double y, double size, int color, double transparency) {
    setLabel(id, label, x, y, size, color, transparency, "Arial");
  }

  /** Shows opaque text in Arial. */
  public void setLabel(int id, String label, double x, double y, double size, int color) {
    setLabel(id, label, x, y, size, color, 0);
  }

  /** The node of a device, or null. */
  public Node getFromDevice(Device device) {
    return device == null ? null : Node.findNode(Library.nodeGetFromDevice(device.getTag()));
  }

  /** What became of the movie. */
  public int movieGetStatus() {
    return Library.supervisorMovieGetStatus();
  }

  /** Ends the simulator with an exit status. */
  public void simulationQuit(int status) {
    Library.supervisorSimulationQuit(status);
  }

  /** Sets the world back to its start after this step; controllers go on. */
  public void simulationReset() {
    Library.supervisorSimulationReset();
  }

  /** Stops all motion. */
  public void simulationResetPhysics() {
    Library.supervisorSimulationResetPhysics();
  }

  public void simulationPhysicsReset() {
    simulationResetPhysics();
  }

  /** The pace of the simulation. */
  public int simulationGetMode() {
    return Library.supervisorSimulationGetMode();
  }

  /** Pauses, or changes the pace. */
  public void simulationSetMode(int mode) {
    Library.supervisorSimulationSetMode(mode);
  }

  /** Goes to another world. The controller ends. */
  public void worldLoad(String file) {
    Library.supervisorWorldLoad(file);
  }

  /** Reads the world again. The controller ends. */
  public void worldReload() {
    Library.supervisorWorldReload();
  }

  public void simulationRevert() {
    worldReload();
  }

  public void loadWorld(String file) {
    worldLoad(file);
  }

  /** Saves what is shown. */
  public void exportImage(String file, int quality) {
    Library.supervisorExportImage(file, quality);
  }

  /** Starts an animation in an .html file. Returns whether it worked. */
  public boolean animationStartRecording(String file) {
    return Library.supervisorAnimationStartRecording(file);
  }

  /** Ends the animation. Returns whether it worked. */
  public boolean animationStopRecording() {
    return Library.supervisorAnimationStopRecording();
  }

  /** Starts a movie. */
  public void movieStartRecording(String file, int width, int height, int codec, int quality, int acceleration, boolean caption) {
    Library.supervisorMovieStartRecording(file, width, height, codec, quality, acceleration, caption);
  }

  /** Ends the movie. */
  public void movieStopRecording() {
    Library.supervisorMovieStopRecording();
  }

  /** Whether no movie is being made. */
  public boolean movieIsReady() {
    return Library.supervisorMovieIsReady();
  }

  /** Whether the last movie failed. */
  public boolean movieFailed() {
    return Library.supervisorMovieFailed();
  }

  public void startMovie(String file, int width, int height, int codec, int quality, int acceleration, boolean caption) {
    movieStartRecording(file, width, height, codec, quality, acceleration, caption);
  }

  public void stopMovie() {
    movieStopRecording();
  }

  public int getMovieStatus() {
    return movieGetStatus();
  }

  /** The node above all. */
  public Node getRoot() {
    return Node.findNode(Library.nodeGetRoot());
  }

  /** The supervisor's own node. */
  public Node getSelf() {
    return Node.findNode(Library.nodeGetSelf());
  }

  /** The node with a DEF name, or null. Names joined by dots lead downwards. */
  public Node getFromDef(String name) {
    return Node.findNode(Library.nodeGetFromDef(name));
  }

  /** The node with a number, or null. */
  public Node getFromId(int id) {
    return Node.findNode(Library.nodeGetFromId(id));
  }

  /** The node that is selected in the window, or null. */
  public Node getSelected() {
    return Node.findNode(Library.nodeGetSelected());
  }

  /** Whether a headset is in use. */
  public boolean virtualRealityHeadsetIsUsed() {
    return Library.supervisorVirtualRealityHeadsetIsUsed();
  }

  /** Where it is. */
  public double[] virtualRealityHeadsetGetPosition() {
    return Library.supervisorVirtualRealityHeadsetGetPosition();
  }

  /** How it is turned. */
  public double[] virtualRealityHeadsetGetOrientation() {
    return Library.supervisorVirtualRealityHeadsetGetOrientation();
  }
}
