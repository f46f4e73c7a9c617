//! Random programs. Each is made from its seed alone; eight invocations work on separate parts of memory.
//!
//! Nothing is generated that the specifications leave undefined, or that NVIDIA's driver does differently: carry and
//! overflow of `-a - b`, absolute values and CMP of unsigned integers, quotients by zero, floats whose rounding decides
//! a branch.

#[path = "accesses.rs"]
mod accesses;
#[path = "any.rs"]
mod any;
#[path = "calls.rs"]
mod calls;
#[path = "careful.rs"]
mod careful;
#[path = "residency.rs"]
mod residency;
#[path = "resources.rs"]
mod resources;

use std::fmt::Write as _;

pub use calls::calls;
use careful::{careful_line, strict_line};

pub use residency::residency;
use resources::Units;
pub use resources::{flags, units};

use crate::cases::Case;
use crate::common::random::Random;
use crate::world::World;

/// Bytes of output of an invocation: results, and from byte 192 on what it stores on the way.
const OUTPUT: usize = 256;
/// Bytes of shared memory of an invocation.
const SHARED: usize = 32;
/// Seeds from here on avoid peculiarities of the driver.
const CAREFUL: u64 = 10_000;
/// Seeds from here on have textures, images, global memory and counters.
const RESOURCES: u64 = 20_000;
/// Seeds from here on have votes and shuffles instead.
const WARPS: u64 = 30_000;
/// Seeds from here on avoid the peculiarities of the driver listed in `ways`; thousands count as above.
const STRICT: u64 = 40_000;
/// Seeds from here on are small programs with every kind of variable.
const SMALL: u64 = 100_000;

struct Generator {
    random: Random,
    text: String,
    float: bool,
    /// Whether it avoids peculiarities of NVIDIA's driver (docs/nv-assembly.md), from this seed on.
    careful: bool,
    /// Whether it avoids all of them that are known.
    strict: bool,
    /// Whether it has 64-bit atomic operations, which not all devices have.
    wide_atomics: bool,
    /// Open REP blocks, which bound the work.
    loops: usize,
    depth: usize,
    /// Lines that may still be written.
    budget: usize,
    /// Whether a subroutine is being written, which calls nothing.
    inside_subroutine: bool,
    invocations: usize,
    /// Textures and images, if it has some.
    units: Units,
    resources: bool,
    warps: bool,
}

/// The programs selected by `GLSLSUB_NV_SEEDS=A-B,C-D`, or by `GLSLSUB_NV_PROGRAMS` from the seed `GLSLSUB_NV_SEED` on;
/// otherwise the first `default` programs.
pub fn chosen(default: u64) -> Vec<Case> {
    let number = |name: &str, default| std::env::var(name).ok().and_then(|it| it.parse().ok()).unwrap_or(default);
    let range = |text: &str| -> std::ops::RangeInclusive<u64> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        first.parse().unwrap()..=last.parse().unwrap()
    };
    match std::env::var("GLSLSUB_NV_SEEDS") {
        Ok(list) => list.split(',').flat_map(range).map(program).collect(),
        Err(_) => {
            let (count, seed) = (number("GLSLSUB_NV_PROGRAMS", default), number("GLSLSUB_NV_SEED", 1));
            (seed..seed + count).map(program).collect()
        }
    }
}

/// The program of a seed.
pub fn program(seed: u64) -> Case {
    if seed >= SMALL {
        return crate::small::program(seed);
    }
    let mut random = Random::new(seed.wrapping_mul(0x5851_F42D_4C95_7F2D) ^ 0x14);
    let strict = seed >= STRICT;
    let kind = if strict { seed - STRICT + CAREFUL } else { seed };
    let (resources, warps) = ((RESOURCES..WARPS).contains(&kind), kind >= WARPS);
    let float = random.below(4) == 0 && !resources && !warps;
    let wide_atomics = random.below(4) == 0;
    let mut generator = Generator {
        random,
        text: String::new(),
        float,
        careful: seed >= CAREFUL,
        strict,
        wide_atomics,
        loops: 0,
        depth: 0,
        budget: 40,
        inside_subroutine: false,
        invocations: if warps { 64 } else { 8 },
        units: Units::default(),
        resources,
        warps,
    };
    let input: Vec<u8> = (0..64)
        .flat_map(|_| {
            let word = generator.input_word();
            word.to_le_bytes()
        })
        .collect();
    let locals = (0..4).map(|_| [(); 4].map(|()| generator.input_word())).collect();
    let world = if resources { generator.choose_units() } else { World::default() };
    let output = OUTPUT * generator.invocations;
    generator.whole();
    Case {
        name: format!("random.{seed}"),
        text: generator.text,
        input,
        output,
        world,
        locals,
        float,
        tolerance: 1e-5,
        unsigned_zeros: float,
    }
}

