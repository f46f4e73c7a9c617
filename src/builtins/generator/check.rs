//! Resolves the names of all files and expands every row into prototypes.
//!
//! Comes in: the tree of all files. Goes out: the model, or every mistake found. Must not depend on: Rust output.

use std::collections::{BTreeMap, BTreeSet};

use super::gate::{self, Gate};
use super::glsl_type::{self, Type};
use super::model::{Constant, Extension, Family, Model, Parameter, Prototype, Recipe, TypeRef, Variable};
use super::recipe;
use super::tree::{self, Entry, SetBody};
use super::{Error, spirv_names};

/// A set after resolution: its alternatives, one unless it is a union.
type Alternatives = Vec<(TypeRef, Gate)>;

#[derive(Default)]
struct Checker {
    extensions: BTreeMap<String, usize>,
    types: BTreeMap<String, Type>,
    sets: BTreeMap<String, Alternatives>,
    functions: BTreeMap<String, Vec<Prototype>>,
    values: BTreeMap<String, Vec<Prototype>>,
    operations: BTreeMap<String, Vec<Prototype>>,
    model: Model,
    errors: Vec<Error>,
}

/// Checks everything.
pub fn check(files: &tree::Files) -> Result<Model, Vec<Error>> {
    let mut checker = Checker::default();
    checker.extensions(&files.extensions);
    let open = Gate::default();
    for section in &files.sections {
        checker.types_of(section, &open);
    }
    checker.sets(&files.sets);
    for section in &files.sections {
        checker.section(section, &open, "");
    }
    let Checker { functions, values, operations, mut model, mut errors, .. } = checker;
    if !errors.is_empty() {
        errors.sort_by_key(|error| (error.position.file, error.position.line, error.position.column));
        return Err(errors);
    }
    model.functions = functions.into_iter().collect();
    model.values = values.into_iter().collect();
    model.operations = operations.into_iter().collect();
    model.variables.sort_by(|a, b| a.name.cmp(&b.name));
    model.constants.sort_by(|a, b| a.name.cmp(&b.name));
    model.types.sort_by(|a, b| a.0.cmp(&b.0));
    model.families.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(model)
}

impl Checker {
    fn error(&mut self, name: &tree::Name, message: String) {
        self.errors.push(Error::new(name.position, message));
    }

    fn extensions(&mut self, items: &[tree::Extension]) {
        let mut sorted: Vec<&tree::Extension> = items.iter().collect();
        sorted.sort_by(|a, b| a.name.text.cmp(&b.name.text));
        for (index, item) in sorted.iter().enumerate() {
            if self.extensions.insert(item.name.text.clone(), index).is_some() {
                self.error(&item.name, format!("`{}` is declared twice", item.name.text));
            }
        }
        let direct: Vec<Vec<usize>> = sorted
            .iter()
            .map(|item| {
                item.enables
                    .iter()
                    .filter_map(|name| gate::extension(name, &self.extensions, &mut self.errors))
                    .collect()
            })
            .collect();
        for (index, item) in sorted.iter().enumerate() {
            let mut closure = BTreeSet::new();
            let mut open = vec![index];
            while let Some(next) = open.pop() {
                for &enabled in direct.get(next).into_iter().flatten() {
                    if enabled != index && closure.insert(enabled) {
                        open.push(enabled);
                    }
                }
            }
            self.model.extensions.push(Extension {
                name: item.name.text.clone(),
                desktop: item.desktop,
                es: item.es,
                enables: closure.into_iter().collect(),
                doc: item.doc.clone(),
            });
        }
    }

