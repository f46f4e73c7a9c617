//! `a` or `an`, depending on how the next word is read aloud.
//!
//! Comes in: a word of GLSL. Goes out: it in quotes, after its article. Must not depend on: what the word means.

use std::fmt::Display;

/// The word in quotes with its indefinite article: "a `uint`", "an `ivec3`", "an `f16vec2`".
#[must_use]
pub fn with_article(word: &(impl Display + ?Sized)) -> String {
    let word = word.to_string();
    let mut letters = word.chars();
    let article = match (letters.next(), letters.next()) {
        (Some('a' | 'e' | 'i' | 'o' | 'A' | 'E' | 'I' | 'O'), _) => "an",
        // "eff sixteen".
        (Some('f' | 'F'), Some('0'..='9')) => "an",
        _ => "a",
    };
    format!("{article} `{word}`")
}

#[cfg(test)]
mod tests {
    use super::with_article;

    #[test]
    fn the_article_follows_the_sound() {
        for (word, expected) in [
            ("int", "an `int`"),
            ("uint", "a `uint`"),
            ("image2D", "an `image2D`"),
            ("f16vec2", "an `f16vec2`"),
            ("fcoopmatNV", "a `fcoopmatNV`"),
            ("float", "a `float`"),
            ("accelerationStructureEXT", "an `accelerationStructureEXT`"),
            ("", "a ``"),
        ] {
            assert_eq!(with_article(word), expected);
        }
    }
}
