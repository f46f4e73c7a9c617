//! Runs HIR: all invocations of a workgroup side by side, as a second opinion on what a compute shader computes.
//!
//! Comes in: a module, the contents of its buffers, the size of subgroups. Goes out: what is in memory afterwards. What is
//! computed comes from the constant folder and, for subgroup operations, from the model in `model.rs`; control flow, memory
//! and calls are this file's own. Must not depend on: SPIR-V, passes, devices.
//!
//! Each statement runs for all its active invocations before the next one does. So barriers have nothing to do, and a
//! subgroup operation sees those invocations that reach it in the same block. Races have some result. Anything not known here
//! is an error, not a guess.

mod care;
mod exchange;
mod images;
mod memory;

use std::collections::HashMap;

use glslsub::internals::hir::fold::Folder;
use glslsub::internals::hir::{
    Argument, BinaryOperation, Block, BlockParameter, BuiltinCall, Constant, ConstantKind, ConstantOperation, Function,
    GlobalVariable, Handle, Local, Loop, Module, ParameterMode, Statement, Switch, Type, TypeTable, UniqueArena, Value,
    ValueKind, WorkgroupDimension,
};

use super::subgroup::{Operation, operations};
use care::Care;

type Datum = Handle<Constant>;
/// A datum of each invocation that has one.
type Data = Vec<Option<Datum>>;
/// The invocations that run.
type Mask = Vec<bool>;

/// Values computed before the run ends in an error: a loop without an end would go on.
const MOST_VALUES: usize = 2_000_000;
/// The same for a careful machine, which runs a program after the other.
const MOST_CAREFUL_VALUES: usize = 20_000;

/// Where a path starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Root {
    Global(Handle<GlobalVariable>),
    /// A variable of a call, which has a number.
    Local(usize, Handle<Local>),
    /// What a buffer reference leads to. There is one such buffer, for all references.
    Far,
}

/// Memory of one scalar: the variable, the invocation if each has its own, and the path.
type Cell = (Root, Option<usize>, Vec<u32>);

/// How a block ends for an invocation.
#[derive(Clone, Debug)]
enum Exit {
    End(Vec<Datum>),
    Break(Vec<Datum>),
    Continue(Vec<Datum>),
    Return(Option<Datum>),
}

type Exits = Vec<Option<Exit>>;

#[derive(Clone)]
enum Passed {
    Value(Data),
    Memory(Vec<Option<(Root, Vec<u32>)>>),
}

/// A call of a function.
struct Frame<'m> {
    function: &'m Function,
    number: usize,
    values: HashMap<Handle<Value>, Data>,
    parameters: Vec<Passed>,
}

/// The initial bits of a scalar in a buffer, from the name of the variable and the path in it.
pub type Contents<'a> = &'a dyn Fn(&str, &[u32]) -> u64;

/// A workgroup that runs a module.
pub struct Machine<'m> {
    module: &'m Module,
    types: TypeTable,
    constants: UniqueArena<Constant>,
    contents: Contents<'m>,
    operations: HashMap<String, Operation>,
    memory: HashMap<Cell, Datum>,
    local: [u32; 3],
    subgroup: usize,
    frames: usize,
    computed: usize,
    /// Whether what is undefined is an error.
    care: Option<Care<'m>>,
}

type Result<T> = std::result::Result<T, String>;

impl<'m> Machine<'m> {
    /// A workgroup, before it runs.
    pub fn new(module: &'m Module, subgroup: usize, contents: Contents<'m>) -> Result<Self> {
        let mut machine = Self {
            module,
            types: module.types.clone(),
            constants: module.constants.clone(),
            contents,
            operations: operations().into_iter().map(|it| (it.name.clone(), it)).collect(),
            memory: HashMap::new(),
            local: [1; 3],
            subgroup,
            frames: 0,
            computed: 0,
            care: None,
        };
        let workgroup = module.entry_point.workgroup.ok_or("no workgroup")?;
        for (size, dimension) in workgroup.size.into_iter().enumerate() {
            machine.local[size] = match dimension {
                WorkgroupDimension::Literal(size) => size,
                WorkgroupDimension::Specialization(constant) => {
                    let constant = machine.resolved(constant)?;
                    machine.folder().as_u32(constant).ok_or("no size")?
                }
            };
        }
        Ok(machine)
    }