impl Generator {
    fn input_word(&mut self) -> u32 {
        if self.float {
            return ((self.random.below(65) as f32 - 32.0) * 0.25).to_bits();
        }
        match self.random.below(4) {
            0 => self.random.below(40) as u32,
            1 => (self.random.below(40) as u32).wrapping_neg(),
            2 => *self.random.pick(&[0x8000_0000, 0x7FFF_FFFF, 0xFFFF, 0xFFFF_FFFF, 0x0001_0000]),
            _ => self.random.next() as u32,
        }
    }

    fn line(&mut self, line: &str) {
        let line = if self.careful { careful_line(line) } else { line.to_owned() };
        let line = if self.strict { strict_line(&line) } else { line };
        for _ in 0..self.depth {
            self.text.push_str("  ");
        }
        self.text.push_str(&line);
        self.text.push('\n');
    }

    fn whole(&mut self) {
        let head = format!(
            "!!NVcp5.0\n{}OPTION NV_shader_storage_buffer;\nOPTION NV_gpu_program5_mem_extended;\n{}GROUP_SIZE {};\nSHARED_MEMORY {};\n\
             SHARED sm[] = {{ program.sharedmem }};\nSTORAGE src[] = {{ program.storage[0] }};\nSTORAGE dst[] = {{ program.storage[1] }};\n\
             CBUFFER cb[] = {{ program.buffer[0] }};\nBUFFER w[] = {{ program.buffer[1] }};\nBUFFER4 w4[] = {{ program.buffer[2] }};\nPARAM p[] = {{ program.local[0..3] }};\nPARAM q = program.env[1];\n\
             TEMP r0, r1, r2, r3, t, m, c0, c1, arr[4];\nLONG TEMP d0, d1;\nALIAS other = r2;",
            match (self.resources, self.warps) {
                (true, _) => Self::resource_options(),
                (_, true) => "# options: emulate\nOPTION NV_shader_thread_group;\nOPTION NV_shader_thread_shuffle;\n",
                _ => "",
            },
            if self.wide_atomics { "OPTION NV_shader_atomic_int64;\n" } else { "" },
            self.invocations,
            SHARED * self.invocations
        );
        self.line(&head);
        if self.resources {
            self.resource_declarations();
        } else if self.warps {
            self.line("TEMP e, g;");
        }
        let subroutine = self.random.below(3) == 0;
        if subroutine {
            self.line("main:");
        }
        self.line("MUL.U m.x, invocation.localindex.x, 32;");
        self.line(&format!("MUL.U m.y, invocation.localindex.x, {OUTPUT};"));
        for (index, register) in ["r0", "r1", "r2", "r3", "arr[0]", "arr[1]", "arr[2]", "arr[3]"].iter().enumerate() {
            let at = index * 16;
            self.line(&format!("LDB.U32X4 {register}, src[{at}];"));
        }
        if self.float {
            self.line("MOV.F64 d0, r0;");
            self.line("MOV.F64 d1, r1;");
        } else {
            self.line("LDB.U64X4 d0, src[0];");
            self.line("LDB.U64X4 d1, src[32];");
        }
        self.line("STS.U32X4 r0, sm[m.x];");
        self.line("STS.U32X4 r1, sm[m.x + 16];");
        // Every flag is defined, and components differ.
        let (first, second) = match (self.float, self.strict) {
            (true, _) => ("MOV.F.CC0 t, r0;", "MOV.F.CC1 t, r1;"),
            (_, true) => ("XOR.S.CC0 t, r0, r3;", "MOV.S.CC1 t, r1;"),
            _ => ("SUB.S.CC0 t, r0, 5;", "ADD.S.CC1 t, r1, r2;"),
        };
        self.line(first);
        self.line(second);
        // Invocations differ.
        if self.float {
            self.line("I2F.U t, invocation.localindex.x;");
            self.line("MAD.F r1, t.x, 0.25, r1;");
        } else {
            self.line("ADD.U r1, r1, invocation.localindex.x;");
            self.line("MUL.U r2.yz, r2, invocation.localid.x;");
        }
        self.line("MOV.U t, 0;");
        self.line("MOV.U c0, 0;");
        self.line("MOV.U c1, 0;");
        if self.resources {
            self.resource_start();
        }
        let count = 8 + self.random.below(14);
        for _ in 0..count {
            self.statement(subroutine);
        }
        for (index, register) in ["r0", "r1", "r2", "r3", "arr[0]", "arr[1]", "arr[2]", "arr[3]"].iter().enumerate() {
            let at = index * 16;
            self.line(&format!("STB.U32X4 {register}, dst[m.y + {at}];"));
        }
        if self.float {
            self.line("STB.F64X4 d0, dst[m.y + 128];");
        } else {
            self.line("STB.U64X4 d0, dst[m.y + 128];");
            self.line("LDS.U32X4 t, sm[m.x];");
            self.line("STB.U32X4 t, dst[m.y + 160];");
            self.line("LDS.U32X4 t, sm[m.x + 16];");
            self.line("STB.U32X4 t, dst[m.y + 176];");
        }
        if subroutine {
            self.line("RET;");
            self.line("sub:");
            self.inside_subroutine = true;
            for _ in 0..4 {
                self.statement(false);
            }
            let test = self.test(true);
            self.line(&format!("CAL inner ({test});"));
            if self.random.below(2) == 0 {
                let test = self.test(true);
                self.line(&format!("RET ({test});"));
            }
            self.statement(false);
            self.line("RET;");
            self.line("inner:");
            for _ in 0..2 {
                self.statement(false);
            }
            self.line("RET;");
        }
        self.text.push_str("END\n");
    }

