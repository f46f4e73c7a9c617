//! What glslsub accepts and rejects, compared with the answers of NVIDIA's driver for the same programs:
//! `tests/nv_program/loads.txt` and `modifiers.txt`, and the 130,000 programs of `matrix` (a sample of the rows, or
//! with `GLSLSUB_EXHAUSTIVE=1` all). The files say which differences are deliberate. `GLSLSUB_NV_LOG=FILE` writes the
//! answers in a log of `nv_oracle` into them.

use crate::common;
use crate::loads::{self, Verdict};
use crate::{bless, matrix};
use glslsub::internals::nv_program::Options;

#[test]
fn answers_are_blessed() {
    if let Some(log) = std::env::var_os("GLSLSUB_NV_LOG") {
        bless::bless(&std::fs::read_to_string(log).unwrap(), &common::root().join("tests/nv_program"));
    }
}

#[test]
fn programs() {
    let all = loads::loads();
    common::all(&all, |load| {
        let found = loads::errors(&load.text, &Options::default());
        let ours = loads::verdict(&load.text);
        let name = format!("loads.txt:{}: {}", load.line, load.text.lines().skip(1).collect::<Vec<_>>().join(" // "));
        match (&load.ours, &load.driver) {
            (None, Verdict::Unknown | Verdict::Hangs) => Ok(()),
            (None, driver) if *driver == ours => Ok(()),
            (None, driver) => Err(format!("{name}\n  the driver says {driver:?}, glslsub {found:?}")),
            (Some(accepted), driver) if accepted == "ok" => {
                let differs = ours == Verdict::Accepted && !matches!(driver, Verdict::Accepted);
                if differs { Ok(()) } else { Err(format!("{name}\n  glslsub was to accept it: {found:?}")) }
            }
            (Some(code), driver) => {
                // `always`: with `--nv-relaxed` too.
                let (code, always) = code.split_once(' ').map_or((code.as_str(), false), |(code, _)| (code, true));
                let differs = found.first().is_some_and(|(first, _)| first == code) && *driver != ours;
                if !differs {
                    return Err(format!("{name}\n  glslsub was to say {code} only: {found:?}"));
                }
                // What the driver accepts is accepted with the option.
                let relaxed = Options { relaxed: true, handle_indices: true, ..Options::default() };
                let found = loads::errors(&load.text, &relaxed);
                let agrees = *driver != Verdict::Accepted || found.is_empty() != always;
                if agrees { Ok(()) } else { Err(format!("{name}\n  with --nv-relaxed: {found:?}")) }
            }
        }
    });
}

/// Instructions with modifiers about which glslsub differs by design: integers may be clamped by CVT, a counter operation says
/// which, and a query of sizes has no residency.
const DELIBERATE: &[(&str, &str)] = &[("CVT", "SAT"), ("ATOMCTR", ""), ("TXQ", "SPARSE"), ("TXQS", "SPARSE")];

#[test]
fn modifiers() {
    let table = include_str!("modifiers.txt");
    let rows: Vec<_> = loads::rows().collect();
    common::all(&rows, |row| {
        let mut fields = table.lines().filter_map(|line| line.split_once('\t'));
        let Some((_, driver)) = fields.find(|(name, _)| *name == row.name) else { return Ok(()) };
        let options = [Options::default(), Options { relaxed: true, ..Options::default() }];
        let [strict, relaxed] =
            options.map(|options| loads::modifier_row(row, |text| loads::errors(text, &options).is_empty()));
        let marks = driver.chars().zip(strict.chars().zip(relaxed.chars()));
        let differing: Vec<String> = loads::MODIFIERS
            .iter()
            .zip(marks)
            // What the specifications forbid is accepted with the option.
            .filter(|(_, (driver, (strict, relaxed)))| driver != strict && (*driver == '-' || driver != relaxed))
            .filter(|(modifiers, _)| {
                !DELIBERATE.iter().any(|(name, found)| name == &row.name && modifiers.contains(found))
            })
            .map(|(modifiers, (driver, (strict, _)))| format!(".{modifiers}: driver {driver}, here {strict}"))
            .collect();
        if differing.is_empty() { Ok(()) } else { Err(format!("{}: {}", row.name, differing.join("; "))) }
    });
}

