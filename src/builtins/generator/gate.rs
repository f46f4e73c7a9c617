//! Gates: gate lines resolved, inherited and joined.
//!
//! Comes in: the gate lines of a row and of the sections around it. Goes out: one gate. Must not depend on: rows.

use std::collections::BTreeMap;

use super::Error;
use super::spirv_names;
use super::tree::{Attribute, Name};
use crate::stage::Stage;

/// What must hold for a row to be visible, and what using it declares.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Gate {
    /// First desktop version.
    pub desktop: Option<u16>,
    /// First ESSL version.
    pub es: Option<u16>,
    /// First desktop version that needs no extension.
    pub core_desktop: Option<u16>,
    /// First ESSL version that needs no extension.
    pub core_es: Option<u16>,
    /// Alternatives of extensions.
    pub extensions: Vec<Vec<usize>>,
    /// Bits of the stages; `None` for all.
    pub stages: Option<u16>,
    /// Bits of further stages.
    pub more_stages: u16,
    /// Alternatives of extensions that add the further stages.
    pub more_extensions: Vec<Vec<usize>>,
    /// Minimum SPIR-V version.
    pub spirv: u16,
    /// The variant of `ResultPrecision`.
    pub precision: Option<&'static str>,
    /// Capabilities.
    pub capabilities: Vec<String>,
    /// Capabilities that the grammar need not know.
    pub extra_capabilities: Vec<String>,
    /// SPIR-V extensions.
    pub spirv_extensions: Vec<String>,
    /// The block that variables are members of, and the name of its instance.
    pub block: Option<(String, String)>,
    /// The check of calls, part of rows and not of gates.
    pub check: Option<String>,
}

/// `outer` with the lines of `attributes` in place of its own.
pub fn inherit(
    outer: &Gate,
    attributes: &[Attribute],
    extensions: &BTreeMap<String, usize>,
    errors: &mut Vec<Error>,
) -> Gate {
    let mut gate = outer.clone();
    for attribute in attributes {
        match attribute {
            Attribute::Version { desktop, es } => (gate.desktop, gate.es) = (*desktop, *es),
            Attribute::Core { desktop, es } => (gate.core_desktop, gate.core_es) = (*desktop, *es),
            Attribute::Requires(alternatives) => {
                gate.extensions = resolved(alternatives, extensions, errors);
            }
            Attribute::Stages(names) => {
                gate.stages = Some(stages(names, errors));
                (gate.more_stages, gate.more_extensions) = (0, Vec::new());
            }
            Attribute::MoreStages(names, alternatives) => {
                gate.more_stages = stages(names, errors);
                gate.more_extensions = resolved(alternatives, extensions, errors);
            }
            Attribute::Spirv(version) => gate.spirv = *version,
            Attribute::Precision(name) => match name.text.as_str() {
                "full" => gate.precision = Some("Full"),
                "relaxed" => gate.precision = Some("Relaxed"),
                other => errors.push(Error::new(name.position, format!("there is no precision `{other}`"))),
            },
            Attribute::Capability(names) => gate.capabilities = capabilities(names, errors),
            Attribute::ExtraCapability(names) => gate.extra_capabilities = capabilities(names, errors),
            Attribute::Block(name, instance) => {
                let instance = instance.as_ref().map_or_else(String::new, |name| name.text.clone());
                gate.block = Some((name.text.clone(), instance));
            }
            Attribute::Check(name) => gate.check = Some(name.text.clone()),
            Attribute::SpirvExtension(name) => gate.spirv_extensions = vec![name.clone()],
        }
    }
    gate
}

fn stages(names: &[Name], errors: &mut Vec<Error>) -> u16 {
    let mut bits = 0;
    for name in names {
        if name.text == "none" && names.len() == 1 {
            return 0;
        }
        match Stage::all().iter().find(|row| row.word == name.text) {
            Some(row) => bits |= 1 << row.stage as u16,
            None => errors.push(Error::new(name.position, format!("there is no stage `{}`", name.text))),
        }
    }
    bits
}

fn resolved(
    alternatives: &[Vec<Name>],
    extensions: &BTreeMap<String, usize>,
    errors: &mut Vec<Error>,
) -> Vec<Vec<usize>> {
    let all = alternatives.iter();
    all.map(|all| all.iter().filter_map(|name| extension(name, extensions, errors)).collect()).collect()
}

