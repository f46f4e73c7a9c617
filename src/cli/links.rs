//! Diagnostic codes as links (OSC 8) to their documentation, on terminals that support them.
//!
//! Comes in: rendered diagnostics. Goes out: the same with links. Must not depend on: the messages.

use glslsub::Code;

/// Whether standard error is a terminal that supports links; `FORCE_HYPERLINK=1` or `0` overrides this.
pub fn are_understood() -> bool {
    supports_hyperlinks::on(supports_hyperlinks::Stream::Stderr)
}

/// The text with a link on each `[GS0200]` that follows a severity.
pub fn added(text: &[u8]) -> Vec<u8> {
    let mut linked = Vec::with_capacity(text.len());
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        match head(line) {
            Some((start, code)) => {
                let (before, rest) = line.split_at(start);
                let (shown, after) = rest.split_at("GS0000".len().min(rest.len()));
                linked.extend_from_slice(before);
                linked.extend_from_slice(format!("\x1b]8;;{}\x1b\\", address(code)).as_bytes());
                linked.extend_from_slice(shown);
                linked.extend_from_slice(b"\x1b]8;;\x1b\\");
                linked.extend_from_slice(after);
            }
            None => linked.extend_from_slice(line),
        }
    }
    linked
}

/// Where the code is in the first line of a diagnostic; `None` in other lines.
fn head(line: &[u8]) -> Option<(usize, Code)> {
    ["error[", "warning[", "note["].iter().find_map(|severity| {
        let start = line.windows(severity.len()).position(|part| part == severity.as_bytes())? + severity.len();
        // Only colours may precede the severity.
        let before = std::str::from_utf8(line.get(..start - severity.len())?).ok()?;
        let is_color = before.chars().all(|it| it == '\x1b' || it.is_ascii_digit() || "[;m".contains(it));
        let code = std::str::from_utf8(line.get(start..start + "GS0000".len())?).ok()?;
        Some((start, Code::parse(code).filter(|_| is_color)?))
    })
}

/// The documentation of the code for this version.
fn address(code: Code) -> String {
    format!("https://docs.rs/glslsub/{}/glslsub/enum.Code.html#variant.{code:?}", env!("CARGO_PKG_VERSION"))
}

#[cfg(test)]
mod tests {
    use super::added;

    #[test]
    fn codes_of_heads_are_links_and_nothing_else_is() {
        let text = "\x1b[31merror[GS0200]\x1b[0m: no\n  | error[GS0200]\nerror[GS9999]: x\n";
        let expected = format!(
            "\x1b[31merror[\x1b]8;;https://docs.rs/glslsub/{}/glslsub/enum.Code.html#variant.UndeclaredIdentifier\x1b\\GS0200\x1b]8;;\x1b\\]\
             \x1b[0m: no\n  | error[GS0200]\nerror[GS9999]: x\n",
            env!("CARGO_PKG_VERSION")
        );
        assert_eq!(String::from_utf8_lossy(&added(text.as_bytes())), expected);
    }
}
