#![no_main]
foxden_libfuzzer::target!(wire_recordings);
