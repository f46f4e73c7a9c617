//! What the rows of the matrix try: operands, results, suffixes, modifiers, targets.
//!
//! Comes in: nothing. Goes out: words of programs, right and wrong. The answers in `matrix.txt` are in this order.

#[rustfmt::skip]
pub(super) const RESULTS: &[&str] = &[
    "R0", "R0.x", "R0.xyzw", "R0.xz", "R0.yx", "R0.r", "R0.ga", "R0.xg", "R0.", "R0.xx", "-R0", "|R0|", "R0[0]",
    "R0 (NE)", "R0.x (NE.x)", "R0 (EQ0.xyzw)", "R0.y (GT1.wzyx)", "R0 (FOO)", "R0 (NE.xy)", "R0 NE", "R0 (NE2.x)",
    "R0 (TR)", "R0 (LEG.y)", "R0 (RESIDENT)", "arr", "arr[1]", "arr[1].x", "arr[A.x]", "arr[A.x + 2].yz (LT)",
    "arr[A]", "arr[4]", "arr[A.x - 1]", "D0", "D0.x", "i", "u", "f", "h", "k[0]", "q", "w[0]", "c[0]", "b[0]", "s[0]",
    "1", "program.local[0]", "invocation.localid", "nothing", "alias.xy",
];

#[rustfmt::skip]
pub(super) const VECTORS: &[&str] = &[
    "R1", "R1.x", "R1.xyzw", "R1.wwxy", "R1.xy", "R1.xyz", "R1.r", "R1.rgba", "R1.xg", "R1.xyzwx", "R1.q", "-R1",
    "+R1", "--R1", "|R1|", "-|R1|", "|-R1|", "-|-R1.y|", "|R1", "|R1|.x", "-R1.x", "(R1)", "arr", "arr[0]",
    "arr[3].x", "arr[4]", "arr[-1]", "arr[A.x]", "arr[A.x + 3]", "arr[A.x + 4]", "arr[A.x - 1].y", "arr[A.r]",
    "arr[R1]", "arr[D0.x]", "arr[f.x]", "arr[i.x]", "arr[h.x]", "arr[k[0].x]", "arr[arr[0].x]", "arr[-A.x]",
    "arr[3 + A.x]", "arr[A.x].x[0]", "D0", "D0.x", "i", "u", "f", "h", "i.x", "u.x", "f.x", "h.x", "k", "k[0]",
    "k[1].x", "k[A.x]", "k[4]", "q", "q.x", "list[2]", "list[A.x].z", "w", "w[0]", "w[0].x", "w[A.x]", "w[16384]",
    "w4[0]", "w4[1].y", "w4[A.x].z", "w4[4096]", "w2[1][3].x", "w2[A.x][A.y]", "c[0]", "c[0].x", "b[0]", "s[0]", "n",
    "0", "1", "1.x", "-1", "+1", "1.5", "-1.5", "1e3", ".5", "0x10", "0x1.5", "4294967295", "4294967296",
    "2147483648", "-2147483648", "-2147483649", "{1}", "{1, 2}", "{1, 2, 3, 4}", "{1, 2, 3, 4}.x", "{1, 2, 3, 4, 5}",
    "{}", "{-1, 2, +3, 4.5}", "-{1, 2}", "|{1, -2}|", "{R1, 2}", "invocation.localid", "invocation.localid.x",
    "-invocation.groupid.y", "invocation.localindex", "invocation.localindex.x", "invocation.threadid.x",
    "invocation.threadeqmask", "invocation.warpid", "invocation.smid.x", "invocation.nothing", "invocation",
    "vertex.position", "fragment.color", "primitive.id", "result.color", "state.thread.warpsize",
    "state.thread.warpspersm.x", "state.thread.smcount", "state.material.ambient", "state.matrix.mvp.row[0]",
    "program.local[0]", "program.local[511].x", "program.local[512]", "program.env[255]", "program.env[256].x",
    "program.local[A.x]", "program.env[0..1]", "program.storagelen[0]", "program.storagelen[1].x",
    "program.storagelen[96]", "program.buffer[0][0]", "program.storage[0][0]", "program.sharedmem[0]",
    "program.counter[0][0]", "program.subroutine[0]", "texture[0]", "image[0]", "handle(D0.x)", "nothing", "at",
    "at.y", "alias", "alias.x", "R0", "R1[0]", "q[0]",
];

