//! A systematic trial of what is accepted: every instruction with every suffix, storage type, target, operand and
//! result, and every declaration with every binding.
//!
//! Comes in: the table of instructions. Goes out: rows of small programs that differ in one thing. `matrix.txt` has the
//! driver's answer to each.

use std::collections::BTreeSet;

use glslsub::internals::nv_program::opcode::{Mode, OPCODES, Op, Opcode, SlotKind, Widths};
use glslsub::internals::nv_program::target::TARGETS;

use crate::loads::{OPTIONS, blocks, operand};

#[path = "matrix_lists.rs"]
mod lists;

use lists::*;

/// Programs that differ in one thing.
#[derive(Clone, Debug)]
pub struct Row {
    /// What they have in common.
    pub name: String,
    /// The thing in which they differ, and the program.
    pub columns: Vec<(String, Option<String>)>,
}

/// The text before the instruction.
fn prelude(options: &str) -> String {
    format!(
        "!!NVcp5.0\n{options}GROUP_SIZE 32;\nSHARED_MEMORY 256;\nSHARED s[] = {{ program.sharedmem }};\nSHARED s1 = program.sharedmem[16];\nSHARED sp[] = {{ \
         program.sharedmem[64..127] }};\nCBUFFER c[] = {{ program.buffer[0] }};\nCBUFFER c2[][] = {{ program.buffer[1..2] }};\nCBUFFER c1 = program.buffer[3][16];\nCBUFFER cp[] = {{ \
         program.buffer[3][64..127] }};\nBUFFER w[] = {{ program.buffer[4] }};\nBUFFER4 w4[] = {{ program.buffer[5] }};\nBUFFER w2[][] = {{ program.buffer[6..7] }};\nPARAM k[] = {{ program.local[0..3] \
         }};\nPARAM q = program.env[1];\nPARAM list[] = {{ {{1, 2, 3, 4}}, program.local[4], 2.5, program.env[2] }};\nATTRIB at = invocation.localid;\nTEXTURE tex[] = {{ texture[4..6] }};\nTEXTURE tex1 = \
         texture[7];\nIMAGE img[] = {{ image[4..6] }};\nIMAGE img1 = image[3];\nTEMP R0, R1, R2, A, arr[4];\nLONG TEMP D0, D1, long[4];\nINT TEMP i;\nUINT TEMP u;\nFLOAT TEMP f;\nSHORT TEMP h;\nALIAS alias = R2;\n"
    )
}

const STORAGE_DECLARATIONS: &str = "STORAGE b[] = { program.storage[0] };\nSTORAGE b2[][] = { program.storage[1..2] };\nSTORAGE b1 = program.storage[3][16];\nSTORAGE bp[] = { program.storage[3][64..127] };\n";
const COUNTER_DECLARATIONS: &str = "COUNTER n = program.counter[0][0];\nCOUNTER ns[] = { program.counter[1][0..2] };\n";

fn options(left_out: &str) -> String {
    OPTIONS.iter().filter(|option| **option != left_out).map(|option| format!("OPTION {option};\n")).collect()
}

fn with(line: &str) -> String {
    format!("{}{STORAGE_DECLARATIONS}{COUNTER_DECLARATIONS}{line}\nEND\n", prelude(&options("")))
}

/// An instruction with modifiers; one of its operands may be another one.
fn instruction(row: &Opcode, modifiers: &str, replaced: Option<(usize, &str)>) -> Option<String> {
    let wide = modifiers.contains("64");
    let mut operands: Vec<String> = Vec::new();
    for (index, slot) in row.operands.iter().enumerate() {
        match replaced {
            Some((at, text)) if at == index => {
                if !text.is_empty() || !matches!(slot.kind, SlotKind::Count | SlotKind::OptionalTest) {
                    operands.push(text.to_owned());
                }
            }
            _ => match slot.kind {
                SlotKind::OptionalVector | SlotKind::OptionalTest => {}
                kind => operands.push(operand(row, kind, wide)?.to_owned()),
            },
        }
    }
    let dotted =
        if modifiers.is_empty() || modifiers.starts_with('.') { modifiers.to_owned() } else { format!(".{modifiers}") };
    Some(around(row, &format!("{}{dotted} {};", row.name, operands.join(", "))))
}

/// The blocks that an instruction needs around it.
fn around(row: &Opcode, line: &str) -> String {
    let (before, after) = blocks(row);
    // A loop without a count needs an exit.
    let out = if row.op == Op::Rep { "\nBRK (NE.x);" } else { "" };
    format!("{before}{line}{out}{after}")
}

