//! Random programs: textures, images, memory at addresses and counters, each accessed by a single invocation; and votes
//! and shuffles of warps.
//!
//! Comes in: random numbers. Goes out: lines of a program, and the contents of its units.

use glslsub::internals::nv_program::target::Target;

use super::Generator;
use crate::cases::Case;
use crate::world::{Unit, World};

/// Bytes of global memory of an invocation.
const GLOBAL: usize = 64;

/// A kind of texture: target, format, type of the instruction, extent; then the factor for coordinates from 0 to 3 and
/// the addend, which put them inside texels.
pub(super) type Kind = (&'static str, &'static str, &'static str, [u32; 3], [f32; 4], [f32; 4]);

const D: f32 = 0.25;
const B: f32 = 0.1875;
const R: f32 = 0.031_25;

#[rustfmt::skip]
pub(super) const TEXTURES: &[Kind] = &[
    ("1D", "rgba32f", "F", [4, 1, 1], [D, 0.0, 0.0, 0.0], [B, 9.0, 9.0, 0.0]),
    ("2D", "rgba32f", "F", [4, 4, 1], [D, D, 0.0, 0.0], [B, B, 9.0, 0.0]),
    ("2D", "rgba32i", "S", [4, 4, 1], [D, D, 0.0, 0.0], [B, B, 9.0, 0.0]),
    ("2D", "rgba32ui", "U", [4, 4, 1], [D, D, 0.0, 0.0], [B, B, 9.0, 0.0]),
    ("2D", "rg32f", "F", [4, 4, 1], [D, D, 0.0, 0.0], [B, B, 9.0, 0.0]),
    ("3D", "rgba32f", "F", [4, 4, 4], [D, D, D, 0.0], [B, B, B, 0.0]),
    ("CUBE", "rgba32f", "F", [4, 4, 6], [0.45, 0.0, 0.45, 0.0], [-0.675, 1.0, -0.675, 0.0]),
    ("CUBE", "rgba32f", "F", [4, 4, 6], [0.0, 0.45, 0.45, 0.0], [-1.0, -0.675, -0.675, 0.0]),
    ("CUBE", "rgba32ui", "U", [4, 4, 6], [0.45, 0.45, 0.0, 0.0], [-0.675, -0.675, -1.0, 0.0]),
    ("RECT", "rgba32f", "F", [4, 4, 1], [1.0, 1.0, 0.0, 0.0], [0.75, 0.75, 9.0, 0.0]),
    ("ARRAY1D", "rgba32f", "F", [4, 4, 1], [D, 1.0, 0.0, 0.0], [B, 0.25, 9.0, 0.0]),
    ("ARRAY2D", "rgba32f", "F", [4, 4, 4], [D, D, 1.0, 0.0], [B, B, 0.25, 0.0]),
    ("ARRAY2D", "r32i", "S", [4, 4, 4], [D, D, 1.0, 0.0], [B, B, -0.25, 0.0]),
    ("ARRAYCUBE", "rgba32f", "F", [4, 4, 12], [0.45, 0.45, 0.0, 1.0], [-0.675, -0.675, 1.0, -0.25]),
    ("BUFFER", "rgba32ui", "U", [32, 1, 1], [1.0; 4], [0.0; 4]),
    ("BUFFER", "r32f", "F", [32, 1, 1], [1.0; 4], [0.0; 4]),
    ("SHADOW1D", "d32f", "F", [4, 1, 1], [D, 0.0, D, 0.0], [B, 9.0, R, 0.0]),
    ("SHADOW2D", "d32f", "F", [4, 4, 1], [D, D, D, 0.0], [B, B, R, 0.0]),
    ("SHADOWRECT", "d32f", "F", [4, 4, 1], [1.0, 1.0, D, 0.0], [0.75, 0.75, R, 0.0]),
    ("SHADOWCUBE", "d32f", "F", [4, 4, 6], [0.45, 0.45, 0.0, D], [-0.675, -0.675, 1.0, R]),
    ("SHADOWARRAY1D", "d32f", "F", [4, 4, 1], [D, 1.0, D, 0.0], [B, 0.25, R, 0.0]),
    ("SHADOWARRAY2D", "d32f", "F", [4, 4, 4], [D, D, 1.0, D], [B, B, 0.25, R]),
];

/// A kind of image: target, extent. Each invocation has texels of its own, by x.
pub(super) const IMAGES: &[(&str, [u32; 3])] = &[
    ("1D", [8, 1, 1]),
    ("2D", [8, 4, 1]),
    ("3D", [8, 4, 4]),
    ("CUBE", [8, 8, 6]),
    ("RECT", [8, 4, 1]),
    ("BUFFER", [8, 1, 1]),
    ("ARRAY1D", [8, 4, 1]),
    ("ARRAY2D", [8, 4, 4]),
    ("ARRAYCUBE", [8, 8, 12]),
];

/// A format of images, the storage modifier, and the bits of a number that it can hold.
const FORMATS: &[(&str, &str, u32)] = &[
    ("r32ui", "U32", u32::MAX),
    ("r32i", "S32", u32::MAX),
    ("r32ui", "U32", u32::MAX),
    ("rg32ui", "U32X2", u32::MAX),
    ("rgba32ui", "U32X4", u32::MAX),
    ("rgba32i", "S32X4", u32::MAX),
    ("rgba32f", "F32X4", 0xFF),
    ("r32f", "F32", 0xFF),
    ("rg32f", "F32X2", 0xFF),
    ("rgba16f", "F16X4", 0xFF),
    ("rg16f", "F16X2", 0xFF),
    ("rgba8ui", "U8X4", 0x7F),
    ("rg8ui", "U8X2", 0x7F),
    ("r8ui", "U8", 0x7F),
    ("rgba8i", "S8X4", 0x3F),
    ("rgba16ui", "U16X4", 0x7FFF),
    ("rg16i", "S16X2", 0x3FFF),
    ("r16i", "S16", 0x3FFF),
];

/// Inputs that do not differ between devices.
const SHOWN_INPUTS: &[&str] = &[
    "localid",
    "globalid",
    "groupid",
    "groupcount",
    "groupsize",
    "localindex",
    "threadid",
    "threadltmask",
    "threadgemask",
    "warpid",
];

/// The units of a program, with what its lines need to know about them.
#[derive(Default)]
pub(super) struct Units {
    textures: Vec<Kind>,
    images: Vec<(&'static str, &'static str, u32)>,
}

impl Generator {
    /// Chooses units and their contents.
    pub(super) fn choose_units(&mut self) -> World {
        let mut world = World { global: Vec::new(), ..World::default() };
        for _ in 0..3 {
            let kind = *self.random.pick(TEXTURES);
            let (name, format, _, extent, ..) = kind;
            let target = Target::parse(name).unwrap();
            let single = matches!(name, "RECT" | "SHADOWRECT" | "BUFFER");
            let mut unit = Unit { target, format, extent, levels: if single { 1 } else { 3 }, texels: Vec::new() };
            for _ in 0..unit.size() / 4 {
                let word = match format {
                    "d32f" => (self.random.below(9) as f32 / 8.0).to_bits(),
                    _ if format.ends_with('f') => ((self.random.below(65) as f32 - 32.0) * 0.25).to_bits(),
                    _ => self.random.next() as u32,
                };
                unit.texels.extend(word.to_le_bytes());
            }
            world.textures.push(unit);
            self.units.textures.push(kind);
        }
        for _ in 0..2 {
            let &(name, extent) = self.random.pick(IMAGES);
            let &(format, ty, mask) = self.random.pick(FORMATS);
            let target = Target::parse(name).unwrap();
            let mut unit = Unit { target, format, extent, levels: 1, texels: Vec::new() };
            let size = unit.size();
            while unit.texels.len() < size {
                let value = self.random.below(50);
                match format {
                    _ if format.contains("32f") => unit.texels.extend((value as f32).to_le_bytes()),
                    _ if format.ends_with('f') => unit.texels.extend(half::f16::from_f32(value as f32).to_le_bytes()),
                    _ if format.contains('8') => unit.texels.push(value as u8),
                    _ if format.contains("16") => unit.texels.extend((value as u16).to_le_bytes()),
                    _ => unit.texels.extend((self.random.next() as u32).to_le_bytes()),
                }
            }
            world.images.push(unit);
            self.units.images.push((name, ty, mask));
        }
        world.global = (0..GLOBAL * self.invocations).map(|_| self.random.next() as u8).collect();
        world.counters = (0..4 * self.invocations).map(|at| if at % 4 == 0 { at as u8 } else { 0 }).collect();
        world
    }

    /// What comes before the other declarations, and after.
    pub(super) const fn resource_options() -> &'static str {
        "OPTION ARB_shader_image_size;\nOPTION NV_shader_atomic_counters;\nOPTION NV_shader_atomic_float;\nOPTION NV_shader_atomic_fp16_vector;\n"
    }

    pub(super) fn resource_declarations(&mut self) {
        self.line("CBUFFER address[] = { program.buffer[3] };\nCOUNTER ctr[] = { program.counter[0][0..7] };\nTEXTURE tex0 = texture[0];\nTEXTURE tex1 = texture[1];\nTEXTURE tex2 = texture[2];\nIMAGE img[] = { image[0..1] };");
        self.line("TEMP e, g;\nLONG TEMP ga, gb;");
    }

    pub(super) fn resource_start(&mut self) {
        self.line("MUL.U e.x, invocation.localindex.x, 64;");
        self.line("LDC.U64 ga.x, address[0];");
        self.line("MOV.U64 gb.x, e.x;");
        self.line("ADD.U64 ga.x, ga.x, gb.x;");
    }

    /// A statement about a texture, an image, global memory or a counter.
    pub(super) fn resource(&mut self) {
        match self.random.below(8) {
            0..=3 => self.texture(),
            4 | 5 => self.image(),
            6 => self.global_memory(),
            _ => {
                let name = *self.random.pick(&["INCR", "DECR", "GET", "INCR"]);
                let ty = *self.random.pick(&["U", "S"]);
                let (to, flags) = (self.random.below(4), self.flags());
                self.line("MOV.U e.x, invocation.localindex.x;");
                self.line(&format!("ATOMCTR.{name}.{ty}{flags} r{to}.x, ctr[e.x];"));
            }
        }
    }

    fn list(values: [f32; 4]) -> String {
        format!("{{{:?}, {:?}, {:?}, {:?}}}", values[0], values[1], values[2], values[3])
    }

    fn texture(&mut self) {
        let unit = self.random.below(3);
        let (name, _, ty, _, scale, add) = self.units.textures[unit];
        let target = Target::parse(name).unwrap();
        let cube = name.contains("CUBE");
        let (rect, shadow) = (name.contains("RECT"), target.shadow);
        let buffer = name == "BUFFER";
        let place = if self.random.below(2) == 0 { format!("tex{unit}") } else { format!("texture[{unit}]") };
        let to = self.plain_destination();
        let flags = if ty == "F" { "" } else { self.flags() };
        if self.random.below(10) == 0 {
            let level = if rect || buffer { 0 } else { self.random.below(3) };
            let lanes = if cube { 2 } else { target.coordinates() } + usize::from(target.arrayed);
            let (to, mask) = (self.random.below(4), &"xyzw"[..lanes]);
            self.line(&format!("MOV.S e, {level};"));
            self.line(&format!("TXQ r{to}.{mask}, e, {place}, {name};"));
            return;
        }
        let (from, swizzle) = (self.random.below(4), self.letters());
        if buffer || !cube && !shadow && self.random.below(4) == 0 {
            let level = if rect || buffer { 0 } else { self.random.below(2) };
            let mask = if buffer {
                31
            } else if level == 0 {
                3
            } else {
                1
            };
            let offset = if !buffer && level == 0 && target.offsets() == 2 && self.random.below(2) == 0 {
                self.line(&format!("AND.U e, r{from}{swizzle}, 1;"));
                ", (2, 1)"
            } else {
                self.line(&format!("AND.U e, r{from}{swizzle}, {mask};"));
                ""
            };
            self.line(&format!("MOV.S e.w, {level};"));
            self.line(&format!("TXF.{ty}{flags} {to}, e, {place}, {name}{offset};"));
            return;
        }
        self.line(&format!("AND.U e, r{from}{swizzle}, 3;"));
        self.line("I2F.U e, e;");
        self.line(&format!("MAD.F e, e, {}, {};", Self::list(scale), Self::list(add)));
        let offset = match self.random.below(6) {
            _ if cube => "",
            0 => match target.offsets() {
                1 => ", (1)",
                2 => ", (-1, 1)",
                _ => "",
            },
            1 if target.offsets() == 2 && !rect && !shadow => {
                self.line("MOV.S g, {1, -2, 0, 0};");
                ", offset(g)"
            }
            _ => "",
        };
        let lod = *self.random.pick(&["0.0", "1.0", "0.75", "2.0", "5.0"]);
        let array_cube = name == "ARRAYCUBE";
        match self.random.below(8) {
            0 | 1 => self.line(&format!("TEX.{ty}{flags} {to}, e, {place}, {name}{offset};")),
            2 | 3 if !rect && !matches!(name, "SHADOWARRAY2D") => {
                let word = if cube && shadow { "TXB" } else { *self.random.pick(&["TXL", "TXB"]) };
                if cube && (array_cube || shadow) {
                    self.line(&format!("MOV.F g, {lod};"));
                    self.line(&format!("{word}.{ty}{flags} {to}, e, g, {place}, {name};"));
                } else {
                    self.line(&format!("MOV.F e.w, {lod};"));
                    self.line(&format!("{word}.{ty}{flags} {to}, e, {place}, {name}{offset};"));
                }
            }
            4 if !cube && !target.arrayed => {
                self.line("MUL.F e, e, 2.0;");
                self.line("MOV.F e.w, 2.0;");
                self.line(&format!("TXP.{ty}{flags} {to}, e, {place}, {name}{offset};"));
            }
            5 if !cube && !offset.contains("offset") && !shadow => {
                let size = *self.random.pick(&["0.0", "0.05", "0.6"]);
                self.line(&format!("MOV.F g, {{{size}, 0.0, 0.0, 0.0}};"));
                self.line(&format!("TXD.{ty}{flags} {to}, e, g, {{0.0, 0.0, 0.0, 0.0}}, {place}, {name}{offset};"));
            }
            6 if matches!(name, "2D" | "ARRAY2D" | "CUBE" | "ARRAYCUBE" | "SHADOW2D" | "SHADOWCUBE") => {
                let component = if shadow { "" } else { *self.random.pick(&["", ".x", ".y", ".z", ".w"]) };
                self.line(&format!("TXG.{ty}{flags} {to}, e, {place}{component}, {name}{offset};"));
            }
            7 if matches!(name, "2D" | "ARRAY2D") => {
                let component = *self.random.pick(&["", ".x", ".y", ".z", ".w"]);
                self.line("MOV.S g, {1, -2, 0, 2};");
                self.line(&format!("TXGO.{ty}{flags} {to}, e, g, g.wzyx, {place}{component}, {name};"));
            }
            _ => self.line(&format!("TEX.{ty}{flags} {to}, e, {place}, {name}{offset};")),
        }
    }

    fn image(&mut self) {
        let unit = self.random.below(2);
        let (name, ty, mask) = self.units.images[unit];
        let place = if self.random.below(2) == 0 { format!("img[{unit}]") } else { format!("image[{unit}]") };
        let (from, swizzle) = (self.random.below(4), self.letters());
        self.line(&format!("AND.U e, r{from}{swizzle}, 3;"));
        self.line("MOV.U e.x, invocation.localindex.x;");
        let access = *self.random.pick(&["", "", ".COH", ".VOL"]);
        match self.random.below(6) {
            0 => {
                let target = Target::parse(name).unwrap();
                let lanes = if name.contains("CUBE") { 2 } else { target.coordinates() } + usize::from(target.arrayed);
                let (to, lanes) = (self.random.below(4), &"xyzw"[..lanes]);
                self.line(&format!("IMQ r{to}.{lanes}, {place}, {name};"));
            }
            1 | 2 => {
                let (value, swizzle) = (self.random.below(4), self.letters());
                self.line(&format!("AND.U g, r{value}{swizzle}, {mask:#x};"));
                if ty.starts_with('F') {
                    self.line("I2F.U g, g;");
                    self.line("MUL.F g, g, 0.25;");
                }
                self.line(&format!("STOREIM.{ty}{access} {place}, g, e, {name};"));
            }
            3 if matches!(ty, "U32" | "S32") => {
                let operation = *self.random.pick(&["ADD", "MIN", "MAX", "AND", "OR", "XOR", "EXCH", "CSWAP"]);
                let operation = if ty == "U32" && self.random.below(5) == 0 { "IWRAP" } else { operation };
                let (to, value, flags) = (self.random.below(4), self.random.below(4), self.flags());
                self.line(&format!("ATOMIM.{operation}.{ty}{access}{flags} r{to}.x, r{value}, e, {place}, {name};"));
            }
            3 if ty == "F32" => {
                let (to, operation) = (self.random.below(4), *self.random.pick(&["ADD", "EXCH"]));
                self.line(&format!("ATOMIM.{operation}.F32 r{to}.x, 1.5, e, {place}, {name};"));
            }
            _ => {
                let to = self.plain_destination();
                let flags = if ty.starts_with('F') { "" } else { self.flags() };
                self.line(&format!("LOADIM.{ty}{access}{flags} {to}, e, {place}, {name};"));
            }
        }
    }

    fn global_memory(&mut self) {
        const TYPES: [(&str, usize); 16] = [
            ("U8", 1),
            ("S8", 1),
            ("U16", 2),
            ("S16", 2),
            ("U8X2", 2),
            ("S8X4", 4),
            ("U16X4", 8),
            ("U32", 4),
            ("S32", 4),
            ("F32", 4),
            ("U32X2", 8),
            ("S32X4", 16),
            ("U64", 8),
            ("S64", 8),
            ("U64X2", 16),
            ("U64X4", 32),
        ];
        let (ty, size) = *self.random.pick(&TYPES);
        let (from, component) = (self.random.below(4), self.component());
        self.line(&format!("AND.U e.x, r{from}{component}, {};", (GLOBAL - 1) & !(size - 1)));
        self.line("MOV.U64 gb.x, e.x;");
        self.line("ADD.U64 gb.x, gb.x, ga.x;");
        let access = *self.random.pick(&["", "", ".COH", ".VOL"]);
        match self.random.below(5) {
            0 | 1 => self.store(&format!("STORE.{ty}{access}"), "gb.x"),
            2 => self.load("LOAD", ty, access, "gb.x"),
            3 if self.random.below(3) == 0 => {
                let operation = *self.random.pick(&["ADD", "MIN", "MAX", "EXCH"]);
                let to = self.random.below(4);
                self.line("AND.S64 gb.x, gb.x, -8;");
                self.line("STORE.U32X2 {0x3c00b800, 0x40003400, 0, 0}, gb.x;");
                let ty = *self.random.pick(&["F16X2", "F16X4"]);
                self.line(&format!("ATOM.{operation}.{ty} r{to}.xy, {{0x3800c000, 0xb4004200, 0, 0}}, gb.x;"));
            }
            _ => self.atomic("ATOM", "AND.S64 gb.x, gb.x, -4;", "gb.x"),
        }
    }

    /// Votes and shuffles, where all invocations arrive together.
    pub(super) fn warp(&mut self) {
        let repeated = self.random.below(4) == 0;
        if repeated {
            self.line("REP.S 2;");
        }
        for _ in 0..1 + self.random.below(3) {
            self.warp_instruction();
        }
        if repeated {
            self.line("ENDREP;");
        }
    }

    fn warp_instruction(&mut self) {
        let (to, from, component) = (self.random.below(4), self.random.below(4), self.component());
        match self.random.below(7) {
            0 | 1 => {
                let name = *self.random.pick(&["TGALL", "TGANY", "TGEQ", "TGBALLOT", "TGBALLOT"]);
                let (ty, flags) = (*self.random.pick(&["S", "U"]), self.flags());
                // Values that are zero in some invocations, in all, or in none.
                let mask = *self.random.pick(&["1", "6", "0x80000000", "0", "{1, 2, 4, 8}", "0xffffffff"]);
                let swizzle = self.swizzle();
                self.line(&format!("AND.U e, r{from}{swizzle}, {mask};"));
                let to = self.plain_destination();
                let flags = if name == "TGBALLOT" { flags } else { "" };
                self.line(&format!("{name}.{ty}{flags} {to}, e;"));
            }
            2 => {
                let name = *self.random.pick(&[
                    "threadid",
                    "threadeqmask",
                    "threadltmask",
                    "threadlemask",
                    "threadgtmask",
                    "threadgemask",
                ]);
                self.line(&format!("MOV.U r{to}.w, invocation.{name}.x;"));
            }
            3 => {
                self.line("STS.U32 r0.x, sm[m.x];");
                self.line("BAR;");
                self.line("XOR.U e.x, m.x, 32;");
                self.line(&format!("LDS.U32 r{to}.y, sm[e.x];"));
                self.line("BAR;");
            }
            _ => {
                let name = *self.random.pick(&["SHFUP", "SHFDOWN", "SHFIDX", "SHFXOR"]);
                let ty = *self.random.pick(&["F", "S", "U"]);
                let mask = match self.random.below(5) {
                    0 => "0".to_owned(),
                    1 => "31".to_owned(),
                    2 => "0x1807".to_owned(),
                    3 => format!("{:#x}", self.random.below(32) << 8 | self.random.below(32)),
                    _ => {
                        self.line(&format!("AND.U g.x, r{from}.z, 0x1f1f;"));
                        "g.x".to_owned()
                    }
                };
                let index = match self.random.below(3) {
                    0 => format!("{}", self.random.below(33)),
                    1 => "invocation.localindex.x".to_owned(),
                    _ => format!("r{}{component}", self.random.below(4)),
                };
                // One mask for both components: a mask of a part leaves the rest alone.
                let lanes = *self.random.pick(&["xy", "y", "x"]);
                self.line(&format!("{name}.{ty} r{to}.{lanes}, r{from}{component}, {index}, {mask};"));
            }
        }
    }
}

