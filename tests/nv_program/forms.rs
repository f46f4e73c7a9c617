//! Every form of the instructions that touch memory, images, textures, warps and subroutines: opcode by type by operand.
//!
//! Comes in: the table of instructions, storage types and targets. Goes out: programs. What the checks reject is not a
//! form; what they accept must compile.

use glslsub::internals::nv_program::opcode::{Mode, OPCODES, Op, Opcode};
use glslsub::internals::nv_program::target::TARGETS;

/// A program, and the options it is compiled with (those of `# options:`).
#[derive(Clone, Debug)]
pub struct Form {
    /// Its name.
    pub name: String,
    /// The program.
    pub text: String,
}

const OPTIONS: &[&str] = &[
    "NV_shader_storage_buffer",
    "NV_shader_thread_shuffle",
    "NV_shader_thread_group",
    "NV_shader_atomic_float",
    "NV_shader_atomic_float64",
    "NV_shader_atomic_int64",
    "NV_shader_atomic_fp16_vector",
    "NV_gpu_program5_mem_extended",
    "NV_shader_atomic_counters",
    "NV_bindless_texture",
    "ARB_shader_image_size",
    "ARB_shader_texture_image_samples",
    "EXT_shader_image_load_formatted",
    "NV_texture_multisample",
    "EXT_sparse_texture2",
];

/// The storage types of loads and stores.
pub fn storage_types() -> Vec<String> {
    let mut types = Vec::new();
    for base in ["F", "S", "U"] {
        for bits in [8, 16, 32, 64] {
            if base != "F" || bits > 8 {
                types.extend(["", "X2", "X4"].map(|count| format!("{base}{bits}{count}")));
            }
        }
    }
    types
}

/// The pairs of atomic operations and types (section 4.4 of the design: the specifications of the atomic extensions).
pub fn atomic_pairs() -> Vec<(&'static str, &'static str)> {
    let table: [(&[&str], &[&str]); 5] = [
        (&["ADD", "EXCH"], &["U32", "S32", "U64", "S64", "F32", "F64", "F16X2", "F16X4"]),
        (&["MIN", "MAX"], &["U32", "S32", "U64", "S64", "F16X2", "F16X4"]),
        (&["AND", "OR", "XOR"], &["U32", "S32", "U64", "S64"]),
        (&["CSWAP"], &["U32", "S32", "U64", "S64"]),
        (&["IWRAP", "DWRAP"], &["U32"]),
    ];
    let mut pairs = Vec::new();
    for (operations, types) in table {
        for operation in operations {
            pairs.extend(types.iter().map(|ty| (*operation, *ty)));
        }
    }
    pairs
}

/// A program around some lines.
pub fn program(options: &str, declarations: &str, lines: &str) -> String {
    let mut text = String::from("!!NVcp5.0\n");
    if !options.is_empty() {
        text.push_str(&format!("# options: {options}\n"));
    }
    for option in OPTIONS {
        text.push_str(&format!("OPTION {option};\n"));
    }
    text.push_str(
        "GROUP_SIZE 32;\nSHARED_MEMORY 256;\nSHARED sm[] = { program.sharedmem };\nSTORAGE src[] = { program.storage[0] };\n\
         STORAGE dst[] = { program.storage[1] };\nSTORAGE both[][] = { program.storage[2..3] };\nSTORAGE part[] = { \
         program.storage[4][64..191] };\nCBUFFER cb[] = { program.buffer[0] };\nCBUFFER cbs[][] = { program.buffer[1..2] \
         };\nCOUNTER ctr = program.counter[0][4];\nCOUNTER ctrs[] = { program.counter[1][0..7] };\n\
         TEXTURE tex[] = { texture[4..6] };\nIMAGE img[] = { image[2..4] };\n\
         TEMP r, v, t, u, w;\nLONG TEMP l, m;\n",
    );
    text.push_str(declarations);
    // Values that differ between invocations.
    text.push_str(
        "MOV.U t.x, invocation.localindex.x;\nSHL.U t.y, t.x, 2;\nAND.U t.z, t.x, 1;\nI2F.U v, t;\nMOV.U64 l, t;\n\
         MOV.U64 m, l;\nMOV.U.CC r, t;\nMOV.U.CC1 r, t;\n",
    );
    text.push_str(lines);
    text.push_str("STB.U32X4 r, dst[t.y];\nSTB.U64X4 m, dst[t.y];\nEND\n");
    text
}

