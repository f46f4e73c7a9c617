//! The classic litmus shapes on the device: what it shows must be among what `glslsub litmus` allows.
//!
//! A shape is what two to four invocations do to up to three locations. A kernel of one instance goes to the explorer, which
//! says how memory may look in the end. A kernel of many instances runs: each invocation plays one role of the shape after
//! the other, each in another instance, so that the partners of an instance are in different workgroups, subgroups or lanes.
//! Each instance must end in a state that the explorer allows. Shapes with a data race allow everything and are left out.
//!
//! A sample of the variants runs on a CPU; with `GLSLSUB_EXHAUSTIVE=1`, and on every GPU, all of them do.

use crate::common::vulkan::{Binding, Device, Format, Image, Job, Resource, Shape as Dimensions};
use crate::common::{self, compile, shout, vulkan};
use glslsub::internals::Input;
use glslsub::internals::driver::{Options, litmus};
use glslsub::internals::lints::litmus::Settings;
use glslsub::internals::source::NoIncludes;
use glslsub::internals::target::TargetEnvironment;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// What an invocation does; locations are 0 (`x`) to 2, registers are results.
#[derive(Clone, Copy, Debug)]
enum Action {
    /// An atomic store of a value to a location.
    Store(u32, u32),
    /// An atomic load into a register of a location.
    Load(u32, u32),
    /// An atomic addition of 1: into a register, of a location.
    Add(u32, u32),
    /// An atomic exchange: into a register, of a location, with a value.
    Swap(u32, u32, u32),
    /// A plain store of a value to a location.
    Write(u32, u32),
    /// A plain load into a register of a location, if another register has a value.
    ReadIf(u32, u32, (u32, u32)),
    /// An atomic store of a value to a location, likewise.
    StoreIf(u32, u32, (u32, u32)),
}

use Action::{Add, Load, ReadIf, Store, StoreIf, Swap, Write};

/// The values in the end, the first in the lowest four bits. No shape has larger ones.
type State = u64;

fn state(values: impl Iterator<Item = u32>) -> State {
    values.zip(0..).fold(0, |state, (value, index)| state | u64::from(value.min(15)) << (4 * index))
}

