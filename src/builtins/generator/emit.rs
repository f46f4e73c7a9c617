//! Prints the model as Rust source.
//!
//! Comes in: the model. Goes out: text. Must not depend on: the text format of the files, or what the tables mean.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::gate::Gate;
use super::glsl_type::Type;
use super::model::{Model, Prototype, Recipe, Step, StepType, TypeRef};

/// Types, sets, gates and recipes repeat a lot, above all in the expansions of unions: each is printed once and
/// referred to by number. A table without repetitions gives the loader less to relocate.
#[derive(Default)]
struct Shared {
    recipes: Vec<(usize, String)>,
    types: Vec<Type>,
    sets: Vec<Vec<Type>>,
    gates: Vec<Gate>,
}

fn index_of<T: PartialEq + Clone>(list: &mut Vec<T>, item: &T) -> usize {
    list.iter().position(|other| other == item).unwrap_or_else(|| {
        list.push(item.clone());
        list.len() - 1
    })
}

impl Shared {
    fn ty(&mut self, ty: &Type) -> String {
        format!("TYPE_{}", index_of(&mut self.types, ty))
    }

    fn type_ref(&mut self, ty: &TypeRef) -> String {
        match ty {
            TypeRef::Fixed(ty) => format!("TypeRef::Fixed({})", self.ty(ty)),
            TypeRef::Set(types) => format!("TypeRef::Set(&SET_{})", index_of(&mut self.sets, types)),
        }
    }

    /// The capabilities are part of recipes and the check is part of rows, so they don't tell gates apart.
    fn gate(&mut self, gate: &Gate) -> String {
        let bare = Gate {
            capabilities: Vec::new(),
            extra_capabilities: Vec::new(),
            spirv_extensions: Vec::new(),
            check: None,
            ..gate.clone()
        };
        format!("&GATE_{}", index_of(&mut self.gates, &bare))
    }
}

/// Prints everything.
pub fn emit(model: &Model) -> String {
    let mut shared = Shared::default();
    let mut out = String::new();
    extension_constants(model, &mut out);
    enumerations(model, &mut out);
    tables(model, &mut shared, &mut out);
    let mut head = String::new();
    for (index, gate) in shared.gates.iter().enumerate() {
        let alternatives = list(&gate.extensions, |all| format!("&[{}]", extension_ids(all)));
        let more = list(&gate.more_extensions, |all| format!("&[{}]", extension_ids(all)));
        let _ = writeln!(
            head,
            "static GATE_{index}: Gate = Gate {{ desktop: {:?}, es: {:?}, core_desktop: {:?}, core_es: {:?}, \
             extensions: &[{alternatives}], stages: Stages({}), more_stages: Stages({}), \
             more_extensions: &[{more}], spirv: {:#06x}, precision: {} }};",
            gate.desktop,
            gate.es,
            gate.core_desktop,
            gate.core_es,
            gate.stages.unwrap_or(u16::MAX),
            gate.more_stages,
            gate.spirv,
            gate.precision.map_or_else(|| "None".to_owned(), |it| format!("Some(ResultPrecision::{it})"))
        );
    }
    for (index, (length, recipes)) in shared.recipes.iter().enumerate() {
        let _ = writeln!(head, "static RECIPES_{index}: [Recipe; {length}] = [{recipes}];");
    }
    let sets = std::mem::take(&mut shared.sets);
    for (index, set) in sets.iter().enumerate() {
        let types = list(set, |ty| shared.ty(ty));
        let _ = writeln!(head, "static SET_{index}: [BuiltinType; {}] = [{types}];", set.len());
    }
    for (index, ty) in shared.types.iter().enumerate() {
        let _ = writeln!(head, "const TYPE_{index}: BuiltinType = {};", ty.rust);
    }
    head + &out
}

fn list<T>(items: &[T], print: impl FnMut(&T) -> String) -> String {
    items.iter().map(print).collect::<Vec<_>>().join(", ")
}

fn extension_ids(ids: &[usize]) -> String {
    list(ids, |id| format!("ExtensionId({id})"))
}

/// A constant for every extension, so that code can refer to one without a look-up, and a misspelling does not compile.
fn extension_constants(model: &Model, out: &mut String) {
    let _ =
        writeln!(out, "/// The extensions by their names.\n#[allow(non_upper_case_globals)]\npub mod extensions {{");
    for (index, row) in model.extensions.iter().enumerate() {
        let _ = writeln!(
            out,
            "#[allow(missing_docs)]\npub const {}: super::ExtensionId = super::ExtensionId({index});",
            row.name
        );
    }
    let _ = writeln!(out, "}}");
}

