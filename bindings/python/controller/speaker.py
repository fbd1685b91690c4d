"""Plays sounds and speaks."""

from typing import Optional

from .device import Device
from .wb import text as decoded
from .wb import wb


class Speaker(Device):
    """A speaker."""

    @staticmethod
    def playSound(
        left: "Optional[Speaker]",
        right: "Optional[Speaker]",
        sound: str,
        volume: float,
        pitch: float,
        balance: float,
        loop: bool,
    ) -> None:
        tags = [speaker._tag if speaker else 0 for speaker in (left, right)]
        wb.wb_speaker_play_sound(*tags, sound.encode(), volume, pitch, balance, loop)

    def stop(self, sound: Optional[str] = None) -> None:
        wb.wb_speaker_stop(self._tag, sound.encode() if sound else None)

    def isSoundPlaying(self, sound: Optional[str] = None) -> bool:
        return wb.wb_speaker_is_sound_playing(self._tag, sound.encode() if sound else None)

    def setEngine(self, engine: str) -> bool:
        return wb.wb_speaker_set_engine(self._tag, engine.encode())

    def setLanguage(self, language: str) -> bool:
        return wb.wb_speaker_set_language(self._tag, language.encode())

    def getEngine(self) -> str:
        return decoded(wb.wb_speaker_get_engine(self._tag))

    def getLanguage(self) -> str:
        return decoded(wb.wb_speaker_get_language(self._tag))

    def isSpeaking(self) -> bool:
        return wb.wb_speaker_is_speaking(self._tag)

    def speak(self, text: str, volume: float) -> None:
        wb.wb_speaker_speak(self._tag, text.encode(), volume)
