//! A program for every instruction and type: it reads its operands from memory; each variant of signs, clamps, masks
//! and flags writes its results to memory.

use glslsub::internals::diagnostics::Diagnostics;
use glslsub::internals::nv_program;
use glslsub::internals::nv_program::opcode::{Base, Mode, OPCODES, Op, Opcode, SlotKind, SlotType, Widths};
use glslsub::internals::nv_program::program::Program;

use crate::common::compile;
use crate::world::World;

/// A program with its memory.
#[derive(Clone, Debug)]
#[allow(dead_code, reason = "some tests run it, others compile it only")]
pub struct Case {
    /// Its name.
    pub name: String,
    /// The program.
    pub text: String,
    /// `program.storage[0]` and `program.buffer[0]`.
    pub input: Vec<u8>,
    /// Bytes of `program.storage[1]`.
    pub output: usize,
    /// Its other resources.
    pub world: World,
    /// `program.local` and `program.env`.
    pub locals: Vec<[u32; 4]>,
    /// Which words of the output are floats: all, or none.
    pub float: bool,
    /// Relative tolerance of floats.
    pub tolerance: f32,
    /// Whether the sign of a zero is up to the device, for floats.
    pub unsigned_zeros: bool,
}

impl Case {
    /// The checked program, or what is wrong with it.
    pub fn check(&self) -> Result<Program, String> {
        let mut diagnostics = Diagnostics::default();
        let options = compile::assembly_options(&self.text);
        nv_program::check(&self.text, 1, &options, &mut diagnostics).ok_or_else(|| {
            let found: Vec<String> =
                diagnostics.as_slice().iter().map(|it| format!("{}: {}", it.code, it.message)).collect();
            format!("{}: it is wrong: {}\n{}", self.name, found.join("; "), self.text)
        })
    }

    /// The first word of two outputs that differs; floats have a tolerance, and devices may flush denormals.
    pub fn difference(&self, expected: &[u8], found: &[u8]) -> Option<String> {
        let words = |bytes: &[u8]| -> Vec<u32> {
            bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect()
        };
        // Two words may be a double, whose lower word says little.
        let double = |bytes: &[u8], at: usize| -> Option<f64> {
            bytes.get(at * 8..at * 8 + 8).map(|bytes| f64::from_le_bytes(bytes.try_into().unwrap()))
        };
        let doubles_are_close = |index: usize| match (double(expected, index / 2), double(found, index / 2)) {
            (Some(a), Some(b)) => a.abs() > 1e-30 && (a - b).abs() <= f64::from(self.tolerance) * a.abs(),
            _ => false,
        };
        let pairs = words(expected).into_iter().zip(words(found)).enumerate();
        let mut differing = pairs.filter(|(at, (wanted, got))| {
            if wanted == got || self.unsigned_zeros && (wanted | got) << 1 == 0 {
                return false;
            }
            let (a, b) = (f32::from_bits(*wanted), f32::from_bits(*got));
            let close = (a - b).abs() <= self.tolerance * a.abs().max(1e-3) || a.is_nan() && b.is_nan();
            let tiny = a.abs() < f32::MIN_POSITIVE && b.abs() < f32::MIN_POSITIVE;
            !(self.float && (close || tiny || doubles_are_close(*at)))
        });
        let (index, (wanted, got)) = differing.next()?;
        let (a, b) = (f32::from_bits(wanted), f32::from_bits(got));
        Some(format!("word {index}: {wanted:#x} ({a}), here {got:#x} ({b}), {} more words", differing.count()))
    }
}

/// FNV-1a, for texts and answers.
pub fn hash(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811C_9DC5, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}

