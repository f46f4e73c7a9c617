//! Small random programs: a few instructions of any kind, with every kind of variable as operand and result.
//!
//! Comes in: random numbers. Goes out: a program whose instructions each leave their result in memory.

use std::fmt::Write as _;

use glslsub::internals::nv_program::opcode::{Base, OPCODES, Op, Opcode, SlotKind, SlotType, Widths};

use crate::cases::{self, Case};
use crate::common::random::Random;
use crate::world::World;

/// What stands before the instructions. Storage 0 and the parameter buffers hold the input.
const DECLARATIONS: &str = "PARAM p[] = { program.local[0..2] };\nPARAM q = program.env[1];\nPARAM mixed[] = { {1, 2, 3, 4}, program.local[3], 2.5, program.env[0..1], -7 };\n\
    INT PARAM ip = {-3, 5};\nUINT PARAM up = { 9, 8, 7, 6 };\nFLOAT PARAM fp = { 0.5, -1.25, 2 };\n\
    BUFFER w[] = { program.buffer[1] };\nBUFFER w1 = program.buffer[1][3];\nBUFFER wp[] = { program.buffer[1][4..19] };\nBUFFER ww[][] = { program.buffer[0..1] };\n\
    BUFFER4 v4[] = { program.buffer[2] };\nBUFFER4 v1 = program.buffer[2][2];\nINT BUFFER wi = program.buffer[1][5];\n\
    CBUFFER cb[] = { program.buffer[0] };\nCBUFFER cp[] = { program.buffer[0][64..127] };\n\
    STORAGE src[] = { program.storage[0] };\nSTORAGE part[] = { program.storage[0][64..191] };\nSTORAGE both[][] = { program.storage[0..1] };\nSTORAGE dst[] = { program.storage[1] };\n\
    SHARED sm[] = { program.sharedmem };\nSHARED sp[] = { program.sharedmem[32..63] };\nSHARED s1 = program.sharedmem[16];\n\
    ATTRIB at = invocation.localid;\nUINT ATTRIB ai = invocation.localindex;\n\
    TEMP r, r0, r1, r2, r3, t, c, arr[4];\nINT TEMP i;\nUINT TEMP u;\nFLOAT TEMP f;\nSHORT TEMP h;\nLONG TEMP d0, d1;\nLONG INT TEMP di;\nLONG TEMP da[2];\nALIAS other = r2;\n";

/// Bytes of shared memory.
const SHARED: usize = 64;

struct Small {
    random: Random,
    text: String,
    float: bool,
    /// The next free byte of the output.
    at: usize,
}

/// The program of a seed.
pub fn program(seed: u64) -> Case {
    let mut random = Random::new(seed.wrapping_mul(0xD6E8_FEB8_6659_FD93) ^ 0x29);
    let float = random.below(3) == 0;
    let mut small = Small { random, text: String::new(), float, at: 0 };
    let input: Vec<u8> = (0..64).flat_map(|_| small.word().to_le_bytes()).collect();
    let locals = (0..4).map(|_| [(); 4].map(|()| small.word())).collect();
    small.whole();
    let output = small.at.max(16);
    Case {
        name: format!("small.{seed}"),
        text: small.text,
        input,
        output,
        world: World::default(),
        locals,
        float,
        tolerance: 2e-5,
        unsigned_zeros: float,
    }
}

fn letter(base: Base) -> &'static str {
    match base {
        Base::Float => "F",
        Base::Signed => "S",
        Base::Unsigned => "U",
    }
}