/// Names in rows for which Rust code has a case each: checks and families.
fn enumerations(model: &Model, out: &mut String) {
    let rows = model.functions.iter().flat_map(|(_, prototypes)| prototypes);
    let checks: BTreeSet<&String> = rows.filter_map(|row| row.gate.check.as_ref()).collect();
    let _ = writeln!(out, "/// What the analysis does with calls of some functions; a `check` line names it.");
    let _ = writeln!(out, "#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]\npub enum Check {{");
    for check in checks {
        let _ = writeln!(out, "/// `{check}`\n{},", variant(check));
    }
    let _ = writeln!(out, "}}\n/// The families of types that take parameters; the first word of a `family` row.");
    let _ = writeln!(out, "#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]\npub enum TypeFamilyKind {{");
    for family in &model.families {
        let _ = writeln!(out, "/// `{}`\n{},", family.name, family.kind);
    }
    let _ = writeln!(out, "}}");
}

/// `matrix_stride` as `MatrixStride`.
fn variant(word: &str) -> String {
    let capitalized = |part: &str| part[..1].to_uppercase() + &part[1..];
    word.split('_').filter(|part| !part.is_empty()).map(capitalized).collect()
}

fn tables(model: &Model, shared: &mut Shared, out: &mut String) {
    extensions(model, out);
    functions(model, shared, out);
    variables(model, shared, out);
    constants(model, shared, out);
    type_names(model, shared, out);
    type_families(model, shared, out);
}

fn extensions(model: &Model, out: &mut String) {
    let _ = writeln!(out, "/// Every extension, sorted by name.\npub static EXTENSIONS: &[Extension] = &[");
    for row in &model.extensions {
        let _ = writeln!(
            out,
            "Extension {{ name: {:?}, desktop: {:?}, es: {:?}, enables: &[{}], doc: {:?} }},",
            row.name,
            row.desktop,
            row.es,
            extension_ids(&row.enables),
            row.doc
        );
    }
    let _ = writeln!(out, "];");
}

fn functions(model: &Model, shared: &mut Shared, out: &mut String) {
    let lists = [
        ("function", "FUNCTIONS", &model.functions),
        ("`value`", "VALUES", &model.values),
        ("`operation`", "OPERATIONS", &model.operations),
    ];
    for (what, table, rows) in lists {
        let _ = writeln!(out, "/// Every {what}, sorted by name.\npub static {table}: &[Function] = &[");
        for (name, prototypes) in rows {
            let _ = writeln!(out, "Function {{ name: {name:?}, prototypes: &[");
            for row in prototypes {
                prototype(row, shared, out);
            }
            let _ = writeln!(out, "] }},");
        }
        let _ = writeln!(out, "];");
    }
}

fn variables(model: &Model, shared: &mut Shared, out: &mut String) {
    let _ = writeln!(out, "/// Every variable, sorted by name.\npub static VARIABLES: &[Variable] = &[");
    for row in &model.variables {
        let mut capabilities = row.gate.capabilities.clone();
        capabilities.extend(row.gate.extra_capabilities.iter().cloned());
        let _ = writeln!(
            out,
            "Variable {{ name: {:?}, ty: {}, builtin: spirv::BuiltIn::{}, storage: spirv::StorageClass::{}, \
             gate: {}, capabilities: &[{}], spirv_extensions: &{:?}, component: {:?}, doc: {:?}, section: {:?}, \
             replace: {:?}, block: {}, rate: {}, per_view: {}, counts: {} }},",
            row.name,
            shared.ty(&row.ty),
            row.builtin,
            row.storage,
            shared.gate(&row.gate),
            capability_list(&capabilities),
            row.gate.spirv_extensions,
            row.component,
            row.doc,
            row.section,
            row.replace,
            match &row.gate.block {
                Some((name, instance)) => format!("Some(BuiltinBlock {{ name: {name:?}, instance: {instance:?} }})"),
                None => "None".to_owned(),
            },
            row.rate.map_or("None".to_owned(), |rate| format!("Some(VariableRate::{rate})")),
            row.per_view,
            row.counts.map_or("None".to_owned(), |counts| format!("Some(ElementCount::{counts})"))
        );
    }
    let _ = writeln!(out, "];");
}

fn constants(model: &Model, shared: &mut Shared, out: &mut String) {
    let _ = writeln!(out, "/// Every constant, sorted by name.\npub static CONSTANTS: &[Constant] = &[");
    for row in &model.constants {
        let _ = writeln!(
            out,
            "Constant {{ name: {:?}, ty: {}, value: &{:?}, gate: {}, capabilities: &[{}], doc: {:?}, section: {:?} }},",
            row.name,
            shared.ty(&row.ty),
            row.value,
            shared.gate(&row.gate),
            capability_list(&row.gate.capabilities),
            row.doc,
            row.section
        );
    }
    let _ = writeln!(out, "];");
}

