/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Plays sounds and speaks. */

#ifndef WB_SPEAKER_H
#define WB_SPEAKER_H

#define WB_USING_C_API
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Plays a sound on one speaker (left equal to right) or two. Volume 0 to 1, pitch 1 as recorded, balance
 * -1 left to 1 right. */
void wb_speaker_play_sound(WbDeviceTag left, WbDeviceTag right, const char *sound, double volume, double
                           pitch, double balance, bool loop);

/* Stops a sound, or everything with NULL. */
void wb_speaker_stop(WbDeviceTag tag, const char *sound);

/* Whether a sound is playing, or anything with NULL. */
bool wb_speaker_is_sound_playing(WbDeviceTag tag, const char *sound);

/* Sets the speech engine. Returns whether it exists. */
bool wb_speaker_set_engine(WbDeviceTag tag, const char *engine);

/* Chooses the language, for example "en-US". Returns whether it is supported. */
bool wb_speaker_set_language(WbDeviceTag tag, const char *language);

/* The speech engine. */
const char *wb_speaker_get_engine(WbDeviceTag tag);

/* The language. */
const char *wb_speaker_get_language(WbDeviceTag tag);

/* Speaks a text. */
void wb_speaker_speak(WbDeviceTag tag, const char *text, double volume);

/* Whether it is speaking. */
bool wb_speaker_is_speaking(WbDeviceTag tag);

#ifdef __cplusplus
}
#endif

#endif
