//! Errors that are only consequences of an earlier stage's errors, and not worth a reader's time.
//!
//! Comes in: the diagnostics of all stages so far. Goes out: fewer of them, but never none. Must not depend on: what a
//! stage does.
//!
//! Each stage continues after errors, so that a run shows all independent ones. Within a stage, error nodes keep it
//! silent. Across stages, three rules of thumb tell what depends on an earlier error:
//!
//! - it is on the same line;
//! - it is about an undeclared name, and an earlier error is on a line with that name, where it would have been
//!   declared;
//! - it is about an undeclared name, and an included file or an extension is missing; the same goes for other errors on
//!   the line of such a name, and for an extension that is off but that the file may have turned on.

use rustc_hash::FxHashSet;

use crate::diagnostics::{Code, Diagnostic, Diagnostics, Severity};
use crate::source::SourceMap;

/// Whether the preprocessor gave up, so that the rest of the tokens is unknown.
pub(super) fn ends_everything(diagnostics: &Diagnostics) -> bool {
    let gave_up = |code| {
        matches!(
            code,
            Code::SourceTooLarge
                | Code::IncludeTooDeep
                | Code::TooManyIncludes
                | Code::TooManyExpandedTokens
                | Code::ConditionalsTooDeep
        )
    };
    diagnostics.as_slice().iter().any(|it| it.severity == Severity::Error && gave_up(it.code))
}

/// Withdraws what the last stage found, from index `start` on, if it follows from what earlier stages found.
pub(super) fn take_back(diagnostics: &mut Diagnostics, start: usize, sources: &SourceMap) {
    let earlier = diagnostics.as_slice().get(..start).unwrap_or_default();
    let mut lines = FxHashSet::default();
    let mut words = FxHashSet::default();
    let mut names_are_missing = false;
    let mut a_file_is_missing = false;
    for diagnostic in earlier.iter().filter(|it| it.severity == Severity::Error) {
        a_file_is_missing |= diagnostic.code == Code::IncludeNotFound;
        names_are_missing |= matches!(diagnostic.code, Code::IncludeNotFound | Code::UnknownExtension);
        if let Some((file, line, text)) = line_of(diagnostic, sources)
            && lines.insert((file, line))
        {
            words.extend(text.split(|c: char| !c.is_alphanumeric() && c != '_').map(str::to_owned));
        }
    }
    if lines.is_empty() && !names_are_missing {
        return;
    }
    let is_unknown_name = |diagnostic: &Diagnostic| {
        matches!(diagnostic.code, Code::UndeclaredIdentifier | Code::UnknownType | Code::UndeclaredFunction)
    };
    if names_are_missing {
        let unknown = diagnostics.as_slice().iter().skip(start).filter(|it| is_unknown_name(it));
        lines.extend(unknown.filter_map(|it| line_of(it, sources)).map(|(file, line, _)| (file, line)));
    }
    diagnostics.retain_from(start, |diagnostic| {
        let same_line = line_of(diagnostic, sources).is_some_and(|(file, line, _)| lines.contains(&(file, line)));
        let may_be_turned_on = a_file_is_missing && diagnostic.code == Code::ExtensionRequired;
        let unknown_name = is_unknown_name(diagnostic);
        let explained = unknown_name
            && (names_are_missing || sources.text(diagnostic.primary.span).is_some_and(|name| words.contains(name)));
        diagnostic.severity != Severity::Error || !(same_line || explained || may_be_turned_on)
    });
}

/// The file, the line number and the line that a diagnostic is about.
fn line_of<'a>(diagnostic: &Diagnostic, sources: &'a SourceMap) -> Option<(u32, usize, &'a str)> {
    let at = sources.resolve(diagnostic.primary.span)?;
    let file = sources.file(at.file)?;
    let line = file.line_index(at.range.start);
    Some((at.file.0, line, file.text.get(file.line_range(line)?)?))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use crate::driver::{Input, Options, check};
    use crate::source::NoIncludes;

    /// The codes that a shader gives, with the line of each.
    fn codes(text: &str) -> Vec<String> {
        let compilation = check(Input { name: "a.comp", text }, &Options::default(), &mut NoIncludes);
        let code = |it: &crate::diagnostics::Diagnostic| {
            let line = compilation.sources.location(it.primary.span).map_or(0, |it| it.line);
            format!("{}:{line}", it.code)
        };
        compilation.diagnostics.iter().map(code).collect()
    }

    #[test]
    fn independent_errors_are_all_reported() {
        let text = "#version 450\nvoid main() {\n    int a = 1 +;\n    int b = missing;\n    return 1;\n}\n";
        assert_eq!(codes(text), ["GS0120:3", "GS0200:4", "GS0405:5"]);
    }

    #[test]
    fn consequences_are_not() {
        let include = "#version 450\n#include \"types.glsl\"\nvoid main() { Light l = light(other); }\n";
        assert_eq!(codes(include), ["GS0037:2"]);
        let extension =
            "#version 450\n#include \"base.glsl\"\nvoid main() {\n    float16_t h;\n    int i = size() + 1.5;\n}\n";
        assert_eq!(codes(extension), ["GS0037:2"]);
        let declaration = "#version 450\nvoid main() {\n    int 3 count = 1;\n    int b = count;\n}\n";
        let found = codes(declaration);
        assert_eq!(found.len(), 1, "{found:?}");
    }
}
