//! Puts the answers of NVIDIA's driver, written by `nv_oracle`, into the files beside this one.
//!
//! Comes in: the log of a run. Goes out: `loads.txt`, `probes.txt`, `modifiers.txt`, `matrix.txt` and `answers.txt` with its answers.

use std::collections::BTreeMap;
use std::path::Path;

use crate::{loads, matrix};

/// Replaces field `field` of the lines that have answers.
fn fields(file: &Path, field: usize, answers: &BTreeMap<usize, String>) {
    let text = std::fs::read_to_string(file).unwrap();
    let mut out = String::new();
    for (index, line) in text.lines().enumerate() {
        match answers.get(&(index + 1)) {
            Some(answer) if line.contains('|') && !line.starts_with('#') => {
                let mut parts: Vec<&str> = line.splitn(field + 2, '|').collect();
                let new = if field == 0 { format!("{answer} ") } else { format!(" {answer} ") };
                parts[field] = &new;
                out.push_str(&parts.join("|"));
            }
            _ => out.push_str(line),
        }
        out.push('\n');
    }
    std::fs::write(file, out).unwrap();
}

/// Reads a log.
pub fn bless(log: &str, folder: &Path) {
    let (mut verdicts, mut words, mut answers) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    let mut marks = String::from(
        "# What NVIDIA's driver (580.159) says to each instruction with the modifiers of `loads::MODIFIERS`, in their order:\n\
         # `+` accepts, `-` rejects, `.` no such program.\n",
    );
    // Entries that the log does not mention stay.
    let before = |file: &str, separator: char| -> BTreeMap<String, String> {
        let text = std::fs::read_to_string(folder.join(file)).unwrap_or_default();
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        lines.filter_map(|line| line.split_once(separator)).map(|(a, b)| (a.to_owned(), b.to_owned())).collect()
    };
    let mut rows = before("modifiers.txt", '\t');
    answers.extend(before("answers.txt", ' '));
    let mut matrix = before("matrix.txt", '\t');
    for line in log.lines() {
        let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
        let parts: Vec<&str> = rest.split('\t').collect();
        match (kind, &parts[..]) {
            ("load", [number, verdict, ..]) => {
                let digits: String = verdict.chars().filter(char::is_ascii_digit).collect();
                let verdict = if digits.is_empty() { "ok".to_owned() } else { digits };
                verdicts.insert(number.parse().unwrap(), verdict);
            }
            ("probe", [number, found, ..]) if found.chars().all(|it| it == ' ' || it.is_ascii_hexdigit()) => {
                words.insert(number.parse().unwrap(), (*found).to_owned());
            }
            ("modifiers", [name, found]) => {
                rows.insert((*name).to_owned(), (*found).to_owned());
            }
            ("matrix", [name, found]) => {
                matrix.insert((*name).to_owned(), (*found).to_owned());
            }
            ("answer" | "explained", [answer]) => {
                if let Some((name, hashes)) = answer.split_once(' ') {
                    answers.insert(name.to_owned(), hashes.to_owned());
                }
            }
            _ => {}
        }
    }
    fields(&folder.join("loads.txt"), 1, &verdicts);
    fields(&folder.join("probes.txt"), 0, &words);
    for row in loads::rows() {
        if let Some(found) = rows.get(row.name) {
            marks.push_str(&format!("{}\t{found}\n", row.name));
        }
    }
    if !rows.is_empty() {
        std::fs::write(folder.join("modifiers.txt"), marks).unwrap();
    }
    if !matrix.is_empty() {
        let mut text = String::from(
            "# What NVIDIA's driver (580.159) says to the programs of `matrix::rows`: `+` accepts, `-` rejects, `.` no such program.\n",
        );
        for row in matrix::rows() {
            if let Some(found) = matrix.get(&row.name) {
                text.push_str(&format!("{}\t{found}\n", row.name));
            }
        }
        std::fs::write(folder.join("matrix.txt"), text).unwrap();
    }
    if !answers.is_empty() {
        let mut text = String::from(
            "# Programs of `cases` and `generate` on which NVIDIA's driver (580.159) and the machine agree: the hash of the text and of\n\
             # the output; then, as `ways` names it, what the driver does in its own way, and at which items (of masks item * 4 +\n\
             # component).\n",
        );
        for (name, hashes) in answers {
            text.push_str(&format!("{name} {hashes}\n"));
        }
        std::fs::write(folder.join("answers.txt"), text).unwrap();
    }
}
