//! Small programs, right and wrong, and the answers of NVIDIA's driver: `loads.txt` and `modifiers.txt`.
//!
//! Comes in: the files. Goes out: programs with verdicts, and glslsub's answers.

use glslsub::internals::diagnostics::{Diagnostics, Severity};
use glslsub::internals::nv_program::opcode::{Mode, OPCODES, Op, Opcode, SlotKind};
use glslsub::internals::nv_program::{self, Options};

/// The answer to a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The driver has not been queried yet.
    Unknown,
    /// The driver hangs.
    Hangs,
    /// It is accepted.
    Accepted,
    /// It is rejected; the first error is in this line.
    Rejected(usize),
}

impl Verdict {
    /// From a message of the driver.
    #[allow(dead_code)]
    pub fn of_driver(said: Option<&str>) -> Self {
        let Some(said) = said else { return Self::Accepted };
        let error = said.lines().find(|line| line.contains("error")).unwrap_or(said);
        let number = error.split_once("line ").map_or("", |(_, rest)| rest);
        let digits: String = number.chars().take_while(char::is_ascii_digit).collect();
        Self::Rejected(digits.parse().unwrap_or(0))
    }

    fn parse(text: &str) -> Self {
        match text {
            "?" => Self::Unknown,
            "!" => Self::Hangs,
            "ok" => Self::Accepted,
            _ => Self::Rejected(text.parse().unwrap()),
        }
    }
}

/// A program of `loads.txt`.
#[derive(Clone, Debug)]
pub struct Load {
    /// Its line in the file.
    pub line: usize,
    /// The program.
    pub text: String,
    /// The driver's answer.
    pub driver: Verdict,
    /// If glslsub differs by design: `ok`, or the code of the error.
    pub ours: Option<String>,
}

const LOADS: &str = include_str!("loads.txt");

/// The programs of `loads.txt`.
pub fn loads() -> Vec<Load> {
    let mut preludes: Vec<(&str, &str)> = vec![("-", "")];
    let mut loads = Vec::new();
    for (index, line) in LOADS.lines().enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some((name, text)) = line.strip_prefix("prelude ").and_then(|rest| rest.split_once(" = ")) {
            preludes.push((name, text));
            continue;
        }
        let fields: Vec<&str> = line.splitn(4, '|').map(str::trim).collect();
        let [prelude, driver, ours, body] = fields[..] else { panic!("loads.txt: line {}: {line}", index + 1) };
        let start = preludes.iter().find(|(name, _)| *name == prelude).unwrap_or_else(|| panic!("{line}")).1;
        let body = body.replace(" // ", "\n");
        let text = if prelude == "-" { body } else { format!("{start}\n{body}\nEND\n") };
        loads.push(Load {
            line: index + 1,
            text,
            driver: Verdict::parse(driver),
            ours: (!ours.is_empty()).then(|| ours.to_owned()),
        });
    }
    loads
}

/// glslsub's answer: the code of each error with its line.
pub fn errors(text: &str, options: &Options) -> Vec<(String, usize)> {
    let mut diagnostics = Diagnostics::default();
    nv_program::check(text, 1, options, &mut diagnostics);
    let errors = diagnostics.as_slice().iter().filter(|it| it.severity == Severity::Error);
    errors
        .map(|it| {
            let start = it.primary.span.to_range().map_or(0, |range| range.start.saturating_sub(1));
            (it.code.to_string(), 1 + text[..start.min(text.len())].matches('\n').count())
        })
        .collect()
}

/// glslsub's answer as a verdict: the first line with an error.
pub fn verdict(text: &str) -> Verdict {
    let errors = errors(text, &Options::default());
    errors.iter().map(|(_, line)| *line).min().map_or(Verdict::Accepted, Verdict::Rejected)
}

/// Modifiers that are tried on every instruction.
pub const MODIFIERS: &[&str] = &[
    "",
    "F",
    "S",
    "U",
    "F16",
    "F32",
    "F64",
    "S8",
    "U8",
    "S16",
    "U16",
    "S32",
    "U32",
    "S64",
    "U64",
    "F32X2",
    "U32X4",
    "U64X2",
    "U8X4",
    "F16X2",
    "CC",
    "CC1",
    "SAT",
    "SSAT",
    "HI",
    "S24",
    "U24",
    "PREC",
    "NTC",
    "COH",
    "VOL",
    "CTA",
    "SPARSE",
    "LODCLAMP",
    "ADD",
    "MIN",
    "IWRAP",
    "EXCH",
    "CSWAP",
    "INCR",
    "ROUND",
    "CEIL",
    "U.CC",
    "F.SAT",
    "U.SAT",
    "F64.SAT",
    "S.NTC",
    "U.PREC",
    "U32.CC",
    "U32.SAT",
    "F32.SAT",
    "F32.SSAT",
    "U32.COH",
    "U32.VOL",
    "U32.F32",
    "F16.F32",
    "S64.F64.FLR",
    "S8.U8.SAT",
    "F32.S32.SAT",
    "S32.F32.CC",
    "F32.F64.TRUNC",
    "U32.ADD",
    "S32.MIN",
    "F32.ADD",
    "U64.CSWAP",
    "U32.ADD.CC",
    "U32.ADD.COH",
    "U32.ADD.SAT",
    "U.HI",
    "S64.HI",
    "U.INCR",
    "U.GET.CC",
    "F.INCR",
];