impl Small {
    fn word(&mut self) -> u32 {
        if self.float {
            return ((self.random.below(65) as f32 - 32.0) * 0.25).to_bits();
        }
        match self.random.below(5) {
            0 => self.random.below(40) as u32,
            1 => (self.random.below(40) as u32).wrapping_neg(),
            2 => *self.random.pick(&[0x8000_0000, 0x7FFF_FFFF, 0xFFFF, 0xFFFF_FFFF, 0x0001_0000, 0]),
            _ => self.random.next() as u32,
        }
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn store(&mut self, register: &str, ty: &str) {
        let size = if ty.contains("64") { 32 } else { 16 };
        self.at = self.at.next_multiple_of(size);
        let at = self.at;
        self.line(&format!("STB.{ty}X4 {register}, dst[{at}];"));
        self.at += size;
    }

    fn whole(&mut self) {
        self.text.push_str(
            "!!NVcp5.0\n# options: relaxed\nOPTION NV_shader_storage_buffer;\nOPTION NV_gpu_program5_mem_extended;\n",
        );
        self.line(&format!("GROUP_SIZE 1;\nSHARED_MEMORY {SHARED};"));
        self.line(DECLARATIONS.trim_end());
        let subroutine = self.random.below(5) == 0;
        if subroutine {
            self.line("main:");
        }
        for (register, at) in ["r0", "r1", "r2", "r3", "arr[0]", "arr[1]", "arr[2]", "arr[3]"].iter().zip(0..) {
            self.line(&format!("LDB.U32X4 {register}, src[{}];", 16 * at));
        }
        self.line("LDB.S32X4 i, src[128];\nLDB.U32X4 u, src[144];\nLDB.F32X4 f, src[160];");
        self.line(if self.float { "MOV.F h, r1;" } else { "MOV.F h, {1.5, -2, 0.25, 300};" });
        if self.float {
            self.line("MOV.F64 d0, r0;\nMOV.F64 d1, r1;\nMOV.F64 da[0], r2;\nMOV.F64 da[1], r3;\nMOV.S64 di, -9;");
        } else {
            self.line("LDB.U64X4 d0, src[0];\nLDB.U64X4 d1, src[32];\nLDB.U64X4 da[0], src[64];\nLDB.U64X4 da[1], src[96];\nLDB.S64X4 di, src[128];");
        }
        self.line("STS.U32X4 r0, sm[0];\nSTS.U32X4 r1, sm[16];\nSTS.U32X4 r2, sm[32];\nSTS.U32X4 r3, sm[48];");
        self.line("MOV.U t, {1, 2, 0, 3};\nMOV.U c, 0;");
        self.line(if self.float {
            "MOV.F.CC0 c, r0;\nMOV.F.CC1 c, r1;"
        } else {
            "XOR.S.CC0 c, r0, r3;\nMOV.S.CC1 c, r1;"
        });
        let count = 2 + self.random.below(5);
        for _ in 0..count {
            self.statement(0);
        }
        if subroutine {
            let test = self.test();
            let line = if self.random.below(2) == 0 { format!("CAL f1 ({test});") } else { "CAL f1;".to_owned() };
            self.line(&line);
            self.store("r0", "U32");
            self.line("RET;\nf1:");
            self.statement(0);
            let test = self.test_of_one();
            self.line(&format!("RET ({test});"));
            self.statement(0);
            self.line("RET;");
        }
        self.text.push_str("END\n");
    }

    fn statement(&mut self, depth: usize) {
        match self.random.below(16) {
            0 if depth < 3 => {
                let test = self.test();
                self.line(&format!("IF {test};"));
                self.statement(depth + 1);
                if self.random.below(2) == 0 {
                    self.line("ELSE;");
                    self.statement(depth + 1);
                }
                self.line("ENDIF;");
            }
            1 if depth < 2 => {
                let count = *self.random.pick(&[
                    "REP.S 2;",
                    "REP.U 3;",
                    "REP.F 2.5;",
                    "REP 1.0;",
                    "REP.U t.x;",
                    "REP.S t;",
                    "REP.S t.y;",
                    "REP.S64 2;",
                    "REP.U64 t.y;",
                    "REP.S ip.y;",
                    "REP.F fp.z;",
                ]);
                self.line(count);
                self.statement(depth + 1);
                if self.random.below(2) == 0 {
                    let (word, test) = (*self.random.pick(&["BRK", "CONT"]), self.test_of_one());
                    self.line(&format!("{word} ({test});"));
                    self.statement(depth + 1);
                }
                self.line("ENDREP;");
            }
            2 | 3 => self.memory(),
            4 if !self.float => self.conversion(),
            5 if !self.float => self.packing(),
            _ => self.instruction(),
        }
    }

    fn component(&mut self) -> &'static str {
        const WORDS: &[&str] = &[".x", ".y", ".z", ".w"];
        WORDS[self.random.below(4)]
    }