    fn lanes(&self) -> usize {
        self.local.iter().product::<u32>() as usize
    }

    fn folder(&mut self) -> Folder<'_> {
        Folder { types: &mut self.types, constants: &mut self.constants }
    }

    /// Runs `main`.
    pub fn run(&mut self) -> Result<()> {
        let function = self.module.functions.try_get(self.module.entry_point.function).map_err(|_| "no main")?;
        self.call(function, Vec::new(), &vec![true; self.lanes()]).map(drop)
    }

    /// The bits of a scalar in shared memory, a buffer or another variable that all invocations share.
    pub fn bits(&mut self, variable: &str, path: &[u32]) -> Result<u64> {
        let found = self.module.globals.iter().find(|(_, it)| it.name == variable);
        let (handle, global) = found.ok_or("no such variable")?;
        let mut ty = global.ty;
        for &step in path {
            ty = self.part(ty, step).ok_or("no such part")?.0;
        }
        let datum = self.read(Root::Global(handle), None, &mut path.to_vec(), ty)?;
        self.folder().scalar_bits(datum).ok_or_else(|| "no scalar".to_owned())
    }

    // Constants.

    /// A constant with the default values of specialization constants.
    fn resolved(&mut self, constant: Datum) -> Result<Datum> {
        if !self.folder().depends_on_specialization(constant) {
            return Ok(constant);
        }
        let Constant { ty, kind } = self.constants[constant].clone();
        let value = match kind {
            ConstantKind::Scalar(_) | ConstantKind::Null => Some(constant),
            ConstantKind::Specialization { default, .. } => {
                let scalar = self.types.scalar_of(ty).ok_or("no scalar")?;
                Some(self.folder().scalar(scalar, default))
            }
            ConstantKind::Composite(parts) | ConstantKind::WorkgroupSize(parts) => {
                let parts = parts.into_iter().map(|it| self.resolved(it)).collect::<Result<Vec<_>>>()?;
                self.folder().compose(ty, &parts)
            }
            ConstantKind::Operation(operation) => match operation {
                ConstantOperation::Unary(operation, operand) => {
                    let operand = self.resolved(operand)?;
                    self.folder().unary(operation, operand)
                }
                ConstantOperation::Binary(operation, left, right) => {
                    let (left, right) = (self.resolved(left)?, self.resolved(right)?);
                    self.folder().binary(operation, left, right).constant()
                }
                ConstantOperation::Convert(operand) => {
                    let operand = self.resolved(operand)?;
                    self.folder().convert(operand, ty)
                }
                ConstantOperation::Select(condition, accept, reject) => {
                    let condition = self.resolved(condition)?;
                    let chosen = if self.truth(condition)? { accept } else { reject };
                    Some(self.resolved(chosen)?)
                }
                ConstantOperation::Extract(composite, index) => {
                    let composite = self.resolved(composite)?;
                    self.folder().extract(composite, index)
                }
                ConstantOperation::Swizzle(vector, components) => {
                    let vector = self.resolved(vector)?;
                    self.folder().swizzle(vector, &components)
                }
                _ => None,
            },
        };
        value.ok_or_else(|| "a constant that is not known here".to_owned())
    }

    fn truth(&mut self, datum: Datum) -> Result<bool> {
        self.folder().as_bool(datum).ok_or_else(|| "no truth value".to_owned())
    }

    fn index(&mut self, datum: Datum) -> Result<u32> {
        let index = self.folder().as_i64(datum).ok_or("no index")?;
        u32::try_from(index).map_err(|_| format!("index {index}"))
    }

    // Control flow.

    fn call(&mut self, function: &'m Function, parameters: Vec<Passed>, mask: &Mask) -> Result<Data> {
        self.frames += 1;
        let mut frame = Frame { function, number: self.frames, values: HashMap::new(), parameters };
        let exits = self.block(&mut frame, function.body, mask)?;
        let result = exits.into_iter().map(|exit| match exit {
            Some(Exit::Return(value)) => value,
            _ => None,
        });
        Ok(result.collect())
    }

    fn value(&mut self, frame: &Frame<'m>, value: Handle<Value>, lane: usize) -> Result<Datum> {
        match frame.function.values[value].kind {
            ValueKind::Constant(constant) => self.resolved(constant),
            ValueKind::Parameter(index) => match frame.parameters.get(index as usize) {
                Some(Passed::Value(data)) => data[lane].ok_or_else(|| "no argument".to_owned()),
                _ => Err("no value was passed".to_owned()),
            },
            _ => {
                let data = frame.values.get(&value).and_then(|it| it[lane]);
                data.ok_or_else(|| "a value that nothing has computed".to_owned())
            }
        }
    }

    fn all(&mut self, frame: &Frame<'m>, values: &[Handle<Value>], lane: usize) -> Result<Vec<Datum>> {
        values.iter().map(|&it| self.value(frame, it, lane)).collect()
    }

    fn set(frame: &mut Frame<'m>, value: Handle<Value>, lane: usize, lanes: usize, datum: Datum) {
        frame.values.entry(value).or_insert_with(|| vec![None; lanes])[lane] = Some(datum);
    }

    /// Gives values that control flow brings.
    fn bring(&self, frame: &mut Frame<'m>, values: &[Handle<Value>], lane: usize, data: &[Datum]) -> Result<()> {
        if values.len() != data.len() {
            return Err(format!("{} values for {}", data.len(), values.len()));
        }
        for (&value, &datum) in values.iter().zip(data) {
            Self::set(frame, value, lane, self.lanes(), datum);
        }
        Ok(())
    }

    fn block(&mut self, frame: &mut Frame<'m>, block: Handle<Block>, mask: &Mask) -> Result<Exits> {
        let mut mask = mask.clone();
        let mut exits: Exits = vec![None; mask.len()];
        let statements = &frame.function.blocks[block].statements;
        for (statement, _) in statements {
            if !mask.contains(&true) {
                return Ok(exits);
            }
            self.statement(frame, statement, &mut mask, &mut exits)?;
        }
        for (exit, is_active) in exits.iter_mut().zip(&mask) {
            if *is_active {
                *exit = Some(Exit::End(Vec::new()));
            }
        }
        Ok(exits)
    }

    fn statement(
        &mut self,
        frame: &mut Frame<'m>,
        statement: &'m Statement,
        mask: &mut Mask,
        exits: &mut Exits,
    ) -> Result<()> {
        let active: Vec<usize> = (0..mask.len()).filter(|&lane| mask[lane]).collect();
        match statement {
            Statement::Evaluate(value) => self.evaluate(frame, *value, mask),
            Statement::Store { place, value } => {
                for lane in active {
                    let datum = self.value(frame, *value, lane)?;
                    self.store(frame, *place, datum, lane)?;
                }
                Ok(())
            }
            Statement::Describe { .. } => Ok(()),
            Statement::If { condition, accept, reject, results, .. } => {
                let (mut yes, mut no) = (vec![false; mask.len()], vec![false; mask.len()]);
                for lane in active {
                    let condition = self.value(frame, *condition, lane)?;
                    (if self.truth(condition)? { &mut yes } else { &mut no })[lane] = true;
                }
                for (block, arm) in [(*accept, yes), (*reject, no)] {
                    let ended = self.block(frame, block, &arm)?;
                    self.leave(frame, ended, results, mask, exits, false)?;
                }
                Ok(())
            }
            Statement::Switch(switch) => self.switch(frame, switch, mask, exits),
            Statement::Loop(it) => self.repeat(frame, it, mask, exits),
            Statement::Yield(values) | Statement::Break(values) | Statement::Continue(values) => {
                for lane in active {
                    let data = self.all(frame, values, lane)?;
                    exits[lane] = Some(match statement {
                        Statement::Yield(_) => Exit::End(data),
                        Statement::Break(_) => Exit::Break(data),
                        _ => Exit::Continue(data),
                    });
                    mask[lane] = false;
                }
                Ok(())
            }
            Statement::Return(value) => {
                for lane in active {
                    let datum = value.map(|it| self.value(frame, it, lane)).transpose()?;
                    exits[lane] = Some(Exit::Return(datum));
                    mask[lane] = false;
                }
                Ok(())
            }
            Statement::Demote | Statement::Terminate(_) => Err("the end of an invocation".to_owned()),
        }
    }

    /// Goes on behind a statement where one of its blocks has ended; other exits go further out. `breaks` are ends, too.
    fn leave(
        &mut self,
        frame: &mut Frame<'m>,
        ended: Exits,
        results: &[Handle<Value>],
        mask: &mut Mask,
        exits: &mut Exits,
        breaks: bool,
    ) -> Result<()> {
        for (lane, exit) in ended.into_iter().enumerate() {
            match exit {
                None => {}
                Some(Exit::End(data)) => self.bring(frame, results, lane, &data)?,
                Some(Exit::Break(data)) if breaks => self.bring(frame, results, lane, &data)?,
                other => {
                    mask[lane] = false;
                    exits[lane] = other;
                }
            }
        }
        Ok(())
    }

    fn switch(&mut self, frame: &mut Frame<'m>, switch: &'m Switch, mask: &mut Mask, exits: &mut Exits) -> Result<()> {
        let mut chosen = vec![None; mask.len()];
        for lane in (0..mask.len()).filter(|&lane| mask[lane]) {
            let selector = self.value(frame, switch.selector, lane)?;
            let bits = self.folder().scalar_bits(selector).ok_or("no selector")?;
            let equal = switch.cases.iter().position(|case| case.values.contains(&bits));
            chosen[lane] = equal.or_else(|| switch.cases.iter().position(|case| case.is_default));
        }
        let mut fallen: Exits = vec![None; mask.len()];
        for (index, case) in switch.cases.iter().enumerate() {
            let mut run = vec![false; mask.len()];
            for lane in 0..mask.len() {
                let data = match (&fallen[lane], chosen[lane] == Some(index)) {
                    (Some(Exit::End(data)), _) => data.clone(),
                    (_, true) => self.initial_of(frame, &case.parameters, lane)?,
                    _ => continue,
                };
                run[lane] = true;
                let parameters: Vec<_> = case.parameters.iter().map(|it| it.value).collect();
                self.bring(frame, &parameters, lane, &data)?;
            }
            let mut ended = self.block(frame, case.body, &run)?;
            fallen = vec![None; mask.len()];
            if case.falls_through {
                for (exit, fallen) in ended.iter_mut().zip(&mut fallen) {
                    if matches!(exit, Some(Exit::End(_))) {
                        std::mem::swap(exit, fallen);
                    }
                }
            }
            self.leave(frame, ended, &switch.results, mask, exits, true)?;
        }
        self.leave(frame, fallen, &switch.results, mask, exits, true)
    }

    fn initial_of(&mut self, frame: &Frame<'m>, parameters: &[BlockParameter], lane: usize) -> Result<Vec<Datum>> {
        parameters.iter().map(|it| self.value(frame, it.initial, lane)).collect()
    }

    fn repeat(&mut self, frame: &mut Frame<'m>, it: &'m Loop, mask: &mut Mask, exits: &mut Exits) -> Result<()> {
        let parameters: Vec<_> = it.parameters.iter().map(|it| it.value).collect();
        let lanes = mask.len();
        let mut live = mask.clone();
        for lane in (0..lanes).filter(|&lane| mask[lane]) {
            let data = self.initial_of(frame, &it.parameters, lane)?;
            self.bring(frame, &parameters, lane, &data)?;
        }
        while live.contains(&true) {
            self.step()?;
            let header = self.block(frame, it.header, &live)?;
            self.leave(frame, header, &[], &mut live, exits, false)?;
            self.test(frame, it.condition.as_ref(), &it.results, &mut live)?;
            let ended = self.block(frame, it.body, &live)?;
            for (lane, exit) in ended.into_iter().enumerate() {
                match exit {
                    None => {}
                    Some(Exit::End(data) | Exit::Continue(data)) => {
                        self.bring(frame, &it.continue_parameters, lane, &data)?;
                    }
                    Some(Exit::Break(data)) => {
                        self.bring(frame, &it.results, lane, &data)?;
                        live[lane] = false;
                    }
                    returned => {
                        live[lane] = false;
                        mask[lane] = false;
                        exits[lane] = returned;
                    }
                }
            }
            let next = self.block(frame, it.continuing, &live)?;
            self.test(frame, it.repeat_if.as_ref(), &it.results, &mut live)?;
            for (lane, exit) in next.into_iter().enumerate() {
                if let (Some(Exit::End(data)), true) = (exit, live[lane]) {
                    self.bring(frame, &parameters, lane, &data)?;
                }
            }
        }
        Ok(())
    }

    /// Those for which the test fails leave the loop.
    fn test(
        &mut self,
        frame: &mut Frame<'m>,
        test: Option<&'m glslsub::internals::hir::LoopTest>,
        results: &[Handle<Value>],
        live: &mut Mask,
    ) -> Result<()> {
        let Some(test) = test else { return Ok(()) };
        for lane in (0..live.len()).filter(|&lane| live[lane]).collect::<Vec<_>>() {
            let condition = self.value(frame, test.condition, lane)?;
            if !self.truth(condition)? {
                let data = self.all(frame, &test.results, lane)?;
                self.bring(frame, results, lane, &data)?;
                live[lane] = false;
            }
        }
        Ok(())
    }

    // Values.

    /// One more value, or turn of a loop.
    fn step(&mut self) -> Result<()> {
        self.computed += 1;
        let most = if self.care.is_some() { MOST_CAREFUL_VALUES } else { MOST_VALUES };
        if self.computed > most { Err("too many steps".to_owned()) } else { Ok(()) }
    }

    fn evaluate(&mut self, frame: &mut Frame<'m>, handle: Handle<Value>, mask: &Mask) -> Result<()> {
        let value = &frame.function.values[handle];
        self.step()?;
        let data: Data = match &value.kind {
            ValueKind::Call { function, arguments } => {
                let callee = &self.module.functions[*function];
                let mut passed = Vec::new();
                for (argument, parameter) in arguments.iter().zip(&callee.parameters) {
                    passed.push(self.argument(frame, *argument, parameter.mode, mask)?);
                }
                self.call(callee, passed, mask)?
            }
            ValueKind::Builtin(call) => self.builtin(frame, call, value.ty, mask)?,
            kind => {
                let lanes = 0..mask.len();
                lanes
                    .map(|lane| if mask[lane] { self.compute(frame, kind, value.ty, lane).map(Some) } else { Ok(None) })
                    .collect::<Result<_>>()?
            }
        };
        for (lane, datum) in data.into_iter().enumerate() {
            if let (Some(datum), true) = (datum, mask[lane]) {
                self.check_result(datum)?;
                Self::set(frame, handle, lane, mask.len(), datum);
            }
        }
        Ok(())
    }

    fn argument(&mut self, frame: &Frame<'m>, argument: Argument, mode: ParameterMode, mask: &Mask) -> Result<Passed> {
        let lanes = 0..mask.len();
        match (argument, mode) {
            (Argument::Value(value), ParameterMode::Value) => {
                let data =
                    lanes.map(|lane| if mask[lane] { self.value(frame, value, lane).map(Some) } else { Ok(None) });
                Ok(Passed::Value(data.collect::<Result<_>>()?))
            }
            (Argument::Place(place), ParameterMode::Pointer | ParameterMode::Resource) => {
                let places =
                    lanes.map(|lane| if mask[lane] { self.resolve(frame, place, lane).map(Some) } else { Ok(None) });
                Ok(Passed::Memory(places.collect::<Result<_>>()?))
            }
            _ => Err("an argument of another kind".to_owned()),
        }
    }

    fn compute(&mut self, frame: &Frame<'m>, kind: &ValueKind, ty: Handle<Type>, lane: usize) -> Result<Datum> {
        let unknown = || format!("{kind:?}");
        match kind {
            ValueKind::Load(place) => match self.types.get(ty) {
                Type::Image(_) => self.image_datum(frame, *place, ty, lane),
                _ => self.load(frame, *place, lane),
            },
            ValueKind::Unary { operation, operand } => {
                let operand = self.value(frame, *operand, lane)?;
                self.folder().unary(*operation, operand).ok_or_else(unknown)
            }
            ValueKind::Binary { operation, left, right } => {
                let (left, right) = (self.value(frame, *left, lane)?, self.value(frame, *right, lane)?);
                self.check_binary(*operation, left, right)?;
                self.folder().binary(*operation, left, right).constant().ok_or_else(unknown)
            }
            ValueKind::Convert(operand) => {
                let operand = self.value(frame, *operand, lane)?;
                self.check_conversion(operand, ty)?;
                self.folder().convert(operand, ty).ok_or_else(unknown)
            }
            ValueKind::Splat(operand) => {
                let operand = self.value(frame, *operand, lane)?;
                self.folder().splat(operand, ty).ok_or_else(unknown)
            }
            ValueKind::Compose(parts) => {
                let mut parts = self.all(frame, parts, lane)?;
                if matches!(self.types.get(ty), Type::Vector(..)) {
                    let flat = parts.into_iter().map(|it| self.folder().components(it).unwrap_or_else(|| vec![it]));
                    parts = flat.flatten().collect();
                }
                self.folder().compose(ty, &parts).ok_or_else(unknown)
            }
            ValueKind::Extract { composite, index } => {
                let composite = self.value(frame, *composite, lane)?;
                self.folder().extract(composite, *index).ok_or_else(unknown)
            }
            ValueKind::ExtractDynamic { vector, index } => {
                let (vector, index) = (self.value(frame, *vector, lane)?, self.value(frame, *index, lane)?);
                let index = self.index(index)?;
                self.folder().extract(vector, index).ok_or_else(unknown)
            }
            ValueKind::Insert { composite, index, part } => {
                let (composite, new) = (self.value(frame, *composite, lane)?, self.value(frame, *part, lane)?);
                let count = self.part(ty, 0).ok_or_else(unknown)?.1;
                let mut parts = Vec::new();
                for at in 0..count {
                    let old = self.folder().extract(composite, at).ok_or_else(unknown)?;
                    parts.push(if at == *index { new } else { old });
                }
                self.folder().compose(ty, &parts).ok_or_else(unknown)
            }
            ValueKind::Swizzle { vector, components } => {
                let vector = self.value(frame, *vector, lane)?;
                self.folder().swizzle(vector, components).ok_or_else(unknown)
            }
            ValueKind::Select { condition, accept, reject } => {
                let condition = self.value(frame, *condition, lane)?;
                let chosen = if self.truth(condition)? { accept } else { reject };
                self.value(frame, *chosen, lane)
            }
            _ => Err(unknown()),
        }
    }

    fn builtin(&mut self, frame: &Frame<'m>, call: &BuiltinCall, ty: Handle<Type>, mask: &Mask) -> Result<Data> {
        let name = call.function.name;
        if name == "barrier" {
            self.meet(mask)?;
        }
        if matches!(name, "barrier" | "subgroupBarrier") || name.contains("emoryBarrier") {
            return Ok(vec![None; mask.len()]);
        }
        if name.starts_with("image") || name == "texelFetch" {
            return self.image_call(frame, call, ty, mask);
        }
        if name.starts_with("subgroup") {
            return self.subgroup_call(frame, call, ty, mask);
        }
        let mut data = vec![None; mask.len()];
        for lane in (0..mask.len()).filter(|&lane| mask[lane]) {
            data[lane] = Some(match (name.strip_prefix("atomic"), call.arguments.as_slice()) {
                (Some(operation), &[Argument::Place(place), Argument::Value(value)]) => {
                    let (old, operand) = (self.load(frame, place, lane)?, self.value(frame, value, lane)?);
                    let new = self.atomic(operation, old, operand)?;
                    self.store(frame, place, new, lane)?;
                    old
                }
                _ => {
                    let mut arguments = Vec::new();
                    for argument in &call.arguments {
                        let &Argument::Value(value) = argument else { return Err(format!("memory of `{name}`")) };
                        arguments.push(self.value(frame, value, lane)?);
                    }
                    self.check_builtin(name, &arguments)?;
                    let folded = self.folder().builtin(call.prototype, call.instance, ty, &arguments);
                    folded.ok_or_else(|| format!("`{name}`"))?
                }
            });
        }
        Ok(data)
    }

    pub(super) fn atomic(&mut self, operation: &str, old: Datum, operand: Datum) -> Result<Datum> {
        let binary = match operation {
            "Add" => BinaryOperation::Add,
            "And" => BinaryOperation::BitAnd,
            "Or" => BinaryOperation::BitOr,
            "Xor" => BinaryOperation::BitXor,
            "Exchange" => return Ok(operand),
            "Min" | "Max" => {
                let less = self.folder().binary(BinaryOperation::Less, old, operand).constant().ok_or("no order")?;
                return Ok(if self.truth(less)? == (operation == "Min") { old } else { operand });
            }
            _ => return Err(format!("`atomic{operation}`")),
        };
        self.folder().binary(binary, old, operand).constant().ok_or_else(|| "no atomic operation".to_owned())
    }
}