/// A shape: its name and what each invocation does.
type Shape = (&'static str, &'static [&'static [Action]]);

const SHAPES: &[Shape] = &[
    ("message passing", &[&[Store(0, 1), Store(1, 1)], &[Load(0, 1), Load(1, 0)]]),
    ("message passing, plain", &[&[Write(0, 1), Store(1, 1)], &[Load(0, 1), ReadIf(1, 0, (0, 1))]]),
    ("message passing, exchange", &[&[Write(0, 1), Swap(0, 1, 1)], &[Swap(1, 1, 0), ReadIf(2, 0, (1, 1))]]),
    ("store buffering", &[&[Store(0, 1), Load(0, 1)], &[Store(1, 1), Load(1, 0)]]),
    ("store buffering, exchange", &[&[Swap(0, 0, 1), Load(1, 1)], &[Swap(2, 1, 1), Load(3, 0)]]),
    ("load buffering", &[&[Load(0, 0), Store(1, 1)], &[Load(1, 1), Store(0, 1)]]),
    ("S", &[&[Store(0, 2), Store(1, 1)], &[Load(0, 1), Store(0, 1)]]),
    ("R", &[&[Store(0, 1), Store(1, 1)], &[Store(1, 2), Load(0, 0)]]),
    ("2+2W", &[&[Store(0, 1), Store(1, 2)], &[Store(1, 1), Store(0, 2)]]),
    ("CoRR", &[&[Store(0, 1)], &[Load(0, 0), Load(1, 0)]]),
    ("CoRW", &[&[Load(0, 0), Store(0, 1)], &[Store(0, 2)]]),
    ("CoWR", &[&[Store(0, 1), Load(0, 0)], &[Store(0, 2)]]),
    ("CoWW", &[&[Store(0, 1), Store(0, 2)], &[Load(0, 0), Load(1, 0)]]),
    ("WRC", &[&[Store(0, 1)], &[Load(0, 0), Store(1, 1)], &[Load(1, 1), Load(2, 0)]]),
    (
        "WRC, plain",
        &[&[Write(0, 1), Store(1, 1)], &[Load(0, 1), StoreIf(2, 1, (0, 1))], &[Load(1, 2), ReadIf(2, 0, (1, 1))]],
    ),
    ("ISA2", &[&[Store(0, 1), Store(1, 1)], &[Load(0, 1), Store(2, 1)], &[Load(1, 2), Load(2, 0)]]),
    ("IRIW", &[&[Store(0, 1)], &[Store(1, 1)], &[Load(0, 0), Load(1, 1)], &[Load(2, 1), Load(3, 0)]]),
    ("counter", &[&[Add(0, 0)], &[Add(1, 0)], &[Add(2, 0)]]),
    // The flag is 2 only if the addition has seen the store.
    ("release sequence", &[&[Write(0, 1), Store(1, 1)], &[Add(0, 1)], &[Load(1, 1), ReadIf(2, 0, (1, 2))]]),
];

/// What the atomic operations order.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Order {
    Relaxed,
    Release,
    Acquire,
    ReleaseAcquire,
    /// Relaxed operations with a memory barrier between each two actions.
    Fences,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Storage {
    Buffer,
    Shared,
    Image,
}

/// Where the invocations of an instance are to each other, and the scope of all operations.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Place {
    Workgroups,
    Workgroup,
    Subgroup,
}

#[derive(Clone, Copy, Debug)]
struct Variant {
    shape: Shape,
    order: Order,
    storage: Storage,
    place: Place,
    scope: &'static str,
}

fn variants() -> Vec<Variant> {
    use Storage::{Buffer, Image, Shared};
    let places: &[(Place, &str, &[Storage])] = &[
        (Place::Workgroups, "Device", &[Buffer, Image]),
        (Place::Workgroups, "QueueFamily", &[Buffer, Image]),
        (Place::Workgroup, "Device", &[Buffer, Image]),
        (Place::Workgroup, "Workgroup", &[Buffer, Shared, Image]),
        (Place::Subgroup, "Workgroup", &[Buffer, Shared]),
        (Place::Subgroup, "Subgroup", &[Buffer, Shared]),
    ];
    let mut variants = Vec::new();
    for &shape in SHAPES {
        for order in [Order::Relaxed, Order::Release, Order::Acquire, Order::ReleaseAcquire, Order::Fences] {
            for &(place, scope, storages) in places {
                variants.extend(storages.iter().map(|&storage| Variant { shape, order, storage, place, scope }));
            }
        }
    }
    variants
}

/// How many instances run.
#[derive(Clone, Copy)]
struct Extent {
    /// Invocations of a workgroup.
    size: u32,
    groups: u32,
    /// Instances that each invocation takes part in, one after the other.
    rounds: u32,
}

impl Extent {
    const ONE: Self = Self { size: 1, groups: 1, rounds: 1 };

    const fn invocations(self) -> u32 {
        self.size * self.groups
    }

    const fn instances(self) -> u32 {
        self.invocations() * self.rounds
    }
}

/// Words between the locations of two instances.
const STRIDE: u32 = 4;

impl Variant {
    fn name(&self) -> String {
        let Variant { shape: (name, _), order, storage, place, scope } = self;
        format!("{name}: {order:?}, {storage:?}, {scope} scope, within {place:?}")
    }

    fn actions(&self) -> impl Iterator<Item = Action> {
        self.shape.1.iter().flat_map(|it| it.iter().copied())
    }

    fn locations(&self) -> u32 {
        let of = |action| match action {
            Store(at, _) | Load(_, at) | Add(_, at) | Swap(_, at, _) | Write(at, _) => at,
            ReadIf(_, at, _) | StoreIf(at, ..) => at,
        };
        self.actions().map(of).max().unwrap_or(0) + 1
    }

    fn registers(&self) -> u32 {
        let of = |action| match action {
            Load(to, _) | Add(to, _) | Swap(to, ..) | ReadIf(to, ..) => to + 1,
            Store(..) | StoreIf(..) | Write(..) => 0,
        };
        self.actions().map(of).max().unwrap_or(0)
    }

    const fn storage_word(&self) -> &'static str {
        match self.storage {
            Storage::Buffer => "gl_StorageSemanticsBuffer",
            Storage::Shared => "gl_StorageSemanticsShared",
            Storage::Image => "gl_StorageSemanticsImage",
        }
    }

    /// The words behind an atomic operation that reads, writes, or both.
    fn semantics(&self, reads: bool, writes: bool) -> String {
        let release = writes && matches!(self.order, Order::Release | Order::ReleaseAcquire);
        let acquire = reads && matches!(self.order, Order::Acquire | Order::ReleaseAcquire);
        let (scope, storage) = (self.scope, self.storage_word());
        match (acquire, release) {
            (false, false) => format!("gl_Scope{scope}, gl_StorageSemanticsNone, gl_SemanticsRelaxed"),
            (false, true) => {
                format!("gl_Scope{scope}, {storage}, gl_SemanticsRelease | gl_SemanticsMakeAvailable")
            }
            (true, false) => format!("gl_Scope{scope}, {storage}, gl_SemanticsAcquire | gl_SemanticsMakeVisible"),
            (true, true) => format!("gl_Scope{scope}, {storage}, {BOTH}"),
        }
    }

    fn statement(&self, action: Action) -> String {
        let atomic = |name: &str, at: u32, value: &str, semantics: &str| match self.storage {
            Storage::Image => format!("imageAtomic{name}(memory, AT({at}u), {value}{semantics})"),
            _ => format!("atomic{name}(memory[AT({at}u)], {value}{semantics})"),
        };
        let (read, write, both) =
            (self.semantics(true, false), self.semantics(false, true), self.semantics(true, true));
        match action {
            Store(at, value) => format!("{};", atomic("Store", at, &format!("{value}u, "), &write)),
            Load(to, at) => format!("r{to} = {};", atomic("Load", at, "", &read)),
            Add(to, at) => format!("r{to} = {};", atomic("Add", at, "1u, ", &both)),
            Swap(to, at, value) => format!("r{to} = {};", atomic("Exchange", at, &format!("{value}u, "), &both)),
            Write(at, value) if self.storage == Storage::Image => {
                format!("imageStore(memory, AT({at}u), uvec4({value}u));")
            }
            Write(at, value) => format!("memory[AT({at}u)] = {value}u;"),
            ReadIf(to, at, (guard, is)) => {
                let read = match self.storage {
                    Storage::Image => format!("imageLoad(memory, AT({at}u)).x"),
                    _ => format!("memory[AT({at}u)]"),
                };
                format!("if (r{guard} == {is}u) {{ r{to} = {read}; }}")
            }
            StoreIf(at, value, (guard, is)) => {
                format!("if (r{guard} == {is}u) {{ {}; }}", atomic("Store", at, &format!("{value}u, "), &write))
            }
        }
    }

    /// What one role does, and where its registers go.
    fn role(&self, actions: &[Action]) -> String {
        let fence = format!("memoryBarrier(gl_Scope{}, {}, {BOTH});", self.scope, self.storage_word());
        let between =
            if self.order == Order::Fences { format!("\n        {fence}\n        ") } else { "\n        ".into() };
        let statements: Vec<String> = actions.iter().map(|&it| self.statement(it)).collect();
        let own = actions.iter().filter_map(|it| match *it {
            Load(to, _) | Add(to, _) | Swap(to, ..) | ReadIf(to, ..) => Some(to),
            Store(..) | StoreIf(..) | Write(..) => None,
        });
        let (mut declared, mut kept) = (String::new(), String::new());
        for to in own {
            declared += &format!("uint r{to} = 0u; ");
            kept += &format!("\n        results[RESULT({to}u)] = r{to};");
        }
        format!("{{\n        {declared}{}{kept}\n    }}", statements.join(&between))
    }

    /// `choice` decides which role it is.
    fn roles(&self, choice: &str) -> String {
        let mut text = String::new();
        for (index, actions) in self.shape.1.iter().enumerate() {
            let name = if index == 0 { "if" } else { " else if" };
            text += &format!("{name} ({choice} == {index}u) {}", self.role(actions));
        }
        text
    }

    fn declarations(&self, extent: Extent) -> String {
        let (locations, registers) = (self.locations(), self.registers());
        let words = locations * extent.instances() * STRIDE;
        let memory = match self.storage {
            Storage::Buffer => format!("layout(binding = 0) nonprivate buffer Memory {{ uint memory[{words}]; }};"),
            Storage::Shared => format!("shared uint memory[{}];", locations * extent.size),
            Storage::Image => "layout(binding = 0, r32ui) nonprivate uniform uimage2D memory;".to_owned(),
        };
        let at = match self.storage {
            Storage::Buffer => format!("((location) * {}u + i * {STRIDE}u)", extent.instances() * STRIDE),
            Storage::Shared => format!("((location) * {}u + slot)", extent.size),
            Storage::Image => format!("ivec2(i % {WIDTH}u, i / {WIDTH}u + (location) * {}u)", rows(extent)),
        };
        format!(
            "#extension GL_KHR_memory_scope_semantics : require\n\
             #extension GL_KHR_shader_subgroup_basic : require\n#pragma use_vulkan_memory_model\n{memory}\n\
             layout(binding = 1) buffer Results {{ uint results[{}]; }};\n\
             #define AT(location) {at}\n#define RESULT(number) ((number) * {}u + i)\n",
            registers.max(1) * extent.instances(),
            extent.instances()
        )
    }

    /// Shared memory has no values at the start.
    fn reset(&self) -> String {
        if self.storage != Storage::Shared {
            return String::new();
        }
        let stores: Vec<String> = (0..self.locations())
            .map(|it| {
                let relaxed = "gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed";
                format!("atomicStore(memory[AT({it}u)], 0u, {relaxed});")
            })
            .collect();
        stores.join(" ")
    }

    const fn barrier(&self) -> &'static str {
        match self.storage {
            Storage::Shared => {
                "controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsShared, \
                 gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);"
            }
            _ => "",
        }
    }

    /// The kernel of one instance.
    fn small(&self) -> String {
        let roles = self.shape.1.len();
        let (local, who) = match self.place {
            Place::Workgroups => (1, "gl_WorkGroupID.x"),
            Place::Workgroup | Place::Subgroup => (roles, "gl_LocalInvocationIndex"),
        };
        let reset = self.reset();
        let start = if reset.is_empty() { String::new() } else { format!("if ({who} == 0u) {{ {reset} }}\n    ") };
        format!(
            "#version 450\n{}layout(local_size_x = {local}) in;\nvoid main() {{\n    \
             const uint i = 0u;\n    const uint slot = 0u;\n    {start}{}\n    {}\n}}\n",
            self.declarations(Extent::ONE),
            self.barrier(),
            self.roles(who)
        )
    }

    /// The kernel of many instances. Each role of an invocation is in an instance of its own.
    fn large(&self, extent: Extent) -> String {
        let Extent { size, groups, rounds } = extent;
        let roles = self.shape.1.len();
        let invocations = extent.invocations();
        // Odd factors permute the powers of two that these numbers are.
        let (slot, instance) = match self.place {
            Place::Workgroups => (
                "0u".to_owned(),
                format!("(gl_GlobalInvocationID.x * (4u * role + 1u) + role * {}u) % {invocations}u", 3 * size),
            ),
            Place::Workgroup => {
                let slot = format!("(gl_LocalInvocationIndex * (4u * role + 1u) + role * 37u) % {size}u");
                (slot, format!("gl_WorkGroupID.x * {size}u + slot"))
            }
            Place::Subgroup => {
                let slot = "gl_SubgroupID * gl_SubgroupSize + (gl_SubgroupInvocationID + role) % gl_SubgroupSize";
                (slot.to_owned(), format!("gl_WorkGroupID.x * {size}u + slot"))
            }
        };
        let reset = match self.reset() {
            reset if reset.is_empty() => String::new(),
            reset => format!("{{ uint slot = gl_LocalInvocationIndex; {reset} }}"),
        };
        let barrier = self.barrier();
        format!(
            "#version 450\n{}layout(local_size_x = {size}) in;\nvoid main() {{\n    \
             for (uint round = 0u; round < {rounds}u; round++) {{\n    {reset} {barrier}\n    \
             for (uint turn = 0u; turn < {roles}u; turn++) {{\n    \
             uint role = (turn + gl_WorkGroupID.x) % {roles}u;\n    uint slot = {slot};\n    \
             uint i = round * {invocations}u + {instance};\n    {}\n    }}\n    {barrier}\n    }}\n}}\n\
             // {groups} workgroups\n",
            self.declarations(extent),
            self.roles("role")
        )
    }

    /// The states that the explorer allows: a value for each location, but for shared ones, and each register. `None` if there
    /// is a race.
    fn allowed(&self) -> Result<Option<BTreeSet<State>>, String> {
        let text = self.small();
        let roles = self.shape.1.len() as u32;
        let mut settings = Settings::default();
        match self.place {
            Place::Workgroups => settings.workgroups = Some(roles),
            Place::Workgroup => settings.workgroups = Some(1),
            Place::Subgroup => (settings.workgroups, settings.subgroup) = (Some(1), Some(roles)),
        }
        let input = Input { name: "small.comp", text: &text };
        let explored = litmus(input, &Options::default(), &settings, &mut NoIncludes);
        let Some(report) = explored.report else {
            let complaint: Vec<String> = explored.diagnostics.iter().map(|it| it.message.clone()).collect();
            return Err(format!("{}: {}\n{text}", self.name(), complaint.join("\n")));
        };
        if report.race.is_some() {
            return Ok(None);
        }
        let column = |name: String| report.memory.iter().position(|it| it.name == name);
        let locations = (0..self.final_locations()).map(|it| match self.storage {
            Storage::Image => format!("memory[0, {it}]"),
            _ => format!("memory[{}]", it * STRIDE),
        });
        let columns: Vec<Option<usize>> =
            locations.chain((0..self.registers()).map(|it| format!("results[{it}]"))).map(column).collect();
        if columns.iter().any(Option::is_none) {
            let known: Vec<&str> = report.memory.iter().map(|it| it.name.as_str()).collect();
            return Err(format!("{}: not all memory is in {known:?}", self.name()));
        }
        let number = |values: &[String], column: usize| values[column].parse().unwrap();
        let states = report.states.iter().map(|it| state(columns.iter().flatten().map(|&column| number(it, column))));
        Ok(Some(states.collect()))
    }

    const fn has_final(&self) -> bool {
        !matches!(self.storage, Storage::Shared)
    }

    fn final_locations(&self) -> u32 {
        if self.has_final() { self.locations() } else { 0 }
    }

    fn bindings(&self, extent: Extent) -> Vec<Binding> {
        let mut bindings = Vec::new();
        let instances = extent.instances();
        match self.storage {
            Storage::Buffer => {
                bindings.push(Binding::storage(0, vec![0; (self.locations() * instances * STRIDE * 4) as usize]));
            }
            Storage::Shared => {}
            Storage::Image => {
                let size = [WIDTH, rows(extent) * self.locations(), 1];
                let image = Image::new(Format::parse("r32ui").unwrap(), Dimensions::D2, size);
                bindings.push(Binding { set: 0, binding: 0, resource: Resource::StorageImage(image) });
            }
        }
        bindings.push(Binding::storage(1, vec![0; (self.registers().max(1) * instances * 4) as usize]));
        bindings
    }

    /// How often each state was seen. `None` if the device cannot run it.
    fn seen(&self, device: &Device, extent: Extent) -> Result<Option<BTreeMap<State, u32>>, String> {
        let text = self.large(extent);
        let compilation = compile::text(&self.name(), &text, TargetEnvironment::Vulkan1_1.into());
        if !compilation.diagnostics.is_empty() {
            return Err(format!("{}\n{text}", compilation.rendered()));
        }
        let words = compilation.artifact.map(|it| it.words).unwrap_or_default();
        if device.missing_capability(&words).is_some() {
            return Ok(None);
        }
        let bindings = self.bindings(extent);
        let job = Job { words: &words, groups: [extent.groups, 1, 1], bindings: &bindings, ..Job::default() };
        let contents = device.run(&job).map_err(|error| format!("{}: {error}", self.name()))?;
        let word = |bytes: &[u8], index: u32| {
            let at = index as usize * 4;
            u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
        };
        let results = contents.last().unwrap();
        let instances = extent.instances();
        let mut seen: HashMap<State, u32> = HashMap::new();
        for instance in 0..instances {
            let locations = (0..self.final_locations()).map(|location| {
                let index = match self.storage {
                    Storage::Image => location * rows(extent) * WIDTH + instance,
                    _ => (location * instances + instance) * STRIDE,
                };
                word(&contents[0], index)
            });
            let registers = (0..self.registers()).map(|it| word(results, it * instances + instance));
            *seen.entry(state(locations.chain(registers))).or_insert(0) += 1;
        }
        Ok(Some(seen.into_iter().collect()))
    }
}

