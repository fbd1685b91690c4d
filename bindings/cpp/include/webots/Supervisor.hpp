// SPDX-License-Identifier: MIT OR Apache-2.0
// Reads and changes the world.

#ifndef SUPERVISOR_HPP
#define SUPERVISOR_HPP

#define WB_USING_CPP_API
#include <webots/Device.hpp>
#include <webots/Node.hpp>
#include <webots/Robot.hpp>

#include <webots/supervisor.h>

namespace webots {
  class Supervisor : public Robot {
  public:
    typedef enum { SIMULATION_MODE_PAUSE = 0, SIMULATION_MODE_REAL_TIME, SIMULATION_MODE_FAST } SimulationMode;
    enum { MOVIE_READY = 0, MOVIE_RECORDING, MOVIE_SAVING, MOVIE_WRITE_ERROR, MOVIE_ENCODING_ERROR, MOVIE_SIMULATION_ERROR };

    Supervisor() : Robot() {}
    virtual ~Supervisor() {
      Node::cleanup();
      Field::cleanup();
    }
    static Supervisor *getSupervisorInstance() {
      Robot *robot = instance();
      if (robot)
        return dynamic_cast<Supervisor *>(robot);
      return new Supervisor();
    }

    virtual void simulationQuit(int status) { wb_supervisor_simulation_quit(status); }
    virtual void simulationReset() { wb_supervisor_simulation_reset(); }
    virtual void simulationResetPhysics() { wb_supervisor_simulation_reset_physics(); }
    virtual void simulationPhysicsReset() { simulationResetPhysics(); }
    SimulationMode simulationGetMode() const { return static_cast<SimulationMode>(wb_supervisor_simulation_get_mode()); }
    virtual void simulationSetMode(SimulationMode mode) {
      wb_supervisor_simulation_set_mode(static_cast<WbSimulationMode>(mode));
    }
    virtual void worldLoad(const std::string &file) { wb_supervisor_world_load(file.c_str()); }
    virtual void worldReload() { wb_supervisor_world_reload(); }
    virtual bool worldSave() { return wb_supervisor_world_save(0) != 0; }
    virtual bool worldSave(const std::string &file) { return wb_supervisor_world_save(file.c_str()) != 0; }
    virtual void simulationRevert() { worldReload(); }
    virtual void loadWorld(const std::string &file) { worldLoad(file); }
    virtual bool saveWorld() { return worldSave(); }
    virtual bool saveWorld(const std::string &file) { return worldSave(file); }

    void exportImage(const std::string &file, int quality) const { wb_supervisor_export_image(file.c_str(), quality); }
    virtual bool animationStartRecording(const std::string &file) {
      return wb_supervisor_animation_start_recording(file.c_str()) != 0;
    }
    virtual bool animationStopRecording() { return wb_supervisor_animation_stop_recording() != 0; }
    virtual void movieStartRecording(const std::string &file, int width, int height, int codec, int quality,
                                     int acceleration, bool caption) {
      wb_supervisor_movie_start_recording(file.c_str(), width, height, codec, quality, acceleration, caption);
    }
    virtual void movieStopRecording() { wb_supervisor_movie_stop_recording(); }
    bool movieIsReady() const { return wb_supervisor_movie_is_ready() != 0; }
    bool movieFailed() const { return wb_supervisor_movie_failed() != 0; }
    virtual void startMovie(const std::string &file, int width, int height, int codec, int quality, int acceleration,
                            bool caption) {
      movieStartRecording(file, width, height, codec, quality, acceleration, caption);
    }
    virtual void stopMovie() { movieStopRecording(); }
    int movieGetStatus() const { return wb_supervisor_movie_get_status(); }
    int getMovieStatus() { return movieGetStatus(); }

    virtual void setLabel(int id, const std::string &label, double x, double y, double size, int color,
                          double transparency = 0, const std::string &font = "Arial") {
      wb_supervisor_set_label(id, label.c_str(), x, y, size, color, transparency, font.c_str());
    }

    Node *getRoot() const { return Node::findNode(wb_supervisor_node_get_root()); }
    Node *getSelf() const { return Node::findNode(wb_supervisor_node_get_self()); }
    Node *getFromDef(const std::string &name) const { return Node::findNode(wb_supervisor_node_get_from_def(name.c_str())); }
    Node *getFromId(int id) const { return Node::findNode(wb_supervisor_node_get_from_id(id)); }
    Node *getFromDevice(const Device *device) const { return device ? getFromDeviceTag(device->getTag()) : 0; }
    Node *getFromDeviceTag(int tag) const {
      return Node::findNode(wb_supervisor_node_get_from_device(static_cast<WbDeviceTag>(tag)));
    }
    Node *getSelected() const { return Node::findNode(wb_supervisor_node_get_selected()); }

    bool virtualRealityHeadsetIsUsed() const { return wb_supervisor_virtual_reality_headset_is_used() != 0; }
    const double *virtualRealityHeadsetGetPosition() const { return wb_supervisor_virtual_reality_headset_get_position(); }
    const double *virtualRealityHeadsetGetOrientation() const {
      return wb_supervisor_virtual_reality_headset_get_orientation();
    }
  };
}  // namespace webots

#endif
