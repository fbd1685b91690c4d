//! The codes under which controllers know keys.

/// Names of keys that are no letters, with their codes.
const NAMED: [(&str, i32); 25] = [
    ("end", 312),
    ("home", 313),
    ("left", 314),
    ("up", 315),
    ("right", 316),
    ("down", 317),
    ("page_up", 366),
    ("page_down", 367),
    ("numpad_home", 375),
    ("numpad_left", 376),
    ("numpad_up", 377),
    ("numpad_right", 378),
    ("numpad_down", 379),
    ("numpad_end", 382),
    ("tab", 1),
    ("backspace", 3),
    ("enter", 4),
    ("delete", 7),
    ("space", ' ' as i32),
    ("plus", '+' as i32),
    ("minus", '-' as i32),
    ("comma", ',' as i32),
    ("at", '@' as i32),
    ("colon", ':' as i32),
    ("hash", '#' as i32),
];

/// Keys that change the meaning of others, with their bits.
const MODIFIERS: [(&str, i32); 4] = [
    ("shift", 0x10000),
    ("ctrl", 0x20000),
    ("control", 0x20000),
    ("alt", 0x40000),
];

/// The code of keys that are pressed together, such as `shift+w`.
pub fn key_code(text: &str) -> Option<i32> {
    let mut modifiers = 0;
    let mut key = None;
    for word in text.split('+').map(str::trim) {
        let lower = word.to_ascii_lowercase();
        let modifier = MODIFIERS.iter().find(|(name, _)| *name == lower);
        match modifier {
            Some((_, bit)) => modifiers |= bit,
            None if key.is_some() => return None,
            None => key = Some(single(word, &lower)?),
        }
    }
    // a modifier alone is no key
    key.map(|key| key | modifiers)
}

fn single(word: &str, lower: &str) -> Option<i32> {
    let named = NAMED.iter().find(|(name, _)| *name == lower);
    let mut characters = word.chars();
    match (named, characters.next(), characters.next()) {
        (Some((_, code)), _, _) => Some(*code),
        (None, Some(character), None) => Some(key_of_character(character)),
        _ => None,
    }
}

/// The code of the key with this character: that of its capital.
pub fn key_of_character(character: char) -> i32 {
    let mut capitals = character.to_uppercase();
    match (capitals.next(), capitals.next()) {
        (Some(capital), None) => capital as i32,
        _ => character as i32,
    }
}
