//! What glslsub accepts and rejects, against what NVIDIA's driver said to the same programs: `tests/nv_program/loads.txt` and
//! `modifiers.txt`. The files say which differences are deliberate. `GLSLSUB_NV_LOG=FILE` puts the answers of a log of
//! `nv_oracle` into them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod common;
mod nv_program;

use glslsub::internals::nv_program::Options;
use nv_program::loads::{self, Verdict};
use nv_program::{bless, matrix};

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
    let table = include_str!("nv_program/modifiers.txt");
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

/// What is accepted of `matrix`, one mark a program.
#[test]
fn matrix() {
    let table = include_str!("nv_program/matrix.txt");
    let known: std::collections::HashMap<&str, &str> = table.lines().filter_map(|line| line.split_once('\t')).collect();
    let options = Options::default();
    let failures = common::parallel::failures(&matrix::rows(), |row| {
        let Some(driver) = known.get(row.name.as_str()) else { return Ok(()) };
        let ours = matrix::marks(row, |text| loads::errors(text, &options).is_empty());
        let differing: Vec<String> = row
            .columns
            .iter()
            .zip(driver.chars().zip(ours.chars()))
            .filter(|(_, (driver, ours))| driver != ours)
            .map(|((column, _), (driver, ours))| format!("  `{column}`: driver {driver}, here {ours}"))
            .collect();
        if differing.is_empty() { Ok(()) } else { Err(format!("{}:\n{}", row.name, differing.join("\n"))) }
    });
    common::report(known.len(), &failures);
}