/// Operands of a type, including special values.
fn numbers(base: Base, bits: u8) -> Vec<u64> {
    let floats = [
        0.0, 1.0, -1.0, 0.5, 2.5, -2.5, 1.5, -1.5, 3.0, 7.25, -100.75, 1e-3, 65504.0, 3e9, 5e9, -3e9, 0.3, -0.7, 1e20,
        4.0,
    ];
    match (base, bits) {
        (Base::Float, 64) => floats.iter().map(|it: &f64| it.to_bits()).collect(),
        (Base::Float, _) => floats.iter().map(|it| u64::from((*it as f32).to_bits())).collect(),
        (_, 64) => vec![
            0,
            1,
            2,
            3,
            7,
            31,
            64,
            u64::MAX,
            u64::MAX - 1,
            1 << 63,
            (1 << 63) - 1,
            1 << 32,
            0xFFFF_FFFF,
            0x1_2345_6789,
            0xDEAD_BEEF_0123_4567,
            100,
            12345,
            u64::MAX - 99,
            10,
            5,
        ],
        _ => vec![
            0,
            1,
            2,
            3,
            7,
            31,
            32,
            0xFFFF_FFFF,
            0xFFFF_FFFE,
            0x8000_0000,
            0x7FFF_FFFF,
            0x8000_0001,
            0xFFFF,
            0xABCD_EF12,
            0x1234_5678,
            100,
            12345,
            0xFFFF_FF9C,
            10,
            5,
        ],
    }
}

const fn letter(base: Base) -> &'static str {
    match base {
        Base::Float => "F",
        Base::Signed => "S",
        Base::Unsigned => "U",
    }
}

/// Whether a float result of an instruction is exact, so that conditions may test it.
pub fn is_exact(op: Op) -> bool {
    !matches!(
        op,
        Op::Div
            | Op::Rcp
            | Op::Rsq
            | Op::Rcc
            | Op::Ex2
            | Op::Lg2
            | Op::Sin
            | Op::Cos
            | Op::Scs
            | Op::Pow
            | Op::Lit
            | Op::Lrp
            | Op::Nrm
            | Op::Rfl
            | Op::Dp2
            | Op::Dp2a
            | Op::Dp3
            | Op::Dp4
            | Op::Dph
            | Op::Xpd
            | Op::X2d
            | Op::Mad
            | Op::Frc
            | Op::Up2us
            | Op::Up4b
            | Op::Up4ub
            | Op::Dst
    )
}

/// Instructions that the machine computes from operands alone.
pub fn is_arithmetic(row: &Opcode) -> bool {
    row.mode == Mode::Arithmetic
        && row.operands.first().is_some_and(|slot| slot.kind == SlotKind::Result)
        && !row.name.starts_with("TX")
        && !matches!(row.op, Op::Tex | Op::Tgall | Op::Tgany | Op::Tgeq | Op::Tgballot)
        && !row.name.starts_with("SHF")
}

/// Every case.
pub fn all() -> Vec<Case> {
    let mut cases = Vec::new();
    for row in OPCODES.iter().filter(|row| is_arithmetic(row)) {
        for (widths, bases) in [(row.float, &[Base::Float][..]), (row.integer, &[Base::Signed, Base::Unsigned][..])] {
            let bits: &[u8] = match widths {
                Widths::None => &[],
                Widths::Word => &[32],
                Widths::Both => &[32, 64],
            };
            for &base in bases {
                for &bits in bits {
                    cases.push(instruction(row, base, bits));
                }
            }
        }
    }
    cases.extend(multiplications());
    cases.extend(conversions());
    cases.extend(memory());
    cases
}

/// The base type of a slot.
const fn base_of(ty: SlotType, own: Base) -> Base {
    match ty {
        SlotType::Float => Base::Float,
        SlotType::Signed => Base::Signed,
        SlotType::Unsigned => Base::Unsigned,
        SlotType::Own | SlotType::Storage => own,
    }
}

/// Writes programs line by line.
struct Writer {
    text: String,
    /// The next free byte of the output.
    at: usize,
}

