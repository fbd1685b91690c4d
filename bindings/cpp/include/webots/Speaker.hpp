// SPDX-License-Identifier: MIT OR Apache-2.0
// Plays sounds and speaks.

#ifndef SPEAKER_HPP
#define SPEAKER_HPP

#define WB_USING_CPP_API
#include <webots/Device.hpp>

#include <webots/speaker.h>

namespace webots {
  class Speaker : public Device {
  public:
    explicit Speaker(const std::string &name) : Device(name) {}
    explicit Speaker(WbDeviceTag tag) : Device(tag) {}
    virtual ~Speaker() {}

    bool isSoundPlaying(const std::string &sound) const { return wb_speaker_is_sound_playing(tag(), sound.c_str()) != 0; }
    void stop(const std::string &sound) { wb_speaker_stop(tag(), sound.c_str()); }
    bool setEngine(const std::string &engine) { return wb_speaker_set_engine(tag(), engine.c_str()) != 0; }
    bool setLanguage(const std::string &language) { return wb_speaker_set_language(tag(), language.c_str()) != 0; }
    std::string getEngine() { return text(wb_speaker_get_engine(tag())); }
    std::string getLanguage() { return text(wb_speaker_get_language(tag())); }
    void speak(const std::string &text, double volume) { wb_speaker_speak(tag(), text.c_str(), volume); }
    bool isSpeaking() const { return wb_speaker_is_speaking(tag()) != 0; }
    static void playSound(Speaker *left, Speaker *right, const std::string &sound, double volume, double pitch, double balance,
                          bool loop) {
      wb_speaker_play_sound(left ? left->tag() : 0, right ? right->tag() : 0, sound.c_str(), volume, pitch, balance, loop);
    }
  };
}  // namespace webots

#endif
