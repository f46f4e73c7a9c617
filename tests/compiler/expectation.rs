//! Expected diagnostics in the comments of a shader: `error[GS0123]`, `warning[GS0123]@COLUMN`.

use crate::common::compile::Finding;

/// Reads one expectation about `line`. Column 0 means any.
pub fn expectation(text: &str, line: u32) -> Result<Finding, String> {
    let wrong = || format!("`{text}`: an expectation reads `error[GS0123]` or `warning[GS0123]@COLUMN`");
    let (severity, rest) = text.split_once('[').ok_or_else(wrong)?;
    let severity = match severity {
        "error" => "error",
        "warning" => "warning",
        "note" => "note",
        _ => return Err(wrong()),
    };
    let (code, rest) = rest.split_once(']').ok_or_else(wrong)?;
    let column = match rest.trim().strip_prefix('@') {
        Some(column) => column.parse().map_err(|_| wrong())?,
        None if rest.trim().is_empty() => 0,
        None => return Err(wrong()),
    };
    Ok(Finding { line, column, severity, code: code.to_owned() })
}
