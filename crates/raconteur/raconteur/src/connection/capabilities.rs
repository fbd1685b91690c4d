//! What the two ends of a stream agree to use.

use crate::codec::{MessageVersion, StringTable};
use crate::error::Error;

const PAGE_MASK: u32 = 0xfff0_0000;
const VERSION_2: u32 = 0x0200_0000;
const VERSION_4: u32 = 0x0400_0000;
const STRING_TABLE_4: u32 = 0x0410_0000;
const ENABLE: u32 = 1;
const COMBINED: u32 = 2;
const TABLE_LOCAL: u32 = 2;
const TABLE_STANDARD: u32 = 4;

/// What is used for sending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Agreed {
    pub version: MessageVersion,
    pub strings: StringTable,
    /// A session may be opened in one exchange.
    pub combined: bool,
}

/// The words that an end offers.
pub(super) fn offered(version: MessageVersion, string_table: bool) -> Vec<u32> {
    let mut words = vec![VERSION_2 | ENABLE | COMBINED];
    if version == MessageVersion::V4 {
        words.push(VERSION_4 | ENABLE | COMBINED);
        if string_table {
            words.push(STRING_TABLE_4 | ENABLE | TABLE_LOCAL | TABLE_STANDARD);
        }
    }
    words
}

/// The words of `theirs` that `ours` also has, page by page.
pub(super) fn intersection(ours: &[u32], theirs: &[u32]) -> Result<Vec<u32>, Error> {
    let mut common = Vec::new();
    for mine in ours {
        let page = mine & PAGE_MASK;
        let Some(other) = theirs.iter().find(|word| *word & PAGE_MASK == page) else {
            continue;
        };
        if page == VERSION_2 && other & ENABLE == 0 {
            return Err(Error::protocol("message version 2 must be enabled"));
        }
        if other & ENABLE != 0 {
            common.push(page | mine & other & !PAGE_MASK);
        }
    }
    if !common.iter().any(|word| word & PAGE_MASK == VERSION_4) {
        common.retain(|word| word & PAGE_MASK != STRING_TABLE_4);
    }
    Ok(common)
}

/// Whether an answer holds nothing that was not offered.
pub(super) fn within(answer: &[u32], offer: &[u32]) -> bool {
    answer.iter().all(|word| {
        offer
            .iter()
            .any(|mine| mine & PAGE_MASK == word & PAGE_MASK && word & !mine == 0)
    })
}

/// What both sides send with, by default the lowest common ground.
impl Default for Agreed {
    fn default() -> Self {
        Self {
            version: MessageVersion::V2,
            strings: StringTable::Off,
            combined: false,
        }
    }
}

impl Agreed {
    /// What the common words mean.
    pub fn from_words(words: &[u32]) -> Self {
        let page = |page: u32| {
            words
                .iter()
                .find(|word| *word & PAGE_MASK == page)
                .map_or(0, |word| word & !PAGE_MASK)
        };
        let (two, four, table) = (page(VERSION_2), page(VERSION_4), page(STRING_TABLE_4));
        if four & ENABLE == 0 {
            return Self {
                combined: two & COMBINED != 0,
                ..Self::default()
            };
        }
        let strings = if table & ENABLE == 0 || table & TABLE_STANDARD == 0 {
            StringTable::Off
        } else if table & TABLE_LOCAL != 0 {
            StringTable::Local
        } else {
            StringTable::Standard
        };
        Self {
            version: MessageVersion::V4,
            strings,
            combined: four & COMBINED != 0,
        }
    }
}

/// The answer to the question for a named capability of the stream.
pub(super) fn named(name: &str) -> u32 {
    match name.strip_prefix("com.robotraconteur.") {
        Some("message.v_max" | "stringtable") => 4,
        Some(
            "v2" | "v2.0" | "message.v2" | "message.v2.0" | "message.v4" | "message.v4.0"
            | "stringtable.v4" | "stringtable.v4.0",
        ) => 1,
        _ => 0,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_client_gets_what_a_reference_server_gives() {
        let offer = [0x0200_0003, 0x0400_0003, 0x0410_0007];
        let ours = offered(MessageVersion::V4, false);
        let answer = intersection(&ours, &offer).unwrap();
        assert_eq!(answer, [0x0200_0003, 0x0400_0003]);
        assert!(within(&answer, &offer));
        assert_eq!(Agreed::from_words(&answer).version, MessageVersion::V4);
    }

    #[test]
    fn a_string_table_without_version_4_is_dropped() {
        let ours = offered(MessageVersion::V4, true);
        assert_eq!(
            intersection(&ours, &[0x0200_0001, 0x0410_0007]).unwrap(),
            [0x0200_0001]
        );
    }

    #[test]
    fn version_2_must_be_enabled() {
        assert!(intersection(&offered(MessageVersion::V4, true), &[0x0200_0002]).is_err());
    }

    #[test]
    fn an_answer_beyond_the_offer_is_noticed() {
        assert!(!within(&[0x0200_0003], &[0x0200_0001]));
        assert!(!within(&[0x0500_0001], &[0x0200_0001]));
    }
}
