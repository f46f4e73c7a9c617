//! The results of instructions on NVIDIA's driver: `probes.txt`.
//!
//! Comes in: the file. Goes out: programs with the words that the driver left.

use crate::cases::Case;
use crate::world::World;

/// A program of `probes.txt`.
#[derive(Clone, Debug)]
pub struct Probe {
    /// Its line in the file.
    pub line: usize,
    /// The program.
    pub case: Case,
    /// R0, R1 and D0 afterwards, if the driver was queried.
    pub driver: Option<[u32; 16]>,
    /// Whether glslsub computes the same.
    pub same: bool,
}

const PROBES: &str = include_str!("probes.txt");

const OPTIONS: &[&str] = &[
    "NV_shader_storage_buffer",
    "NV_gpu_program5_mem_extended",
    "NV_shader_atomic_float",
    "NV_shader_atomic_float64",
    "NV_shader_atomic_int64",
    "NV_shader_atomic_fp16_vector",
    "NV_shader_thread_group",
];

fn program(body: &str) -> String {
    let options: String = OPTIONS
        .iter()
        .filter(|option| {
            // A program must not require capabilities for what it does not use.
            !option.contains("atomic") || body.contains("ATOM")
        })
        .map(|option| format!("OPTION {option};\n"))
        .collect();
    let start = "GROUP_SIZE 1;\nSHARED_MEMORY 64;\nSHARED s[] = { program.sharedmem };\nSTORAGE b[] = { program.storage[0] };\nSTORAGE o[] = { program.storage[1] };\n\
         CBUFFER c[] = { program.buffer[0] };\nBUFFER w[] = { program.buffer[1] };\nBUFFER4 w4[] = { program.buffer[2] };\nPARAM k[] = { program.local[0..3] };\n\
         TEMP R0, R1, R2, R3, arr[4];\nLONG TEMP D0, D1;\nSHORT TEMP h;\n";
    let clear = "MOV.U R0, 0;\nMOV.U R1, 0;\nMOV.U R2, 0;\nMOV.U R3, 0;\nMOV.U64 D0, 0;\nMOV.U64 D1, 0;\nMOV.U arr[0], 0;\nMOV.U arr[1], 0;\nMOV.U arr[2], 0;\n\
         MOV.U arr[3], 0;\n";
    let store = "STB.U32X4 R0, o[0];\nSTB.U32X4 R1, o[16];\nSTB.U64X4 D0, o[32];";
    let body = if body.contains('$') { body.replace('$', store) } else { format!("{body}\n{store}") };
    // Declarations of the probe precede the first instruction anyway.
    let (label, body) = body.strip_prefix("main:").map_or(("", body.as_str()), |rest| ("main:\n", rest));
    format!("!!NVcp5.0\n# options: relaxed\n{options}{start}{label}{clear}{}\nEND\n", body.trim().replace("; ", ";\n"))
}

/// The programs of `probes.txt`.
pub fn probes() -> Vec<Probe> {
    let mut probes = Vec::new();
    for (index, line) in PROBES.lines().enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let fields: Vec<&str> = line.splitn(3, '|').map(str::trim).collect();
        let [driver, ours, body] = fields[..] else { panic!("probes.txt: line {}: {line}", index + 1) };
        let input: Vec<u8> = (0..256_u32).map(|it| (it.wrapping_mul(37) ^ 0x5A) as u8).collect();
        let float = |values: [f32; 4]| values.map(f32::to_bits);
        let locals = vec![
            [1, 2, 3, 4],
            [1_u32, 2, 3, 4].map(u32::wrapping_neg),
            float([1.0, -2.5, 0.5, 3.0]),
            [0x8000_0000, 0x7FFF_FFFF, 0xFFFF_FFFF, 0x0001_0000],
        ];
        let words = |text: &str| {
            let mut words = [0; 16];
            for (word, digits) in words.iter_mut().zip(text.split_whitespace()) {
                *word = u32::from_str_radix(digits, 16).unwrap();
            }
            words
        };
        probes.push(Probe {
            line: index + 1,
            case: Case {
                name: format!("probe.{}", index + 1),
                text: program(body),
                input,
                output: 256,
                world: World::default(),
                locals,
                float: false,
                tolerance: 0.0,
                unsigned_zeros: false,
            },
            driver: (driver != "?").then(|| words(driver)),
            same: ours != "-",
        });
    }
    probes
}

/// The words that a probe shows, as written in the file.
pub fn shown(output: &[u8]) -> String {
    let words: Vec<u32> =
        output[..64].chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect();
    let end = words.iter().rposition(|word| *word != 0).map_or(1, |last| last + 1);
    words[..end].iter().map(|word| format!("{word:x}")).collect::<Vec<_>>().join(" ")
}

/// Whether two words are equal, or adjacent floats.
pub fn close(a: u32, b: u32) -> bool {
    let (x, y) = (f32::from_bits(a), f32::from_bits(b));
    let float = |word: u32| (0x2000_0000..0x6000_0000).contains(&(word & 0x7FFF_FFFF));
    a == b || x.is_nan() && y.is_nan() || float(a) && float(b) && (x - y).abs() <= 1e-5 * x.abs()
}
