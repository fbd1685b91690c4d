// SPDX-License-Identifier: MIT OR Apache-2.0
// Plays motion files.

#ifndef MOTION_HPP
#define MOTION_HPP

#define WB_USING_CPP_API
#include <string>

#include <webots/utils/motion.h>

namespace webots {
  class Motion {
  public:
    explicit Motion(const std::string &fileName) : mMotion(wbu_motion_new(fileName.c_str())) {}
    virtual ~Motion() { wbu_motion_delete(mMotion); }

    bool isValid() const { return mMotion != 0; }
    virtual void play() { wbu_motion_play(mMotion); }
    virtual void stop() { wbu_motion_stop(mMotion); }
    int getDuration() const { return wbu_motion_get_duration(mMotion); }
    int getTime() const { return wbu_motion_get_time(mMotion); }
    virtual void setTime(int time) { wbu_motion_set_time(mMotion, time); }
    virtual void setReverse(bool reverse) { wbu_motion_set_reverse(mMotion, reverse); }
    virtual void setLoop(bool loop) { wbu_motion_set_loop(mMotion, loop); }
    bool isOver() const { return wbu_motion_is_over(mMotion) != 0; }

  protected:
    WbMotionRef getMotionRef() const { return mMotion; }

  private:
    Motion(const Motion &);
    Motion &operator=(const Motion &);

    WbMotionRef mMotion;
  };
}  // namespace webots

#endif