#[rustfmt::skip]
pub(super) const MEMORY: &[&str] = &[
    "M", "M[0]", "M[4]", "M[3]", "M[255]", "M[256]", "M[65532]", "M[65535]", "M[65536]", "M[4294967295]", "M[-4]",
    "M[0x10]", "M[1.0]", "M[R1.x]", "M[R1]", "M[A.x]", "M[A.y + 4]", "M[A.z + 255]", "M[A.z + 256]", "M[A.w + 65535]",
    "M[A.w + 65536]", "M[A.x - 4]", "M[A.x + -4]", "M[A.x + 0]", "M[A.x+A.y]", "M[4 + A.x]", "M[D0.x]", "M[f.x]",
    "M[i.x]", "M[u.x]", "M[h.x]", "M[-A.x]", "M[|A.x|]", "M[A.r]", "M[A.xx]", "M[k[0].x]", "M[q.x]",
    "M[invocation.localindex.x]", "M[0].x", "M[0].xyzw", "M[0].xy", "-M[0]", "|M[0]|", "-|M[0]|.x", "-|M[0].y|",
    "M[0][0]", "M[0][A.x]", "M2", "M2[0]", "M2[0][4]", "M2[1][A.x]", "M2[A.x][4]", "M2[A.x + 1][A.y + 8]",
    "M2[A.x + 2][0]", "M2[2][0]", "M2[0][0][0]", "M1", "M1[0]", "MP[0]", "MP[63]", "MP[64]", "MP[A.x + 63]",
    "MP[A.x + 64]", "b[0]", "s[0]", "c[0]", "w[0]", "w4[0]", "k[0]", "q", "R1", "R1.x", "D0.x", "4", "n",
    "nothing[0]", "program.storage[0][0]", "program.sharedmem[0]", "program.buffer[0][0]", "texture[0]", "image[0]",
];

#[rustfmt::skip]
pub(super) const ADDRESSES: &[&str] = &[
    "D0.x", "D0.w", "D0", "D0.xy", "D0.r", "-D0.x", "|D0.x|", "R1.x", "R1", "-R1.y", "i.x", "u.x", "f.x", "h.x",
    "k[0].x", "q.x", "arr[A.x].y", "w[0].x", "w4[A.x].y", "16", "-16", "1.5", "0x123456789", "4294967296", "{16}",
    "program.local[0].x", "b[0]", "s[0]", "c[0]", "invocation.localindex.x", "nothing.x", "long[1].x", "long[A.x].y",
];

#[rustfmt::skip]
pub(super) const TEXTURE_UNITS: &[&str] = &[
    "texture[0]", "texture[31]", "texture[63]", "texture[64]", "texture", "texture[A.x]", "texture[0].x",
    "texture[0].y", "texture[0].r", "texture[0].xy", "tex", "tex[0]", "tex[2]", "tex[3]", "tex[A.x]", "tex[A.x + 2]",
    "tex[A.x + 3]", "tex[A.x].w", "tex[1].z", "tex1", "tex1[0]", "tex1.y", "img1", "image[0]", "handle(D0.x)", "R1",
    "nothing", "0", "-texture[0]",
];

#[rustfmt::skip]
pub(super) const IMAGE_UNITS: &[&str] = &[
    "image[0]", "image[7]", "image[8]", "image", "image[A.x]", "image[0].x", "img", "img[0]", "img[2]", "img[3]",
    "img[A.x]", "img[A.x + 2]", "img[A.x + 3]", "img[A]", "img1", "img1[0]", "tex1", "texture[0]", "handle(D0.x)",
    "R1", "nothing", "0",
];

#[rustfmt::skip]
pub(super) const COUNTERS: &[&str] = &[
    "n", "n[0]", "ns", "ns[0]", "ns[2]", "ns[3]", "ns[A.x]", "ns[A.x + 2]", "ns[A.x + 3]", "-n", "n.x", "b[0]", "R1",
    "program.counter[0][0]", "nothing",
];

#[rustfmt::skip]
pub(super) const TESTS: &[&str] = &[
    "NE", "NE.x", "NE.xyzw", "NE.yyxz", "NE.xy", "NE.xyz", "NE.r", "NE.rgba", "NE0", "NE1.x", "NE2", "EQ", "GE.w",
    "GT", "LE", "LT", "TR", "FL", "NAN", "LEG", "CF", "NCF", "OF.x", "NOF.x", "SF", "NSF", "AB", "BLE.z", "NOP", "ne",
    "RESIDENT", "NONRESIDENT", "RESIDENT.x", "RESIDENT1", "(NE)", "(NE.x)", "-NE", "", "R0.x", "R0", "1",
];

