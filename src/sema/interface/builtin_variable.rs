//! Built-in variables: how they become globals on their first use (GLSL 4.60, 7.1).
//!
//! Comes in: rows of the built-in tables, and what redeclarations have added. Goes out: places of globals. Must not
//! depend on: any of them by name; they are in the tables.

use crate::builtins::{self, BuiltinBlock, BuiltinType, VariableRate};
use crate::hir::{
    ArrayLength, GlobalVariable, Handle, Interface, InterfaceRate, MatrixMajor, Member, MemoryQualifiers, PlaceRoot,
    PlaceStep, Span, SpirvDecoration, Steps, StorageClass, Struct, Type,
};
use crate::sema::Analyzer;
use crate::sema::expressions::operand::{Operand, Path};
use crate::sema::interface::messages;
use crate::sema::interface::stage_interface::Direction;
use crate::source::Symbol;
use crate::syntax::ast::Name;
use rustc_hash::FxHashMap;

/// How SPIR-V identifies a row: by its built-in and whether it is read or written.
pub(super) type Key = (spirv::BuiltIn, spirv::StorageClass);

/// Built-in variables that were used or redeclared.
#[derive(Debug, Default)]
pub(in crate::sema) struct BuiltinVariables {
    pub(super) globals: FxHashMap<Key, Handle<GlobalVariable>>,
    pub(super) blocks: FxHashMap<(&'static str, spirv::StorageClass), BuiltinBlockGlobal>,
    /// What redeclarations add.
    pub(super) redeclared: FxHashMap<Key, Redeclared>,
    /// Members of blocks that expressions name, with the first span.
    pub(in crate::sema) members: FxHashMap<spirv::BuiltIn, (&'static str, Span)>,
}

#[derive(Clone, Debug)]
pub(super) struct BuiltinBlockGlobal {
    pub(super) global: Handle<GlobalVariable>,
    pub(super) structure: Handle<Struct>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Redeclared {
    /// The size that it gives an array.
    pub(super) length: Option<u32>,
    pub(super) interface: Interface,
    pub(super) precise: bool,
    pub(super) decorations: Vec<SpirvDecoration>,
}

impl Analyzer<'_> {
    /// The row of a built-in variable for this stage and, if given, this direction.
    pub(super) fn builtin_row(&self, name: &str, direction: Option<Direction>) -> Option<&'static builtins::Variable> {
        let fits = |row: &&builtins::Variable| {
            direction.is_none_or(|it| it.spirv_class() == row.storage)
                && row.block.is_none_or(|block| block.instance.is_empty())
                && self.gate_is_open(row.gate)
        };
        builtins::variables(name).iter().find(fits)
    }

    /// The place of a built-in variable, which becomes a global on its first use.
    pub(in crate::sema) fn builtin_variable(&mut self, variable: &'static builtins::Variable, span: Span) -> Operand {
        let direction = if variable.storage == spirv::StorageClass::Output { Direction::Out } else { Direction::In };
        let storage = direction.storage_class();
        let (global, steps, ty) = match variable.block {
            Some(block) => {
                let Some((global, member, ty)) = self.builtin_member(variable, block) else {
                    self.not_redeclared(variable.name, block, span);
                    return Operand::Error;
                };
                (global, Steps::from_iter([PlaceStep::Member(member)]), ty)
            }
            None => {
                let ty = self.builtin_variable_type(variable);
                let global = self.builtin_global(variable, ty, storage);
                let component = variable.component.map(|it| PlaceStep::Index(self.index_constant(u32::from(it))));
                (global, component.into_iter().collect(), ty)
            }
        };
        let path = Path {
            root: PlaceRoot::Global(global),
            steps,
            ty,
            swizzle: None,
            access: self.builtin_precision(variable),
            storage,
            read_only: direction.read_only(),
            precise: self.builtins.redeclared.get(&key(variable)).is_some_and(|it| it.precise),
        };
        self.place_operand(path)
    }

    /// Reports a member that the redeclaration of its block leaves out.
    fn not_redeclared(&mut self, name: &str, block: BuiltinBlock, span: Span) {
        self.report(messages::not_in_redeclared_block(span, &name, &block.name));
    }

    /// The precision that ESSL declares a variable with; desktop GLSL has none.
    fn builtin_precision(&mut self, variable: &'static builtins::Variable) -> MemoryQualifiers {
        let relaxed = variable.gate.precision == Some(builtins::ResultPrecision::Relaxed);
        if !relaxed || !self.version.is_es() || self.options.full_precision {
            return MemoryQualifiers::NONE;
        }
        self.has_relaxed = true;
        MemoryQualifiers::RELAXED
    }

    /// The type of a row; an array without a size takes that of its redeclaration, else the one that its uses need.
    fn builtin_variable_type(&mut self, variable: &'static builtins::Variable) -> Handle<Type> {
        let ty = match variable.ty {
            BuiltinType::AnyArray(element) => {
                let element = self.module.types.builtin(*element);
                let length = ArrayLength::Constant(self.builtin_array_length(variable));
                self.module.array(element, length)
            }
            other => self.module.types.builtin(other),
        };
        if variable.per_view { self.with_views(ty) } else { ty }
    }

    /// The most elements that an array may have, as `gl_MaxClipDistances` limits `gl_ClipDistance`. Sample masks have a
    /// bit for each sample (GLSL 4.60, 7.1.5).
    pub(super) fn most_elements(&self, variable: &builtins::Variable) -> Option<u32> {
        let name = variable.name.strip_prefix("gl_")?;
        if matches!(variable.builtin, spirv::BuiltIn::SampleMask) {
            return self.limit("gl_MaxSamples").map(|samples| samples.div_ceil(32));
        }
        self.limit(&format!("gl_Max{name}s"))
    }

    pub(super) fn too_many_elements(&mut self, row: &builtins::Variable, most: u32, count: u64, span: Span) {
        self.report(messages::too_many_elements(span, &row.name, &most, &count));
    }

    /// Whether the uses of an array imply its length, if no declaration states it; reports it if they do not.
    fn check_implicit_length(&mut self, variable: &'static builtins::Variable) {
        let (Some(most), Some(symbol)) = (self.most_elements(variable), self.names.get(variable.name)) else { return };
        let (largest, unknown) = self.foreseen_indices(symbol);
        if let Some(largest) = largest.filter(|it| *it >= u64::from(most)) {
            let span = self.use_span(symbol);
            self.too_many_elements(variable, most, largest.saturating_add(1), span);
        } else if let Some(span) = unknown.filter(|_| most > 1) {
            let name = variable.name;
            self.report(messages::needs_size_before_index(span, &name));
        }
    }

    /// Whether the length of an array may be used: not if only its uses say how long it is (GLSL 4.60, 4.1.9).
    pub(in crate::sema) fn check_builtin_length(&mut self, base: &Operand, span: Span) -> bool {
        let Operand::Place(path) = base else { return true };
        let PlaceRoot::Global(global) = path.root else { return true };
        let Ok(global) = self.module.globals.try_get(global) else { return true };
        let row = match (path.steps.last(), self.module.types.get(self.element_of_arrays(global.ty))) {
            (None, _) => global.builtin,
            (Some(PlaceStep::Member(index)), Type::Struct(structure)) => {
                let member = self.module.types.structure(*structure).and_then(|it| it.members.get(*index as usize));
                member.and_then(|it| it.interface.builtin)
            }
            _ => None,
        };
        let Some(row) = row.filter(|it| matches!(it.ty, BuiltinType::AnyArray(_)) && it.counts.is_none()) else {
            return true;
        };
        // The length of sample masks follows from the number of samples (GLSL 4.60, 7.1.5).
        let is_mask = matches!(row.builtin, spirv::BuiltIn::SampleMask);
        if is_mask || self.builtins.redeclared.get(&key(row)).is_some_and(|it| it.length.is_some()) {
            return true;
        }
        self.report(messages::length_without_size(span, &row.name));
        false
    }

    fn builtin_array_length(&mut self, variable: &'static builtins::Variable) -> u32 {
        let symbol = self.names.get(variable.name);
        let declared = self.builtins.redeclared.get(&key(variable)).and_then(|it| it.length);
        // A redeclaration may stand after the first use (GLSL 4.60, 4.1.9).
        let declared = declared.or_else(|| {
            let later = self.later_size(symbol?)?;
            self.builtins.redeclared.entry(key(variable)).or_default().length = Some(later);
            Some(later)
        });
        let counted = variable.counts.and_then(|counts| self.element_count(counts));
        if declared.or(counted).is_none() && !variable.per_view {
            self.check_implicit_length(variable);
        }
        let used = self.names.get(variable.name).and_then(|symbol| {
            let inner = if variable.per_view { self.largest_member_index(symbol, true) } else { None };
            self.foreseen_indices(symbol).0.max(inner)
        });
        let used = used.and_then(|largest| u32::try_from(largest.saturating_add(1)).ok());
        declared.or(counted).or(used).unwrap_or(1)
    }

    fn builtin_global(
        &mut self,
        variable: &'static builtins::Variable,
        ty: Handle<Type>,
        storage: StorageClass,
    ) -> Handle<GlobalVariable> {
        if let Some(&global) = self.builtins.globals.get(&key(variable)) {
            return global;
        }
        // A row may be one of the four components of the SPIR-V variable.
        let whole = match (variable.component, self.module.types.get(ty).scalar()) {
            (Some(_), Some(scalar)) => self.vector_type(scalar, 4),
            _ => ty,
        };
        let Redeclared { interface, decorations, .. } =
            self.builtins.redeclared.get(&key(variable)).cloned().unwrap_or_default();
        let mut global = GlobalVariable::new(variable.name, whole, storage);
        global.decorations = decorations;
        global.builtin = Some(variable);
        global.qualifiers = self.builtin_precision(variable);
        global.interface = Interface { rate: rate_of(variable).or(interface.rate), ..interface };
        let global = self.module.globals.append(global, Span::UNDEFINED);
        self.builtins.globals.insert(key(variable), global);
        global
    }

    /// The member of the block that a row stands for, with its type. The block becomes a global on its first use.
    fn builtin_member(
        &mut self,
        variable: &'static builtins::Variable,
        block: BuiltinBlock,
    ) -> Option<(Handle<GlobalVariable>, u32, Handle<Type>)> {
        let known = self.builtins.blocks.get(&(block.name, variable.storage)).cloned();
        let known = known.unwrap_or_else(|| self.implicit_block(block, variable.storage));
        let members = &self.module.types.structure(known.structure)?.members;
        let is = |member: &Member| member.interface.builtin.is_some_and(|row| row.builtin == variable.builtin);
        let index = members.iter().position(is)?;
        Some((known.global, index as u32, members.get(index)?.ty))
    }

    /// The rows that are members of a block in this stage, in the order of their numbers.
    fn block_rows(&self, block: &str, storage: spirv::StorageClass) -> Vec<&'static builtins::Variable> {
        let mut rows = self.possible_block_rows(block, storage);
        rows.retain(|row| self.gate_is_open(row.gate));
        rows
    }

