// SPDX-License-Identifier: MIT OR Apache-2.0
package com.cyberbotics.webots.controller;

/** Plays sounds and speaks. */
public class Speaker extends Device {
  /** The device with a name. */
  public Speaker(String name) {
    super(name);
  }

  /** The device with a tag. */
  public Speaker(int tag) {
    super(tag);
  }

  /** Whether a sound is playing, or anything with null. */
  public boolean isSoundPlaying(String sound) {
    return Library.speakerIsSoundPlaying(getTag(), sound);
  }

  /** Stops a sound, or everything with null. */
  public void stop(String sound) {
    Library.speakerStop(getTag(), sound);
  }

  /** Sets the speech engine. Returns whether it exists. */
  public boolean setEngine(String engine) {
    return Library.speakerSetEngine(getTag(), engine);
  }

  /** Chooses the language, for example "en-US". Returns whether it is supported. */
  public boolean setLanguage(String language) {
    return Library.speakerSetLanguage(getTag(), language);
  }

  /** The speech engine. */
  public String getEngine() {
    return Library.speakerGetEngine(getTag());
  }

  /** The language. */
  public String getLanguage() {
    return Library.speakerGetLanguage(getTag());
  }

  /** Speaks a text. */
  public void speak(String text, double volume) {
    Library.speakerSpeak(getTag(), text, volume);
  }

  /** Whether it is speaking. */
  public boolean isSpeaking() {
    return Library.speakerIsSpeaking(getTag());
  }

  /** Plays a sound file; left or right may be null. */
  public static void playSound(
      Speaker left, Speaker right, String sound, double volume, double pitch, double balance, boolean loop) {
    Library.speakerPlaySound(tagOf(left), tagOf(right), sound, volume, pitch, balance, loop);
  }

  private static int tagOf(Speaker speaker) {
    return speaker == null ? 0 : speaker.getTag();
  }
}
