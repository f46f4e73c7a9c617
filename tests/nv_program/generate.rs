//! Random programs. Each is made from its seed alone; eight invocations work on parts of memory of their own.
//!
//! What the specifications leave undefined, or NVIDIA's driver does differently, is not made: carry and overflow of `-a - b`,
//! absolute values and CMP of unsigned integers, quotients by zero, floats whose rounding decides a branch.

use std::fmt::Write as _;

use crate::cases::Case;
use crate::common::random::Random;

/// Bytes of output of an invocation.
const OUTPUT: usize = 192;
/// Bytes of shared memory of an invocation.
const SHARED: usize = 32;
const INVOCATIONS: usize = 8;

struct Generator {
    random: Random,
    text: String,
    float: bool,
    /// Open REP blocks, which bound the work.
    loops: usize,
    depth: usize,
    /// Lines that may still be written.
    budget: usize,
    /// Whether a subroutine is being written, which calls nothing.
    inside_subroutine: bool,
}

/// The program of a seed.
pub fn program(seed: u64) -> Case {
    let mut random = Random::new(seed.wrapping_mul(0x5851_F42D_4C95_7F2D) ^ 0x14);
    let float = random.below(4) == 0;
    let mut generator =
        Generator { random, text: String::new(), float, loops: 0, depth: 0, budget: 40, inside_subroutine: false };
    let input: Vec<u8> = (0..64)
        .flat_map(|_| {
            let word = generator.input_word();
            word.to_le_bytes()
        })
        .collect();
    let locals = (0..4).map(|_| [(); 4].map(|()| generator.input_word())).collect();
    generator.whole();
    Case {
        name: format!("random.{seed}"),
        text: generator.text,
        input,
        output: OUTPUT * INVOCATIONS,
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
        for _ in 0..self.depth {
            self.text.push_str("  ");
        }
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn whole(&mut self) {
        let head = format!(
            "!!NVcp5.0\nOPTION NV_shader_storage_buffer;\nOPTION NV_gpu_program5_mem_extended;\nGROUP_SIZE {INVOCATIONS};\nSHARED_MEMORY {};\n\
             SHARED sm[] = {{ program.sharedmem }};\nSTORAGE src[] = {{ program.storage[0] }};\nSTORAGE dst[] = {{ program.storage[1] }};\n\
             CBUFFER cb[] = {{ program.buffer[0] }};\nPARAM p[] = {{ program.local[0..3] }};\nPARAM q = program.env[1];\n\
             TEMP r0, r1, r2, r3, t, m, arr[4];\nLONG TEMP d0, d1;",
            SHARED * INVOCATIONS
        );
        self.line(&head);
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
        self.line("LDB.U64X4 d0, src[0];");
        self.line("LDB.U64X4 d1, src[32];");
        self.line("STS.U32X4 r0, sm[m.x];");
        self.line("STS.U32X4 r1, sm[m.x + 16];");
        // Invocations differ.
        if self.float {
            self.line("I2F.U t, invocation.localindex.x;");
            self.line("MAD.F r1, t.x, 0.25, r1;");
        } else {
            self.line("ADD.U r1, r1, invocation.localindex.x;");
            self.line("MUL.U r2.yz, r2, invocation.localid.x;");
        }
        let count = 8 + self.random.below(14);
        for _ in 0..count {
            self.statement(subroutine);
        }
        for (index, register) in ["r0", "r1", "r2", "r3", "arr[0]", "arr[1]", "arr[2]", "arr[3]"].iter().enumerate() {
            let at = index * 16;
            self.line(&format!("STB.U32X4 {register}, dst[m.y + {at}];"));
        }
        if !self.float {
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
            self.line("RET;");
        }
        self.text.push_str("END\n");
    }

    fn statement(&mut self, subroutine: bool) {
        if self.budget == 0 {
            return;
        }
        self.budget -= 1;
        match self.random.below(20) {
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
        let count = match self.random.below(4) {
            0 => {
                self.line("AND.U t.w, r3.x, 3;");
                "REP.U t.w;".to_owned()
            }
            1 => format!("REP.F {}.{};", self.random.below(4), self.random.below(10)),
            2 => format!("REP.S {};", self.random.below(6) as i64 - 2),
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

    /// A condition. Those of jumps look at one component or all.
    fn test(&mut self, _jump: bool) -> String {
        let rules: &[&str] = if self.float {
            &["EQ", "NE", "GE", "GT", "LE", "LT", "TR", "FL", "SF", "NSF"]
        } else {
            &[
                "EQ", "NE", "GE", "GT", "LE", "LT", "TR", "FL", "NAN", "LEG", "CF", "NCF", "OF", "NOF", "SF", "NSF",
                "AB", "BLE",
            ]
        };
        let rule = *self.random.pick(rules);
        let register = *self.random.pick(&["", "", "0", "1"]);
        let components = *self.random.pick(&["", ".x", ".y", ".w", ".yxwz", ".zzxx"]);
        format!("{rule}{register}{components}")
    }

    fn component(&mut self) -> &'static str {
        const WORDS: &[&str] = &[".x", ".y", ".z", ".w"];
        WORDS[self.random.below(WORDS.len())]
    }

    fn swizzle(&mut self) -> &'static str {
        const WORDS: &[&str] = &["", "", "", ".x", ".y", ".z", ".w", ".wzyx", ".yxwz", ".xxyy", ".zwzw"];
        WORDS[self.random.below(WORDS.len())]
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
        match self.random.below(12) {
            0 => format!("p[{}]", self.random.below(4)),
            1 => "q".to_owned(),
            2 => "arr[2]".to_owned(),
            3 => format!("arr[{}]", self.random.below(4)),
            _ => format!("r{}", self.random.below(4)),
        }
    }

    /// An operand; `signs` where it may be negative or absolute.
    fn operand(&mut self, signed: bool, signs: bool, scalar: bool) -> String {
        if self.random.below(5) == 0 {
            let literal = self.literal(signed);
            if !scalar || !literal.starts_with('{') {
                return literal;
            }
        }
        let register = self.register();
        let components = if scalar { self.component() } else { self.swizzle() };
        match self.random.below(8) {
            0 if signs => format!("-{register}{components}"),
            1 if signs && (signed || self.float) => format!("|{register}{components}|"),
            2 if signs && (signed || self.float) => format!("-|{register}{components}|"),
            _ => format!("{register}{components}"),
        }
    }

    fn destination(&mut self) -> String {
        let register = match self.random.below(6) {
            0 => format!("arr[{}]", self.random.below(4)),
            _ => format!("r{}", self.random.below(4)),
        };
        let mask = *self.random.pick(&["", "", ".x", ".yz", ".xw", ".xyz", ".w"]);
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
                // One sign at most: `-a - b` leaves flags undefined.
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
                // Products stay on a grid that floats hold exactly.
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
                // The registers of 32 bits are extended by the sign of the type.
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
        let (to, register, swizzle) = (self.destination(), self.register(), self.swizzle());
        self.line(&format!("CVT.{to_type}.{from} {to}, {register}{swizzle};"));
    }
}
