//! `docs/builtins.md`: the tables for people.
//!
//! Comes in: the tables. Goes out: Markdown. Must not depend on: any name.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::{
    CONSTANTS, EXTENSIONS, ExtensionId, FUNCTIONS, Function, Gate, Instruction, ParameterMode, Prototype, Stages,
    TYPE_FAMILIES, TypeRef, VALUES, VARIABLES, overload_count, scalar_name,
};
use crate::stage::Stage;

/// The whole page.
#[must_use]
pub fn markdown() -> String {
    // Writing to a string can't fail, here and below.
    let mut page = String::new();
    let _ = write!(
        page,
        "# Built-ins\n\nWritten by a test from the folder `builtins/`; `BLESS=1 cargo test documentation_is_up_to_date` \
         brings it up to date.\n\n{} functions with {} overloads, {} variables, {} constants, {} extensions.\n",
        FUNCTIONS.len(),
        overload_count(),
        VARIABLES.len() + VALUES.len(),
        CONSTANTS.len(),
        EXTENSIONS.len()
    );
    extensions(&mut page);
    let mut sections: BTreeMap<&str, Vec<(&Function, Vec<&Prototype>)>> = BTreeMap::new();
    for function in FUNCTIONS {
        let mut by_section: BTreeMap<&str, Vec<&Prototype>> = BTreeMap::new();
        for prototype in function.prototypes {
            by_section.entry(prototype.section).or_default().push(prototype);
        }
        for (section, prototypes) in by_section {
            sections.entry(section).or_default().push((function, prototypes));
        }
    }
    families(&mut page);
    for (section, rows) in sections {
        let _ = write!(
            page,
            "\n## {section}\n\n| Function | Components | Overloads | Versions | Needs | SPIR-V | What it gives |\n\
             |---|---|---|---|---|---|---|\n"
        );
        for (function, prototypes) in rows {
            function_row(&mut page, function.name, &prototypes);
        }
    }
    variables(&mut page);
    page
}

/// `docs/glsl-extensions.md`: every known extension, with its stages, and why others are rejected.
#[must_use]
pub fn extension_table() -> String {
    let mut page = String::from(
        "# Extensions\n\nWritten by a test from the folder `builtins/` and `src/builtins/refused.rs`; \
         `BLESS=1 cargo test --lib documentation_is_up_to_date` brings it up to date.\n\nAn extension without stages adds \
         syntax, or only names what newer versions have; its doc line says what. All of them are accepted in every stage, as \
         `#extension` itself is.\n\n| Extension | Stages of what it adds | Done | What it adds, or why it is refused |\n\
         |---|---|---|---|\n",
    );
    let mut rows: BTreeMap<&str, String> = BTreeMap::new();
    for (index, row) in EXTENSIONS.iter().enumerate() {
        let stages = stages_of(ExtensionId(index as u16));
        rows.insert(row.name, format!("| `{}` | {stages} | yes | {} |", row.name, cell(row.doc)));
    }
    for row in super::REFUSED.iter().filter(|row| super::refused(row.name).is_some()) {
        rows.insert(row.name, format!("| `{}` | | refused | {} |", row.name, cell(row.reason)));
    }
    for row in rows.values() {
        let _ = writeln!(page, "{row}");
    }
    page
}

/// The stages of the functions, variables, constants and types that an extension adds.
fn stages_of(extension: ExtensionId) -> String {
    let functions = FUNCTIONS.iter().chain(VALUES).flat_map(|it| it.prototypes).map(|it| it.gate);
    let variables = VARIABLES.iter().map(|it| it.gate).chain(CONSTANTS.iter().map(|it| it.gate));
    let types = super::TYPES.iter().map(|it| it.gate).chain(TYPE_FAMILIES.iter().map(|it| it.gate));
    let brings = |it: &ExtensionId| *it == extension || extension.get().enables.contains(it);
    let mut all = Stages::NONE;
    for gate in functions.chain(variables).chain(types) {
        if gate.extensions.iter().any(|it| it.iter().any(brings)) {
            all.0 |= gate.stages.0;
        }
        if gate.more_extensions.iter().any(|it| it.iter().any(brings)) {
            all.0 |= gate.more_stages.0;
        }
    }
    let every = Stage::all().iter().fold(Stages::NONE, |every, row| every.with(row.stage));
    if all.0 & every.0 == every.0 {
        return "all".to_owned();
    }
    let names = Stage::all().iter().filter(|row| all.contains(row.stage)).map(|row| row.name);
    names.collect::<Vec<_>>().join(", ")
}

fn extensions(page: &mut String) {
    page.push_str("\n## Extensions\n\n| Extension | Versions | Also enables | Adds |\n|---|---|---|---|\n");
    for row in EXTENSIONS {
        let enables: Vec<String> = row.enables.iter().map(|id| format!("`{}`", id.get().name)).collect();
        let versions = versions(row.desktop, row.es);
        let _ = writeln!(page, "| `{}` | {versions} | {} | {} |", row.name, enables.join(", "), cell(row.doc));
    }
}

fn families(page: &mut String) {
    page.push_str("\n## Types with parameters\n\n| Type | Versions | Needs | What it is |\n|---|---|---|---|\n");
    for row in TYPE_FAMILIES {
        let parameters: Vec<String> = row
            .parameters
            .iter()
            .map(|parameter| match parameter.default {
                Some(default) => format!("{} = {default}", parameter.name),
                None => parameter.name.to_owned(),
            })
            .collect();
        let versions = versions(row.gate.desktop, row.gate.es);
        let (needs, doc) = (needs(row.gate), cell(row.doc));
        let _ = writeln!(page, "| `{}<{}>` | {versions} | {needs} | {doc} |", row.name, parameters.join(", "));
    }
}