#[rustfmt::skip]
pub(super) const COUNTS: &[&str] = &[
    "", "R1.x", "R1", "3", "3.5", "-2", "k[0].x", "q.x", "D0.x", "f.x", "i.x", "u.x", "h.x", "|R1.x|", "-R1.y",
    "arr[A.x].z", "w[0].x", "{1, 2, 3, 4}", "invocation.localid.y", "(NE.x)", "0", "R1.xy", "b[0]",
];

#[rustfmt::skip]
pub(super) const SELECTORS: &[&str] = &[
    "x", "y", "z", "w", "r", "g", "b", "a", "0", "1", "-x", "+y", "-0", "-1", "+1", "2", "-", "xy", ".x", "X", "R1",
    "1.0",
];

#[rustfmt::skip]
pub(super) const TARGET_WORDS: &[&str] = &[
    "1D", "2D", "3D", "CUBE", "RECT", "BUFFER", "ARRAY1D", "ARRAY2D", "ARRAYCUBE", "2DMS", "ARRAY2DMS", "SHADOW1D",
    "SHADOW2D", "SHADOWRECT", "SHADOWCUBE", "SHADOWARRAY1D", "SHADOWARRAY2D", "SHADOWARRAYCUBE", "SHADOW3D",
    "2DARRAY", "2d", "", "R1", "1D, 2D",
];

#[rustfmt::skip]
pub(super) const SUFFIXES: &[&str] = &[
    "R", "H", "X", "C", "C0", "C1", "C2", "_SAT", "_SSAT", "RC", "HC", "XC", "RC0", "HC1", "R_SAT", "H_SSAT", "X_SAT",
    "C_SAT", "C1_SSAT", "RC1_SAT", "_SATC", "CR", "SAT", "_sat", "Q", "_SAT_SSAT", "CC", "RR", "C0C1", "_SAT.SAT",
    "C.CC", "C.CC1", "R.F", "H.F", "X.S", "R.U", "C.U", "C1.S", "C.F64", "_SAT.F64", "R.F64", "R.PREC", ".PREC.PREC",
    ".NTC.NTC", ".F.F", ".S.F", ".F32.F", ".CC.CC", ".CC0.CC1", ".SAT.SAT", ".SAT.SSAT", ".X", ".R", ".H", ".F8",
    ".S24.S24", ".F.PREC.NTC.CC1", ".CC.S.NTC", ".U24.HI", ".COH.VOL", ".COH.COH", ".F16X2", ".U8", ".S16X4", ".ADD",
    ".FOO", "..F", ".", ".5", ".SPARSE.SPARSE", ".SPARSE.CC", ".LODCLAMP.SAT", ".CTA.CTA", ".INCR.DECR",
    ".ROUND.CEIL", ".U.S32",
];

#[rustfmt::skip]
pub(super) const STORAGE: &[&str] = &[
    "F", "S", "U", "F8", "F16", "F16X2", "F16X4", "F16X3", "F32", "F32X2", "F32X3", "F32X4", "F64", "F64X2", "F64X4",
    "S8", "S8X2", "S8X4", "S16", "S16X2", "S16X4", "S32", "S32X2", "S32X4", "S64", "S64X2", "S64X4", "U8", "U8X2",
    "U8X4", "U16", "U16X2", "U16X4", "U32", "U32X2", "U32X4", "U64", "U64X2", "U64X4", "U32X1", "U32X8", "S24", "U24",
    "U32.CC", "U32X2.CC1", "S8.CC", "F32.SAT", "F64.SAT", "F16.SSAT", "F32X4.SAT.CC", "U32.SAT", "S64.SAT",
    "U32.PREC", "U32.NTC", "U32.COH", "U32.VOL", "U32.COH.VOL", "F64X4.COH", "U32.U32", "U32.S32", "U32.F", "F.U32",
    "U32.SPARSE", "F.SPARSE", "F.COH", "S.CC", "U.SAT", "F.SAT", "U32.HI", "",
];

pub(super) const ATOMICS: &[&str] =
    &["ADD", "MIN", "MAX", "IWRAP", "DWRAP", "AND", "OR", "XOR", "EXCH", "CSWAP", "INCR", "GET", "ADD.MIN"];