/// Columns of the matrix in which glslsub differs by design: part of the row's name, and columns (`*`: all).
const DELIBERATE_COLUMNS: &[(&str, &[&str])] = &[
    // The specifications allow colour letters wherever a component is selected.
    ("operand", &["R1.r", "R1.rgba", "D0.r", "texture[0].r, 2D", "NE.r", "NE.rgba", "(NE.r)", "(NE.rgba)"]),
    ("operand SWZ", &["r", "g", "b", "a"]),
    ("target TXG", &["F.g"]),
    // OpenGL state has no source in Vulkan.
    ("operand", &["state.material.ambient", "state.matrix.mvp.row[0]"]),
    ("bind PARAM state", &["*"]),
    // The driver has more textures.
    ("operand", &["texture[64], 2D"]),
    ("bind TEXTURE", &["*"]),
    // Clamps of conversions to integers.
    ("convert S", &["*"]),
    ("convert U", &["*"]),
    ("suffix CVT", &["_SAT", "_SSAT", "C_SAT", "C1_SSAT"]),
    // The driver ignores two modifiers of one kind.
    ("suffix", &["_SAT_SSAT", ".COH.COH", ".SPARSE.SPARSE", ".INCR.DECR", ".ROUND.CEIL"]),
    (".ROUND.CEIL", &["*"]),
    // It accepts instructions, targets and commas as names of variables that are not registers.
    ("name", &["2D", "MOV", "LOD", "IF", "ADD", ","]),
    // It accepts registers and other units as units, parameters as parameter buffers, and signs on memory.
    ("operand", &["R1, 2D", "tex1, 2D", "img1, 2D", "|s[0]|", "-s[0]", "|b[0]|", "-b[0]"]),
    ("operand STOREIM", &["R1", "tex1"]),
    ("operand LDC", &["R1", "R1.x", "q", "k[0]", "D0.x", "4"]),
    // Only two-dimensional targets have four texels to gather.
    ("target TXGO", &["*"]),
];

/// What is accepted of `matrix`, one mark per program. What the driver accepts and the specifications forbid is
/// accepted with `--nv-relaxed`.
#[test]
fn matrix() {
    let table = include_str!("matrix.txt");
    let known: std::collections::HashMap<&str, &str> = table.lines().filter_map(|line| line.split_once('\t')).collect();
    let strict = Options::default();
    let relaxed = Options { relaxed: true, handle_indices: true, ..Options::default() };
    let rows: Vec<_> = matrix::rows().into_iter().step_by(common::one_in_unnamed(13, 52)).collect();
    let failures = common::parallel::failures(&rows, |row| {
        let Some(driver) = known.get(row.name.as_str()) else { return Ok(()) };
        let mut differing = Vec::new();
        for ((column, text), driver) in row.columns.iter().zip(driver.chars()) {
            let Some(text) = text else { continue };
            let accepts = |options: &Options| loads::errors(text, options).is_empty();
            let agrees = match driver {
                '-' => !accepts(&strict),
                _ => accepts(&strict) || accepts(&relaxed),
            };
            let deliberate = DELIBERATE_COLUMNS.iter().any(|(part, columns)| {
                row.name.contains(part) && (columns == &["*"] || columns.contains(&column.as_str()))
            });
            if !agrees && !deliberate {
                differing.push(format!("  `{column}`: driver {driver}"));
            }
        }
        if differing.is_empty() { Ok(()) } else { Err(format!("{}:\n{}", row.name, differing.join("\n"))) }
    });
    if let Ok(file) = std::env::var("GLSLSUB_NV_DIFFER") {
        std::fs::write(file, failures.join("\n")).unwrap();
    }
    common::report(known.len(), &failures);
}