/// The modifiers that make an instruction complete.
fn completions(row: &Opcode) -> Vec<&'static str> {
    match row.mode {
        Mode::Storage => vec!["U32", "F64"],
        Mode::Atomic => vec!["ADD.U32"],
        Mode::Texel => vec!["U32"],
        Mode::Convert => vec!["S32.F32", "U64.S64"],
        Mode::Counter => vec!["INCR.U"],
        Mode::Arithmetic if row.float != Widths::None && row.integer != Widths::None => vec!["F", "U"],
        Mode::Arithmetic if row.integer != Widths::None => vec!["S", "U"],
        Mode::Arithmetic => vec!["F"],
        _ => vec![""],
    }
}

fn forms(kind: SlotKind) -> Vec<String> {
    let named = |list: &[&str], names: [&str; 4]| -> Vec<String> {
        let [plain, double, single, part] = names;
        list.iter()
            .map(|form| {
                let form = form.replace("M2", double).replace("M1", single).replace("MP", part);
                form.replace('M', plain)
            })
            .collect()
    };
    let list: &[&str] = match kind {
        SlotKind::Result => RESULTS,
        SlotKind::Vector | SlotKind::Scalar | SlotKind::Unswizzled => VECTORS,
        SlotKind::Address => ADDRESSES,
        SlotKind::Selector => SELECTORS,
        SlotKind::ParameterBuffer => return named(MEMORY, ["c", "c2", "c1", "cp"]),
        SlotKind::Storage => return named(MEMORY, ["b", "b2", "b1", "bp"]),
        SlotKind::Shared => return named(MEMORY, ["s", "s2", "s1", "sp"]),
        SlotKind::Counter => COUNTERS,
        SlotKind::Texture | SlotKind::TextureGather | SlotKind::TextureConstant | SlotKind::TextureQuery => {
            return TEXTURE_UNITS.iter().map(|unit| format!("{unit}, 2D")).collect();
        }
        SlotKind::Image => return IMAGE_UNITS.iter().map(|unit| format!("{unit}, 2D")).collect(),
        SlotKind::Unit => IMAGE_UNITS,
        SlotKind::Target => TARGET_WORDS,
        SlotKind::Test => TESTS,
        SlotKind::OptionalTest => return TESTS.iter().map(|test| format!("({test})")).collect(),
        SlotKind::Count => COUNTS,
        SlotKind::OptionalVector | SlotKind::Label | SlotKind::Subroutine => &[],
    };
    list.iter().map(|form| (*form).to_owned()).collect()
}

type Rows = Vec<Row>;

fn operands(rows: &mut Rows) {
    for row in OPCODES {
        for ty in completions(row) {
            for (index, slot) in row.operands.iter().enumerate() {
                let columns = forms(slot.kind).into_iter().map(|form| {
                    // A test follows its instruction without a comma.
                    let line = instruction(row, ty, Some((index, &form)));
                    (form, line.map(|line| with(&line)))
                });
                let columns: Vec<_> = columns.collect();
                if !columns.is_empty() {
                    rows.push(Row { name: format!("operand {}.{ty} {index}", row.name), columns });
                }
            }
        }
    }
}

fn modifiers(rows: &mut Rows) {
    for row in OPCODES {
        let line = |modifiers: &str| instruction(row, modifiers, None).map(|line| with(&line));
        let all = |list: &[&str]| -> Vec<(String, Option<String>)> {
            list.iter().map(|it| ((*it).to_owned(), line(it))).collect()
        };
        rows.push(Row {
            name: format!("suffix {}", row.name),
            columns: SUFFIXES
                .iter()
                .map(|suffix| {
                    let completed = completions(row)
                        .first()
                        .copied()
                        .filter(|_| !matches!(row.mode, Mode::Arithmetic | Mode::None | Mode::Fixed));
                    let suffix_text = match completed {
                        Some(modifiers) if !modifiers.is_empty() => format!("{suffix}.{modifiers}"),
                        _ => (*suffix).to_owned(),
                    };
                    let text = instruction(row, ".@", None).map(|line| with(&line.replacen(".@", &suffix_text, 1)));
                    ((*suffix).to_owned(), text)
                })
                .collect(),
        });
        match row.mode {
            Mode::Storage | Mode::Texel => {
                rows.push(Row { name: format!("storage {}", row.name), columns: all(STORAGE) })
            }
            Mode::Atomic => {
                for operation in ATOMICS {
                    let columns = ATOMIC_TYPES.iter().map(|ty| {
                        let modifiers =
                            if ty.is_empty() { (*operation).to_owned() } else { format!("{operation}.{ty}") };
                        ((*ty).to_owned(), line(&modifiers))
                    });
                    rows.push(Row { name: format!("atomic {}.{operation}", row.name), columns: columns.collect() });
                }
            }
            Mode::Convert => {
                for to in CONVERSIONS {
                    for extra in CONVERSION_EXTRAS {
                        let columns =
                            CONVERSIONS.iter().map(|from| ((*from).to_owned(), line(&format!("{to}.{from}{extra}"))));
                        rows.push(Row { name: format!("convert {to}{extra}"), columns: columns.collect() });
                    }
                }
            }
            _ => {}
        }
    }
}

