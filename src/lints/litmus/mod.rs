//! The litmus explorer: every execution of a tiny kernel that the Vulkan memory model allows.
//!
//! Comes in: the typed form of a compute shader, and [`Settings`]. Goes out: a [`Report`]: the final states of memory, or a data
//! race with an execution that shows it. Must not depend on: lints, which never call it, SPIR-V ids, names of built-ins.
//!
//! # How
//!
//! `traces` runs each invocation (`machine`, with `memory` and `builtin`) in every way that there is, whatever the others
//! do: a read gives any value that somebody may write. A run leaves `event`s. `explorer` takes a trace of each invocation,
//! `executions` chooses which write each read has read and in which order atomic writes happen, and `axioms` says whether
//! the model allows that. It is the only file that knows the model, and follows its published text line by line.
//! `repair` finds what is missing where there is a race: the change that makes it go away.
//!
//! Everything is bounded: by [`Settings`] and by numbers in these files, each with its message. The result is a function of
//! the shader and the settings.

mod axioms;
mod builtin;
mod dot;
mod event;
mod exchange;
mod executions;
mod explorer;
mod machine;
mod memory;
mod messages;
mod origin;
mod relation;
mod repair;
mod report;
#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests;
mod traces;
mod world;

pub use axioms::Variant;
pub use report::{Memory, Party, Race, Report};

use crate::builtins::ExtensionId;
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{MemoryModel, MemoryQualifiers, Module, Span, ValueKind};
use explorer::{Explorer, Found};
use messages::not_explored;
use world::World;

/// How many invocations are explored.
pub const MOST_INVOCATIONS: u32 = 6;

/// What is explored.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Settings {
    /// The number of workgroups; by default two if each is a single invocation, else one.
    pub workgroups: Option<u32>,
    /// Invocations in a subgroup; by default both one and all of a workgroup, if it matters.
    pub subgroup: Option<u32>,
    /// Initial values by the name of a variable, member or element. Anything else begins as zero.
    pub initial: Vec<(String, String)>,
    /// How many rounds loops go that wait for what others write.
    pub bound: u32,
    /// The model.
    pub variant: Variant,
    /// Blocks and variables that are bound to the memory of another.
    pub aliases: Vec<(String, String)>,
    /// The memory model that the shader was compiled for, if it was said. Else it is GLSL450 for shaders that use nothing of
    /// GL_KHR_memory_scope_semantics.
    pub memory_model: Option<MemoryModel>,
    /// How many executions are judged at most.
    pub executions: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            workgroups: None,
            subgroup: None,
            initial: Vec::new(),
            bound: 2,
            variant: Variant::default(),
            aliases: Vec::new(),
            memory_model: None,
            executions: 200_000,
        }
    }
}

/// Explores a shader.
///
/// # Errors
/// If there is something in it that is not explored, too much of it, or something that must not happen.
pub fn explore(module: &Module, settings: &Settings) -> Result<Report, Box<Diagnostic>> {
    let vulkan = is_vulkan(module, settings);
    let world = World::new(module, settings, vulkan);
    let mut world = world.map_err(|why| Box::new(not_explored(Span::UNDEFINED, &why)))?;
    let local = world.shape.local_count();
    let count = local.saturating_mul(world.shape.workgroups);
    if count > MOST_INVOCATIONS || count == 0 {
        return Err(Box::new(too_many_invocations(count)));
    }
    let mut report = Report::new(&world, settings);
    let mut budget = settings.executions;
    let mut sizes = vec![settings.subgroup.unwrap_or(local).clamp(1, local)];
    while let Some(size) = sizes.pop() {
        world.shape.subgroup = size;
        world.subgroups_matter = false;
        let all_found = one_shape(&mut world, settings, &mut budget, &mut report)?;
        if !all_found {
            break;
        }
        if settings.subgroup.is_none() && size == local && local > 1 && world.subgroups_matter {
            sizes.push(1);
        }
    }
    if let Some(name) = world.unused_initial() {
        return Err(Box::new(no_such_memory(name)));
    }
    report.finish(&mut world);
    Ok(report)
}

/// Explores with one size of subgroups. Whether it makes sense to go on.
fn one_shape(
    world: &mut World<'_>,
    settings: &Settings,
    budget: &mut usize,
    report: &mut Report,
) -> Result<bool, Box<Diagnostic>> {
    let invocations = world.shape.invocations();
    let groups: Vec<event::Group> = invocations.iter().map(world::Invocation::group).collect();
    let traces = traces::collect(world, &invocations)?;
    let mut search = |with_cut: bool, repair: &dyn Fn(&mut Vec<event::Event>)| -> Result<Found, Box<Diagnostic>> {
        let mut explorer = Explorer {
            initial: Explorer::initial(world),
            groups: &groups,
            traces: &traces,
            variant: settings.variant,
            repair,
            budget: *budget,
            with_cut,
        };
        let found = explorer.run();
        *budget = explorer.budget;
        found
    };
    let keep = |_: &mut Vec<event::Event>| ();
    let mut found = search(false, &keep)?;
    let waits = traces.iter().flatten().any(|it| it.cut);
    if found.executions == 0 && waits {
        // No execution ends: what happens until then may race all the same.
        found = search(true, &keep)?;
        report.never_ends = true;
    }
    let missing = match &found.race {
        Some(race) => repair::missing(race, &mut |repair| {
            let found = search(report.never_ends, repair).ok()?;
            Some(found.race.is_none())
        }),
        None => None,
    };
    report.waits |= waits;
    report.asked_nobody |= world.asked_nobody;
    report.add(world, &found, missing)?;
    Ok(found.race.is_none())
}

/// Whether the shader is meant for the Vulkan memory model.
fn is_vulkan(module: &Module, settings: &Settings) -> bool {
    if let Some(model) = settings.memory_model {
        return model == MemoryModel::Vulkan;
    }
    module.memory_model == MemoryModel::Vulkan || uses_scopes(module)
}

/// Whether it uses something of GL_KHR_memory_scope_semantics.
fn uses_scopes(module: &Module) -> bool {
    use MemoryQualifiers as Q;
    let qualifiers = Q::DEVICE_COHERENT
        | Q::QUEUE_FAMILY_COHERENT
        | Q::WORKGROUP_COHERENT
        | Q::SUBGROUP_COHERENT
        | Q::SHADER_CALL_COHERENT
        | Q::NON_PRIVATE;
    let is_scoped = |it: &ExtensionId| it.get().name == "GL_KHR_memory_scope_semantics";
    module.functions.iter().any(|(_, function)| {
        let qualified = function.places.iter().any(|(_, place)| place.access.intersects(qualifiers));
        let called = function.values.iter().any(|(_, value)| match &value.kind {
            ValueKind::Builtin(call) => call.prototype.gate.extensions.iter().any(|all| all.iter().any(is_scoped)),
            _ => false,
        });
        qualified || called
    })
}

/// None at all is not explored either.
#[cold]
fn too_many_invocations(count: u32) -> Diagnostic {
    let message = format!("{count} invocations are not explored, only 1 to {MOST_INVOCATIONS}");
    Diagnostic::error(Code::TooMuchToExplore, Span::UNDEFINED, message)
        .with_help("make the local size smaller, or set `--workgroups`")
}

#[cold]
fn no_such_memory(name: &str) -> Diagnostic {
    let message = format!("`--init` names `{name}`, but no such memory exists");
    Diagnostic::error(Code::NotExplored, Span::UNDEFINED, message)
}