fn type_names(model: &Model, shared: &mut Shared, out: &mut String) {
    let _ = writeln!(out, "/// Every type name, sorted by name.\npub static TYPES: &[TypeName] = &[");
    for (name, ty, gate) in &model.types {
        let (ty, gate) = (shared.ty(ty), shared.gate(gate));
        let _ = writeln!(out, "TypeName {{ name: {name:?}, ty: {ty}, gate: {gate} }},");
    }
    let _ = writeln!(out, "];");
}

fn type_families(model: &Model, shared: &mut Shared, out: &mut String) {
    let _ = writeln!(
        out,
        "/// Every type that takes parameters, sorted by name.\npub static TYPE_FAMILIES: &[TypeFamily] = &["
    );
    for row in &model.families {
        let parameters = list(&row.parameters, |(name, kind, default)| {
            format!("TypeParameter {{ name: {name:?}, kind: TypeParameterKind::{kind}, default: {default:?} }}")
        });
        let _ = writeln!(
            out,
            "TypeFamily {{ name: {:?}, kind: TypeFamilyKind::{}, parameters: &[{parameters}], gate: {}, doc: {:?}, section: {:?} }},",
            row.name,
            row.kind,
            shared.gate(&row.gate),
            row.doc,
            row.section
        );
    }
    let _ = writeln!(out, "];");
}

fn capability_list(names: &[String]) -> String {
    list(names, |name| format!("spirv::Capability::{name}"))
}

fn prototype(row: &Prototype, shared: &mut Shared, out: &mut String) {
    let result = shared.type_ref(&row.result);
    let parameters = list(&row.parameters, |parameter| {
        let constant = parameter.constant.map_or("None".to_owned(), |rule| format!("Some(ConstantRule::{rule})"));
        let lint = parameter.lint.as_ref().map_or("None".to_owned(), |lint| format!("Some({lint})"));
        format!(
            "Parameter {{ name: {:?}, ty: {}, mode: ParameterMode::{}, constant: {constant}, lint: {lint} }}",
            parameter.name,
            shared.type_ref(&parameter.ty),
            parameter.mode
        )
    });
    let recipes = (row.recipes.len(), list(&row.recipes, |row| recipe(row, shared)));
    let recipes = index_of(&mut shared.recipes, &recipes);
    let _ = writeln!(
        out,
        "Prototype {{ result: {result}, parameters: &[{parameters}], instances: {}, gate: {}, recipes: &RECIPES_{recipes}, \
         doc: {:?}, section: {:?}, replace: {:?}, check: {}, terminator: {} }},",
        row.instances,
        shared.gate(&row.gate),
        row.doc,
        row.section,
        row.replace,
        row.gate.check.as_ref().map_or("None".to_owned(), |check| format!("Some(Check::{})", variant(check))),
        row.terminator
    );
}

fn recipe(row: &Recipe, shared: &mut Shared) -> String {
    let steps = list(&row.steps, |row| step(row, shared));
    let result = row.result.as_ref().map_or("None".to_owned(), |result| format!("Some({result})"));
    format!(
        "Recipe {{ kinds: Kinds({}), conditions: &[{}], capabilities: &[{}], extra_capabilities: &[{}], spirv_extensions: &{:?}, \
         steps: &[{steps}], result: {result}, outputs: &[{}] }}",
        row.kinds,
        row.conditions.join(", "),
        capability_list(&row.capabilities),
        capability_list(&row.extra_capabilities),
        row.spirv_extensions,
        list(&row.outputs, |(parameter, operand)| format!("({parameter}, {operand})"))
    )
}

fn step(row: &Step, shared: &mut Shared) -> String {
    let ty = match &row.ty {
        StepType::Void => "StepType::Void".to_owned(),
        StepType::Result => "StepType::Result".to_owned(),
        StepType::Of(variant, parameter) => format!("StepType::{variant}({parameter})"),
        StepType::Type(ty) => format!("StepType::Type({})", shared.type_ref(ty)),
        StepType::Structure(members) => {
            format!("StepType::Structure(&[{}])", list(members, |member| shared.type_ref(member)))
        }
        StepType::Residency(ty) => format!("StepType::Residency({})", shared.type_ref(ty)),
        StepType::TexelPointerAs(ty) => format!("StepType::TexelPointerAs({})", shared.type_ref(ty)),
    };
    let image_operands = list(&row.image_operands, |(_, name, arguments)| {
        format!("(spirv::ImageOperands::{name}, &[{}] as &[Operand])", arguments.join(", "))
    });
    format!(
        "Step {{ instruction: {}, ty: {ty}, operands: &[{}], image_operands: &[{image_operands}] }}",
        row.instruction,
        row.operands.join(", ")
    )
}