fn targets(rows: &mut Rows) {
    for row in OPCODES {
        let texture = row.operands.iter().any(|slot| {
            matches!(
                slot.kind,
                SlotKind::Texture | SlotKind::TextureGather | SlotKind::TextureConstant | SlotKind::TextureQuery
            )
        });
        let image = row.operands.iter().any(|slot| matches!(slot.kind, SlotKind::Image | SlotKind::Target));
        for target in TARGETS {
            let word = target.name;
            let vectors =
                row.operands.iter().filter(|slot| matches!(slot.kind, SlotKind::Vector | SlotKind::Scalar)).count();
            let coordinates = ["", ", R1", ", R1, R1", ", R1, R1, R1"][vectors.min(3)];
            if texture {
                let columns = TEXTURE_EXTRAS.iter().map(|(modifiers, further, component, offset)| {
                    let dot = if modifiers.is_empty() { "" } else { "." };
                    let line = format!(
                        "{}{dot}{modifiers} R0{coordinates}{further}, texture[0]{component}, {word}{offset};",
                        row.name
                    );
                    (format!("{modifiers}{further}{component}{offset}"), Some(with(&line)))
                });
                rows.push(Row { name: format!("target {} {word}", row.name), columns: columns.collect() });
            } else if image {
                let columns = IMAGE_EXTRAS.iter().map(|modifiers| {
                    let line = instruction(row, modifiers, None)
                        .map(|line| line.replace("2DMS;", "2D;").replace("2D;", &format!("{word};")));
                    ((*modifiers).to_owned(), line.map(|line| with(&line)))
                });
                rows.push(Row { name: format!("target {} {word}", row.name), columns: columns.collect() });
            }
        }
    }
}

/// Which options an instruction needs: all but one, and none.
fn needed(rows: &mut Rows) {
    const EXTRA: &[&str] = &[
        "",
        "F",
        "U",
        "F64",
        "U64",
        "U32",
        "U8X2",
        "F16X4",
        "ADD.F32",
        "ADD.F64",
        "EXCH.F32",
        "ADD.U64",
        "ADD.S64",
        "MIN.U64",
        "AND.U64",
        "CSWAP.U64",
        "CSWAP.S64",
        "EXCH.U64",
        "EXCH.S64",
        "MAX.S64",
        "ADD.F16X2",
        "EXCH.F16X4",
        "MIN.F16X2",
        "INCR.U",
        "F16.F32",
        "S64.F64",
        "SPARSE",
        "F.SPARSE",
        "F.LODCLAMP",
    ];
    for row in OPCODES {
        let mut seen = BTreeSet::new();
        for extra in EXTRA {
            let Some(line) = instruction(row, extra, None) else { continue };
            // What is rejected with all options need not be tried.
            let whole = with(&line);
            if !seen.insert(line.clone()) || !crate::loads::errors(&whole, &Default::default()).is_empty() {
                continue;
            }
            let columns = std::iter::once("").chain(OPTIONS.iter().copied()).map(|option| {
                let lists = if option.is_empty() { String::new() } else { options(option) };
                let storage = if lists.contains("shader_storage_buffer") || line.contains(" b[") {
                    STORAGE_DECLARATIONS
                } else {
                    ""
                };
                let counters =
                    if lists.contains("atomic_counters") || line.contains(" n;") { COUNTER_DECLARATIONS } else { "" };
                (option.to_owned(), Some(format!("{}{storage}{counters}{line}\nEND\n", prelude(&lists))))
            });
            rows.push(Row { name: format!("options {}.{extra}", row.name), columns: columns.collect() });
        }
    }
}

