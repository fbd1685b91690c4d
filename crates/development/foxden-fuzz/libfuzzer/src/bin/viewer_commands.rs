#![no_main]
foxden_libfuzzer::target!(viewer_commands);