impl Writer {
    fn new(declarations: &str) -> Self {
        let text = format!(
            "!!NVcp5.0\nOPTION NV_shader_storage_buffer;\nOPTION NV_gpu_program5_mem_extended;\nOPTION NV_shader_atomic_int64;\nGROUP_SIZE \
             1;\nSHARED_MEMORY 256;\nSHARED sm[] = {{ program.sharedmem }};\nSTORAGE src[] = {{ program.storage[0] }};\nSTORAGE dst[] = {{ program.storage[1] \
             }};\nCBUFFER cb[] = {{ program.buffer[0] }};\nTEMP t, u;\n{declarations}"
        );
        Self { text, at: 0 }
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn store(&mut self, register: &str, wide: bool) {
        let at = self.at;
        if wide {
            self.line(&format!("STB.U64X4 {register}, dst[{at}];"));
            self.at += 32;
        } else {
            self.line(&format!("STB.U32X4 {register}, dst[{at}];"));
            self.at += 16;
        }
    }

    fn case(mut self, name: String, input: Vec<u8>) -> Case {
        self.text.push_str("END\n");
        Case {
            name,
            text: self.text,
            input,
            output: self.at.max(16),
            world: World::default(),
            locals: vec![[1, 2, 3, 4]; 4],
            float: false,
            tolerance: 0.0,
            unsigned_zeros: false,
        }
    }
}

fn instruction(row: &Opcode, base: Base, bits: u8) -> Case {
    let wide = bits == 64;
    let ty = if wide { format!("{}64", letter(base)) } else { letter(base).to_owned() };
    let operands: Vec<_> =
        row.operands.iter().skip(1).filter(|slot| !matches!(slot.kind, SlotKind::Selector)).copied().collect();
    let result = row.operands.first().map_or(base, |slot| base_of(slot.ty, base));
    let bases: Vec<Base> = operands.iter().map(|slot| base_of(slot.ty, base)).collect();
    // PK64 and UP64 have a long side and a short one.
    let wide_result = wide || row.op == Op::Pk64;
    let wide_operand = wide || row.op == Op::Up64;
    let mut writer = Writer::new(&format!(
        "{} a, b, c;\n{} r;\nTEMP f, one;\nMOV.U one, {{1, 2, 3, 4}};\n",
        if wide_operand { "LONG TEMP" } else { "TEMP" },
        if wide_result { "LONG TEMP" } else { "TEMP" }
    ));
    let size = if wide_operand { 8 } else { 4 };
    let all: Vec<Vec<u64>> = bases
        .iter()
        .map(|base| {
            let numbers = numbers(*base, if wide_operand { 64 } else { 32 });
            match row.op {
                // For negative numbers and zero, remainders and quotients are undefined.
                Op::Div | Op::Mod if *base != Base::Float => {
                    numbers.into_iter().map(|it| (it & 0x7FFF_FFFF).max(1)).collect()
                }
                Op::Sin | Op::Cos | Op::Scs => {
                    [0.0, 0.5, 1.0, -1.0, 3.0, -2.0].iter().map(|it: &f32| it.to_bits().into()).collect()
                }
                Op::Ex2 => [0.0, 0.5, 1.0, -1.0, 3.0, -2.0].iter().map(|it: &f32| it.to_bits().into()).collect(),
                Op::Lg2 | Op::Rsq | Op::Pow => numbers
                    .into_iter()
                    .filter(|it| {
                        if wide {
                            f64::from_bits(*it) > 0.0 && f64::from_bits(*it) < 100.0
                        } else {
                            f32::from_bits(*it as u32) > 0.0 && f32::from_bits(*it as u32) < 100.0
                        }
                    })
                    .collect(),
                Op::Rcp => numbers.into_iter().filter(|it| *it << 1 != 0).collect(),
                // Sums of large and small numbers lose the digits that the tolerance allows for.
                _ if *base == Base::Float && !is_exact(row.op) && !wide => numbers
                    .into_iter()
                    .filter(|it| {
                        let value = f32::from_bits(*it as u32).abs();
                        value > 0.01 && value < 10.0
                    })
                    .collect(),
                Op::Bfe | Op::Bfi => numbers,
                _ => numbers,
            }
        })
        .collect();
    let rounds = 2;
    let mut input = Vec::new();
    for round in 0..rounds {
        for (index, numbers) in all.iter().enumerate() {
            for component in 0..4 {
                let mut at = round * 4 + component * (index + 1) + index * 3;
                // The first operand of bit fields: how many bits, and where.
                let value = if matches!(row.op, Op::Bfe | Op::Bfi) && index == 0 {
                    [[8_u64, 4], [1, 31], [16, 16], [5, 0], [12, 9]][round][component.min(1)]
                } else {
                    at %= numbers.len();
                    numbers[at]
                };
                input.extend_from_slice(&value.to_le_bytes()[..size]);
            }
        }
    }
    let names = ["a", "b", "c"];
    let exact = result != Base::Float || is_exact(row.op);
    // The driver does not clamp signs, and treats a constant TRUE as positive.
    let clamps: &[&str] =
        if result == Base::Float && row.saturate && row.op != Op::Ssg { &["", ".SAT", ".SSAT"] } else { &[""] };
    let scalar = |index: usize| operands[index].kind == SlotKind::Scalar;
    let load = if wide_operand { "U64X4" } else { "U32X4" };
    for round in 0..rounds {
        for (index, name) in names.iter().enumerate().take(operands.len()) {
            let at = (round * operands.len() + index) * 4 * size;
            writer.line(&format!("LDB.{load} {name}, src[{at}];"));
        }
        let list = |signs: &[&str; 3], swizzles: &[&str; 3]| -> String {
            let mut parts = Vec::new();
            for index in 0..operands.len() {
                let plain = operands[index].kind == SlotKind::Unswizzled;
                let component = if scalar(index) {
                    [".x", ".y", ".z", ".w"][round % 4]
                } else if plain {
                    ""
                } else {
                    swizzles[index]
                };
                // The driver's absolute values of unsigned operands differ from the specification.
                let unsigned = bases[index] == Base::Unsigned;
                let (open, close) = match signs[index] {
                    _ if plain => ("", ""),
                    "|" if !unsigned => ("|", "|"),
                    "-|" if unsigned => ("-", ""),
                    "-|" => ("-|", "|"),
                    "-" => ("-", ""),
                    _ => ("", ""),
                };
                parts.push(format!("{open}{}{component}{close}", names[index]));
            }
            if row.op == Op::Swz {
                parts.push("-x, 0, 1, w".to_owned());
            }
            parts.join(", ")
        };
        // The other components are undefined.
        let (all, some) = match row.op {
            Op::Scs => ("r.xy", "r.x"),
            Op::Nrm | Op::Rfl | Op::Xpd => ("r.xyz", "r.xz"),
            _ => ("r", "r.xzw"),
        };
        let zero = if wide_result { "MOV.U64 r, 0;" } else { "MOV.U r, 0;" };
        for clamp in clamps {
            let cc = if row.condition_code && exact && row.op != Op::Str { ".CC" } else { "" };
            writer.line(zero);
            writer.line(&format!("{}.{ty}{clamp}{cc} {all}, {};", row.name, list(&[""; 3], &["", ".wzyx", ".yxwz"])));
            writer.store("r", wide_result);
            if !cc.is_empty() {
                for rule in ["EQ", "NE", "GE", "GT", "LE", "LT", "CF", "OF", "SF", "AB", "NAN"] {
                    writer.line("MOV.U f, 0;");
                    writer.line(&format!("MOV.U f ({rule}), one;"));
                    writer.store("f", false);
                }
            }
        }
        // Signs and masks. Roots and logarithms of negative numbers have no value to compare.
        if !matches!(
            row.op,
            Op::Rsq
                | Op::Lg2
                | Op::Pow
                | Op::Bfe
                | Op::Bfi
                | Op::Up2h
                | Op::Up2us
                | Op::Up4b
                | Op::Up4ub
                | Op::Up64
                | Op::Pk64
                | Op::Mod
                | Op::Div
                | Op::Lit
        ) {
            let cc = if row.condition_code && exact && row.op != Op::Str { ".CC1" } else { "" };
            for signs in [["-", "", "|"], ["", "-", ""], ["-|", "|", "-"], ["-", "-", "-"]] {
                writer.line(zero);
                // Component y keeps these flags.
                writer.line("SUB.S.CC1 f, one, {2, 2, 2, 2};");
                writer.line(&format!("{}.{ty}{cc} {some}, {};", row.name, list(&signs, &[".zzxy", "", ".w"])));
                writer.store("r", wide_result);
                if !cc.is_empty() {
                    let minus = |sign: &str| sign.starts_with('-');
                    let undefined = match row.op {
                        Op::Add => minus(signs[0]) && minus(signs[1]),
                        Op::Sub => minus(signs[0]) && !minus(signs[1]),
                        Op::Mad => minus(signs[0]) != minus(signs[1]) && minus(signs[2]),
                        _ => false,
                    };
                    let rules = if undefined && base != Base::Float {
                        ["EQ1", "NE1", "SF1", "NAN1"]
                    } else {
                        ["GT1", "LE1", "CF1", "OF1"]
                    };
                    for rule in rules {
                        writer.line("MOV.U f, 0;");
                        writer.line(&format!("MOV.U f ({rule}.wyzx), one;"));
                        writer.store("f", false);
                    }
                }
            }
        }
        // Conditions on the result.
        if exact && row.condition_code && row.op != Op::Str {
            let first = if matches!(row.op, Op::Bfe | Op::Bfi) { "" } else { ".yyyy" };
            writer.line(&format!("{}.{ty} r (NE.yxwz), {};", row.name, list(&[""; 3], &[first, "", ""])));
            writer.store("r", wide_result);
        }
    }
    let float = result == Base::Float && !wide;
    let mut case = writer.case(format!("{}.{ty}", row.name), input);
    case.unsigned_zeros = result == Base::Float;
    case.float = float && (!exact || row.op == Op::Rcp);
    case.tolerance = if is_exact(row.op) { 1e-6 } else { 2e-5 };
    if wide && result == Base::Float && !exact {
        case.float = true;
        case.tolerance = f32::INFINITY;
    }
    case
}

/// HI and the 24-bit forms.
fn multiplications() -> Vec<Case> {
    ["MUL.S.HI", "MUL.U.HI", "MUL.S24", "MUL.U24"]
        .into_iter()
        .map(|name| {
            let mut writer = Writer::new("TEMP a, b, r;\n");
            let numbers = numbers(Base::Unsigned, 32);
            let input: Vec<u8> = numbers.iter().flat_map(|it| (*it as u32).to_le_bytes()).collect();
            for at in 0..4 {
                writer.line(&format!("LDB.U32X4 a, src[{}];", 16 * at));
                writer.line(&format!("LDB.U32X4 b, src[{}];", 16 * (at + 1)));
                writer.line(&format!("{name} r, a, b;"));
                writer.store("r", false);
            }
            writer.case(name.to_owned(), input)
        })
        .collect()
}

/// CVT between all pairs of types.
fn conversions() -> Vec<Case> {
    const TYPES: [&str; 11] = ["F16", "F32", "F64", "S8", "S16", "S32", "S64", "U8", "U16", "U32", "U64"];
    let mut cases = Vec::new();
    for to in TYPES {
        let mut writer = Writer::new("TEMP a, r;\nLONG TEMP d, e;\n");
        let mut input = Vec::new();
        for from in TYPES {
            let base = match from.as_bytes()[0] {
                b'F' => Base::Float,
                b'S' => Base::Signed,
                _ => Base::Unsigned,
            };
            let wide_from = from.ends_with("64");
            let numbers = if from == "F16" {
                [0.0_f32, 1.0, -1.5, 65504.0].iter().map(|it| half::f16::from_f32(*it).to_bits().into()).collect()
            } else {
                numbers(base, if wide_from { 64 } else { 32 })
            };
            for rounding in ["", ".CEIL", ".FLR", ".TRUNC", ".ROUND"] {
                // The rounding direction to halves, and from 64-bit integers to floats, is up to the device.
                let directed = !matches!(rounding, "" | ".ROUND");
                let to_float = to.starts_with('F');
                if directed && to_float && (to == "F16" || from.ends_with("64") && base != Base::Float) {
                    continue;
                }
                for chunk in numbers.chunks(4).take(if rounding.is_empty() { 3 } else { 1 }) {
                    let at = input.len().next_multiple_of(32);
                    input.resize(at, 0);
                    for number in chunk {
                        let size = if wide_from { 8 } else { 4 };
                        input.extend_from_slice(&number.to_le_bytes()[..size]);
                    }
                    input.resize(at + 32, 0);
                    let (load, register) = if wide_from { ("U64X4", "d") } else { ("U32X4", "a") };
                    writer.line(&format!("LDB.{load} {register}, src[{at}];"));
                    let result = if to.ends_with("64") { "e" } else { "r" };
                    writer.line(&format!("CVT.{to}.{from}{rounding} {result}, {register};"));
                    writer.store(result, to.ends_with("64"));
                }
            }
        }
        cases.push(writer.case(format!("CVT.{to}"), input));
    }
    cases
}

/// Loads, stores and atomic operations of all types.
fn memory() -> Vec<Case> {
    let mut cases = Vec::new();
    let input: Vec<u8> = (0..256_u32).map(|it| (it.wrapping_mul(37) ^ 0x5A) as u8).collect();
    let mut types: Vec<String> = Vec::new();
    for base in ["U", "S"] {
        for bits in [8, 16, 32, 64] {
            types.extend(["", "X2", "X4"].map(|count| format!("{base}{bits}{count}")));
        }
    }
    for bits in [16, 32, 64] {
        types.extend(["", "X2", "X4"].map(|count| format!("F{bits}{count}")));
    }
    for ty in &types {
        let wide = ty.contains("64");
        let declaration = if wide { "LONG TEMP r;\nTEMP n;\n" } else { "TEMP r, n;\n" };
        let mut writer = Writer::new(declaration);
        let storage = glslsub::internals::nv_program::ast::StorageType::parse(ty).unwrap();
        let bytes = storage.bytes() as usize;
        // Halves from these bytes can be NaN, whose bits conversions may change.
        let first = if ty.starts_with('F') { 128 } else { 0 };
        let mut input = input.clone();
        for (index, part) in input[128..].chunks_exact_mut(bytes / usize::from(storage.count)).enumerate() {
            let value = index as f64 * 0.75 - 3.0;
            match part.len() {
                2 => part.copy_from_slice(&half::f16::from_f64(value).to_le_bytes()),
                4 => part.copy_from_slice(&(value as f32).to_le_bytes()),
                8 => part.copy_from_slice(&value.to_le_bytes()),
                _ => {}
            }
        }
        for index in 0..3 {
            let at = first + index * bytes;
            writer.line(&format!("LDB.{ty} r, src[{at}];"));
            writer.store("r", wide);
            // With signs and swizzles the driver computes parts of words differently.
            let plain = storage.bits < 32;
            let operand = if plain { format!("cb[{at}]") } else { format!("-cb[{at}].wzyx") };
            writer.line(&format!("LDC.{ty} r, {operand};"));
            writer.store("r", wide);
            writer.line(&format!("MOV.U t.x, {};", index * bytes));
            // Neighbours stay as they are.
            writer.line("STS.U32X4 {0x11223344, 0x55667788, 0x99AABBCC, 0xDDEEFF00}, sm[64];");
            writer.line(&format!("LDB.{ty} r, src[{at}];"));
            writer.line(&format!("STS.{ty} r, sm[t.x + 64];"));
            writer.line("LDS.U32X4 n, sm[64];");
            writer.store("n", false);
            writer.line(&format!("LDS.{ty} r, sm[t.x + 64];"));
            writer.store("r", wide);
            let out = writer.at.next_multiple_of(32);
            writer.at = out + 32;
            writer.line(&format!("STB.{ty} r, dst[{out}];"));
        }
        cases.push(writer.case(format!("memory.{ty}"), input));
    }
    for ty in ["U32", "S32", "U64", "S64"] {
        let wide = ty.ends_with("64");
        let mut writer = Writer::new(if wide { "LONG TEMP r, v;\n" } else { "TEMP r, v;\n" });
        let mut input = Vec::new();
        for number in numbers(Base::Unsigned, if wide { 64 } else { 32 }) {
            input.extend_from_slice(&number.to_le_bytes()[..if wide { 8 } else { 4 }]);
        }
        input.resize(input.len() + 64, 1);
        let operations: &[&str] = match ty {
            "U32" => &["ADD", "MIN", "MAX", "AND", "OR", "XOR", "EXCH", "CSWAP", "IWRAP", "DWRAP"],
            _ => &["ADD", "MIN", "MAX", "AND", "OR", "XOR", "EXCH", "CSWAP"],
        };
        let size = if wide { 8 } else { 4 };
        for (index, operation) in operations.iter().enumerate() {
            for round in 0..4 {
                let at = ((index + round) % 8) * size;
                writer.line(&format!("LDB.{ty}X2 v, src[{}];", at / (2 * size) * 2 * size));
                writer.line(&format!("STS.{ty}X2 v, sm[{}];", 2 * size));
                writer.line(&format!("LDB.{ty}X2 v, src[{}];", ((at + 3 * size) / (2 * size)) * 2 * size));
                writer.line(if wide { "MOV.U64 r, 0;" } else { "MOV.U r, 0;" });
                writer.line(&format!("ATOMS.{operation}.{ty} r.x, v, sm[{}];", 2 * size + (round % 2) * size));
                writer.store("r", wide);
                writer.line(&format!("LDS.{ty}X2 r, sm[{}];", 2 * size));
                writer.store("r", wide);
                let out = writer.at;
                writer.at += 4 * size;
                writer.line(&format!("STB.{ty} v, dst[{out}];"));
                writer.line(&format!("ATOMB.{operation}.{ty} r.x, v.yxzw, dst[{out}];"));
                writer.store("r", wide);
            }
        }
        cases.push(writer.case(format!("atomic.{ty}"), input));
    }
    cases
}
