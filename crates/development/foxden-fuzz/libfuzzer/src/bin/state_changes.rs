#![no_main]
foxden_libfuzzer::target!(state_changes);
