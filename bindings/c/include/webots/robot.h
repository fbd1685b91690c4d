/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The robot itself. */

#ifndef WB_ROBOT_H
#define WB_ROBOT_H

#define WB_USING_C_API
#include "nodes.h"
#include "types.h"

/* A lock. */
typedef void *WbMutexRef;

typedef enum { WB_MODE_SIMULATION = 0, WB_MODE_CROSS_COMPILATION, WB_MODE_REMOTE_CONTROL } WbRobotMode;

/* What a person can do; several joined by |. */
typedef enum {
  WB_EVENT_QUIT = -1,
  WB_EVENT_NO_EVENT = 0,
  WB_EVENT_MOUSE_CLICK = 1,
  WB_EVENT_MOUSE_MOVE = 2,
  WB_EVENT_KEYBOARD = 4,
  WB_EVENT_JOYSTICK_BUTTON = 8,
  WB_EVENT_JOYSTICK_AXIS = 16,
  WB_EVENT_JOYSTICK_POV = 32
} WbUserInputEvent;

#ifdef __cplusplus
extern "C" {
#endif

/* Connects to the simulator. Comes before every other function. */
int wb_robot_init(void);

/* Connects to the simulator. Comes before every other function. */
int wb_robot_init_msvc(void);

/* The first half of a step: sends the commands and returns immediately. */
int wb_robot_step_begin(int duration);

/* The second half of a step: waits. */
int wb_robot_step_end(void);

/* Sends all commands, runs the simulation for this many milliseconds and waits. Returns how late it
 * is, or -1 when the simulator ends the controller. */
int wb_robot_step(int duration);

/* Waits for a person, at most timeout milliseconds. */
WbUserInputEvent wb_robot_wait_for_user_input_event(WbUserInputEvent event_type, int timeout);

/* Ends the connection to the simulator. Call it last. */
void wb_robot_cleanup(void);

/* Seconds since the start of the simulation. */
double wb_robot_get_time(void);

/* The robot as URDF; prefix is put before all names. */
const char *wb_robot_get_urdf(const char *prefix);

/* The robot's name. */
const char *wb_robot_get_name(void);

/* The robot's model. */
const char *wb_robot_get_model(void);

/* The text of the field customData. */
const char *wb_robot_get_custom_data(void);

/* Changes the field customData with the next step. */
void wb_robot_set_custom_data(const char *data);

/* Whether the robot is simulated. */
WbRobotMode wb_robot_get_mode(void);

/* Changes between simulation and a real robot. */
void wb_robot_set_mode(WbRobotMode mode, const char *arg);

/* Whether the simulator waits for the controller. */
bool wb_robot_get_synchronization(void);

/* Whether the robot is a supervisor. */
bool wb_robot_get_supervisor(void);

/* The folder of the project. */
const char *wb_robot_get_project_path(void);

/* The file of the world. */
const char *wb_robot_get_world_path(void);

/* The shortest step in milliseconds. */
double wb_robot_get_basic_time_step(void);

/* The tag of the device with a name; 0 and a warning if there is none. */
WbDeviceTag wb_robot_get_device(const char *name);

/* How many devices the robot has. */
int wb_robot_get_number_of_devices(void);

/* The tag of a device; the first one has index 0. */
WbDeviceTag wb_robot_get_device_by_index(int index);

/* Starts measuring the battery, every sampling_period milliseconds. */
void wb_robot_battery_sensor_enable(int sampling_period);

/* Stops measuring the battery. */
void wb_robot_battery_sensor_disable(void);

/* How often the battery is measured; 0 when it is not. */
int wb_robot_battery_sensor_get_sampling_period(void);

/* The newest energy in joules; -1 for a robot without a battery. */
double wb_robot_battery_sensor_get_value(void);

/* Runs a function in a new thread. */
void wb_robot_task_new(void (*task)(void *), void *param);

/* A new lock; a thread may lock it several times. */
WbMutexRef wb_robot_mutex_new(void);

/* Locks, and waits while another thread has it. */
void wb_robot_mutex_lock(WbMutexRef);

/* Unlocks. */
void wb_robot_mutex_unlock(WbMutexRef);

/* Deletes a lock that is not in use. */
void wb_robot_mutex_delete(WbMutexRef);

/* Nails the robot to the ground, or lets it go. */
void wb_robot_pin_to_static_environment(bool pin);

/* The name of the controller. */
const char *wb_robot_get_controller_name(void) WB_DEPRECATED;

/* Old name of wb_robot_get_custom_data(). */
const char *wb_robot_get_data(void) WB_DEPRECATED;

/* Old name of wb_robot_set_custom_data(). */
void wb_robot_set_data(const char *data) WB_DEPRECATED;

#ifdef __cplusplus
}
#endif

#endif