/// Every form.
pub fn all() -> Vec<Form> {
    let mut forms = Vec::new();
    let mut add = |name: String, options: &str, declarations: &str, lines: &str| {
        forms.push(Form { name, text: program(options, declarations, lines) });
    };
    for row in OPCODES {
        match row.mode {
            Mode::Storage => memory(row, &mut add),
            Mode::Atomic if row.op != Op::Atomim => atomic(row, &mut add),
            _ => {}
        }
        match row.op {
            Op::Loadim | Op::Storeim | Op::Atomim | Op::Imq | Op::Imqs => image(row, &mut add),
            _ if row.name.starts_with("TX") || row.op == Op::Tex => texture(row, &mut add),
            _ if row.name.starts_with("TG") || row.name.starts_with("SHF") => warp(row, &mut add),
            _ => {}
        }
    }
    counters(&mut add);
    buffers(&mut add);
    inputs(&mut add);
    subroutines(&mut add);
    options(&mut add);
    forms
}

type Add<'a> = &'a mut dyn FnMut(String, &str, &str, &str);

const SPOTS: [(&str, &[&str]); 4] = [
    ("LDB STB ATOMB", &["src[16]", "dst[t.y + 32]", "both[1][64]", "both[t.z][t.y + 4]", "part[t.y]", "dst[l.x]"]),
    ("LDS STS ATOMS", &["sm[16]", "sm[t.y + 8]", "sm[l.x]"]),
    ("LDC", &["cb[16]", "-cb[t.y + 4].wzyx", "|cbs[1][t.y]|", "cbs[t.z][8].y"]),
    ("LOAD STORE ATOM", &["l.x", "t.y", "m.w", "-l.y"]),
];

fn spots(row: &Opcode) -> &'static [&'static str] {
    SPOTS.iter().find(|(rows, _)| rows.split(' ').any(|it| it == row.name)).map_or(&[], |(_, spots)| spots)
}

fn memory(row: &Opcode, add: Add<'_>) {
    for ty in storage_types() {
        let mut lines = String::new();
        for spot in spots(row) {
            for access in if row.access { &["", ".COH", ".VOL"][..] } else { &[""][..] } {
                let (name, register) = (row.name, if ty.contains("64") { "m" } else { "r" });
                if row.name.starts_with("ST") {
                    lines.push_str(&format!("{name}.{ty}{access} v, {spot};\n{name}.{ty}{access} l.wzyx, {spot};\n"));
                } else {
                    lines.push_str(&format!("{name}.{ty}{access}.CC {register}.xw (NE.y), {spot};\n"));
                    lines.push_str(&format!("{name}.{ty}{access} m, {spot};\n"));
                    if ty.starts_with('F') {
                        lines.push_str(&format!("{name}.{ty}.SAT{access} r, {spot};\n"));
                    }
                }
            }
        }
        add(format!("{}.{ty}", row.name), "", "", &lines);
        add(format!("{}.{ty} robust", row.name), "robust", "", &lines);
        if ty == "U32" || ty == "S8" {
            add(format!("{}.{ty}.membar", row.name), "", "", &format!("{lines}MEMBAR;\n{lines}"));
        }
    }
}

fn atomic(row: &Opcode, add: Add<'_>) {
    for (operation, ty) in atomic_pairs() {
        let mut lines = String::new();
        for spot in spots(row) {
            for access in ["", ".COH", ".VOL"] {
                let (name, register) = (row.name, if ty.contains("64") { "m" } else { "r" });
                let operand = if ty.starts_with('F') { "v" } else { "t" };
                lines.push_str(&format!("{name}.{operation}.{ty}{access}.CC {register}.x, {operand}, {spot};\n"));
                lines.push_str(&format!("{name}.{operation}.{ty}{access} r, {{1, 2, 3, 4}}, {spot};\n"));
                lines.push_str(&format!("{name}.{operation}.{ty}{access} m.xy (GT), l, {spot};\n"));
            }
        }
        add(format!("{}.{operation}.{ty}", row.name), "", "", &lines);
        for options in ["robust", "native_fadd"] {
            if options == "robust" || operation == "ADD" && ty.starts_with("F") && !ty.contains('X') {
                add(format!("{}.{operation}.{ty} {options}", row.name), options, "", &lines);
            }
        }
    }
}

/// Units: fixed, an element of an array, a handle.
fn units(kind: &str) -> Vec<(String, &'static str)> {
    let array = if kind == "texture" { "tex" } else { "img" };
    vec![
        (format!("{kind}[1]"), ""),
        (format!("{array}[1]"), ""),
        (format!("{array}[t.z]"), ""),
        ("handle(l.x)".to_owned(), "handles"),
    ]
}