    /// First pass over a section: `type` lines, which everything else builds on.
    fn types_of(&mut self, section: &tree::Section, outer: &Gate) {
        let gate = gate::inherit(outer, &section.attributes, &self.extensions, &mut Vec::new());
        for entry in &section.entries {
            match entry {
                Entry::Section(inner) => self.types_of(inner, &gate),
                Entry::Types(names) => {
                    for name in names {
                        let Some(ty) = glsl_type::parse(&name.text) else {
                            self.error(name, format!("`{}` cannot be the name of a GLSL type", name.text));
                            continue;
                        };
                        if self.types.insert(name.text.clone(), ty.clone()).is_some() {
                            self.error(name, format!("the type `{}` is declared twice", name.text));
                        }
                        self.model.types.push((name.text.clone(), ty, gate.clone()));
                    }
                }
                // Prototypes may name the whole family.
                Entry::Family(row) => {
                    let rust = format!("BuiltinType::Family(TypeFamilyKind::{})", row.kind.text);
                    let ty = glsl_type::special(&row.name.text).unwrap_or(Type { rust, kind: 0 });
                    if self.types.insert(row.name.text.clone(), ty).is_some() {
                        self.error(&row.name, format!("the type `{}` is declared twice", row.name.text));
                    }
                }
                _ => {}
            }
        }
    }

    fn sets(&mut self, items: &[tree::Set]) {
        // Files are read in alphabetical order, so a union may come before its parts: lists first.
        for item in items {
            let gate = gate::inherit(&Gate::default(), &item.attributes, &self.extensions, &mut self.errors);
            let SetBody::Types(names) = &item.body else { continue };
            let types: Vec<Type> = names.iter().filter_map(|name| self.plain_type(name)).collect();
            self.add_set(&item.name, vec![(TypeRef::Set(types), gate)]);
        }
        let mut unions: Vec<&tree::Set> = items.iter().filter(|item| matches!(item.body, SetBody::Union(_))).collect();
        while !unions.is_empty() {
            let before = unions.len();
            unions.retain(|item| !self.union_set(item));
            if unions.len() == before {
                for item in unions {
                    self.error(&item.name, format!("`{}` names a set or type that does not exist", item.name.text));
                }
                return;
            }
        }
    }

    /// Resolves a union if all its parts are known already.
    fn union_set(&mut self, item: &tree::Set) -> bool {
        let SetBody::Union(names) = &item.body else { return true };
        let own = gate::inherit(&Gate::default(), &item.attributes, &self.extensions, &mut Vec::new());
        let mut alternatives = Alternatives::new();
        for name in names {
            if let Some(set) = self.sets.get(&name.text) {
                alternatives.extend(set.iter().cloned());
            } else if let Some(ty) = self.types.get(&name.text) {
                let row = self.model.types.iter().find(|(other, ..)| *other == name.text);
                let gate = row.map_or_else(anywhere, |(.., gate)| gate.clone());
                alternatives.push((TypeRef::Fixed(ty.clone()), gate));
            } else {
                return false;
            }
        }
        if !item.attributes.is_empty() {
            for (_, gate) in &mut alternatives {
                match gate::join(gate, &own) {
                    Some(joined) => *gate = joined,
                    None => self.errors.push(cannot_join(&item.name)),
                }
            }
        }
        self.add_set(&item.name, alternatives);
        true
    }

    fn add_set(&mut self, name: &tree::Name, mut alternatives: Alternatives) {
        for (_, gate) in &mut alternatives {
            // A set without a `version` line restricts nothing.
            if gate.desktop.is_none() && gate.es.is_none() {
                (gate.desktop, gate.es) = (Some(0), Some(0));
            }
        }
        if self.types.contains_key(&name.text) || self.sets.insert(name.text.clone(), alternatives).is_some() {
            self.error(name, format!("`{}` is declared twice", name.text));
        }
    }

    fn plain_type(&mut self, name: &tree::TypeName) -> Option<Type> {
        match self.types.get(&name.name.text) {
            Some(ty) => Some(name.length.map_or_else(|| ty.clone(), |length| ty.array(length))),
            None => {
                self.error(&name.name, format!("there is no type `{}`", name.name.text));
                None
            }
        }
    }