    fn statement(&mut self, subroutine: bool) {
        if self.budget == 0 {
            return;
        }
        self.budget -= 1;
        if self.resources && self.random.below(3) > 0 {
            return self.resource();
        }
        if self.warps && self.depth == 0 && !self.inside_subroutine && self.random.below(2) == 0 {
            return self.warp();
        }
        match self.random.below(24) {
            0 | 1 if self.depth < 4 => self.selection(subroutine),
            2 if self.loops < 2 && self.depth < 4 => self.repetition(subroutine),
            3 if self.loops > 0 => {
                let test = self.test(true);
                let word = if self.random.below(2) == 0 { "BRK" } else { "CONT" };
                self.line(&format!("{word} ({test});"));
            }
            4 if subroutine && !self.inside_subroutine => {
                if self.random.below(2) == 0 {
                    let test = self.test(true);
                    self.line(&format!("CAL sub ({test});"));
                } else {
                    self.line("CAL sub;");
                }
            }
            5 if !self.float => self.memory(),
            6 => self.array(),
            7 | 8 if !self.float => self.wide(),
            9 if !self.float => self.conversion(),
            10 if !self.float => self.output_memory(),
            11 => {
                let (register, component) = (self.random.below(4), self.component());
                self.line(&format!("AND.U t.z, r{register}{component}, 1;"));
            }
            12..=14 if !self.float => self.any_instruction(),
            12 | 13 if self.float => self.float_conversion(),
            _ if self.float => self.float_instruction(),
            _ => self.instruction(),
        }
    }

    fn selection(&mut self, subroutine: bool) {
        let test = self.test(true);
        self.line(&format!("IF {test};"));
        self.depth += 1;
        for _ in 0..1 + self.random.below(3) {
            self.statement(subroutine);
        }
        if self.random.below(2) == 0 {
            self.depth -= 1;
            self.line("ELSE;");
            self.depth += 1;
            for _ in 0..1 + self.random.below(3) {
                self.statement(subroutine);
            }
        }
        self.depth -= 1;
        self.line("ENDIF;");
    }

    fn repetition(&mut self, subroutine: bool) {
        let count = match self.random.below(5) {
            0 if self.float => "REP.F |r3.x|; SGT.F.CC1 c0.x, c1.x, 3; ADD.F c1.x, c1.x, 1; BRK (NE1.x);".to_owned(),
            0 => {
                self.line("AND.U t.w, r3.x, 3;");
                "REP.U t.w;".to_owned()
            }
            1 => format!("REP.F {}.{};", self.random.below(4), self.random.below(10)),
            2 if self.loops == 0 => {
                self.line("MOV.U c0, 0;");
                "REP; ADD.U c0.x, c0.x, 1; SGE.U.CC1 c0.y, c0.x, 3; BRK (NE1.y);".to_owned()
            }
            2 => {
                self.line("MOV.U c1, 0;");
                "REP; ADD.U c1.x, c1.x, 1; SGE.U.CC0 c1.w, c1.x, 2; BRK (NE0.w);".to_owned()
            }
            _ => format!("REP.S {};", 1 + self.random.below(4)),
        };
        self.line(&count);
        self.depth += 1;
        self.loops += 1;
        for _ in 0..1 + self.random.below(4) {
            self.statement(subroutine);
        }
        self.loops -= 1;
        self.depth -= 1;
        self.line("ENDREP;");
    }