fn image(row: &Opcode, add: Add<'_>) {
    for target in TARGETS.iter().filter(|it| !it.shadow) {
        for (unit, options) in units("image") {
            let (name, target) = (row.name, target.name);
            let mut one = |what: String, line: String| add(format!("{name}{what} {target} {unit}"), options, "", &line);
            match row.op {
                Op::Imq | Op::Imqs => one(String::new(), format!("{name} r, {unit}, {target};\n")),
                Op::Atomim => {
                    for (operation, ty) in atomic_pairs() {
                        let line = format!("{name}.{operation}.{ty} r.x, t, t, {unit}, {target};\n");
                        one(format!(".{operation}.{ty}"), line);
                    }
                }
                _ => {
                    let mut types: Vec<String> = ["F", "S", "U"].map(str::to_owned).to_vec();
                    types.extend(storage_types());
                    for ty in types {
                        for extra in ["", ".COH", ".VOL", ".SPARSE"] {
                            if row.op == Op::Storeim && extra == ".SPARSE" || !extra.is_empty() && !ty.ends_with("32") {
                                continue;
                            }
                            let line = if row.op == Op::Storeim {
                                format!("{name}.{ty}{extra} {unit}, v, t, {target};\n")
                            } else {
                                format!("{name}.{ty}{extra}.CC r, t, {unit}, {target};\n")
                            };
                            one(format!(".{ty}{extra}"), line);
                        }
                    }
                }
            }
        }
    }
}

fn texture(row: &Opcode, add: Add<'_>) {
    for target in TARGETS {
        for (at, (unit, options)) in units("texture").into_iter().enumerate() {
            let (name, word) = (row.name, target.name);
            let component = if matches!(row.op, Op::Txg | Op::Txgo) && !target.shadow { ".y" } else { "" };
            for ty in if row.mode == Mode::Fixed { &[""][..] } else { &[".F", ".S", ".U"][..] } {
                for extra in ["", ".SPARSE", ".LODCLAMP", ".SPARSE.LODCLAMP"] {
                    for offset in ["", ", (1, -1, 2)", ", offset(t)"] {
                        // One unit for all the others.
                        if at > 0 && (*ty != ".F" && !ty.is_empty() || !offset.is_empty()) {
                            continue;
                        }
                        let offset = match (offset.starts_with(", ("), target.offsets()) {
                            (true, 1) => ", (1)",
                            (true, 2) => ", (1, -1)",
                            _ => offset,
                        };
                        for further in ["", ", u"] {
                            let coordinates = match row.op {
                                Op::Txd => "v, u, w",
                                Op::Txgo => "v, t, r",
                                Op::Txqs => "",
                                Op::Txf | Op::Txfms | Op::Txq => "t",
                                _ => "v",
                            };
                            if !further.is_empty()
                                && matches!(row.op, Op::Txd | Op::Txgo | Op::Txqs | Op::Txf | Op::Txfms | Op::Txq)
                            {
                                continue;
                            }
                            let comma = if coordinates.is_empty() { "" } else { ", " };
                            let line = format!(
                                "{name}{ty}{extra} r{comma}{coordinates}{further}, {unit}{component}, {word}{offset};\nMOV.U r.x \
                                 (RESIDENT), 1;\n"
                            );
                            add(format!("{name}{ty}{extra} {word} {unit}{offset}{further}"), options, "", &line);
                        }
                    }
                }
            }
        }
    }
}

fn warp(row: &Opcode, add: Add<'_>) {
    for options in ["native", "emulate"] {
        for ty in ["F", "S", "U"] {
            let name = row.name;
            let line = if name.starts_with("SHF") {
                format!("{name}.{ty} r.xy, v, t, 0x1807;\n{name}.{ty} m, v.w, 3, 31;\n")
            } else {
                format!("{name}.{ty}.CC r, v;\n{name}.{ty} m.xz (NE), -v;\n")
            };
            add(format!("{name}.{ty} {options}"), options, "", &line);
        }
    }
}

fn counters(add: Add<'_>) {
    for operation in ["INCR", "DECR", "GET"] {
        for ty in ["S", "U"] {
            let lines = ["ctr", "ctrs[1]", "ctrs[t.z]"]
                .map(|it| format!("ATOMCTR.{operation}.{ty}.CC r, {it};\nATOMCTR.{operation}.{ty} m.x, {it};\n"));
            add(format!("ATOMCTR.{operation}.{ty}"), "", "", &lines.concat());
        }
    }
}