    /// The same, including those whose extension is off: a redeclaration may have them, expressions may not.
    pub(super) fn possible_block_rows(
        &self,
        block: &str,
        storage: spirv::StorageClass,
    ) -> Vec<&'static builtins::Variable> {
        let is_member = |row: &&builtins::Variable| {
            row.block.is_some_and(|it| it.name == block)
                && row.storage == storage
                && row.gate.stages.contains(self.module.stage)
                && self.version.at_least(row.gate.desktop, row.gate.es)
        };
        let mut rows: Vec<_> = builtins::VARIABLES.iter().filter(is_member).collect();
        rows.sort_by_key(|row| row.builtin as u32);
        rows
    }

    /// A member that a block would have if its extension were on.
    pub(in crate::sema) fn hidden_member(&self, block: &str, name: &str) -> Option<&'static builtins::Variable> {
        let is_it = |row: &&builtins::Variable| row.block.is_some_and(|it| it.name == block) && row.name == name;
        let mut rows = builtins::VARIABLES.iter().filter(is_it);
        rows.find(|row| row.gate.stages.contains(self.module.stage) && !self.gate_is_open(row.gate))
    }

    /// A block as the language declares it.
    fn implicit_block(&mut self, block: BuiltinBlock, storage: spirv::StorageClass) -> BuiltinBlockGlobal {
        let rows = self.block_rows(block.name, storage);
        let members = rows.into_iter().map(|row| self.builtin_block_member(row)).collect();
        let structure = self.builtin_structure(block.name, members);
        let contents = self.module.types.insert(Type::Struct(structure));
        let ty = self.builtin_instance_type(contents, block, storage);
        let made = self.add_builtin_block(block, block.instance, structure, ty, storage);
        if ty != contents {
            self.note_implicit_vertices(made.global);
        }
        made
    }

    /// The type of the instance of a block: an array with an element for each vertex, or the block itself.
    fn builtin_instance_type(
        &mut self,
        contents: Handle<Type>,
        block: BuiltinBlock,
        storage: spirv::StorageClass,
    ) -> Handle<Type> {
        let Some(symbol) = self.names.get(block.instance).filter(|_| !block.instance.is_empty()) else {
            return contents;
        };
        let array = self.module.array(contents, ArrayLength::Runtime);
        let name = Name { symbol, span: Span::UNDEFINED };
        let rate = self.block_rate(block, storage);
        self.sized_interface(array, rate, direction_of(storage), name).unwrap_or(array)
    }

    /// What the instances of a block count, if not vertices; all of its members agree.
    pub(super) fn block_rate(&self, block: BuiltinBlock, storage: spirv::StorageClass) -> Option<InterfaceRate> {
        self.block_rows(block.name, storage).first().and_then(|row| rate_of(row))
    }

    /// Whether the language declares a block of this name, in any stage.
    pub(in crate::sema) fn is_builtin_block(&self, name: Symbol) -> bool {
        let name = self.text(name);
        name.starts_with("gl_") && builtins::VARIABLES.iter().any(|row| row.block.is_some_and(|it| it.name == name))
    }

    /// `gl_in` and `gl_out`: a block that the language declares with an instance name; `None` if there is none of this
    /// name.
    pub(in crate::sema) fn builtin_instance(&mut self, name: &str, span: Span) -> Option<Operand> {
        let is_member = |row: &&builtins::Variable| row.block.is_some_and(|block| block.instance == name);
        if !name.starts_with("gl_") {
            return None;
        }
        let mut rows: Vec<_> = builtins::VARIABLES.iter().filter(is_member).collect();
        // The first member exists whenever the block does.
        rows.sort_by_key(|row| row.builtin as u32);
        let here = |row: &&&'static builtins::Variable| row.gate.stages.contains(self.module.stage);
        let row = *rows.iter().find(here).or(rows.first())?;
        let block = row.block?;
        if !self.check_gate(row.gate, name, span) {
            return Some(Operand::Error);
        }
        let known = self.builtins.blocks.get(&(block.name, row.storage)).cloned();
        let known = known.unwrap_or_else(|| self.implicit_block(block, row.storage));
        let direction = direction_of(row.storage);
        let ty = self.module.globals.try_get(known.global).ok()?.ty;
        Some(Operand::Place(Box::new(Path {
            root: PlaceRoot::Global(known.global),
            steps: Steps::new(),
            ty,
            swizzle: None,
            access: MemoryQualifiers::NONE,
            storage: direction.storage_class(),
            read_only: direction.read_only(),
            precise: false,
        })))
    }

    pub(super) fn builtin_block_member(&mut self, row: &'static builtins::Variable) -> Member {
        let ty = self.builtin_variable_type(row);
        let Redeclared { interface: redeclared, decorations, .. } =
            self.builtins.redeclared.get(&key(row)).cloned().unwrap_or_default();
        Member {
            name: row.name.into(),
            ty,
            offset: None,
            major: MatrixMajor::Column,
            qualifiers: MemoryQualifiers::NONE,
            precise: self.builtins.redeclared.get(&key(row)).is_some_and(|it| it.precise),
            interface: Interface {
                builtin: Some(row),
                rate: rate_of(row),
                per_view: row.per_view,
                invariant: redeclared.invariant || (self.all_invariant && row.storage == spirv::StorageClass::Output),
                ..redeclared
            },
            decorations,
            span: Span::UNDEFINED,
        }
    }

    pub(super) fn builtin_structure(&mut self, name: &str, members: Vec<Member>) -> Handle<Struct> {
        let structure = Struct { name: name.into(), members, block: None, is_interface_block: true };
        let structure = self.module.types.structs.append(structure, Span::UNDEFINED);
        self.note_precise_members(structure);
        structure
    }

    pub(super) fn add_builtin_block(
        &mut self,
        block: BuiltinBlock,
        instance: &str,
        structure: Handle<Struct>,
        ty: Handle<Type>,
        storage: spirv::StorageClass,
    ) -> BuiltinBlockGlobal {
        let class = direction_of(storage).storage_class();
        let rate = self.block_rate(block, storage);
        let mut global = GlobalVariable::new(instance, ty, class);
        global.interface.rate = rate;
        let global = self.module.globals.append(global, Span::UNDEFINED);
        let made = BuiltinBlockGlobal { global, structure };
        self.builtins.blocks.insert((block.name, storage), made.clone());
        made
    }

    /// Whether the shader names an output.
    pub(super) fn writes_builtin(&self, builtin: spirv::BuiltIn) -> bool {
        self.builtins.globals.contains_key(&(builtin, spirv::StorageClass::Output))
    }

    pub(super) fn builtin_is_used(&self, row: &builtins::Variable) -> bool {
        let block = row.block.is_some_and(|block| self.builtins.blocks.contains_key(&(block.name, row.storage)));
        block || self.builtins.globals.contains_key(&key(row))
    }
}

pub(super) const fn direction_of(storage: spirv::StorageClass) -> Direction {
    match storage {
        spirv::StorageClass::Output => Direction::Out,
        _ => Direction::In,
    }
}

/// The rate of a variable that is not per vertex or invocation.
fn rate_of(row: &builtins::Variable) -> Option<InterfaceRate> {
    row.rate.map(|rate| match rate {
        VariableRate::Patch => InterfaceRate::Patch,
        VariableRate::Primitive => InterfaceRate::Primitive,
    })
}

pub(super) fn key(row: &builtins::Variable) -> Key {
    (row.builtin, row.storage)
}