#[rustfmt::skip]
pub(super) const ATOMIC_TYPES: &[&str] = &[
    "U32", "S32", "F32", "U64", "S64", "F64", "F16X2", "F16X4", "F16", "U8", "S16", "U32X2", "U32X4", "F32X2",
    "U64X2", "U16X2", "U", "S", "F", "", "U32.CC", "F32.CC1", "F32.SAT", "U32.COH", "U64.VOL", "U32.NTC", "U32.PREC",
    "S32.SPARSE",
];

pub(super) const CONVERSIONS: &[&str] =
    &["F16", "F32", "F64", "S8", "S16", "S32", "S64", "U8", "U16", "U32", "U64", "F", "S", "U", "F16X2", "S24"];
#[rustfmt::skip]
pub(super) const CONVERSION_EXTRAS: &[&str] = &[
    "", ".ROUND", ".CEIL", ".FLR", ".TRUNC", ".SAT", ".SSAT", ".CC", ".CC1.TRUNC", ".SAT.CC.FLR", ".NTC", ".PREC",
    ".ROUND.CEIL", ".COH",
];

/// Modifiers, a further operand, a component, an offset.
#[rustfmt::skip]
pub(super) const TEXTURE_EXTRAS: &[(&str, &str, &str, &str)] = &[
    ("", "", "", ""), ("F", "", "", ""), ("S", "", "", ""), ("U", "", "", ""), ("F.CC", "", "", ""),
    ("F.SAT", "", "", ""), ("S.SAT", "", "", ""), ("U.CC1", "", "", ""), ("F64", "", "", ""), ("F32", "", "", ""),
    ("F.COH", "", "", ""), ("F.PREC", "", "", ""), ("F.NTC", "", "", ""), ("F.SPARSE", "", "", ""),
    ("F.LODCLAMP", "", "", ""), ("F.SPARSE.LODCLAMP", "", "", ""), ("F.SPARSE.CC", "", "", ""), ("F", ", R2", "", ""),
    ("F.LODCLAMP", ", R2", "", ""), ("F.SPARSE", ", R2", "", ""), ("F.SPARSE.LODCLAMP", ", R2", "", ""),
    ("F", ", R2, R1", "", ""), ("F.LODCLAMP", ", R2, R1", "", ""), ("F", "", ".x", ""), ("F", "", ".w", ""),
    ("F", "", ".g", ""), ("F", "", ".xy", ""), ("F", "", "", ", (1)"), ("F", "", "", ", (1, 2)"),
    ("F", "", "", ", (1, 2, 3)"), ("F", "", "", ", (1, 2, 3, 4)"), ("F", "", "", ", (-8, +7)"),
    ("F", "", "", ", (-9)"), ("F", "", "", ", (8)"), ("F", "", "", ", (1, 8)"), ("F", "", "", ", (1.0)"),
    ("F", "", "", ", ()"), ("F", "", "", ", (R2)"), ("F", "", "", ", 1"), ("F", "", "", ", offset(R2)"),
    ("F", "", "", ", offset(R2.x)"), ("F", "", "", ", offset(-R2)"), ("F", "", "", ", offset(1)"),
    ("F", "", "", ", offset({1, 2, 3})"), ("F", "", "", ", offset(f)"), ("F", "", "", ", offset(u)"),
    ("F", "", "", ", offset(i)"), ("F", "", "", ", offset(D0)"), ("F", ", R2", "", ", offset(R1)"),
    ("F", ", R2", "", ", (1, 1)"), ("F", ", R2", ".y", ""), ("F.LODCLAMP", ", R2", "", ", (1, 1)"),
    ("F.SPARSE.LODCLAMP", ", R2", "", ", (1)"), ("F.LODCLAMP", "", "", ", offset(R2)"),
];

#[rustfmt::skip]
pub(super) const IMAGE_EXTRAS: &[&str] = &[
    "", "F", "S", "U", "F32", "S32X2", "U32X4", "U8", "F16X4", "U64", "U64X2", "F64X4", "F32.COH", "U32.VOL",
    "F32.SPARSE", "F.SPARSE", "U32.CC", "F32.SAT", "U32.NTC", "U32.PREC", "ADD.U32", "EXCH.F32", "ADD.F16X2",
    "CSWAP.U64", "MIN.S64", "IWRAP.U32", "ADD.F64",
];
