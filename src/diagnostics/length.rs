//! Messages of a length that can be read, whatever names a shader has.
//!
//! Comes in: any message. Goes out: the same, with the middle of long words and the end of long texts left out. Must not depend
//! on: what messages are about.

/// The most bytes of a word: a name, a number, a path.
const LONGEST_WORD: usize = 512;

/// The most bytes of a message.
const LONGEST_TEXT: usize = 8192;

/// What stands for what is left out.
const ELLIPSIS: &str = "[...]";

/// The message, short enough to print.
pub(super) fn readable(text: String) -> String {
    if text.len() <= LONGEST_WORD {
        return text;
    }
    let mut readable = String::new();
    for word in text.split_inclusive(char::is_whitespace) {
        if readable.len() > LONGEST_TEXT {
            readable.push_str(ELLIPSIS);
            break;
        }
        if word.len() <= LONGEST_WORD {
            readable.push_str(word);
            continue;
        }
        let start = boundary_before(word, LONGEST_WORD / 2);
        let end = boundary_before(word, word.len() - LONGEST_WORD / 4);
        readable.push_str(word.get(..start).unwrap_or_default());
        readable.push_str(ELLIPSIS);
        readable.push_str(word.get(end..).unwrap_or_default());
    }
    readable
}

/// The last place at or before `at` where a character begins.
fn boundary_before(word: &str, at: usize) -> usize {
    (0..=at).rev().find(|&it| word.is_char_boundary(it)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{LONGEST_TEXT, LONGEST_WORD, readable};

    #[test]
    fn short_messages_stay() {
        for text in ["", "`a` is not declared", &"word ".repeat(1000)] {
            assert_eq!(readable(text.to_owned()), text);
        }
    }

    #[test]
    fn long_words_lose_their_middle() {
        let text = format!("`{}` is not declared", "é".repeat(10_000));
        let readable = readable(text);
        assert!(readable.len() <= LONGEST_WORD + 32, "{}", readable.len());
        assert!(readable.starts_with("`éé") && readable.ends_with("éé` is not declared"), "{readable}");
        assert!(readable.contains("é[...]é"), "{readable}");
    }

    #[test]
    fn long_messages_lose_their_end() {
        let readable = readable("word ".repeat(1_000_000));
        assert!(readable.len() <= LONGEST_TEXT + LONGEST_WORD && readable.ends_with("word [...]"), "{readable}");
    }
}
