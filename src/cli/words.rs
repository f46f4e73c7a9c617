//! Splits a text into words, as a shell does.
//!
//! Comes in: a text. Goes out: words. Must not depend on: what they mean.

/// Splits at white space; quotes keep it, and a backslash keeps the character after it.
pub fn split(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match (character, quote) {
            (_, Some(open)) if character == open => quote = None,
            ('\'' | '"', None) => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            ('\\', None | Some('"')) => word.get_or_insert_default().extend(characters.next()),
            (_, None) if character.is_whitespace() => words.extend(word.take()),
            _ => {
                let rest = characters.as_str();
                let (plain, rest) = rest.split_at(rest.find(is_special).unwrap_or(rest.len()));
                let word = word.get_or_insert_with(|| String::with_capacity(character.len_utf8() + plain.len()));
                word.push(character);
                word.push_str(plain);
                characters = rest.chars();
            }
        }
    }
    words.extend(word);
    words
}

/// Whether a character may mean something other than itself.
fn is_special(character: char) -> bool {
    matches!(character, '\'' | '"' | '\\') || character.is_whitespace()
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn quotes_and_backslashes_keep_blanks() {
        assert_eq!(split("-c 'a b.comp'\n-DX=\"1 2\" c\\ d \"\""), ["-c", "a b.comp", "-DX=1 2", "c d", ""]);
        assert_eq!(split("  \n"), Vec::<String>::new());
    }
}