/// A program with `head` that shows the register `r` after each of `lines`.
pub fn showing(head: &str, name: String, lines: &[String], world: World) -> Case {
    let mut text = head.to_owned();
    for (line, at) in lines.iter().zip(0..) {
        text.push_str(&format!("MOV.U r, 0x77777777;\n{line}\nSTB.U32X4 r, dst[{}];\n", 16 * at));
    }
    text.push_str("END\n");
    Case {
        name,
        text,
        input: vec![0; 16],
        output: 16 * lines.len().max(1),
        world,
        locals: vec![[0; 4]; 4],
        float: false,
        tolerance: 0.0,
        unsigned_zeros: false,
    }
}

/// Programs that show every result of each kind of texture and image, including what the specifications leave open.
pub fn units() -> Vec<Case> {
    let head = "!!NVcp5.0\nOPTION NV_shader_storage_buffer;\nOPTION ARB_shader_image_size;\nOPTION NV_gpu_program5_mem_extended;\nOPTION EXT_shader_image_load_formatted;\nGROUP_SIZE 1;\nSTORAGE dst[] = { program.storage[1] };\nTEMP r, e, g;\n";
    let case = |name: String, lines: &[String], world: World| showing(head, name, lines, world);
    let mut all = Vec::new();
    for &(name, format, ty, extent, scale, add) in TEXTURES {
        let target = Target::parse(name).unwrap();
        let single = matches!(name, "RECT" | "SHADOWRECT" | "BUFFER");
        let mut unit = Unit { target, format, extent, levels: if single { 1 } else { 3 }, texels: Vec::new() };
        for at in 0..unit.size() / 4 {
            let value = (at * 7 % 9) as f32 / 8.0;
            let word = if format.ends_with('f') { value.to_bits() } else { (at as u32).wrapping_mul(0x0101_0107) };
            unit.texels.extend(word.to_le_bytes());
        }
        let at: Vec<f32> = (0..4).map(|lane| scale[lane] + add[lane]).collect();
        let at = format!("{{{:?}, {:?}, {:?}, {:?}}}", at[0], at[1], at[2], at[3]);
        let mut lines = vec![format!("TXQ r, {{0, 0, 0, 0}}, texture[0], {name};")];
        if name == "BUFFER" {
            lines.push(format!("TXF.{ty} r, {{3, 0, 0, 0}}, texture[0], BUFFER;"));
        } else {
            lines.push(format!("TEX.{ty} r, {at}, texture[0], {name};"));
        }
        if !single {
            lines.push(format!("TXQ r, {{1, 0, 0, 0}}, texture[0], {name};"));
        }
        if !target.shadow && !name.contains("CUBE") {
            lines.push(format!("TXF.{ty} r, {{1, 1, 1, 0}}, texture[0], {name};"));
        }
        let two = name.contains("CUBE") && (name.contains("ARRAY") || target.shadow);
        if !single && !matches!(name, "SHADOWARRAY2D" | "SHADOWARRAYCUBE") {
            for level in ["1.0", "2.0", "0.75", "-1.0"] {
                for word in ["TXB", "TXL"] {
                    let set = if two { format!("MOV.F g, {level};\n") } else { format!("MOV.F e.w, {level};\n") };
                    let further = if two { ", g" } else { "" };
                    if word == "TXB" || name != "SHADOWCUBE" {
                        lines.push(format!("MOV.F e, {at};\n{set}{word}.{ty} r, e{further}, texture[0], {name};"));
                    }
                }
            }
        }
        if matches!(name, "2D" | "ARRAY2D" | "CUBE" | "ARRAYCUBE" | "SHADOW2D" | "SHADOWCUBE" | "SHADOWARRAY2D") {
            lines.push(format!("TXG.{ty} r, {at}, texture[0], {name};"));
        }
        let world = World { textures: vec![unit], ..World::default() };
        all.push(case(format!("texture.{name}.{format}"), &lines, world));
    }
    for &(name, extent) in IMAGES {
        let target = Target::parse(name).unwrap();
        let unit = Unit { target, format: "r32ui", extent, levels: 1, texels: Vec::new() };
        let texels = (0..unit.size()).map(|at| at as u8).collect();
        let lines = [
            format!("IMQ r, image[0], {name};"),
            format!("LOADIM.U32 r, {{1, 0, 0, 0}}, image[0], {name};"),
            format!(
                "STOREIM.U32 image[0], 0xabcdef01, {{1, 0, 1, 0}}, {name};\nLOADIM.U32 r, {{1, 0, 1, 0}}, image[0], {name};"
            ),
        ];
        let world = World { images: vec![Unit { texels, ..unit }], ..World::default() };
        all.push(case(format!("image.{name}"), &lines, world));
    }
    for &(format, ty, _) in FORMATS {
        let target = Target::parse("2D").unwrap();
        let unit = Unit { target, format, extent: [4, 4, 1], levels: 1, texels: Vec::new() };
        let texels = (0..unit.size()).map(|at| (at * 5 % 120) as u8).collect();
        let letter = &ty[..1];
        let world = World { images: vec![Unit { texels, ..unit }], ..World::default() };
        let store = |ty: &str, data: &str| {
            format!(
                "MOV.{letter} e, {{{data}}};\nSTOREIM.{ty} image[0], e, {{1, 0, 0, 0}}, 2D;\nLOADIM.{ty} r, {{1, 0, 0, 0}}, image[0], 2D;"
            )
        };
        let load = |ty: &str| format!("LOADIM.{ty} r, {{1, 0, 0, 0}}, image[0], 2D;");
        all.push(case(format!("format.{format}.{ty}"), &[load(ty), store(ty, "30, 70, 3, 100")], world.clone()));
        // More than the format holds.
        all.push(case(format!("wide.{format}.{ty}"), &[store(ty, "300, 70000, 3, 100000")], world.clone()));
        let lines = [load(letter), store(letter, "30, 70, 3, 100"), store(letter, "300, 70000, 3, 100000")];
        all.push(case(format!("formatted.{format}.{ty}"), &lines, world));
    }
    let mut text = String::from(
        "!!NVcp5.0\nOPTION NV_shader_storage_buffer;\nOPTION NV_shader_thread_group;\nGROUP_SIZE 8 4;\nSTORAGE dst[] = { program.storage[1] };\nTEMP r, m;\n\
         MUL.U m.x, invocation.localindex.x, 160;\n",
    );
    for (name, at) in SHOWN_INPUTS.iter().zip(0..) {
        text.push_str(&format!("MOV.U r, invocation.{name};\nSTB.U32X4 r, dst[m.x + {}];\n", 16 * at));
    }
    text.push_str("END\n");
    let inputs = all.first().map(|first: &Case| Case {
        name: "inputs".to_owned(),
        text,
        output: 160 * 32,
        world: World::default(),
        ..first.clone()
    });
    all.extend(inputs);
    all
}