/// An operand that every instruction accepts in a slot of this kind.
pub fn operand(row: &Opcode, slot: SlotKind, wide: bool) -> Option<&'static str> {
    let (result, vector, scalar) = if wide { ("D0", "D1", "D1.x") } else { ("R0", "R1", "R1.x") };
    Some(match slot {
        SlotKind::Result => result,
        SlotKind::Vector | SlotKind::Unswizzled => vector,
        SlotKind::Scalar => scalar,
        SlotKind::OptionalVector | SlotKind::OptionalTest | SlotKind::Label | SlotKind::Subroutine => return None,
        SlotKind::Address => "D1.x",
        SlotKind::Selector => "x",
        SlotKind::ParameterBuffer => "c[0]",
        SlotKind::Storage => "b[0]",
        SlotKind::Shared => "s[0]",
        SlotKind::Counter => "n",
        SlotKind::Texture if row.op == Op::Txfms => "texture[0], 2DMS",
        SlotKind::Texture | SlotKind::TextureGather | SlotKind::TextureConstant => "texture[0], 2D",
        SlotKind::TextureQuery if row.op == Op::Txqs => "texture[0], 2DMS",
        SlotKind::TextureQuery => "texture[0], 2D",
        SlotKind::Image if row.op == Op::Imqs => "image[0], 2DMS",
        SlotKind::Image => "image[0], 2D",
        SlotKind::Unit => "image[0]",
        SlotKind::Target => "2D",
        SlotKind::Test => "NE.x",
        SlotKind::Count => "R1.x",
    })
}

/// What an instruction needs before and after it, so that blocks match.
pub const fn blocks(row: &Opcode) -> (&'static str, &'static str) {
    match row.op {
        Op::If => ("", "\nENDIF;"),
        Op::Else => ("IF NE.x;\n", "\nENDIF;"),
        Op::Endif => ("IF NE.x;\n", ""),
        Op::Rep => ("", "\nENDREP;"),
        Op::Endrep => ("REP.S 2;\n", ""),
        Op::Brk | Op::Cont => ("REP.S 2;\n", "\nENDREP;"),
        _ => ("", ""),
    }
}

/// A program with an instruction and modifiers, each after a `.`; `None` if the instruction has no form of its own.
pub fn modified(row: &Opcode, modifiers: &str) -> Option<String> {
    let wide = modifiers.contains("64");
    let mut operands = Vec::new();
    for slot in row.operands {
        match slot.kind {
            SlotKind::OptionalVector | SlotKind::OptionalTest => {}
            kind => operands.push(operand(row, kind, wide)?),
        }
    }
    if matches!(row.op, Op::Else | Op::Endif | Op::Endrep | Op::Brk | Op::Cont | Op::Ret) && modifiers.is_empty() {
        return None;
    }
    let mut line = row.name.to_owned();
    for part in modifiers.split('.').filter(|part| !part.is_empty()) {
        line.push('.');
        line.push_str(part);
    }
    line.push(' ');
    line.push_str(&operands.join(", "));
    line.push(';');
    let (before, after) = blocks(row);
    let options: String = OPTIONS.iter().map(|option| format!("OPTION {option};\n")).collect();
    Some(format!(
        "!!NVcp5.0\n{options}GROUP_SIZE 32;\nSHARED_MEMORY 64;\nSHARED s[] = {{ program.sharedmem }};\nSTORAGE b[] = {{ program.storage[0] \
         }};\nCBUFFER c[] = {{ program.buffer[0] }};\nCOUNTER n = program.counter[0][0];\nTEMP R0, R1;\nLONG TEMP D0, D1;\n{before}{line}{after}\nEND\n"
    ))
}

/// Options that switch everything on.
pub const OPTIONS: &[&str] = &[
    "NV_shader_storage_buffer",
    "NV_shader_thread_shuffle",
    "NV_shader_thread_group",
    "NV_shader_atomic_float",
    "NV_shader_atomic_float64",
    "NV_shader_atomic_int64",
    "NV_shader_atomic_fp16_vector",
    "NV_gpu_program5_mem_extended",
    "NV_shader_atomic_counters",
    "ARB_shader_image_size",
    "ARB_shader_texture_image_samples",
    "EXT_shader_image_load_formatted",
    "NV_texture_multisample",
    "EXT_sparse_texture2",
];

/// The row of an instruction in the table of modifiers: `+` accepted, `-` rejected, blank if there is no such program.
pub fn modifier_row(row: &Opcode, mut accepts: impl FnMut(&str) -> bool) -> String {
    let marks = MODIFIERS.iter().map(|modifiers| match modified(row, modifiers) {
        Some(text) => {
            if accepts(&text) {
                '+'
            } else {
                '-'
            }
        }
        None => '.',
    });
    marks.collect()
}

/// Every instruction.
pub fn rows() -> impl Iterator<Item = &'static Opcode> {
    OPCODES.iter().filter(|row| row.mode != Mode::None || row.op == Op::Bar || row.op == Op::Membar || row.op == Op::If)
}
