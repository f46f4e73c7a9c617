//! Reads `builtins/nv_program.opcodes` for build.rs and writes it as a static table.
//!
//! Comes in: the text. Goes out: Rust source for [`super`], or the lines that are wrong. Must not depend on: the crate.

use std::fmt::Write as _;

/// The table as Rust source.
///
/// # Errors
/// What is wrong, with line numbers.
pub fn generate(text: &str) -> Result<String, String> {
    let mut names: Vec<(String, String)> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (name, row) = row(line).map_err(|error| format!("line {}: {error}", index + 1))?;
        names.push((name, row));
    }
    let mut out =
        String::from("/// The instructions.\n#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]\npub enum Op {\n");
    for (name, _) in &names {
        let _ = writeln!(out, "    /// `{name}`\n    {},", variant(name));
    }
    out.push_str("}\n\n/// The table in the order of its file.\npub static OPCODES: &[Opcode] = &[\n");
    for (_, row) in &names {
        let _ = writeln!(out, "    {row},");
    }
    out.push_str("];\n\n/// Names and rows, sorted.\nstatic BY_NAME: &[(&str, usize)] = &[\n");
    let mut sorted: Vec<(usize, &String)> = names.iter().map(|(name, _)| name).enumerate().collect();
    sorted.sort_by_key(|(_, name)| name.as_str());
    if let Some(pair) = sorted.windows(2).find(|pair| matches!(pair, [(_, a), (_, b)] if a == b)) {
        return Err(format!("an instruction is listed twice: {pair:?}"));
    }
    for (index, name) in sorted {
        let _ = writeln!(out, "    ({name:?}, {index}),");
    }
    out.push_str("];\n");
    Ok(out)
}

/// `TXGO` becomes `Txgo`.
fn variant(name: &str) -> String {
    let (first, rest) = name.split_at(1);
    format!("{first}{}", rest.to_ascii_lowercase())
}

fn row(line: &str) -> Result<(String, String), String> {
    let fields: Vec<&str> = line.split('|').map(str::trim).collect();
    let [name, operands, types, flags, options, meaning, spirv] = fields[..] else {
        return Err(format!("{} fields instead of 7", fields.len()));
    };
    let operands: Vec<String> =
        operands.split_whitespace().filter(|it| *it != "-").map(operand).collect::<Result<_, _>>()?;
    let (mode, float, integer, default) = modes(types)?;
    let mut set = [false; 10];
    const FLAGS: [&str; 10] = ["C", "S", "HI", "ROUNDING", "CTA", "ACCESS", "SPARSE", "LODCLAMP", "RH", "X"];
    for word in flags.split_whitespace().filter(|it| *it != "-") {
        let index = FLAGS.iter().position(|flag| *flag == word).ok_or_else(|| format!("`{word}` is not a flag"))?;
        if let Some(slot) = set.get_mut(index) {
            *slot = true;
        }
    }
    let [condition_code, saturate, high, rounding, cta, access, sparse, lod_clamp, real_suffixes, fixed_suffix] = set;
    let options: Vec<&str> = options.split(',').map(str::trim).filter(|it| *it != "-").collect();
    let row = format!(
        "Opcode {{ op: Op::{}, name: {name:?}, operands: &[{}], mode: Mode::{mode}, float: Widths::{float}, integer: \
         Widths::{integer}, default: {default}, condition_code: {condition_code}, saturate: {saturate}, high: {high}, \
         rounding: {rounding}, cta: {cta}, access: {access}, sparse: {sparse}, lod_clamp: {lod_clamp}, \
         real_suffixes: {real_suffixes}, fixed_suffix: {fixed_suffix}, options: &{options:?}, meaning: {meaning:?}, spirv: {spirv:?} }}",
        variant(name),
        operands.join(", ")
    );
    Ok((name.to_owned(), row))
}

fn operand(word: &str) -> Result<String, String> {
    let (kind, ty) = word.split_once(':').unwrap_or((word, "t"));
    let ty = match ty {
        "t" => "Own",
        "f" => "Float",
        "s" => "Signed",
        "u" => "Unsigned",
        "b" => "Storage",
        _ => return Err(format!("`{ty}` is not an operand type")),
    };
    let kind = match kind {
        "d" => "Result",
        "v" => "Vector",
        "s" => "Scalar",
        "n" => "Unswizzled",
        "[v]" => "OptionalVector",
        "a" => "Address",
        "ext" => "Selector",
        "cbuffer" => "ParameterBuffer",
        "storage" => "Storage",
        "shared" => "Shared",
        "counter" => "Counter",
        "texture" => "Texture",
        "texture_gather" => "TextureGather",
        "texture_constant" => "TextureConstant",
        "texture_query" => "TextureQuery",
        "image" => "Image",
        "unit" => "Unit",
        "target" => "Target",
        "test" => "Test",
        "[test]" => "OptionalTest",
        "[count]" => "Count",
        "label" => "Label",
        "subroutine" => "Subroutine",
        _ => return Err(format!("`{kind}` is not an operand")),
    };
    Ok(format!("Slot {{ kind: SlotKind::{kind}, ty: SlotType::{ty} }}"))
}

fn modes(text: &str) -> Result<(&'static str, &'static str, &'static str, &'static str), String> {
    let mut words = text.split_whitespace();
    let mode = match words.next() {
        Some("arith") => "Arithmetic",
        Some("storage") => "Storage",
        Some("atomic") => "Atomic",
        Some("texel") => "Texel",
        Some("convert") => "Convert",
        Some("counter") => "Counter",
        Some("fixed") => "Fixed",
        Some("-") => "None",
        other => return Err(format!("{other:?} is not a kind of types")),
    };
    let (mut float, mut integer, mut default) = ("None", "None", "Base::Unsigned");
    for word in words {
        match word {
            "F6" => float = "Both",
            "FX" => float = "Word",
            "I6" => integer = "Both",
            "IX" => integer = "Word",
            "=F" => default = "Base::Float",
            "=S" => default = "Base::Signed",
            _ => return Err(format!("`{word}` says nothing about types")),
        }
    }
    Ok((mode, float, integer, default))
}