/// Both orders, with everything made available and visible.
const BOTH: &str = "gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible";

/// Texels in a row of an image.
const WIDTH: u32 = 256;

/// Rows for a location of all instances.
const fn rows(extent: Extent) -> u32 {
    extent.instances().div_ceil(WIDTH)
}

/// The states that the model does not allow, each with how often it was seen.
fn forbidden(variant: &Variant, allowed: &BTreeSet<State>, seen: &BTreeMap<State, u32>) -> Option<String> {
    let wrong: Vec<_> = seen.iter().filter(|it| !allowed.contains(it.0)).collect();
    (!wrong.is_empty()).then(|| format!("{}: {wrong:x?} are not among {allowed:x?}", variant.name()))
}

#[test]
fn the_device_shows_what_the_model_allows() {
    let Some(device) = vulkan::device() else { return };
    let is_cpu = device.name.contains("llvmpipe");
    let extent = match is_cpu {
        true => Extent { size: 64, groups: 16, rounds: 1 },
        false => Extent { size: 128, groups: 128, rounds: 2 },
    };
    let step = if is_cpu && !common::required("GLSLSUB_EXHAUSTIVE") { 7 } else { 1 };
    let variants: Vec<Variant> = variants().into_iter().step_by(step).collect();
    let (mut races, mut ran, mut failures) = (0, 0, Vec::new());
    // For each shape: variants, states that are allowed, those that were seen.
    let mut table: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    for variant in &variants {
        let allowed = match variant.allowed() {
            Ok(Some(allowed)) => allowed,
            Ok(None) => {
                races += 1;
                continue;
            }
            Err(failure) => {
                failures.push(failure);
                continue;
            }
        };
        match variant.seen(&device, extent) {
            Ok(None) => {}
            Ok(Some(seen)) => {
                ran += 1;
                let row = table.entry(variant.shape.0).or_default();
                *row = [row[0] + 1, row[1] + allowed.len(), row[2] + seen.len()];
                failures.extend(forbidden(variant, &allowed, &seen));
            }
            Err(failure) => failures.push(failure),
        }
    }
    shout(&format!(
        "{ran} of {} litmus variants ran on {}, {races} have a race, {} have states that the model forbids",
        variants.len(),
        device.name,
        failures.len()
    ));
    if !is_cpu {
        for (shape, [variants, allowed, seen]) in table {
            shout(&format!("  {shape}: {variants} variants, {seen} of {allowed} allowed states seen"));
        }
    }
    common::report(variants.len(), &failures);
}