    fn swizzle(&mut self) -> String {
        match self.random.below(5) {
            0 | 1 => String::new(),
            2 => self.component().to_owned(),
            _ => {
                let mut text = String::from(".");
                for _ in 0..4 {
                    text.push(*self.random.pick(&['x', 'y', 'z', 'w']));
                }
                text
            }
        }
    }

    fn test(&mut self) -> String {
        let rule = *self.random.pick(&["EQ", "NE", "GE", "GT", "LE", "LT", "TR", "FL", "SF", "NSF", "NAN", "LEG"]);
        let register = *self.random.pick(&["", "", "0", "1"]);
        let swizzle = self.swizzle();
        format!("{rule}{register}{swizzle}")
    }

    /// A test of one component, as jumps need it.
    fn test_of_one(&mut self) -> String {
        let rule = *self.random.pick(&["EQ", "NE", "GE", "GT", "LE", "LT", "TR", "FL"]);
        let register = *self.random.pick(&["", "0", "1"]);
        format!("{rule}{register}{}", self.component())
    }

    fn mask(&mut self) -> String {
        let mut mask = String::new();
        if self.random.below(2) == 0 {
            let letters = if self.random.below(6) == 0 { "rgba" } else { "xyzw" };
            let bits = 1 + self.random.below(15);
            mask.push('.');
            mask.extend(letters.chars().enumerate().filter(|(at, _)| bits & 1 << at != 0).map(|(_, it)| it));
        }
        if self.random.below(4) == 0 {
            let test = self.test();
            let _ = write!(mask, " ({test})");
        }
        mask
    }

    fn literal(&mut self, base: Base, one: bool) -> String {
        if base == Base::Float {
            let mut number = || format!("{:?}", (self.random.below(33) as f32 - 16.0) * 0.25);
            return if one { number() } else { format!("{{{}, {}, {}}}", number(), number(), number()) };
        }
        let mut number = || match self.random.below(3) {
            0 if base == Base::Signed => format!("-{}", self.random.below(100)),
            1 => format!("{:#x}", self.random.next() as u32 >> (1 + self.random.below(24))),
            _ => format!("{}", self.random.below(64)),
        };
        if one { number() } else { format!("{{{}, {}, {}, {}}}", number(), number(), number(), number()) }
    }

    /// A variable that may be read as `base`.
    fn variable(&mut self, base: Base, wide: bool) -> String {
        let typed: &[&str] = match base {
            Base::Float => &["f", "fp", "h"],
            Base::Signed => &["i", "ip", "wi"],
            Base::Unsigned => &["u", "up", "ai"],
        };
        if wide && self.random.below(2) == 0 {
            let list: &[&str] = match base {
                Base::Signed => &["d0", "d1", "da[0]", "da[t.x]", "di"],
                _ => &["d0", "d1", "da[1]", "da[t.z + 1]"],
            };
            return (*self.random.pick(list)).to_owned();
        }
        let raw: &[&str] = &[
            "p[1]",
            "p[t.x]",
            "p[t.x + 1]",
            "q",
            "mixed[1]",
            "mixed[t.y]",
            "mixed[t.x + 2]",
            "program.local[2]",
            "program.env[3]",
            "w[5]",
            "w[t.w]",
            "w[t.w + 20]",
            "w1",
            "wp[3]",
            "wp[t.y + 4]",
            "ww[1][7]",
            "ww[t.x][t.y]",
            "ww[0][t.w + 9]",
            "v4[3]",
            "v4[t.y + 1]",
            "v1",
            "arr[2]",
            "arr[t.y]",
            "arr[t.y + 1]",
            "other",
        ];
        // Literals of other types are in the mixed array.
        let integers: &[&str] = &["mixed[0]", "mixed[5]", "invocation.groupsize", "at", "invocation.groupcount.x"];
        match self.random.below(8) {
            0 | 1 => (*self.random.pick(typed)).to_owned(),
            2 | 3 => (*self.random.pick(raw)).to_owned(),
            4 if base != Base::Float => (*self.random.pick(integers)).to_owned(),
            _ => format!("r{}", self.random.below(4)),
        }
    }