    fn section(&mut self, section: &tree::Section, outer: &Gate, outer_title: &str) {
        let gate = gate::inherit(outer, &section.attributes, &self.extensions, &mut self.errors);
        let title = section.title.as_deref().unwrap_or(outer_title);
        let mut above = (String::new(), String::new());
        for entry in &section.entries {
            match entry {
                Entry::Section(inner) => self.section(inner, &gate, title),
                Entry::Types(_) => {}
                Entry::Family(row) => self.family(row, &gate, title),
                Entry::Function(row) | Entry::Operation(row) => {
                    if !row.doc.is_empty() {
                        above = (row.name.text.clone(), row.doc.clone());
                    }
                    if above.0 != row.name.text {
                        self.error(&row.name, format!("`{}` has no `///` line above it", row.name.text));
                    }
                    let operation = matches!(entry, Entry::Operation(_));
                    self.function(row, &gate, &above.1, title, operation);
                }
                Entry::Value(row) => self.value(row, &gate, title),
                Entry::Variable(row) => self.variable(row, &gate, title),
                Entry::Constant(row) => self.constant(row, &gate, title),
            }
        }
    }

    /// A `family` row; the Rust compiler checks that its variant exists.
    fn family(&mut self, row: &tree::Family, gate: &Gate, title: &str) {
        self.row_gate(&row.name, gate, &row.doc, title);
        let mut parameters: Vec<(String, &'static str, Option<u32>)> = Vec::new();
        for parameter in &row.parameters {
            let kind = match parameter.kind.text.as_str() {
                "type" => "Type",
                "int" => "Int",
                "bool" => "Bool",
                other => {
                    self.error(&parameter.kind, format!("expected `type`, `int` or `bool`, found `{other}`"));
                    continue;
                }
            };
            if kind == "Type" && parameter.default.is_some() {
                self.error(&parameter.name, format!("the type `{}` cannot have a default", parameter.name.text));
            }
            if parameter.default.is_none() && parameters.last().is_some_and(|(.., default)| default.is_some()) {
                self.error(&parameter.name, format!("`{}` needs a default, as the one before", parameter.name.text));
            }
            parameters.push((parameter.name.text.clone(), kind, parameter.default));
        }
        let name = row.name.text.clone();
        let kind = row.kind.text.clone();
        let (doc, section) = (row.doc.clone(), title.to_owned());
        self.model.families.push(Family { name, kind, parameters, gate: gate.clone(), doc, section });
    }

    fn row_gate(&mut self, name: &tree::Name, gate: &Gate, doc: &str, title: &str) {
        if gate.desktop.is_none() && gate.es.is_none() {
            self.error(name, format!("`{}` has no `version` line around it", name.text));
        }
        if title.is_empty() {
            self.error(name, format!("`{}` is not in a section with a title", name.text));
        }
        if doc.is_empty() {
            self.error(name, format!("`{}` has no `///` line above it", name.text));
        }
    }

    fn function(&mut self, row: &tree::Function, gate: &Gate, doc: &str, title: &str, operation: bool) {
        self.row_gate(&row.name, gate, doc, title);
        let names = std::iter::once(&row.result).chain(row.parameters.iter().map(|parameter| &parameter.ty));
        let mut count = 1;
        for name in names {
            let Some(set) = self.sets.get(&name.name.text) else { continue };
            if set.len() > 1 && count > 1 && set.len() != count {
                self.error(&name.name, format!("`{}` has {} alternatives, not {count}", name.name.text, set.len()));
                return;
            }
            count = count.max(set.len());
        }
        for alternative in 0..count {
            match self.prototype(row, gate, doc, title, alternative) {
                Ok(Some(prototype)) => self.add_prototype(&row.name, prototype, operation),
                Ok(None) => {}
                Err(error) => {
                    if !self.errors.contains(&error) {
                        self.errors.push(error);
                    }
                }
            }
        }
    }

    /// A `value` row stands for one prototype.
    fn value(&mut self, row: &tree::Function, gate: &Gate, title: &str) {
        self.row_gate(&row.name, gate, &row.doc, title);
        match self.prototype(row, gate, &row.doc, title, 0) {
            Ok(prototype) => {
                let rows = self.values.entry(row.name.text.clone()).or_default();
                rows.extend(prototype);
                if rows.len() > 1 {
                    self.error(&row.name, format!("the value `{}` is declared twice", row.name.text));
                }
            }
            Err(error) => self.errors.push(error),
        }
    }

    fn add_prototype(&mut self, name: &tree::Name, prototype: Prototype, operation: bool) {
        let rows = if operation { &mut self.operations } else { &mut self.functions };
        let others = rows.entry(name.text.clone()).or_default();
        let twice = others.iter().any(|other| {
            stages_meet(&other.gate, &prototype.gate)
                && (0..other.instances).any(|i| (0..prototype.instances).any(|j| same_call(other, i, &prototype, j)))
        });
        others.push(prototype);
        if twice {
            self.error(name, format!("two overloads of `{}` have the same parameters", name.text));
        }
    }

    /// A type, or alternative number `alternative` of a set of types with its gate.
    fn resolved(&self, name: &tree::TypeName, alternative: usize) -> Result<(TypeRef, Option<&Gate>), Error> {
        if let Some(set) = self.sets.get(&name.name.text) {
            let Some((types, gate)) = set.get(alternative).or(set.first()) else {
                return Err(Error::new(name.name.position, format!("`{}` is empty", name.name.text)));
            };
            let types = match (types, name.length) {
                (types, None) => types.clone(),
                (TypeRef::Fixed(ty), Some(length)) => TypeRef::Fixed(ty.array(length)),
                (TypeRef::Set(types), Some(length)) => TypeRef::Set(types.iter().map(|ty| ty.array(length)).collect()),
            };
            return Ok((types, Some(gate)));
        }
        let Some(ty) = glsl_type::special(&name.name.text).or_else(|| self.types.get(&name.name.text).cloned()) else {
            return Err(Error::new(name.name.position, format!("there is no type or set `{}`", name.name.text)));
        };
        Ok((TypeRef::Fixed(name.length.map_or_else(|| ty.clone(), |length| ty.array(length))), None))
    }

    /// The recipes of a row, each with its requirements.
    fn recipes(&self, row: &tree::Function, context: &recipe::Context<'_>, gate: &Gate) -> Result<Vec<Recipe>, Error> {
        let mut recipes = Vec::new();
        for recipe in &row.recipes {
            let mut errors = Vec::new();
            let gate = gate::inherit(gate, &recipe.attributes, &self.extensions, &mut errors);
            if let Some(error) = errors.pop() {
                return Err(error);
            }
            let mut recipe = recipe::check(context, recipe)?;
            recipe.capabilities = gate.capabilities.clone();
            recipe.capabilities.extend(gate.extra_capabilities.iter().cloned());
            recipe.extra_capabilities = gate.extra_capabilities;
            recipe.spirv_extensions = gate.spirv_extensions;
            recipes.push(recipe);
        }
        Ok(recipes)
    }

    /// Expands a row with alternative number `alternative` of its unions.
    fn prototype(
        &self,
        row: &tree::Function,
        outer: &Gate,
        doc: &str,
        title: &str,
        alternative: usize,
    ) -> Result<Option<Prototype>, Error> {
        let mut gate = outer.clone();
        let resolve = |name: &tree::TypeName| self.resolved(name, alternative);
        let mut join = |name: &tree::TypeName| -> Result<TypeRef, Error> {
            let (ty, set_gate) = resolve(name)?;
            if let Some(set_gate) = set_gate {
                gate = gate::join(&gate, set_gate).ok_or_else(|| cannot_join(&name.name))?;
            }
            Ok(ty)
        };
        let result = join(&row.result)?;
        let mut parameters: Vec<Parameter> = Vec::new();
        for parameter in &row.parameters {
            if parameters.iter().any(|other| other.name == parameter.name.text) {
                let message = format!("two parameters are named `{}`", parameter.name.text);
                return Err(Error::new(parameter.name.position, message));
            }
            parameters.push(Parameter {
                name: parameter.name.text.clone(),
                ty: join(&parameter.ty)?,
                mode: mode(parameter.mode.as_ref())?,
                constant: parameter.constant.as_ref().map(rule).transpose()?,
                lint: parameter.lint.as_ref().map(|(name, arguments)| lint(row, name, arguments)).transpose()?,
            });
        }
        let instances = instances(row, &result, &parameters)?;
        let has_result = row.result.name.text != "void";
        let only_type = |name: &tree::TypeName| resolve(name).map(|(ty, _)| ty);
        let context = recipe::Context { parameters: &parameters, has_result, resolve: &only_type };
        let recipes = self.recipes(row, &context, &gate)?;
        let prototype = Prototype {
            result,
            parameters,
            instances,
            gate,
            recipes,
            doc: doc.to_owned(),
            section: title.to_owned(),
            replace: row.replace.clone(),
            terminator: row.terminator,
        };
        check_coverage(row, &prototype)?;
        let visible = prototype.gate.desktop.is_some() || prototype.gate.es.is_some();
        Ok(visible.then_some(prototype))
    }

    fn variable(&mut self, row: &tree::Variable, gate: &Gate, title: &str) {
        self.row_gate(&row.name, gate, &row.doc, title);
        if !spirv_names::is_builtin(&row.builtin.text) {
            self.error(&row.builtin, format!("SPIR-V has no built-in `{}`", row.builtin.text));
        }
        if (row.storage.text == "const") != (row.builtin.text == "WorkgroupSize") {
            self.error(&row.storage, "`const` goes with WorkgroupSize, `in` and `out` with all others".to_owned());
        }
        let Some(ty) = self.plain_type(&row.ty) else { return };
        self.model.variables.push(Variable {
            name: row.name.text.clone(),
            ty,
            builtin: row.builtin.text.clone(),
            storage: if row.storage.text == "out" { "Output" } else { "Input" },
            rate: row.words.iter().find_map(|word| match word.text.as_str() {
                "patch" => Some("Patch"),
                "perprimitive" => Some("Primitive"),
                _ => None,
            }),
            counts: row.words.iter().find_map(|word| match word.text.as_str() {
                "primitives" => Some("Primitives"),
                "corners" => Some("Corners"),
                _ => None,
            }),
            per_view: row.words.iter().any(|word| word.text == "perview"),
            component: row.component,
            replace: row.replace.clone(),
            gate: gate.clone(),
            doc: row.doc.clone(),
            section: title.to_owned(),
        });
    }

    fn constant(&mut self, row: &tree::Constant, gate: &Gate, title: &str) {
        self.row_gate(&row.name, gate, &row.doc, title);
        if self.model.constants.iter().any(|other| other.name == row.name.text) {
            self.error(&row.name, format!("the constant `{}` is declared twice", row.name.text));
        }
        let components = match row.ty.name.text.as_str() {
            "int" | "uint" | "bool" => 1,
            "ivec3" => 3,
            _ => {
                self.error(&row.ty.name, "a constant is an `int`, a `uint`, a `bool` or an `ivec3`".to_owned());
                return;
            }
        };
        if row.value.len() != components {
            self.error(&row.name, format!("`{}` needs {components} components", row.name.text));
        }
        let Some(ty) = self.plain_type(&row.ty) else { return };
        self.model.constants.push(Constant {
            name: row.name.text.clone(),
            ty,
            value: row.value.clone(),
            gate: gate.clone(),
            doc: row.doc.clone(),
            section: title.to_owned(),
        });
    }
}

fn anywhere() -> Gate {
    Gate { desktop: Some(0), es: Some(0), ..Gate::default() }
}

fn cannot_join(name: &tree::Name) -> Error {
    Error::new(name.position, format!("the gates of `{}` and its row can't be joined into one", name.text))
}

fn stages_meet(a: &Gate, b: &Gate) -> bool {
    a.stages.unwrap_or(u16::MAX) & b.stages.unwrap_or(u16::MAX) != 0
}

fn same_call(a: &Prototype, i: usize, b: &Prototype, j: usize) -> bool {
    a.parameters.len() == b.parameters.len()
        && a.parameters.iter().zip(&b.parameters).all(|(x, y)| x.ty.at(i) == y.ty.at(j))
}

/// Every overload of a row needs a recipe without conditions.
fn check_coverage(row: &tree::Function, prototype: &Prototype) -> Result<(), Error> {
    for instance in 0..prototype.instances {
        let kind = element_kind(prototype, instance);
        let fits = |kinds: u16| kinds == u16::MAX || kinds & kind != 0;
        if !prototype.recipes.iter().any(|recipe| recipe.conditions.is_empty() && fits(recipe.kinds)) {
            let message = format!(
                "no recipe of `{}` without conditions fits the element kind of overload {instance}",
                row.name.text
            );
            return Err(Error::new(row.name.position, message));
        }
    }
    Ok(())
}

/// The kind that selects the recipe; `Prototype::element_kinds` in the table module must agree.
fn element_kind(prototype: &Prototype, instance: usize) -> u16 {
    let generic = prototype.parameters.iter().find(|parameter| matches!(parameter.ty, TypeRef::Set(_)));
    let chosen = generic.or(prototype.parameters.first()).map_or(&prototype.result, |parameter| &parameter.ty);
    chosen.at(instance).map_or(0, |ty| ty.kind)
}

fn instances(row: &tree::Function, result: &TypeRef, parameters: &[Parameter]) -> Result<usize, Error> {
    let mut count = None;
    for ty in std::iter::once(result).chain(parameters.iter().map(|parameter| &parameter.ty)) {
        let TypeRef::Set(types) = ty else { continue };
        if *count.get_or_insert(types.len()) != types.len() {
            return Err(Error::new(row.name.position, format!("the sets of `{}` differ in length", row.name.text)));
        }
    }
    Ok(count.unwrap_or(1))
}

fn mode(name: Option<&tree::Name>) -> Result<&'static str, Error> {
    let Some(name) = name else { return Ok("In") };
    Ok(match name.text.as_str() {
        "in" => "In",
        "out" => "Out",
        "inout" => "InOut",
        "memory" => "Memory",
        "image" => "Image",
        "interpolant" => "Interpolant",
        "object" => "Object",
        "payload" => "Located(Located::RayPayload)",
        "callable" => "Located(Located::CallableData)",
        "attribute_nv" => "Located(Located::HitObjectAttributeNv)",
        "attribute_ext" => "Located(Located::HitObjectAttributeExt)",
        "rest" => "Rest",
        _ => return Err(Error::new(name.position, format!("`{}` is not a way to pass a parameter", name.text))),
    })
}

