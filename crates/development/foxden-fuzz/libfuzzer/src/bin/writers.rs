#![no_main]
foxden_libfuzzer::target!(writers);
