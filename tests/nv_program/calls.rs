//! Programs that call subroutines through variables.
//!
//! Comes in: nothing. Goes out: programs with the values of `program.subroutine`.

use crate::cases::Case;
use crate::world::World;

/// Values of `program.subroutine[0..4]`: the first four for `f`, `g`, `h`, the last for `k`, `l`.
const NUMBERS: &[[u32; 5]] = &[[3, 5, 0, 3, 1], [0, 3, 5, 0, 2], [5, 5, 3, 0, 2]];

const CALLS: &[(&str, &str)] = &[
    ("one", "CALI one;"),
    ("elements", "CALI many[0];\nCALI many[2];"),
    ("relative", "MOV.U t.y, 1;\nCALI many[t.y + 1];\nCALI many[t.y];"),
    ("condition", "SUB.U.CC c, r, 7;\nCALI one (NE.x);\nCALI many[1] (EQ.yyyy);"),
    ("loop", "REP.S 3;\nCALI many[1];\nMOV.U.CC c, r;\nBRK (EQ.x);\nENDREP;"),
    ("mixed", "CALI one;\nCAL g;\nIF TR;\nCALI other;\nENDIF;"),
];

const HEAD: &str = "!!NVcp5.0\nOPTION NV_shader_storage_buffer;\nGROUP_SIZE 8;\nSTORAGE src[] = { program.storage[0] };\n\
    STORAGE dst[] = { program.storage[1] };\nSUBROUTINETYPE ty { f, g, h };\nSUBROUTINETYPE uy { k, l };\n\
    SUBROUTINE ty one = program.subroutine[0];\nSUBROUTINE ty many[3] = { program.subroutine[1..3] };\n\
    SUBROUTINE uy other = program.subroutine[4];\nTEMP r, t, c;\nmain:\nMUL.U t.x, invocation.localindex.x, 16;\n\
    LDB.U32X4 r, src[t.x];\n";

const SUBROUTINES: &str = "STB.U32X4 r, dst[t.x];\nRET;\nf SUBROUTINENUM(3):\nADD.U r, r, 1;\nRET;\ng SUBROUTINENUM(5):\n\
    MUL.U r, r, 3;\nCALI other;\nRET;\nh SUBROUTINENUM(0):\nSUB.U.CC c, r, 7;\nRET (EQ.x);\nXOR.U r, r, 0x55;\nRET;\n\
    k SUBROUTINENUM(1):\nADD.U r.xy, r, r.wzyx;\nRET;\nl SUBROUTINENUM(2):\nNOT.U r.zw, r;\nRET;\nEND\n";

/// All of them.
pub fn calls() -> Vec<Case> {
    let mut all = Vec::new();
    for (name, lines) in CALLS {
        for (numbers, at) in NUMBERS.iter().zip(0..) {
            all.push(Case {
                name: format!("CALI.{name}.{at}"),
                text: format!("{HEAD}{lines}\n{SUBROUTINES}"),
                input: (0..32_u32).flat_map(|word| (word.wrapping_mul(0x0101_0011) ^ 7).to_le_bytes()).collect(),
                output: 128,
                world: World { subroutines: numbers.to_vec(), ..World::default() },
                locals: vec![[0; 4]; 4],
                float: false,
                tolerance: 0.0,
                unsigned_zeros: false,
            });
        }
    }
    all
}