/// `power_of_two, 2, 32` or `below, width, "why"`
fn lint(row: &tree::Function, name: &tree::Name, arguments: &[tree::LintArgument]) -> Result<String, Error> {
    let parameter = |name: &tree::Name| row.parameters.iter().position(|other| other.name.text == name.text);
    match (name.text.as_str(), arguments) {
        ("power_of_two", [tree::LintArgument::Number(least), tree::LintArgument::Number(most)]) => {
            Ok(format!("Lint::PowerOfTwo {{ least: {least}, most: {most} }}"))
        }
        ("below", [tree::LintArgument::Name(other), tree::LintArgument::Text(why)]) => match parameter(other) {
            Some(index) => Ok(format!("Lint::Below {{ other: {index}, why: {why:?} }}")),
            None => Err(Error::new(other.position, format!("there is no parameter `{}`", other.text))),
        },
        ("located", [tree::LintArgument::Name(kind)]) => Ok(format!("Lint::{}", mode(Some(kind))?)),
        _ => Err(Error::new(name.position, format!("there is no lint `{}` with these arguments", name.text))),
    }
}

fn rule(name: &tree::Name) -> Result<&'static str, Error> {
    Ok(match name.text.as_str() {
        "any" => "Any",
        "compile_time" => "CompileTime",
        "offset" => "Offset",
        "offsets" => "Offsets",
        "gather_offset" => "GatherOffset",
        "component" => "Component",
        "quad_lanes" => "QuadLanes",
        "vertex" => "Vertex",
        "lane_masks" => "LaneMasks",
        "cluster_size" => "ClusterSize",
        "broadcast_id" => "BroadcastId",
        "quad_id" => "QuadId",
        "scope" => "Scope",
        "matrix_operands" => "MatrixOperands",
        "reduce_mask" => "ReduceMask",
        "matrix_layout" => "MatrixLayout",
        "storage" => "StorageSemantics",
        "semantics" => "Semantics",
        _ => return Err(Error::new(name.position, format!("there is no rule `{}` for constants", name.text))),
    })
}