/// Programs that show how carry and overflow affect masks and jumps: what sets them, the rule, and the components.
pub fn flags() -> Vec<Case> {
    const SETTERS: &[&str] = &[
        "ADD.S.CC t, r1, r2;",
        "SUB.S.CC t, r1, r2;",
        "ADD.U.CC t, r1, r2;",
        "SUB.U.CC t, r1, 5;",
        "SUB.S.CC t, r1, 5;",
        "SAD.U.CC t, r1, r2, r3;",
        "MAD.S.CC t, r1, r2, r3;",
        "ADD.S.CC t, r1, -r2;",
        "ADD.S.CC1 t.xz, r1, r2;",
        "ADD.U.CC1 t.yw, r1, r2.wzyx;",
    ];
    const RULES: &[&str] = &["CF", "NCF", "OF", "NOF", "GE", "GT", "LE", "LT", "AB", "BLE", "SF", "NE"];
    let mut all = Vec::new();
    for (setter, name) in SETTERS.iter().zip(1..) {
        for seed in 0..3_u64 {
            let mut random = crate::common::random::Random::new(seed * 977 + name);
            let one = setter.contains("CC1");
            let mut text = String::from(
                "!!NVcp5.0\nOPTION NV_shader_storage_buffer;\nGROUP_SIZE 1;\nSTORAGE src[] = { program.storage[0] };\nSTORAGE dst[] = { program.storage[1] };\nTEMP r0, r1, r2, r3, t;\nLDB.U32X4 r1, src[0];\nLDB.U32X4 r2, src[16];\nLDB.U32X4 r3, src[32];\n",
            );
            // Every component is set.
            if one {
                text.push_str("SUB.S.CC1 t, r1, r3;\n");
            }
            text.push_str(&format!("{setter}\n"));
            // The sum itself is not used: only its flags are.
            let mut at = 0;
            for rule in RULES {
                for components in ["", ".x", ".zzyy", ".wwzw", ".yzwz"] {
                    let register = if one { "1" } else { "" };
                    text.push_str(&format!(
                        "MOV.U r0, 7;\nMOV.U r0 ({rule}{register}{components}), r3;\nSTB.U32X4 r0, dst[{at}];\n"
                    ));
                    at += 16;
                }
            }
            text.push_str("END\n");
            let input = (0..16)
                .flat_map(|_| {
                    let word = match random.below(4) {
                        0 => random.below(40) as u32,
                        1 => (random.below(40) as u32).wrapping_neg(),
                        2 => *random.pick(&[0x8000_0000, 0x7FFF_FFFF, 0xFFFF, 0xFFFF_FFFF, 0x0001_0000]),
                        _ => random.next() as u32,
                    };
                    word.to_le_bytes()
                })
                .collect();
            all.push(Case {
                name: format!("flags.{name}.{seed}"),
                text,
                input,
                output: at,
                world: World::default(),
                locals: vec![[0; 4]; 4],
                float: false,
                tolerance: 0.0,
                unsigned_zeros: false,
            });
        }
    }
    all
}