fn function_row(page: &mut String, name: &str, prototypes: &[&Prototype]) {
    let Some(first) = prototypes.first() else { return };
    // The overload with the most parameters shows the names of all of them.
    let longest = prototypes.iter().rev().max_by_key(|row| row.parameters.len()).unwrap_or(first);
    let parameters: Vec<String> = longest
        .parameters
        .iter()
        .map(|parameter| match parameter.mode {
            ParameterMode::Out => format!("out {}", parameter.name),
            ParameterMode::InOut | ParameterMode::Memory => format!("inout {}", parameter.name),
            _ => parameter.name.to_owned(),
        })
        .collect();
    let mut components: Vec<&str> = Vec::new();
    let mut instructions: Vec<String> = Vec::new();
    for row in prototypes {
        let generic = row.parameters.iter().find(|parameter| matches!(parameter.ty, TypeRef::Set(_)));
        let chosen = generic.or(row.parameters.first()).map_or(row.result, |parameter| parameter.ty);
        for instance in 0..row.instances {
            if let Some(scalar) = chosen.at(instance).element() {
                add(&mut components, scalar_name(scalar));
            }
        }
        for step in row.recipes.iter().flat_map(|recipe| recipe.steps) {
            match step.instruction {
                Instruction::Core(op) | Instruction::Each(op) => add(&mut instructions, format!("Op{op:?}")),
                Instruction::Ext(op) => add(&mut instructions, format!("{op:?}")),
                Instruction::Young(it) => add(&mut instructions, it.name.to_owned()),
                Instruction::Extended(it) => add(&mut instructions, it.name.to_owned()),
                _ => {}
            }
        }
    }
    let overloads: usize = prototypes.iter().map(|row| usize::from(row.instances)).sum();
    let gate = first.gate;
    let _ = writeln!(
        page,
        "| `{name}({})` | {} | {overloads} | {} | {} | {} | {} |",
        parameters.join(", "),
        components.join(", "),
        versions(gate.desktop, gate.es),
        needs(gate),
        instructions.join(", "),
        cell(first.doc)
    );
}

fn variables(page: &mut String) {
    page.push_str("\n## Variables\n\n| Variable | Versions | Needs | SPIR-V | What it is |\n|---|---|---|---|---|\n");
    for row in VARIABLES {
        let versions = versions(row.gate.desktop, row.gate.es);
        let _ = writeln!(
            page,
            "| `{} {}` | {versions} | {} | {:?} | {} |",
            row.ty,
            row.name,
            needs(row.gate),
            row.builtin,
            cell(row.doc)
        );
    }
    for (name, row) in VALUES.iter().flat_map(|value| value.prototypes.iter().map(|row| (value.name, row))) {
        let versions = versions(row.gate.desktop, row.gate.es);
        let mut inputs = Vec::new();
        for step in row.recipes.iter().flat_map(|recipe| recipe.steps) {
            if let Instruction::Input(builtin) = step.instruction {
                add(&mut inputs, format!("{builtin:?}"));
            }
        }
        let (ty, needs) = (row.result_type(0), needs(row.gate));
        let _ = writeln!(page, "| `{ty} {name}` | {versions} | {needs} | {} | {} |", inputs.join(", "), cell(row.doc));
    }
    page.push_str("\n## Constants\n\n| Constant | Value | Versions |\n|---|---|---|\n");
    for row in CONSTANTS {
        let value: Vec<String> = row.value.iter().map(ToString::to_string).collect();
        let versions = versions(row.gate.desktop, row.gate.es);
        let _ = writeln!(page, "| `{} {}` | {} | {versions} |", row.ty, row.name, value.join(", "));
    }
}

fn add<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}

/// `|` would end a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

/// Versions as a list: `140, 310 es`.
#[must_use]
pub fn versions(desktop: Option<u16>, es: Option<u16>) -> String {
    let es = es.map(|version| format!("{version} es"));
    let all: Vec<String> = desktop.map(|version| version.to_string()).into_iter().chain(es).collect();
    all.join(", ")
}

/// What a gate asks for besides a version: extensions and stages.
#[must_use]
pub fn needs(gate: &Gate) -> String {
    let name = |id: &ExtensionId| format!("`{}`", id.get().name);
    let alternatives: Vec<String> =
        gate.extensions.iter().map(|all| all.iter().map(name).collect::<Vec<_>>().join(" and ")).collect();
    let mut needs = alternatives.join(" or ");
    let core = versions(gate.core_desktop, gate.core_es);
    if !needs.is_empty() && !core.is_empty() {
        let _ = write!(needs, " before {core}");
    }
    let listed = |stages: Stages| {
        let names = Stage::all().iter().filter(|row| stages.contains(row.stage));
        names.map(|row| row.name).collect::<Vec<_>>().join(", ")
    };
    if gate.stages != Stages::ALL {
        let separator = if needs.is_empty() { "" } else { "; " };
        let _ = write!(needs, "{separator}{} only", listed(gate.stages));
    }
    if gate.more_stages != Stages::NONE {
        let all: Vec<String> =
            gate.more_extensions.iter().map(|all| all.iter().map(name).collect::<Vec<_>>().join(" and ")).collect();
        let _ = write!(needs, ", or {} with {}", listed(gate.more_stages), all.join(" or "));
    }
    needs
}
