//! Reduces programs that show a difference.
//!
//! Comes in: a program, and a test for the difference. Goes out: a smaller program that still shows it.

/// Removes lines while `shows` holds, with at most `trials` calls of it.
pub fn reduce(text: &str, mut trials: usize, mut shows: impl FnMut(&str) -> bool) -> String {
    let all: Vec<&str> = text.lines().collect();
    let first = all.iter().position(|line| is_instruction(line)).unwrap_or(all.len());
    let (head, body) = all.split_at(first);
    let mut body: Vec<&str> = body.to_vec();
    let mut size = body.len() / 2;
    while size > 0 {
        let mut removed = false;
        let mut at = 0;
        while at < body.len() {
            // Blocks are removed as a whole, or without their contents.
            for range in ranges(&body, at, size) {
                if trials == 0 {
                    break;
                }
                let rest: Vec<&str> = body
                    .iter()
                    .enumerate()
                    .filter(|(index, line)| !range.contains(index) || **line == "END")
                    .map(|(_, line)| *line)
                    .collect();
                if rest.len() == body.len() {
                    continue;
                }
                trials -= 1;
                let candidate = format!("{}\n{}\n", head.join("\n"), rest.join("\n"));
                if shows(&candidate) {
                    body = rest;
                    removed = true;
                    break;
                }
            }
            at += size;
        }
        if !removed || size > 1 {
            size /= 2;
        }
    }
    // Then parts of lines: conditions, flags, other modifiers, masks.
    let mut body: Vec<String> = body.iter().map(|line| line.trim().to_owned()).collect();
    for at in 0..body.len() {
        for simpler in simpler(&body[at]) {
            if trials == 0 {
                break;
            }
            trials -= 1;
            let mut candidate = body.clone();
            candidate[at] = simpler;
            if shows(&format!("{}\n{}\n", head.join("\n"), candidate.join("\n"))) {
                body = candidate;
            }
        }
    }
    body.join(" ")
}

/// A line without one of its parts.
fn simpler(line: &str) -> Vec<String> {
    let mut found = Vec::new();
    let Some((first, rest)) = line.split_once(", ") else { return found };
    if let Some((before, after)) = first.split_once(" (") {
        let after = after.split_once(')').map_or("", |(_, after)| after);
        found.push(format!("{before}{after}, {rest}"));
    }
    for part in [".CC0", ".CC1", ".CC", ".SAT", ".SSAT", ".COH", ".VOL"] {
        if first.contains(part) {
            found.push(format!("{}, {rest}", first.replacen(part, "", 1)));
        }
    }
    for sign in ["-", "|"] {
        if rest.contains(sign) {
            found.push(format!("{first}, {}", rest.replace(sign, "")));
        }
    }
    found
}

fn is_instruction(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or("");
    const DECLARATIONS: &[&str] = &[
        "OPTION",
        "GROUP_SIZE",
        "SHARED_MEMORY",
        "SHARED",
        "STORAGE",
        "CBUFFER",
        "BUFFER",
        "BUFFER4",
        "PARAM",
        "TEMP",
        "LONG",
        "SHORT",
        "INT",
        "UINT",
        "FLOAT",
        "ALIAS",
        "ATTRIB",
    ];
    !word.is_empty() && !word.starts_with("!!") && !DECLARATIONS.contains(&word)
}

/// The lines to leave out: consecutive ones; for a line that opens a block also the block, or its two ends.
fn ranges(body: &[&str], at: usize, size: usize) -> Vec<Vec<usize>> {
    let mut ranges = Vec::new();
    let line = body[at].trim();
    if size == 1 && (line.starts_with("IF ") || line.starts_with("REP")) {
        let mut depth = 0;
        let mut ends = vec![at];
        for (index, line) in body.iter().enumerate().skip(at) {
            let line = line.trim();
            if line.starts_with("IF ") || line.starts_with("REP") {
                depth += 1;
            } else if line == "ENDIF;" || line == "ENDREP;" {
                depth -= 1;
            } else if line == "ELSE;" && depth == 1 {
                ends.push(index);
            }
            if depth == 0 {
                ends.push(index);
                ranges.push((at..=index).collect());
                ranges.push(ends);
                break;
            }
        }
        return ranges;
    }
    ranges.push((at..(at + size).min(body.len())).collect());
    ranges
}
