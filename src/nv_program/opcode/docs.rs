//! The table of instructions for docs/nv-assembly.md.
//!
//! Comes in: the table. Goes out: Markdown. Must not depend on: how instructions are lowered.

use std::fmt::Write as _;

use super::{Mode, OPCODES, Opcode, SlotKind, Widths};

/// A table of all instructions.
#[must_use]
pub fn markdown() -> String {
    let mut page = String::from("| instruction | types | modifiers | meaning | SPIR-V |\n|---|---|---|---|---|\n");
    for row in OPCODES {
        let _ = writeln!(
            page,
            "| `{}`{} | {} | {} | {} | {} |",
            row.name,
            operands(row),
            types(row),
            modifiers(row),
            cell(row.meaning),
            cell(row.spirv)
        );
    }
    page
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('<', "&lt;").replace('*', "\\*")
}

fn operands(row: &Opcode) -> String {
    let words: Vec<&str> = row
        .operands
        .iter()
        .map(|slot| match slot.kind {
            SlotKind::Result => "result",
            SlotKind::Vector | SlotKind::Unswizzled => "vector",
            SlotKind::Scalar => "scalar",
            SlotKind::OptionalVector => "[vector]",
            SlotKind::Address => "address",
            SlotKind::Selector => "selector",
            SlotKind::ParameterBuffer => "CBUFFER",
            SlotKind::Storage => "STORAGE",
            SlotKind::Shared => "SHARED",
            SlotKind::Counter => "COUNTER",
            SlotKind::Texture | SlotKind::TextureGather | SlotKind::TextureConstant => "unit, target [, offset]",
            SlotKind::TextureQuery | SlotKind::Image => "unit, target",
            SlotKind::Unit => "unit",
            SlotKind::Target => "target",
            SlotKind::Test => "condition",
            SlotKind::OptionalTest => "[(condition)]",
            SlotKind::Count => "[count]",
            SlotKind::Label => "label [(condition)]",
            SlotKind::Subroutine => "variable [(condition)]",
        })
        .collect();
    if words.is_empty() { String::new() } else { format!(" {}", words.join(", ")) }
}

fn types(row: &Opcode) -> String {
    let widths = |letters: &str, widths| match widths {
        Widths::None => String::new(),
        Widths::Word => letters.to_owned(),
        Widths::Both => format!("{letters} (64)"),
    };
    match row.mode {
        Mode::Arithmetic => [widths("F", row.float), widths("S U", row.integer)]
            .into_iter()
            .filter(|it| !it.is_empty())
            .collect::<Vec<_>>()
            .join(", "),
        Mode::Storage => "storage".to_owned(),
        Mode::Atomic => "atomic, storage".to_owned(),
        Mode::Texel => "F S U or storage".to_owned(),
        Mode::Convert => "two storage".to_owned(),
        Mode::Counter => "S U, INCR DECR GET".to_owned(),
        Mode::Fixed | Mode::None => String::new(),
    }
}

fn modifiers(row: &Opcode) -> String {
    let words = [
        (row.condition_code, "CC"),
        (row.saturate, "SAT"),
        (row.high, "HI S24 U24"),
        (row.rounding, "ROUND CEIL FLR TRUNC"),
        (row.cta, "CTA"),
        (row.access, "COH VOL"),
        (row.sparse, "SPARSE"),
        (row.lod_clamp, "LODCLAMP"),
    ];
    words.iter().filter(|(has, _)| *has).map(|(_, word)| *word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::markdown;

    #[test]
    fn the_assembly_page_is_up_to_date() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/nv-assembly.md");
        let page = std::fs::read_to_string(path).unwrap_or_default();
        let mark = "<!-- instructions -->\n";
        let head = page.split(mark).next().unwrap_or("");
        let wanted = format!("{head}{mark}\n{}", markdown());
        if std::env::var_os("BLESS").is_some() {
            let _ = std::fs::write(path, &wanted);
            return;
        }
        assert!(page == wanted, "run `BLESS=1 cargo test assembly_page`");
    }
}