/// Declarations of every kind with every binding.
fn declarations(rows: &mut Rows) {
    const MODIFIERS: &[&str] = &[
        "",
        "SHORT ",
        "LONG ",
        "INT ",
        "UINT ",
        "FLOAT ",
        "LONG INT ",
        "FLOAT SHORT ",
        "INT UINT ",
        "LONG SHORT ",
        "INT INT ",
        "FLAT ",
        "CENTROID ",
        "NOPERSPECTIVE ",
    ];
    const ARRAYS: &[&str] = &[
        "", "[]", "[1]", "[2]", "[4]", "[16]", "[][]", "[2][]", "[2][16]", "[0]", "[5]", "[4096]", "[4097]", "[-1]",
        "[1.0]", "[][4]", "[R]", "[2",
    ];
    const KINDS: &[&str] = &[
        "TEMP",
        "ATTRIB",
        "PARAM",
        "BUFFER",
        "BUFFER4",
        "CBUFFER",
        "STORAGE",
        "SHARED",
        "COUNTER",
        "IMAGE",
        "TEXTURE",
        "OUTPUT",
        "ADDRESS",
        "ALIAS",
        "SUBROUTINE T",
    ];
    const BINDINGS: &[&str] = &["", "= B", "= { B }", "= { B, B }", "= B,", "B", "= {", "= { }"];
    const BINDS: &[&str] = &[
        "program.env[0]",
        "program.env[0..3]",
        "program.env[3..0]",
        "program.env[255]",
        "program.env[256]",
        "program.env[254..257]",
        "program.env",
        "program.env[0][0]",
        "program.local[0]",
        "program.local[0..3]",
        "program.local[511]",
        "program.local[512]",
        "program.local[0..511]",
        "program.local[510..512]",
        "program.local[-1]",
        "program.local[1.0]",
        "program.local[R.x]",
        "program.storagelen[0]",
        "program.storagelen[0..1]",
        "program.storagelen[95]",
        "program.storagelen[96]",
        "state.thread.warpsize",
        "state.thread.warpspersm",
        "state.thread.smcount",
        "state.thread",
        "state.thread.foo",
        "state.matrix.mvp",
        "state.matrix.modelview[0].row[1..2]",
        "state.material.ambient",
        "state.depth.range",
        "1",
        "-1",
        "+1.5",
        "1e3",
        "{1}",
        "{1, 2, 3, 4}",
        "{1, 2, 3, 4, 5}",
        "{-1, +2}",
        "{1.5, 0x10}",
        "{}",
        "-{1}",
        "R",
        "invocation.localid",
        "invocation.globalid",
        "invocation.groupid",
        "invocation.groupcount",
        "invocation.groupsize",
        "invocation.localindex",
        "invocation.threadid",
        "invocation.threadltmask",
        "invocation.threadgemask",
        "invocation.warpid",
        "invocation.smid",
        "invocation.localid.x",
        "invocation[0]",
        "invocation.localid[0]",
        "invocation",
        "vertex.position",
        "fragment.color",
        "result.color",
        "primitive.id",
        "program.buffer[0]",
        "program.buffer[0][0]",
        "program.buffer[0][0..3]",
        "program.buffer[0][3..0]",
        "program.buffer[0][0..65535]",
        "program.buffer[0][65535]",
        "program.buffer[0][65536]",
        "program.buffer[0][16383]",
        "program.buffer[0][16384]",
        "program.buffer[0][4095]",
        "program.buffer[0][4096]",
        "program.buffer[0..1]",
        "program.buffer[0..3]",
        "program.buffer[1..0]",
        "program.buffer[13]",
        "program.buffer[14]",
        "program.buffer[12..14]",
        "program.buffer[0..1][0..3]",
        "program.buffer[0..1][4]",
        "program.buffer",
        "program.storage[0]",
        "program.storage[0][0]",
        "program.storage[0][0..15]",
        "program.storage[0][15..0]",
        "program.storage[0..1]",
        "program.storage[0..3]",
        "program.storage[0..1][0..15]",
        "program.storage[95]",
        "program.storage[96]",
        "program.storage[95..96]",
        "program.storage",
        "program.storage[0][4294967295]",
        "program.sharedmem",
        "program.sharedmem[0]",
        "program.sharedmem[0..15]",
        "program.sharedmem[15..0]",
        "program.sharedmem[255]",
        "program.sharedmem[256]",
        "program.sharedmem[0..255]",
        "program.sharedmem[0..256]",
        "program.sharedmem[0][0]",
        "program.counter[0]",
        "program.counter[0][0]",
        "program.counter[0][0..3]",
        "program.counter[7][0]",
        "program.counter[8][0]",
        "program.counter[0..1]",
        "program.counter[0..1][0]",
        "program.counter[0][16384]",
        "program.counter",
        "image[0]",
        "image[0..3]",
        "image[7]",
        "image[8]",
        "image[6..8]",
        "image",
        "image[3..0]",
        "texture[0]",
        "texture[0..3]",
        "texture[63]",
        "texture[64]",
        "texture[62..64]",
        "texture",
        "texture[3..0]",
        "program.subroutine[0]",
        "program.subroutine[0..1]",
        "program.subroutine[0..3]",
        "program.subroutine[1023]",
        "program.subroutine[1024]",
        "program.subroutine",
        "program.foo[0]",
        "program",
        "0",
    ];
    let all = options("");
    let whole = |line: &str| {
        Some(format!(
            "!!NVcp5.0\n{all}GROUP_SIZE 32;\nSHARED_MEMORY 256;\nTEMP R;\nSUBROUTINETYPE T {{ f }};\n{line}\nmain:\nRET;\nf SUBROUTINENUM(0):\nRET;\nEND\n"
        ))
    };
    for kind in KINDS {
        let natural: &str = match *kind {
            "TEMP" | "OUTPUT" | "ADDRESS" => "",
            "ATTRIB" => "= invocation.localid",
            "PARAM" => "= program.local[0]",
            "BUFFER" | "BUFFER4" | "CBUFFER" => "= program.buffer[0][0]",
            "STORAGE" => "= program.storage[0][0]",
            "SHARED" => "= program.sharedmem[0]",
            "COUNTER" => "= program.counter[0][0]",
            "IMAGE" => "= image[0]",
            "TEXTURE" => "= texture[0]",
            "ALIAS" => "= R",
            _ => "= program.subroutine[0]",
        };
        let columns =
            MODIFIERS.iter().map(|modifier| ((*modifier).to_owned(), whole(&format!("{modifier}{kind} v {natural};"))));
        rows.push(Row { name: format!("declare {kind}"), columns: columns.collect() });
        for bind in BINDS {
            let mut columns = Vec::new();
            for array in &ARRAYS[..9] {
                for form in &BINDINGS[1..4] {
                    let form = form.replace('B', bind);
                    columns.push((format!("{array} {form}"), whole(&format!("{kind} v{array} {form};"))));
                }
            }
            rows.push(Row { name: format!("bind {kind} {bind}"), columns });
        }
        let columns = ARRAYS.iter().map(|array| ((*array).to_owned(), whole(&format!("{kind} v{array};"))));
        rows.push(Row { name: format!("array {kind}"), columns: columns.collect() });
        let columns = BINDINGS.iter().flat_map(|form| {
            let form = form.replace('B', natural.trim_start_matches("= "));
            ARRAYS.iter().map(move |array| (format!("{array} {form}"), format!("{kind} v{array} {form};")))
        });
        let columns = columns.map(|(name, line)| (name, whole(&line))).collect();
        rows.push(Row { name: format!("form {kind}"), columns });
        const NAMES: &[&str] = &[
            "program",
            "result",
            "state",
            "texture",
            "invocation",
            "vertex",
            "fragment",
            "primitive",
            "x",
            "xyzw",
            "ADD",
            "add",
            "MOV",
            "TEMP",
            "END",
            "IF",
            "NE",
            "main",
            "R",
            "f",
            "T",
            "$a",
            "_1",
            "1a",
            "a.b",
            "a b",
            "image",
            "handle",
            "offset",
            "SUBROUTINENUM",
            "OPTION",
            "GROUP_SIZE",
            "EMIT",
            "KIL",
            "LOD",
            "F32",
            "CC",
            "2D",
            "SHADOW2D",
            "RESIDENT",
            "v, v2",
            "v,",
            ",",
            "v v",
        ];
        let columns = NAMES.iter().map(|name| ((*name).to_owned(), whole(&format!("{kind} {name} {natural};"))));
        rows.push(Row { name: format!("name {kind}"), columns: columns.collect() });
    }
}

/// All rows.
pub fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    operands(&mut rows);
    modifiers(&mut rows);
    targets(&mut rows);
    needed(&mut rows);
    declarations(&mut rows);
    rows
}

/// A row as a line: `+` accepted, `-` rejected, `.` no such program.
pub fn marks(row: &Row, mut accepts: impl FnMut(&str) -> bool) -> String {
    row.columns
        .iter()
        .map(|(_, text)| match text {
            Some(text) if accepts(text) => '+',
            Some(_) => '-',
            None => '.',
        })
        .collect()
}
