//! Version 4: fields present by flag, integers of variable length.

mod decode;
mod encode;

pub(super) use decode::decode;
pub(super) use encode::encode;

mod header_flag {
    pub const ROUTING: u8 = 0x01;
    pub const ENDPOINT: u8 = 0x02;
    pub const PRIORITY: u8 = 0x04;
    pub const UNRELIABLE: u8 = 0x08;
    pub const META: u8 = 0x10;
    pub const STRING_TABLE: u8 = 0x20;
    pub const MULTIPLE: u8 = 0x40;
    pub const EXTENDED: u8 = 0x80;
}

mod entry_flag {
    pub const PATH: u8 = 0x01;
    pub const PATH_CODE: u8 = 0x02;
    pub const MEMBER: u8 = 0x04;
    pub const MEMBER_CODE: u8 = 0x08;
    pub const REQUEST: u8 = 0x10;
    pub const ERROR: u8 = 0x20;
    pub const META: u8 = 0x40;
    pub const EXTENDED: u8 = 0x80;
}

mod element_flag {
    pub const NAME: u8 = 0x01;
    pub const NAME_CODE: u8 = 0x02;
    pub const NUMBER: u8 = 0x04;
    pub const TYPE_NAME: u8 = 0x08;
    pub const TYPE_NAME_CODE: u8 = 0x10;
    pub const META: u8 = 0x20;
    pub const EXTENDED: u8 = 0x80;
}