    /// A condition. Those of jumps test one component or all.
    fn test(&mut self, _jump: bool) -> String {
        let rules: &[&str] = if self.float || self.strict {
            &["EQ", "NE", "GE", "GT", "LE", "LT", "TR", "FL", "SF", "NSF"]
        } else {
            &[
                "EQ", "NE", "GE", "GT", "LE", "LT", "TR", "FL", "NAN", "LEG", "CF", "NCF", "OF", "NOF", "SF", "NSF",
                "AB", "BLE",
            ]
        };
        let rule = *self.random.pick(rules);
        let register = *self.random.pick(&["", "", "0", "1"]);
        let components = match self.random.below(8) {
            0 | 1 => String::new(),
            2 | 3 => self.component().to_owned(),
            4 => self.letters(),
            _ => (*self.random.pick(&[".yxwz", ".zzxx", ".x"])).to_owned(),
        };
        format!("{rule}{register}{components}")
    }

    fn component(&mut self) -> &'static str {
        const WORDS: &[&str] = &[".x", ".y", ".z", ".w"];
        WORDS[self.random.below(WORDS.len())]
    }

    fn swizzle(&mut self) -> String {
        match self.random.below(5) {
            0 | 1 => String::new(),
            2 => self.component().to_owned(),
            _ => self.letters(),
        }
    }

    /// Four components in any order.
    fn letters(&mut self) -> String {
        let mut text = String::from(".");
        for _ in 0..4 {
            text.push(*self.random.pick(&['x', 'y', 'z', 'w']));
        }
        text
    }

    fn literal(&mut self, signed: bool) -> String {
        if self.float {
            let value = (self.random.below(33) as f32 - 16.0) * 0.25;
            return format!("{value:.2}");
        }
        match self.random.below(4) {
            0 => format!("{:#x}", self.random.next() as u32 >> self.random.below(24)),
            1 if signed => format!("-{}", self.random.below(100)),
            2 => format!(
                "{{{}, {}, {}, {}}}",
                self.random.below(9),
                self.random.below(99),
                self.random.below(9),
                self.random.below(9)
            ),
            _ => format!("{}", self.random.below(64)),
        }
    }

    fn register(&mut self) -> String {
        match self.random.below(20) {
            0 => format!("p[{}]", self.random.below(4)),
            1 => "q".to_owned(),
            2 => "arr[2]".to_owned(),
            3 => format!("arr[{}]", self.random.below(4)),
            4 => format!("arr[t.z + {}]", self.random.below(3)),
            5 => format!("p[t.z + {}]", self.random.below(3)),
            6 => format!("program.local[{}]", self.random.below(4)),
            7 => format!("program.env[{}]", self.random.below(4)),
            8 => format!("w[{}]", self.random.below(64)),
            9 => format!("w4[t.z + {}]", self.random.below(15)),
            10 => "other".to_owned(),
            _ => format!("r{}", self.random.below(4)),
        }
    }

    /// An operand; with `signs` it may be negative or absolute.
    fn operand(&mut self, signed: bool, signs: bool, scalar: bool) -> String {
        if self.random.below(5) == 0 {
            let literal = self.literal(signed);
            if !scalar || !literal.starts_with('{') {
                return literal;
            }
        }
        let register = self.register();
        let components = if scalar { self.component().to_owned() } else { self.swizzle() };
        match self.random.below(8) {
            0 if signs => format!("-{register}{components}"),
            1 if signs && (signed || self.float) => format!("|{register}{components}|"),
            2 if signs && (signed || self.float) => format!("-|{register}{components}|"),
            _ => format!("{register}{components}"),
        }
    }

    fn destination(&mut self) -> String {
        let register = match self.random.below(8) {
            0 => format!("arr[{}]", self.random.below(4)),
            1 => format!("arr[t.z + {}]", self.random.below(3)),
            2 => "other".to_owned(),
            _ => format!("r{}", self.random.below(4)),
        };
        self.masked(register)
    }

    /// A result that is not an element of an array.
    fn plain_destination(&mut self) -> String {
        let register = format!("r{}", self.random.below(4));
        self.masked(register)
    }

    fn masked(&mut self, register: String) -> String {
        let mut mask = String::new();
        if self.random.below(3) > 0 {
            let letters = if self.random.below(6) == 0 { "rgba" } else { "xyzw" };
            let bits = 1 + self.random.below(15);
            mask.push('.');
            mask.extend(
                letters.chars().enumerate().filter(|(index, _)| bits & 1 << index != 0).map(|(_, letter)| letter),
            );
        }
        let condition = if self.random.below(5) == 0 { format!(" ({})", self.test(false)) } else { String::new() };
        format!("{register}{mask}{condition}")
    }

    fn flags(&mut self) -> &'static str {
        const WORDS: &[&str] = &["", "", "", ".CC", ".CC0", ".CC1"];
        WORDS[self.random.below(WORDS.len())]
    }

    fn instruction(&mut self) {
        let signed = self.random.below(2) == 0;
        let ty = if signed { "S" } else { "U" };
        let (flags, to) = (self.flags(), self.destination());
        let mut text = String::new();
        match self.random.below(16) {
            0 | 1 => {
                // At most one sign: `-a - b` leaves flags undefined.
                let (a, b) = (self.operand(signed, false, false), self.operand(signed, false, false));
                let name = *self.random.pick(&["ADD", "SUB"]);
                let sign = if self.random.below(3) == 0
                    && !b.starts_with(['-', '{', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'])
                {
                    "-"
                } else {
                    ""
                };
                let _ = write!(text, "{name}.{ty}{flags} {to}, {a}, {sign}{b};");
            }
            2 => {
                let (a, b, c) = (
                    self.operand(signed, false, false),
                    self.operand(signed, false, false),
                    self.operand(signed, false, false),
                );
                let _ = write!(text, "MAD.{ty}{flags} {to}, {a}, {b}, {c};");
            }
            3 => {
                let name = *self.random.pick(&["MUL", "MUL.HI", "MUL.S24", "MUL.U24"]);
                let (a, b) = (self.operand(signed, name == "MUL", false), self.operand(signed, name == "MUL", false));
                let (a, b) = if name == "MUL.U24" { (a.replace('-', ""), b.replace('-', "")) } else { (a, b) };
                let ty = if name.ends_with("24") { String::new() } else { format!(".{ty}") };
                let _ = write!(text, "{name}{ty}{flags} {to}, {a}, {b};");
            }
            4 => {
                let name = *self.random.pick(&["MIN", "MAX"]);
                let (a, b) = (self.operand(signed, true, false), self.operand(signed, true, false));
                let _ = write!(text, "{name}.{ty}{flags} {to}, {a}, {b};");
            }
            5 => {
                let (a, b, c) =
                    (self.operand(true, true, false), self.operand(true, true, false), self.operand(true, true, false));
                let _ = write!(text, "CMP.S{flags} {to}, {a}, {b}, {c};");
            }
            6 | 7 => {
                let name = *self.random.pick(&["SEQ", "SNE", "SGE", "SGT", "SLE", "SLT"]);
                let (a, b) = (self.operand(signed, true, false), self.operand(signed, true, false));
                let flags = *self.random.pick(&[".CC", ".CC1", ""]);
                let _ = write!(text, "{name}.{ty}{flags} {to}, {a}, {b};");
            }
            8 => {
                let name = *self.random.pick(&["AND", "OR", "XOR"]);
                let (a, b) = (self.operand(signed, false, false), self.operand(signed, false, false));
                let _ = write!(text, "{name}.{ty}{flags} {to}, {a}, {b};");
            }
            9 => {
                let name = *self.random.pick(&["SHL", "SHR"]);
                let (a, b) = (self.operand(signed, false, false), self.operand(signed, false, true));
                let _ = write!(text, "{name}.{ty}{flags} {to}, {a}, {b};");
            }
            10 => {
                let count = 1 + self.random.below(31);
                let offset = self.random.below(33 - count);
                let (a, b) = (self.operand(signed, false, false), self.operand(signed, false, false));
                let _ = if self.random.below(2) == 0 {
                    write!(text, "BFE.{ty}{flags} {to}, {{{count}, {offset}, 0, 0}}, {a};")
                } else {
                    write!(text, "BFI.{ty}{flags} {to}, {{{count}, {offset}, 0, 0}}, {a}, {b};")
                };
            }
            11 => {
                let name = *self.random.pick(&["BFR", "BTC", "BTFL", "BTFM", "NOT", "MOV", "ABS", "MOV"]);
                let (ty, signed) = if name == "ABS" { ("S", true) } else { (ty, signed) };
                let a = self.operand(signed, name == "MOV", false);
                let _ = write!(text, "{name}.{ty}{flags} {to}, {a};");
            }
            12 => {
                let (a, b, c) = (
                    self.operand(signed, false, false),
                    self.operand(signed, false, false),
                    self.operand(false, false, false),
                );
                let _ = write!(text, "SAD.{ty}{flags} {to}, {a}, {b}, {c};");
            }
            13 => {
                let name = *self.random.pick(&["DIV", "MOD"]);
                let (divisor, a) = (self.register(), self.operand(false, false, false));
                let component = self.component();
                self.line(&format!("OR.U t.x, {divisor}{component}, 1;"));
                let _ = write!(text, "{name}.U{flags} {to}, {a}, t.x;");
            }
            14 => {
                let a = self.operand(signed, true, false);
                let _ = write!(text, "MOV.{ty}{flags} {to}, {a};");
            }
            _ => {
                let (name, a, b) = (*self.random.pick(&["SFL", "STR"]), self.register(), self.register());
                // The driver treats TRUE as positive here.
                let flags = if name == "STR" { "" } else { flags };
                let _ = write!(text, "{name}.{ty}{flags} {to}, {a}, {b};");
            }
        }
        self.line(&text);
    }

    fn float_instruction(&mut self) {
        let (flags, to) = (self.flags(), self.destination());
        let clamp = *self.random.pick(&["", "", "", "", ".SAT", ".SSAT"]);
        let text = match self.random.below(8) {
            0 | 1 => {
                let name = *self.random.pick(&["ADD", "SUB", "ADD", "SUB", "MUL"]);
                let (a, b) = (self.operand(true, true, false), self.operand(true, true, false));
                // Products stay on a grid that floats represent exactly.
                let clamp = if name == "MUL" { ".SSAT" } else { clamp };
                format!("{name}.F{clamp}{flags} {to}, {a}, {b};")
            }
            2 => {
                let name = *self.random.pick(&["MIN", "MAX"]);
                let (a, b) = (self.operand(true, true, false), self.operand(true, true, false));
                format!("{name}.F{clamp}{flags} {to}, {a}, {b};")
            }
            3 => {
                let (a, b, c) =
                    (self.operand(true, true, false), self.operand(true, true, false), self.operand(true, true, false));
                format!("CMP.F{clamp}{flags} {to}, {a}, {b}, {c};")
            }
            4 | 5 => {
                let name = *self.random.pick(&["SEQ", "SNE", "SGE", "SGT", "SLE", "SLT"]);
                let (a, b) = (self.operand(true, true, false), self.operand(true, true, false));
                format!("{name}.F{flags} {to}, {a}, {b};")
            }
            6 => {
                let name = *self.random.pick(&["FLR", "CEIL", "ROUND", "TRUNC", "SSG", "ABS", "MOV"]);
                let a = self.operand(true, true, false);
                // The driver does not clamp signs.
                let clamp = if name == "SSG" { "" } else { clamp };
                format!("{name}.F{clamp}{flags} {to}, {a};")
            }
            _ => {
                let a = self.operand(true, true, false);
                format!("MOV.F{clamp}{flags} {to}, {a};")
            }
        };
        self.line(&text);
    }

    fn memory(&mut self) {
        let (register, component) = (self.random.below(4), self.component());
        match self.random.below(5) {
            0 => {
                let ty = *self.random.pick(&["U32", "S32", "U8", "S8", "U16", "S16"]);
                self.line(&format!("AND.U t.y, r{register}{component}, 28;"));
                self.line("ADD.U t.y, t.y, m.x;");
                let to = self.destination();
                self.line(&format!("LDS.{ty} {to}, sm[t.y];"));
            }
            1 => {
                let ty = *self.random.pick(&["U32", "S32", "U8", "S8", "U16", "S16"]);
                let mask = if ty.ends_with('8') {
                    31
                } else if ty.ends_with("16") {
                    30
                } else {
                    28
                };
                self.line(&format!("AND.U t.y, r{register}{component}, {mask};"));
                self.line("ADD.U t.y, t.y, m.x;");
                let value = self.operand(ty.starts_with('S'), false, false);
                self.line(&format!("STS.{ty} {value}, sm[t.y];"));
            }
            2 => {
                self.line(&format!("AND.U t.y, r{register}{component}, 120;"));
                let to = self.destination();
                let offset = 8 * self.random.below(4);
                self.line(&format!("LDB.U32X2 {to}, src[t.y + {offset}];"));
            }
            3 => {
                self.line(&format!("AND.U t.y, r{register}{component}, 24;"));
                let to = self.destination();
                let offset = 8 * self.random.below(8);
                self.line(&format!("LDC.U32X2 {to}, cb[t.y + {offset}];"));
            }
            _ => {
                let operation = *self.random.pick(&["ADD", "MIN", "MAX", "AND", "OR", "XOR", "EXCH", "CSWAP"]);
                let ty = *self.random.pick(&["U32", "S32"]);
                self.line(&format!("AND.U t.y, r{register}{component}, 28;"));
                self.line("ADD.U t.y, t.y, m.x;");
                let value = self.operand(ty == "S32", false, false);
                let to = self.random.below(4);
                self.line(&format!("ATOMS.{operation}.{ty} r{to}.x, {value}, sm[t.y];"));
            }
        }
    }

    fn array(&mut self) {
        let (register, component) = (self.random.below(4), self.component());
        if self.float {
            self.line(&format!("FLR.U t.x, |r{register}{component}|;"));
            self.line("AND.U t.x, t.x, 3;");
        } else {
            self.line(&format!("AND.U t.x, r{register}{component}, 3;"));
        }
        let to = self.destination();
        match self.random.below(3) {
            0 => self.line(&format!("MOV.U {to}, arr[t.x];")),
            1 => {
                let mask = *self.random.pick(&["", ".x", ".yz"]);
                let from = self.register();
                self.line(&format!("MOV.U arr[t.x]{mask}, {from};"));
            }
            _ => self.line(&format!("MOV.U {to}, p[t.x];")),
        }
    }

    fn wide(&mut self) {
        let ty = *self.random.pick(&["S64", "U64"]);
        let flags = self.flags();
        let mask = *self.random.pick(&["", ".x", ".yw"]);
        let to = format!("d{}{mask}", self.random.below(2));
        let (a, b) = (self.random.below(2), self.random.below(2));
        let (s, u) = (self.swizzle(), self.component());
        let line = match self.random.below(8) {
            0 => format!("ADD.{ty}{flags} {to}, d{a}{s}, d{b};"),
            1 => format!("SUB.{ty}{flags} {to}, d{a}, d{b}{s};"),
            2 => format!("MUL.{ty}{flags} {to}, d{a}{s}, {};", self.random.below(1000)),
            3 => {
                let name = *self.random.pick(&["AND", "OR", "XOR", "MIN", "MAX"]);
                format!("{name}.{ty}{flags} {to}, d{a}{s}, d{b};")
            }
            4 => {
                let name = *self.random.pick(&["SHL", "SHR"]);
                format!("{name}.{ty}{flags} {to}, d{a}, {};", self.random.below(64))
            }
            5 => {
                // 32-bit registers are extended by the sign of the type.
                let register = self.register();
                format!("MOV.{ty}{flags} {to}, {register}{s};")
            }
            6 => {
                let to = self.destination();
                format!("MOV.{}{flags} {to}, d{a}{s};", *self.random.pick(&["S", "U"]))
            }
            _ => {
                let name = *self.random.pick(&["SEQ", "SNE", "SGE", "SLT"]);
                format!("{name}.{ty}{flags} {to}, d{a}{s}, d{b}{u};")
            }
        };
        self.line(&line);
    }

    fn conversion(&mut self) {
        const TYPES: [&str; 6] = ["S8", "S16", "S32", "U8", "U16", "U32"];
        let (to_type, from) = (*self.random.pick(&TYPES), *self.random.pick(&TYPES));
        // For elements of arrays NVIDIA's driver writes only 8 or 16 bits.
        let (to, register, swizzle) = (self.plain_destination(), self.register(), self.swizzle());
        self.line(&format!("CVT.{to_type}.{from} {to}, {register}{swizzle};"));
    }
}