    fn operand(&mut self, base: Base, wide: bool, scalar: bool, signs: bool) -> String {
        if self.random.below(6) == 0 {
            let one = scalar || self.random.below(2) == 0;
            return self.literal(base, one);
        }
        let name = self.variable(base, wide);
        // One that ends in a component already has its swizzle.
        let swizzle = match name.rsplit_once('.') {
            Some((_, "x")) => String::new(),
            _ if scalar => self.component().to_owned(),
            _ => self.swizzle(),
        };
        let name = if scalar && swizzle.is_empty() { "r1.y".to_owned() } else { name };
        match self.random.below(8) {
            0 if signs => format!("-{name}{swizzle}"),
            1 if signs && base != Base::Unsigned => format!("|{name}{swizzle}|"),
            2 if signs && base != Base::Unsigned => format!("-|{name}{swizzle}|"),
            _ => format!("{name}{swizzle}"),
        }
    }

    /// A result: its text, and the register with the type to store it as.
    fn result(&mut self, base: Base, wide: bool) -> (String, String, String) {
        let own = match base {
            Base::Float => ("f", "F32"),
            Base::Signed => ("i", "S32"),
            Base::Unsigned => ("u", "U32"),
        };
        let wide_type = format!("{}64", letter(base));
        let (name, stored, ty) = match self.random.below(10) {
            0 | 1 => (own.0, own.0, own.1),
            2 => ("arr[1]", "arr[1]", "U32"),
            3 => ("arr[t.x + 1]", "arr[2]", "U32"),
            4 => ("other", "r2", "U32"),
            5 => ("d0", "d0", wide_type.as_str()),
            6 if wide => ("da[t.x]", "da[1]", wide_type.as_str()),
            7 if wide && base == Base::Signed => ("di", "di", "S64"),
            7..=9 if wide => ("d1", "d1", wide_type.as_str()),
            _ => ("r", "r", "U32"),
        };
        let (name, stored, ty) = (name.to_owned(), stored.to_owned(), ty.to_owned());
        if name == "r" {
            self.line("MOV.U r, 7;");
        }
        (name, stored, ty)
    }

