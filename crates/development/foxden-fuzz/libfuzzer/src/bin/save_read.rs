#![no_main]
foxden_libfuzzer::target!(save_read);
