//! Mutations that keep to the structure of texts: bytes alone rarely give a second node
//! inside of a first one.
//!
//! libFuzzer calls [`mutate`] in turn with its own mutations of bytes. The targets whose
//! inputs are rows of choices need none: each byte of them is a choice of a generator.

use crate::Target;
use crate::dictionary::Words;
use crate::targets::random_world::{Choices, Maker};
use foxden_catalogue::Admissible;
use std::ops::Range;
use std::sync::LazyLock;

/// Numbers that are mistaken often.
const NUMBERS: [&str; 16] = [
    "0",
    "-0",
    "1",
    "-1",
    "2",
    "7",
    "255",
    "256",
    "65536",
    "2147483648",
    "1e308",
    "1e400",
    "1e-320",
    "0.1",
    "NaN",
    "99999999999999999999",
];

/// The words of each language, in the order of `Words::TEXTS`.
static WORDS: LazyLock<Vec<Vec<String>>> =
    LazyLock::new(|| Words::TEXTS.iter().map(|words| words.list()).collect());

/// Another input, made from one by one to four changes of its tokens; `None` for targets
/// whose inputs are no texts. The same seed gives the same input.
pub fn mutate(target: &Target, input: &[u8], seed: u32) -> Option<Vec<u8>> {
    let language = Words::TEXTS
        .iter()
        .position(|words| *words == target.words)?;
    // the first byte may choose how the rest is read
    let (first, text) = input.split_first()?;
    // a part of a file may begin or end inside of a character
    let text = String::from_utf8_lossy(text);
    let decisions = decisions(seed);
    let mut choices = Choices::new(&decisions);
    let mut tokens: Vec<String> = tokens(&text).map(str::to_owned).collect();
    for _ in 0..=choices.below(4) {
        change(&mut tokens, &mut choices, target.words, &WORDS[language]);
    }
    let mut output = vec![*first];
    for token in tokens {
        output.extend_from_slice(token.as_bytes());
    }
    output.truncate(target.longest);
    Some(output)
}

/// Bytes that decide what a mutation does.
fn decisions(seed: u32) -> Vec<u8> {
    let mut state = u64::from(seed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let bytes = std::iter::repeat_with(move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    });
    bytes.take(96).collect()
}

/// Words with digits and points, strings, white space, and single other characters.
fn tokens(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let is_word = |c: char| c.is_ascii_alphanumeric() || "_.-+".contains(c);
        let length = match first {
            '"' => {
                let end = rest[1..].find(['"', '\n']).map(|end| end + 2);
                end.filter(|end| rest.is_char_boundary(*end))
            }
            _ if is_word(first) => rest.find(|c| !is_word(c)),
            _ if first.is_whitespace() => rest.find(|c: char| !c.is_whitespace()),
            _ => Some(first.len_utf8()),
        };
        let (token, after) = rest.split_at(length.unwrap_or(rest.len()));
        rest = after;
        Some(token)
    })
}

/// A place among `count` things; two bytes, because texts have more than 256 tokens.
fn place(choices: &mut Choices<'_>, count: usize) -> usize {
    (choices.below(256) << 8 | choices.below(256)) % count.max(1)
}

/// A short range of tokens, or a whole bracket with what is in it.
fn part(tokens: &[String], choices: &mut Choices<'_>) -> Range<usize> {
    let start = place(choices, tokens.len());
    if choices.below(2) == 0 {
        return start..(start + 1 + choices.below(6)).min(tokens.len());
    }
    let is_opening = |token: &String| matches!(token.as_str(), "{" | "[" | "(");
    let opening = (start..tokens.len()).find(|at| is_opening(&tokens[*at]));
    let Some(opening) = opening else {
        return start..(start + 1).min(tokens.len());
    };
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(opening) {
        match token.as_str() {
            "{" | "[" | "(" => depth += 1,
            "}" | "]" | ")" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            // with the word in front of it most of the time
            let start = opening.saturating_sub(choices.below(4));
            return start..at + 1;
        }
    }
    opening..tokens.len()
}

fn change(tokens: &mut Vec<String>, choices: &mut Choices<'_>, language: Words, words: &[String]) {
    let at = place(choices, tokens.len() + 1);
    match choices.below(8) {
        0 => {
            let range = part(tokens, choices);
            tokens.drain(range);
        }
        1 => {
            let range = part(tokens, choices);
            let copy = tokens[range].to_vec();
            tokens.splice(at..at, copy);
        }
        2 if tokens.len() > 1 => {
            let (one, other) = (at % tokens.len(), place(choices, tokens.len()));
            tokens.swap(one, other);
        }
        3 => {
            let numbers: Vec<usize> = (0..tokens.len())
                .filter(|at| tokens[*at].starts_with(|c: char| c.is_ascii_digit() || c == '-'))
                .collect();
            if !numbers.is_empty() {
                let at = numbers[place(choices, numbers.len())];
                tokens[at] = (*choices.pick(&NUMBERS)).to_owned();
            }
        }
        4 => {
            // a word of the language in the place of another one
            let known: Vec<usize> = (0..tokens.len())
                .filter(|at| tokens[*at].starts_with(|c: char| c.is_ascii_alphabetic()))
                .collect();
            if !known.is_empty() {
                let at = known[place(choices, known.len())];
                tokens[at] = words[place(choices, words.len())].clone();
            }
        }
        5 => {
            let range = part(tokens, choices);
            let from = part(tokens, choices);
            let copy = tokens[from].to_vec();
            tokens.splice(range, copy);
        }
        6 if language == Words::World => {
            let mut maker = Maker {
                choices: choices.clone(),
                defs: Vec::new(),
            };
            let node = maker.node(&[Admissible::Child], 4);
            *choices = maker.choices;
            tokens.insert(at, format!(" {node} "));
        }
        _ => tokens.insert(at, words[place(choices, words.len())].clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{TARGETS, seeds};

    #[test]
    fn tokens_are_the_text() {
        for text in ["", "a \"b\nc\" {1.5 -2e3}é", "\"é", "\"", "  x"] {
            assert_eq!(tokens(text).collect::<String>(), text);
        }
        let words: Vec<&str> = tokens("Solid { mass -1.5 name \"a b\" }").collect();
        assert!(words.contains(&"-1.5") && words.contains(&"\"a b\""));
    }

    #[test]
    fn a_seed_gives_the_same_input_and_most_inputs_are_new() {
        for target in TARGETS {
            let first = seeds::seeds(target).swap_remove(0);
            let mut new = 0;
            for seed in 0..200 {
                let made = mutate(target, &first, seed);
                assert_eq!(made, mutate(target, &first, seed));
                let Some(made) = made else {
                    continue;
                };
                assert!(made.len() <= target.longest && made[0] == first[0]);
                new += usize::from(made != first);
            }
            let is_text = Words::TEXTS.contains(&target.words);
            assert_eq!(new > 100, is_text, "{}: {new}", target.name);
        }
    }
}
