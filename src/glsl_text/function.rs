//! Functions: statements, and the variables that carry values across control flow.
//!
//! Comes in: functions. Goes out: their definitions. Must not depend on: how values are computed.

use super::{Printed, Printer, names, unsupported};
use crate::hir::{
    Argument, Block, BuiltinCall, Function, Handle, Local, Loop, LoopTest, Place, PlaceRoot, PlaceStep, Statement,
    StorageClass, Type, Value, ValueKind,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write as _;

/// Longer expressions go into variables.
const LONGEST: usize = 72;

/// Deeper than the blocks of any program; the printer recurses for each.
const DEEPEST: usize = 1100;

/// A function being printed.
pub(super) struct Body<'p, 'm> {
    pub(super) printer: &'p mut Printer<'m>,
    pub(super) function: &'m Function,
    pub(super) locals: Vec<String>,
    /// The text for each known value.
    pub(super) texts: FxHashMap<Handle<Value>, String>,
    uses: Uses,
    out: String,
    depth: usize,
    /// The enclosing loops, innermost last.
    loops: Vec<&'m Loop>,
    /// The number of variables that hold passed values while others change.
    temporaries: u32,
}

impl<'m> Printer<'m> {
    pub(super) fn function(&mut self, handle: Handle<Function>, function: &'m Function) -> Printed<String> {
        if !function.parameters.is_empty() {
            return unsupported("parameters");
        }
        let name = self.functions.get(&handle).cloned().unwrap_or_default();
        let mut body = Body {
            uses: Uses::of(function),
            printer: self,
            function,
            locals: names::locals(function),
            texts: FxHashMap::default(),
            out: format!("void {name}() {{\n"),
            depth: 1,
            loops: Vec::new(),
            temporaries: 0,
        };
        for (handle, local) in function.locals.iter() {
            if !body.uses.locals.contains(&handle) {
                continue;
            }
            let (ty, lengths) = (body.printer.type_name(local.ty)?, body.printer.lengths(local.ty)?);
            let name = body.locals.get(handle.index()).cloned().unwrap_or_default();
            body.line(&format!("{ty} {name}{lengths};"));
        }
        body.block(function.body, &[])?;
        body.out.push_str("}\n");
        Ok(body.out)
    }
}

/// What a function uses of its arenas, in which passes leave dead entries.
#[derive(Default)]
struct Uses {
    /// How often each value is used, by index.
    values: Vec<u32>,
    locals: FxHashSet<Handle<Local>>,
}

impl Uses {
    fn of(function: &Function) -> Self {
        let mut uses = Self { values: vec![0; function.values.len()], locals: FxHashSet::default() };
        let mut open = vec![function.body];
        while let Some(block) = open.pop() {
            let Ok(block) = function.blocks.try_get(block) else { continue };
            for (statement, _) in &block.statements {
                open.extend(statement.blocks());
                uses.statement(function, statement);
            }
        }
        uses
    }

    fn statement(&mut self, function: &Function, statement: &Statement) {
        match statement {
            Statement::Evaluate(value) => {
                let Ok(value) = function.values.try_get(*value) else { return };
                value.kind.for_each_operand(|operand| match operand {
                    Argument::Value(value) => self.value(value),
                    Argument::Place(place) => self.place(function, place),
                    Argument::Function(_) => {}
                });
            }
            Statement::Store { place, value } => {
                self.place(function, *place);
                self.value(*value);
            }
            Statement::If { condition, .. } => self.value(*condition),
            Statement::Yield(values) | Statement::Break(values) | Statement::Continue(values) => {
                values.iter().for_each(|&value| self.value(value));
            }
            Statement::Loop(it) => {
                it.parameters.iter().for_each(|parameter| self.value(parameter.initial));
                for test in it.condition.iter().chain(&it.repeat_if) {
                    self.value(test.condition);
                    test.results.iter().for_each(|&value| self.value(value));
                }
            }
            _ => {}
        }
    }

    fn value(&mut self, value: Handle<Value>) {
        if let Some(slot) = self.values.get_mut(value.index()) {
            *slot += 1;
        }
    }

    fn place(&mut self, function: &Function, place: Handle<Place>) {
        let Ok(place) = function.places.try_get(place) else { return };
        match place.root {
            PlaceRoot::Reference(value) => self.value(value),
            PlaceRoot::Local(local) => {
                self.locals.insert(local);
            }
            _ => {}
        }
        for step in &place.steps {
            if let PlaceStep::Index(index) = *step {
                self.value(index);
            }
        }
    }
}

impl<'m> Body<'_, 'm> {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{:indent$}{text}", "", indent = 4 * self.depth);
    }

    /// The text without parentheses around all of it.
    pub(super) fn bare(text: &str) -> &str {
        let Some(inside) = text.strip_prefix('(').and_then(|it| it.strip_suffix(')')) else { return text };
        let mut depth = 0_i32;
        for letter in inside.chars() {
            depth += i32::from(letter == '(') - i32::from(letter == ')');
            if depth < 0 {
                return text;
            }
        }
        inside
    }

    /// Makes a variable for a value, which is set here or later.
    fn declare(&mut self, value: Handle<Value>, initial: Option<&str>) -> Printed<()> {
        let Ok(ty) = self.function.values.try_get(value).map(|it| it.ty) else { return unsupported("a value") };
        let ty = self.printer.type_name(ty)?;
        let name = format!("v{}", value.index());
        match initial {
            Some(initial) => self.line(&format!("{ty} {name} = {};", Self::bare(initial))),
            None => self.line(&format!("{ty} {name};")),
        }
        self.texts.insert(value, name);
        Ok(())
    }

    /// Sets variables to values, all at once.
    fn assign(&mut self, targets: &[Handle<Value>], values: &[Handle<Value>]) -> Printed<()> {
        let mut pairs = Vec::new();
        for (&target, &value) in targets.iter().zip(values) {
            let (name, text) = (self.text(target)?, self.text(value)?);
            if name != text {
                pairs.push((target, name, text));
            }
        }
        // A variable that is read after being set is saved first.
        let words = |text: &str| -> Vec<String> {
            text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').map(str::to_owned).collect()
        };
        for later in 1..pairs.len() {
            let (set, rest) = pairs.split_at_mut(later);
            let Some((target, _, text)) = rest.first_mut() else { continue };
            let read = words(text);
            if set.iter().any(|(_, name, _)| read.contains(name)) {
                self.temporaries += 1;
                let name = format!("next{}", self.temporaries);
                let Ok(ty) = self.function.values.try_get(*target).map(|it| it.ty) else { continue };
                let ty = self.printer.type_name(ty)?;
                let text = std::mem::replace(text, name.clone());
                let line = format!("{ty} {name} = {};", Self::bare(&text));
                self.line(&line);
            }
        }
        for (_, name, text) in pairs {
            self.line(&format!("{name} = {};", Self::bare(&text)));
        }
        Ok(())
    }

    fn block(&mut self, block: Handle<Block>, results: &[Handle<Value>]) -> Printed<()> {
        if self.depth > DEEPEST {
            return unsupported("blocks nested this deep");
        }
        let function = self.function;
        let Ok(block) = function.blocks.try_get(block) else { return unsupported("a block") };
        for (statement, _) in &block.statements {
            self.statement(statement, results)?;
        }
        Ok(())
    }

    fn statement(&mut self, statement: &'m Statement, results: &[Handle<Value>]) -> Printed<()> {
        match statement {
            Statement::Evaluate(value) => self.evaluate(*value),
            Statement::Store { place, value } => {
                let (place, value) = (self.place(*place)?, self.text(*value)?);
                self.line(&format!("{place} = {};", Self::bare(&value)));
                Ok(())
            }
            Statement::If { condition, accept, reject, results: made, .. } => {
                for &value in made {
                    self.declare(value, None)?;
                }
                let condition = self.text(*condition)?;
                self.line(&format!("if ({}) {{", Self::bare(&condition)));
                self.inside(*accept, made)?;
                let is_empty = self.function.blocks.try_get(*reject).is_ok_and(|it| it.statements.is_empty());
                if !is_empty {
                    self.line("} else {");
                    self.inside(*reject, made)?;
                }
                self.line("}");
                Ok(())
            }
            Statement::Loop(it) => self.repeat(it),
            Statement::Yield(values) => self.assign(results, values),
            Statement::Break(values) => {
                let Some(it) = self.loops.last().copied() else { return unsupported("a jump") };
                self.assign(&it.results, values)?;
                self.line("break;");
                Ok(())
            }
            Statement::Continue(values) => {
                let Some(it) = self.loops.last().copied() else { return unsupported("a jump") };
                self.end_round(it, values)?;
                self.line("continue;");
                Ok(())
            }
            Statement::Return(None) => {
                self.line("return;");
                Ok(())
            }
            _ => unsupported("a statement that assembly does not have"),
        }
    }

    fn inside(&mut self, block: Handle<Block>, results: &[Handle<Value>]) -> Printed<()> {
        self.depth += 1;
        let printed = self.block(block, results);
        self.depth -= 1;
        printed
    }

    fn evaluate(&mut self, handle: Handle<Value>) -> Printed<()> {
        let Ok(value) = self.function.values.try_get(handle) else { return unsupported("a value") };
        if matches!(value.kind, ValueKind::Constant(_) | ValueKind::BlockParameter) {
            return Ok(());
        }
        match &value.kind {
            &ValueKind::Insert { composite, index, part } => return self.insert(handle, composite, index, part),
            ValueKind::Builtin(call) if call.function.name.contains("AtomicSigned") => {
                return self.signed_atomic(handle, call);
            }
            _ => {}
        }
        let text = self.computation(value)?;
        if matches!(self.printer.module.types.get(value.ty), Type::Void) {
            self.line(&format!("{text};"));
            return Ok(());
        }
        let used = self.uses.values.get(handle.index()).copied().unwrap_or(0);
        if self.is_fixed(value) || self.is_movable(value) && used == 1 && text.len() <= LONGEST {
            self.texts.insert(handle, text);
            return Ok(());
        }
        if used == 0 {
            let text = Self::bare(&text).to_owned();
            if !self.is_movable(value) {
                self.line(&format!("{text};"));
            }
            return Ok(());
        }
        self.declare(handle, Some(&text))
    }

    /// A vector with one component replaced.
    fn insert(
        &mut self,
        handle: Handle<Value>,
        composite: Handle<Value>,
        index: u32,
        part: Handle<Value>,
    ) -> Printed<()> {
        let is_vector = self.function.values.try_get(handle).map(|it| it.ty);
        let is_vector = is_vector.is_ok_and(|ty| matches!(self.printer.module.types.get(ty), Type::Vector(..)));
        let (Some(letter), true) = (["x", "y", "z", "w"].get(index as usize), is_vector) else {
            return unsupported("a part of something that is not a vector");
        };
        let (whole, part) = (self.text(composite)?, self.text(part)?);
        self.declare(handle, Some(&whole))?;
        let name = self.text(handle)?;
        self.line(&format!("{name}.{letter} = {};", Self::bare(&part)));
        Ok(())
    }

    /// The signed minimum or maximum of memory that holds untyped words, which GLSL expresses by retrying.
    fn signed_atomic(&mut self, handle: Handle<Value>, call: &BuiltinCall) -> Printed<()> {
        let &[Argument::Place(place), Argument::Value(data)] = call.arguments.as_slice() else {
            return unsupported("an atomic operation");
        };
        let (place, data) = (self.place(place)?, self.text(data)?);
        let wide = self.is_wide(Argument::Value(handle));
        if wide {
            self.printer.extensions.insert("GL_EXT_shader_atomic_int64");
        }
        let (signed, unsigned) = if wide { ("int64_t", "uint64_t") } else { ("int", "uint") };
        let function = if call.function.name.ends_with("Min") { "min" } else { "max" };
        self.declare(handle, Some(&format!("atomicOr({place}, {unsigned}(0))")))?;
        let name = self.text(handle)?;
        let data = Self::bare(&data);
        self.line("while (true) {");
        self.depth += 1;
        self.line(&format!("{unsigned} old = {name};"));
        let new = format!("{unsigned}({function}({signed}(old), {signed}({data})))");
        self.line(&format!("{name} = atomicCompSwap({place}, old, {new});"));
        self.line(&format!("if ({name} == old) {{"));
        self.line("    break;");
        self.line("}");
        self.depth -= 1;
        self.line("}");
        Ok(())
    }

    /// Whether a value is the same wherever it is read: inputs, and resources themselves.
    fn is_fixed(&self, value: &Value) -> bool {
        let ValueKind::Load(place) = value.kind else { return false };
        let Ok(place) = self.function.places.try_get(place) else { return false };
        let PlaceRoot::Global(global) = place.root else { return false };
        let is_opaque = self.printer.module.types.get(value.ty).is_opaque();
        let global = self.printer.module.globals.try_get(global);
        is_opaque || global.is_ok_and(|it| it.storage == StorageClass::Input)
    }

    /// Whether a value may be computed later, or not at all.
    fn is_movable(&self, value: &Value) -> bool {
        match &value.kind {
            ValueKind::Unary { .. }
            | ValueKind::Binary { .. }
            | ValueKind::Convert(_)
            | ValueKind::Splat(_)
            | ValueKind::Compose(_)
            | ValueKind::Extract { .. }
            | ValueKind::ExtractDynamic { .. }
            | ValueKind::Swizzle { .. }
            | ValueKind::Select { .. } => true,
            ValueKind::Builtin(call) => {
                let name = call.function.name;
                let plain = call.arguments.iter().all(|it| matches!(it, Argument::Value(_)));
                plain && !name.starts_with("subgroup") && !name.ends_with("arrier")
            }
            _ => false,
        }
    }

    /// Writes what comes between two iterations, to which `passed` goes.
    fn end_round(&mut self, it: &'m Loop, passed: &[Handle<Value>]) -> Printed<()> {
        for (&parameter, &value) in it.continue_parameters.iter().zip(passed) {
            let text = self.text(value)?;
            self.texts.insert(parameter, text);
        }
        let parameters: Vec<_> = it.parameters.iter().map(|parameter| parameter.value).collect();
        self.block(it.continuing, &parameters)?;
        match &it.repeat_if {
            Some(test) => self.test(it, test),
            None => Ok(()),
        }
    }

    fn test(&mut self, it: &'m Loop, test: &LoopTest) -> Printed<()> {
        let condition = self.text(test.condition)?;
        self.line(&format!("if (!({})) {{", Self::bare(&condition)));
        self.depth += 1;
        self.assign(&it.results, &test.results)?;
        self.line("break;");
        self.depth -= 1;
        self.line("}");
        Ok(())
    }

    fn repeat(&mut self, it: &'m Loop) -> Printed<()> {
        for &result in &it.results {
            self.declare(result, None)?;
        }
        for parameter in &it.parameters {
            let initial = self.text(parameter.initial)?;
            self.declare(parameter.value, Some(&initial))?;
        }
        self.line("while (true) {");
        self.depth += 1;
        self.loops.push(it);
        self.block(it.header, &[])?;
        if let Some(test) = &it.condition {
            self.test(it, test)?;
        }
        let function = self.function;
        let Ok(body) = function.blocks.try_get(it.body) else { return unsupported("a block") };
        let mut passed: Option<&[Handle<Value>]> = Some(&[]);
        for (statement, _) in &body.statements {
            match statement {
                Statement::Yield(values) => passed = Some(values),
                _ => {
                    self.statement(statement, &[])?;
                    if statement.is_terminator() {
                        passed = None;
                    }
                }
            }
        }
        if let Some(passed) = passed {
            self.end_round(it, passed)?;
        }
        self.loops.pop();
        self.depth -= 1;
        self.line("}");
        Ok(())
    }
}