/// Looks an extension up.
pub fn extension(name: &Name, extensions: &BTreeMap<String, usize>, errors: &mut Vec<Error>) -> Option<usize> {
    let found = extensions.get(&name.text).copied();
    if found.is_none() {
        errors.push(Error::new(name.position, format!("there is no extension `{}`", name.text)));
    }
    found
}

fn capabilities(names: &[Name], errors: &mut Vec<Error>) -> Vec<String> {
    for name in names {
        if !spirv_names::is_capability(&name.text) {
            errors.push(Error::new(name.position, format!("SPIR-V has no capability `{}`", name.text)));
        }
    }
    names.iter().map(|name| name.text.clone()).collect()
}

/// The gate that is open if both are; `None` if no gate can express that.
pub fn join(a: &Gate, b: &Gate) -> Option<Gate> {
    let both = |x: Option<u16>, y: Option<u16>| x.zip(y).map(|(x, y)| x.max(y));
    let (desktop, es) = (both(a.desktop, b.desktop), both(a.es, b.es));
    let (extensions, core_desktop, core_es) = if a.extensions.is_empty() {
        (b.extensions.clone(), b.core_desktop, b.core_es)
    } else if b.extensions.is_empty() || same_need(a, b) {
        (a.extensions.clone(), a.core_desktop, a.core_es)
    } else {
        // "(A, or version N) and (B, or version M)" is a list of alternatives only if N is M.
        let core = |visible: Option<u16>, x: Option<u16>, y: Option<u16>| match visible {
            Some(_) if x != y => None,
            Some(_) => Some(x),
            None => Some(None),
        };
        let core_desktop = core(desktop, a.core_desktop, b.core_desktop)?;
        (alternatives(a, b), core_desktop, core(es, a.core_es, b.core_es)?)
    };
    let union = |x: &[String], y: &[String]| {
        let mut all = x.to_vec();
        all.extend(y.iter().filter(|name| !x.contains(name)).cloned());
        all
    };
    // Combining further stages is not worth a rule of its own: a row that needs them says so in one place.
    let (more_stages, more_extensions) = match (a.more_stages, b.more_stages) {
        (0, 0) => (0, Vec::new()),
        (stages, 0) if b.stages.is_none() => (stages, a.more_extensions.clone()),
        (0, stages) if a.stages.is_none() => (stages, b.more_extensions.clone()),
        (x, y) if x == y && a.more_extensions == b.more_extensions => (x, a.more_extensions.clone()),
        _ => return None,
    };
    Some(Gate {
        desktop,
        es,
        core_desktop,
        core_es,
        extensions,
        stages: match (a.stages, b.stages) {
            (Some(x), Some(y)) => Some(x & y),
            (x, y) => x.or(y),
        },
        more_stages,
        more_extensions,
        spirv: a.spirv.max(b.spirv),
        precision: a.precision.or(b.precision),
        capabilities: union(&a.capabilities, &b.capabilities),
        extra_capabilities: union(&a.extra_capabilities, &b.extra_capabilities),
        spirv_extensions: union(&a.spirv_extensions, &b.spirv_extensions),
        block: a.block.clone().or_else(|| b.block.clone()),
        check: a.check.clone().or_else(|| b.check.clone()),
    })
}

fn same_need(a: &Gate, b: &Gate) -> bool {
    a.extensions == b.extensions && a.core_desktop == b.core_desktop && a.core_es == b.core_es
}

/// Each alternative of `a` with each of `b`, without those that require more than another one.
fn alternatives(a: &Gate, b: &Gate) -> Vec<Vec<usize>> {
    let mut products: Vec<Vec<usize>> = Vec::new();
    for left in &a.extensions {
        for right in &b.extensions {
            let mut all = [left.as_slice(), right.as_slice()].concat();
            all.sort_unstable();
            all.dedup();
            if !products.contains(&all) {
                products.push(all);
            }
        }
    }
    let asks_for_more = |all: &Vec<usize>| {
        products.iter().any(|other| other != all && other.iter().all(|extension| all.contains(extension)))
    };
    products.iter().filter(|all| !asks_for_more(all)).cloned().collect()
}