fn buffers(add: Add<'_>) {
    let declarations = "BUFFER b[] = { program.buffer[3] };\nBUFFER4 b4[] = { program.buffer[4] };\nBUFFER one = \
                        program.buffer[5][3];\nBUFFER bs[][] = { program.buffer[6..7] };\nBUFFER4 b4s[][] = { \
                        program.buffer[8..9] };\nPARAM list[] = { program.local[1], program.env[2], {1, 2, 3, 4}, 7, \
                        program.storagelen[1], state.thread.warpsize };\nPARAM locals[] = { program.local[4..7] };\nPARAM \
                        envs[] = { program.env[4..7] };\nTEMP a[4];\nLONG TEMP la[3];\nSHORT TEMP s;\nINT PARAM k = \
                        program.local[9];\n";
    for ty in ["F", "S", "U", "F64", "S64", "U64"] {
        let register = if ty.ends_with("64") { "m" } else { "r" };
        let mut lines = String::new();
        for operand in [
            "b[3]",
            "b[t.x]",
            "b4[2].y",
            "b4[t.x + 1].wzyx",
            "one",
            "bs[1][2]",
            "bs[t.z][t.x]",
            "b4s[t.z][t.x + 2].z",
            "list[t.z]",
            "list[t.z + 2].w",
            "list[4].x",
            "locals[t.z]",
            "envs[t.z + 1].y",
            "program.local[3]",
            "program.env[t.x]",
            "program.storagelen[0]",
            "state.thread.warpsize",
            "state.thread.warpspersm",
            "state.thread.smcount",
            "a[2]",
            "a[t.z].w",
            "la[t.z + 1]",
            "a[l.x].y",
            "s",
            "l",
        ] {
            if operand == "program.env[t.x]" {
                continue;
            }
            lines.push_str(&format!(
                "MOV.{ty} {register}, -{operand};\nADD.{ty}.CC {register}.xz, {operand}, {register};\n"
            ));
            lines.push_str(&format!(
                "MUL.{ty} a[t.z], |{operand}|, 3;\nMAX.{ty} la[t.z + 1].yw (LE.x), {operand}, m;\n"
            ));
            lines.push_str(&format!("SUB.{ty} s, {operand}, 3;\nMAD.{ty} {register} (GT), {operand}, s, l;\n"));
        }
        for options in ["", "zero_init", "local_push", "short_f32", "flat", "ubo", "robust", "robust ubo local_push"] {
            add(format!("operands.{ty} {options}"), options, declarations, &lines);
        }
    }
}

fn inputs(add: Add<'_>) {
    let names = [
        "localid",
        "globalid",
        "groupid",
        "groupcount",
        "groupsize",
        "localindex",
        "threadid",
        "threadeqmask",
        "threadltmask",
        "threadlemask",
        "threadgtmask",
        "threadgemask",
        "warpid",
        "smid",
    ];
    for options in ["native", "emulate"] {
        let lines =
            names.map(|name| format!("ADD.U r, r, invocation.{name};\nADD.S64 m, m, -invocation.{name}.wzyx;\n"));
        add(format!("inputs {options}"), options, "", &lines.concat());
    }
}

fn subroutines(add: Add<'_>) {
    let declarations = "SUBROUTINETYPE ty { f, g };\nSUBROUTINE ty one = program.subroutine[0];\nSUBROUTINE ty many[2] = { \
                        program.subroutine[1..2] };\n";
    let bodies = "RET;\nf SUBROUTINENUM(3):\nADD.U r.x, r.x, 1;\nRET (NE.x);\nMUL.U.CC r.y, r.x, 3;\nRET;\ng \
                  SUBROUTINENUM(5):\nCAL h;\nRET;\nh:\nSUB.F.CC1 r.z, v.x, 1;\n";
    for (name, call) in [
        ("one", "CALI one;\n"),
        ("element", "CALI many[1];\n"),
        ("relative", "CALI many[t.z];\n"),
        ("condition", "MOV.U.CC r.w, t.z;\nCALI one (NE.w);\n"),
        ("cal", "CAL f;\nMOV.U.CC1 r.w, t.z;\nCAL g (LT1.w);\n"),
    ] {
        // The code after the last label stores the registers once more.
        add(format!("subroutine {name}"), "", declarations, &format!("{call}STB.U32X4 r, dst[t.y];\n{bodies}"));
    }
}

fn options(add: Add<'_>) {
    let lines = "BAR;\nMEMBAR;\nMEMBAR.CTA;\nSTS.U32 t.x, sm[t.y];\nBAR;\nLDS.U32 r.x, sm[4];\n";
    for options in
        ["bar_full", "membar_compiler", "zero_init", "flat", "relaxed", "short_f32", "local_push", "robust", "ubo"]
    {
        add(format!("options {options}"), options, "", lines);
    }
}