    fn instruction(&mut self) {
        let float = self.float;
        let rows: Vec<&Opcode> = OPCODES
            .iter()
            .filter(|row| {
                cases::is_arithmetic(row)
                    && (if float { row.float != Widths::None } else { row.integer != Widths::None })
                    && !matches!(row.op, Op::Pk64 | Op::Up64 | Op::I2f)
                    && !["PK", "UP"].iter().any(|start| row.name.starts_with(start))
                    // Of integers or for integers.
                    && (float || !matches!(row.op, Op::Ceil | Op::Flr | Op::Round | Op::Trunc | Op::Div | Op::Mod))
                    && !(float && matches!(row.op, Op::Lg2 | Op::Rsq | Op::Pow | Op::Rcp | Op::Rcc | Op::Div | Op::Nrm | Op::Rfl | Op::Ex2 | Op::Sin | Op::Cos | Op::Scs))
            })
            .collect();
        let row = *self.random.pick(&rows);
        let base = match self.random.below(2) {
            _ if float => Base::Float,
            0 => Base::Signed,
            _ => Base::Unsigned,
        };
        let widths = if float { row.float } else { row.integer };
        let wide = widths == Widths::Both && self.random.below(4) == 0 && (!float || cases::is_exact(row.op));
        let of = |ty: SlotType| match ty {
            SlotType::Float => Base::Float,
            SlotType::Signed => Base::Signed,
            SlotType::Unsigned => Base::Unsigned,
            SlotType::Own | SlotType::Storage => base,
        };
        let result_base = row.operands.first().map_or(base, |slot| of(slot.ty));
        let exact = !float || cases::is_exact(row.op);
        let (name, stored, stored_as) = self.result(result_base, wide);
        // The fourth component of a cross product is undefined.
        let mask = if row.op == Op::Xpd { ".xyz".to_owned() } else { self.mask() };
        let mut operands = Vec::new();
        let mut negative = matches!(row.op, Op::Sub);
        for slot in row.operands.iter().skip(1) {
            if slot.kind == SlotKind::Selector {
                operands.push((*self.random.pick(&["x", "-y", "0", "1", "w", "-1", "z"])).to_owned());
                continue;
            }
            if row.op == Op::Swz {
                operands.push(format!("r{}", self.random.below(4)));
                continue;
            }
            if matches!(row.op, Op::Bfe | Op::Bfi) && operands.is_empty() {
                let count = 1 + self.random.below(31);
                operands.push(format!("{{{count}, {}, 0, 0}}", self.random.below(33 - count)));
                continue;
            }
            let base = of(slot.ty);
            // `-a - b` leaves flags undefined, and the driver's absolute values of unsigned numbers differ.
            let unsigned = matches!(row.op, Op::Abs | Op::Cmp) && base == Base::Unsigned;
            let compares = row.name.starts_with('S') && row.name.len() == 3 && row.op != Op::Sub;
            let signs = !(negative || unsigned || compares && !float);
            let text = self.operand(base, wide, slot.kind == SlotKind::Scalar, signs);
            negative |= text.starts_with('-') && !float;
            operands.push(text);
        }
        if matches!(row.op, Op::Cmp | Op::Abs) && base == Base::Unsigned {
            return;
        }
        let ty = match (wide, self.random.below(4)) {
            (true, _) => format!(".{}64", letter(base)),
            (false, 0) => format!(".{}32", letter(base)),
            _ => format!(".{}", letter(base)),
        };
        let flags = match self.random.below(3) {
            0 if row.condition_code && exact && !matches!(row.op, Op::Str) => {
                *self.random.pick(&[".CC", ".CC0", ".CC1"])
            }
            _ => "",
        };
        let clamp = if float && !wide && row.saturate && row.op != Op::Ssg && !mask.contains('(') {
            *self.random.pick(&["", "", ".SAT", ".SSAT"])
        } else {
            ""
        };
        let further = match self.random.below(8) {
            0 => ".PREC",
            1 => ".NTC",
            _ => "",
        };
        let mut words = [ty.as_str(), flags, clamp, further];
        if self.random.below(2) == 0 {
            words.swap(0, 1);
        }
        self.line(&format!("{}{} {name}{mask}, {};", row.name, words.concat(), operands.join(", ")));
        self.store(&stored, &stored_as);
        if !flags.is_empty() {
            let one = if flags == ".CC1" { "1" } else { "" };
            let rule = *self.random.pick(&["EQ", "NE", "GT", "LT", "SF", "NSF", "LE", "GE"]);
            let swizzle = self.swizzle();
            self.line(&format!("MOV.U c, 0;\nMOV.U c ({rule}{one}{swizzle}), {{1, 2, 3, 4}};"));
            self.store("c", "U32");
        }
    }

