//! Random programs: conversions of floats, and lines that avoid peculiarities of NVIDIA's driver.
//!
//! Comes in: lines of a program. Goes out: lines about which driver and specifications agree.

use super::Generator;

impl Generator {
    /// Conversions of floats that are multiples of a quarter.
    pub(super) fn float_conversion(&mut self) {
        let (to, register, swizzle) = (self.plain_destination(), format!("r{}", self.random.below(4)), self.swizzle());
        let lines: Vec<String> = match self.random.below(7) {
            0 => vec![format!("FLR.S t, {register};"), format!("I2F.S {to}, t{swizzle};")],
            1 => vec![format!("PK2H.U t.x, {register};"), format!("UP2H.F {to}, t.x;")],
            2 => {
                let rounding = *self.random.pick(&["", ".CEIL", ".FLR", ".TRUNC", ".ROUND"]);
                vec![format!("CVT.S32.F32{rounding} t, {register}{swizzle};"), format!("CVT.F32.S32 {to}, t;")]
            }
            3 => vec![format!("CVT.F16.F32 t, {register}{swizzle};"), format!("CVT.F32.F16 {to}, t;")],
            4 => {
                let name = *self.random.pick(&["ADD", "SUB", "MIN", "MAX"]);
                vec![format!("{name}.F64.SSAT d0, d1{swizzle}, {register};"), format!("MOV.F {to}, d0;")]
            }
            5 => {
                let name = *self.random.pick(&["SLT", "SGE", "SEQ", "SNE"]);
                let flags = self.flags();
                vec![format!("{name}.F64{flags} d1, d0{swizzle}, {register};")]
            }
            _ => vec![format!("CVT.F64.F32 d1.xz, {register}{swizzle};"), format!("CVT.F32.F64 {to}, d1.zxzx;")],
        };
        for line in lines {
            self.line(&line);
        }
        self.line("AND.U t.z, c0.w, 0;");
    }
}

/// A line without peculiarities of NVIDIA's driver: jumps on several components, carry and overflow under a condition,
/// clamps with flags under a condition, flags of constants, flags of TRUE without a sign, narrow loads into arrays.
pub(super) fn careful_line(line: &str) -> String {
    let word = line.split([' ', '.', ';']).next().unwrap_or("");
    if matches!(word, "BRK" | "CONT" | "RET")
        && let Some((start, test)) = line.split_once('(')
    {
        let rule = test.split(['.', ')']).next().unwrap_or("");
        return format!("{start}({rule}.y);");
    }
    let Some((head, operands)) = line.split_once(", ") else { return line.to_owned() };
    let number = |it: &str| {
        it.starts_with(['{', '-', '+']) || it.starts_with(|c: char| c.is_ascii_digit()) || it.ends_with("};")
    };
    let constant = operands.split(", ").all(number);
    let stem = word.trim_end_matches(['0', '1']).trim_end_matches('C');
    let clamps = head.contains("SAT") && head.contains('(');
    let sums = ["ADD", "SUB", "MAD", "SAD"].contains(&stem) && head.contains('(');
    let truths = ["SEQ", "SNE", "SGE", "SGT", "SLE", "SLT"].contains(&stem);
    let mut head = head.to_owned();
    if constant || sums || truths || clamps {
        for flags in [".CC0", ".CC1", ".CC"] {
            head = head.replace(flags, "");
        }
        if word != stem && stem.len() == 3 {
            head = head.replacen(word, stem, 1);
        }
    }
    let narrow = ["U8", "S8", "U16", "S16"].iter().any(|ty| head.contains(ty)) && word.starts_with("LD");
    if narrow && let Some((start, _)) = head.split_once(" arr[") {
        head = format!("{start} r3");
    }
    if head.contains("64") && (word.starts_with("TRUNC") || word.starts_with("ROUND")) {
        return String::new();
    }
    format!("{head}, {operands}")
}

/// A line without the peculiarities of the driver that `ways` names: flags of sums and of clamped floats, signs in
/// comparisons, masks of narrow and of 64-bit loads, conversions of parameters, two words of old halves, votes for y
/// alone.
pub(super) fn strict_line(line: &str) -> String {
    let word = line.split([' ', '.', ';']).next().unwrap_or("");
    let Some((head, operands)) = line.split_once(", ") else {
        return line.replace("REP.F |r3.x|", "REP.F 2.75");
    };
    let stem = word.trim_end_matches(['0', '1']).trim_end_matches('C');
    let (mut head, mut operands) = (head.to_owned(), operands.to_owned());
    let sums = ["ADD", "SUB", "MAD", "SAD"].contains(&stem);
    if sums || head.contains("SAT") {
        for flags in [".CC0", ".CC1", ".CC"] {
            head = head.replace(flags, "");
        }
        if word != stem && stem.len() == 3 {
            head = head.replacen(word, stem, 1);
        }
    }
    let compares = ["CMP", "SEQ", "SNE", "SGE", "SGT", "SLE", "SLT"].contains(&stem) && !head.contains(".F");
    if compares {
        let parts = operands.split(", ").map(|it| {
            let number = it.trim_start_matches(['-', '{']).starts_with(|c: char| c.is_ascii_digit());
            if number { it.to_owned() } else { it.replace(['-', '|'], "") }
        });
        operands = parts.collect::<Vec<_>>().join(", ");
    }
    if word.starts_with("LD") || word == "LOAD" {
        // Those of all components are as they are.
        if let Some((start, _)) = head.split_once(" arr[").filter(|(start, _)| *start != "LDB.U32X4") {
            head = format!("{start} r3");
        } else if head.contains("64X") {
            let register = if head.contains(" d0") { "d0" } else { "d1" };
            head = format!("{} {register}", head.split(' ').next().unwrap_or(""));
        }
    }
    if word == "CVT" && !operands.starts_with('r') {
        operands = "r1.wxyz;".to_owned();
    }
    if head.contains("F16X4") && word == "ATOM" {
        head = head.replace(".xy", ".x");
    }
    if word == "TGBALLOT" && head.ends_with(".y") {
        head.truncate(head.len() - 2);
    }
    format!("{head}, {operands}")
}
