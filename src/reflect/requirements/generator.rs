//! Reads `builtins/requirements.vulkan` for build.rs and writes it as a static table.
//!
//! Comes in: the text, whose head describes it. Goes out: Rust source for [`super::table`], or the line that is wrong. Must not
//! depend on: the crate.

use std::fmt::Write as _;

/// The table as Rust source.
///
/// # Errors
/// What is wrong, with its line number.
pub fn generate(text: &str) -> Result<String, String> {
    let mut out = String::from("/// The table in the order of its file.\npub(super) static ROWS: &[Row] = &[\n");
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let row = row(line).map_err(|error| format!("line {}: {error}", index + 1))?;
        let _ = writeln!(out, "    {row},");
    }
    out.push_str("];\n");
    Ok(out)
}

fn row(line: &str) -> Result<String, String> {
    let (keys, alternatives) = line.split_once('=').ok_or("there is no `=`")?;
    let mut capability = None;
    let mut extension = None;
    let mut dependent = None;
    let mut facts = Vec::new();
    let mut words = keys.split_whitespace();
    while let Some(word) = words.next() {
        if let Ok(number) = word.parse::<u32>() {
            capability = Some((number, words.next().ok_or("a capability has a number and a name")?));
        } else if let Some(fact) = word.strip_prefix('@') {
            facts.push(fact);
        } else if word.starts_with("SPV_") {
            extension = Some(word);
        } else if word.starts_with("VK_") {
            dependent = Some(word);
        } else {
            return Err(format!("`{word}` is no key"));
        }
    }
    let has_no_other = capability.is_none() && extension.is_none() && facts.is_empty();
    if has_no_other && dependent.is_none() {
        return Err("there is no key".to_owned());
    }
    if !has_no_other && dependent.is_some() {
        return Err("a device extension is the only key".to_owned());
    }
    let alternatives = match alternatives.trim() {
        "" => Vec::new(),
        text => text.split('|').map(alternative).collect::<Result<_, _>>()?,
    };
    let alternatives = alternatives.join(", ");
    Ok(format!(
        "Row {{ capability: {capability:?}, extension: {extension:?}, dependent: {dependent:?}, facts: &{facts:?}, \
         alternatives: &[{alternatives}] }}"
    ))
}

fn alternative(text: &str) -> Result<String, String> {
    let (mut version, mut extensions, mut features, mut subgroup) = (None, Vec::new(), Vec::new(), None);
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        if word == "subgroup" {
            let bit = words.next().ok_or("`subgroup` names a bit")?;
            subgroup = Some(format!("VK_SUBGROUP_FEATURE_{bit}"));
        } else if word.starts_with("VK_") {
            extensions.push(word);
        } else if let Some(numbers) = version_of(word) {
            version = Some(numbers);
        } else if let Some((structure, member)) = word.split_once('.') {
            features.push((format!("VkPhysicalDevice{structure}"), member));
        } else {
            return Err(format!("`{word}` is not a version, extension or feature"));
        }
    }
    Ok(format!(
        "Alternative {{ version: {version:?}, extensions: &{extensions:?}, features: &{features:?}, subgroup: {subgroup:?} }}"
    ))
}

/// `1.2`
fn version_of(word: &str) -> Option<(u8, u8)> {
    let (major, minor) = word.split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}