    fn memory(&mut self) {
        let types: &[&str] = if self.float {
            &["F32", "F32X2", "F32X4", "U32X4", "F64", "F64X2"]
        } else {
            &[
                "U8", "S8", "U16", "S16", "U32", "S32", "U64", "S64", "U8X2", "S8X4", "U16X2", "S16X4", "U32X2",
                "S32X4", "U64X2", "S64X4", "U8X4", "S16X2", "S64X2", "U64X4",
            ]
        };
        let ty = *self.random.pick(types);
        let storage = glslsub::internals::nv_program::ast::StorageType::parse(ty).unwrap();
        let size = storage.bytes() as usize;
        let wide = storage.bits == 64;
        let base = storage.base;
        if self.float && wide {
            // Words of input are no doubles.
            let (register, at) = (*self.random.pick(&["d0", "d1"]), self.at.next_multiple_of(32));
            self.at = at + 32;
            self.line(&format!("STB.{ty} {register}.yxwz, dst[{at}];"));
            return;
        }
        let place = |random: &mut Random, space: usize| random.below(space / size) * size;
        match self.random.below(6) {
            0 | 1 => {
                let (space, at) = *self.random.pick(&[
                    ("LDS", "sm"),
                    ("LDB", "src"),
                    ("LDB", "part"),
                    ("LDB", "both"),
                    ("LDC", "cb"),
                    ("LDC", "cp"),
                    ("LDS", "sp"),
                ]);
                let limit = match at {
                    "sm" | "cp" => 64,
                    "sp" => 32,
                    "part" => 128,
                    _ => 256,
                };
                let offset = place(&mut self.random, limit);
                let index = if self.random.below(2) == 0 {
                    self.line(&format!("MOV.U t.w, {offset};"));
                    "t.w".to_owned()
                } else {
                    offset.to_string()
                };
                let at = if at == "both" { "both[t.z]" } else { at };
                let at = if at == "both[t.z]" && self.random.below(2) == 0 { "both[0]" } else { at };
                let (name, stored, stored_as) = self.result(base, wide);
                let mut mask = self.mask();
                if wide || name.contains("arr") || name.contains("da") {
                    mask.clear();
                }
                let narrow = storage.bits < 32;
                let swizzle = if space == "LDC" && !narrow && !wide { self.swizzle() } else { String::new() };
                let access = if space == "LDC" { "" } else { *self.random.pick(&["", "", ".COH", ".VOL"]) };
                let flags = if self.float { "" } else { *self.random.pick(&["", "", ".CC", ".CC1"]) };
                self.line(&format!("{space}.{ty}{access}{flags} {name}{mask}, {at}[{index}]{swizzle};"));
                self.store(&stored, &stored_as);
                self.line("MOV.U t, {1, 2, 0, 3};");
            }
            2 | 3 => {
                let (at, limit) = *self.random.pick(&[("sm", 64), ("sp", 32)]);
                let offset = place(&mut self.random, limit);
                let value = self.operand(base, wide, false, false);
                self.line(&format!("STS.{ty} {value}, {at}[{offset}];\nLDS.U32X4 r3, sm[{}];", (offset & !15) % 64));
                self.store("r3", "U32");
            }
            4 => {
                self.at = self.at.next_multiple_of(32);
                let at = self.at;
                self.at += 32;
                let value = self.operand(base, wide, false, self.random.clone().below(3) == 0);
                let place = if self.random.below(3) == 0 { format!("both[t.x][{at}]") } else { format!("dst[{at}]") };
                self.line(&format!("STB.{ty} {value}, {place};"));
            }
            _ if !self.float => {
                let operation =
                    *self.random.pick(&["ADD", "MIN", "MAX", "AND", "OR", "XOR", "EXCH", "CSWAP", "IWRAP", "DWRAP"]);
                let ty = if operation.ends_with("WRAP") { "U32" } else { *self.random.pick(&["U32", "S32"]) };
                let base = if ty == "U32" { Base::Unsigned } else { Base::Signed };
                let value = self.operand(base, false, false, false);
                let offset = 4 * self.random.below(8);
                let (name, stored, stored_as) = self.result(base, false);
                let name = if stored_as.contains("64") { "r2".to_owned() } else { name };
                let (stored, stored_as) =
                    if stored_as.contains("64") { ("r2".to_owned(), "U32".to_owned()) } else { (stored, stored_as) };
                let (letter, at) = if self.random.below(2) == 0 {
                    ("S", format!("{}[{offset}]", self.random.pick(&["sm", "sp"])))
                } else {
                    self.at = self.at.next_multiple_of(16);
                    let at = self.at;
                    self.at += 16;
                    ("B", format!("dst[{at}]"))
                };
                let flags = *self.random.pick(&["", "", ".CC", ".CC1"]);
                self.line(&format!("ATOM{letter}.{operation}.{ty}{flags} {name}.x, {value}, {at};"));
                self.store(&stored, &stored_as);
            }
            _ => self.instruction(),
        }
    }

    fn conversion(&mut self) {
        const TYPES: &[&str] = &["S8", "S16", "S32", "S64", "U8", "U16", "U32", "U64"];
        let (to, from) = (*self.random.pick(TYPES), *self.random.pick(TYPES));
        let base = |ty: &str| if ty.starts_with('S') { Base::Signed } else { Base::Unsigned };
        let (name, stored, stored_as) = self.result(base(to), to.ends_with("64"));
        let name = if name.contains('[') { "r".to_owned() } else { name };
        let (stored, stored_as) = if name == "r" { ("r".to_owned(), "U32".to_owned()) } else { (stored, stored_as) };
        if name == "r" {
            self.line("MOV.U r, 7;");
        }
        let from_register = match (base(from), from.ends_with("64")) {
            (Base::Signed, false) => *self.random.pick(&["r0", "r1", "i", "other"]),
            (_, false) => *self.random.pick(&["r0", "r1", "u", "other"]),
            (Base::Signed, true) => *self.random.pick(&["d0", "d1", "di", "r1"]),
            (_, true) => *self.random.pick(&["d0", "d1", "r0"]),
        };
        let (mask, swizzle) = (self.mask(), self.swizzle());
        let flags = *self.random.pick(&["", "", ".CC"]);
        let rounding = *self.random.pick(&["", "", ".CEIL", ".FLR", ".TRUNC", ".ROUND"]);
        self.line(&format!("CVT.{to}.{from}{rounding}{flags} {name}{mask}, {from_register}{swizzle};"));
        self.store(&stored, &stored_as);
    }

    fn packing(&mut self) {
        let line = match self.random.below(9) {
            0 => format!("PK2H.U r{}, {{1.5, -2.25, 0, 0}}.{}", self.packed_mask(), ""),
            1 => format!("PK4UB.U r{}, {{0.5, 0.25, 1.0, 0.75}}", self.packed_mask()),
            2 => format!("PK4B.S r{}, {{0.5, -0.25, -1.0, 0.75}}", self.packed_mask()),
            3 => format!("PK2US.U r{}, {{0.5, 1.0, 0, 0}}", self.packed_mask()),
            4 => format!("MOV.U c.x, 0xc0003c00;\nUP2H.F r{}, c.x", self.packed_mask()),
            5 => format!("MOV.U c.x, 0x40003c00;\nUP2H.F h{}, c.x;\nMOV.F r, h", self.packed_mask()),
            6 => format!("PK2H.U u{}, {{0.5, 1.0, 0, 0}};\nMOV.U r, u", self.packed_mask()),
            7 => format!("PK64.U d0{}, r1{}", self.packed_mask(), self.swizzle()),
            _ => format!("UP64.U r{}, d1{}", self.packed_mask(), self.swizzle()),
        };
        let line = line.strip_suffix('.').unwrap_or(&line).to_owned();
        self.line(&format!("MOV.U r, 7;\n{line};"));
        self.store("r", "U32");
        self.store("d0", "U64");
    }

    fn packed_mask(&mut self) -> &'static str {
        ["", ".x", ".yw", ".xz", ".w", ".xyz"][self.random.below(6)]
    }
}
