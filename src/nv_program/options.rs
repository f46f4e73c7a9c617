//! Options for compiling an assembly program.
//!
//! Comes in: set by the driver and the command line. Goes out: read by the checks and the lowering. Must not depend on:
//! programs.

/// How warp instructions run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Warp {
    /// Through shared memory and barriers if control flow is uniform everywhere, else with subgroup operations.
    #[default]
    Auto,
    /// With subgroup operations: correct if subgroups have 32 or more invocations.
    Native,
    /// Through shared memory and barriers, for subgroups of any size; control flow must be uniform.
    Emulate,
}

/// How resources get their bindings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BindStyle {
    /// By kind and number, the same for every program.
    #[default]
    Nv,
    /// All in one set, one after the other in the order of first use.
    Flat,
}

/// Kinds of resources, for explicit bindings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ResourceKind {
    /// `program.storage[n]`
    Storage,
    /// `program.buffer[n]`
    Buffer,
    /// `program.local`
    Local,
    /// `program.env`
    Env,
    /// `program.counter[n]`
    Counter,
    /// `texture[n]`
    Texture,
    /// `image[n]`
    Image,
}

impl ResourceKind {
    /// All of them with their names.
    pub const ALL: &'static [(Self, &'static str)] = &[
        (Self::Storage, "storage"),
        (Self::Buffer, "buffer"),
        (Self::Local, "local"),
        (Self::Env, "env"),
        (Self::Counter, "counter"),
        (Self::Texture, "texture"),
        (Self::Image, "image"),
    ];

    /// The name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(kind, _)| *kind == self).map_or("", |(_, name)| name)
    }
}

/// A binding set by an option: `storage[3]=1.7`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bind {
    /// What is bound.
    pub kind: ResourceKind,
    /// Its number.
    pub number: u32,
    /// Descriptor set.
    pub set: u32,
    /// Binding in the set.
    pub binding: u32,
}

impl Bind {
    /// Reads `KIND[n]=SET.BINDING`, or `KIND=SET.BINDING` for the two kinds without a number.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (resource, place) = text.split_once('=')?;
        let (name, number) = match resource.split_once('[') {
            Some((name, number)) => (name, number.strip_suffix(']')?.parse().ok()?),
            None => (resource, 0),
        };
        let &(kind, _) = ResourceKind::ALL.iter().find(|(_, known)| *known == name)?;
        let (set, binding) = place.split_once('.')?;
        Some(Self { kind, number, set: set.parse().ok()?, binding: binding.parse().ok()? })
    }
}

/// Options of the assembly front end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Accept, with a warning, what NVIDIA's driver accepts and the specifications forbid.
    pub relaxed: bool,
    /// How warp instructions run.
    pub warp: Warp,
    /// Registers start as zero.
    pub zero_init: bool,
    /// `BAR` orders accesses to buffers and images too.
    pub full_barriers: bool,
    /// `MEMBAR` orders the accesses of the invocation only, for drivers that suspend invocations at wider ones.
    pub compiler_membar: bool,
    /// `handle()` takes an index into arrays of descriptors.
    pub handle_indices: bool,
    /// SHORT registers hold floats of 32 bits.
    pub wide_short: bool,
    /// `program.local` is a push constant block.
    pub push_locals: bool,
    /// `program.buffer[n]` is a uniform buffer.
    pub uniform_buffers: bool,
    /// Accesses are checked against the size of what they access; reads beyond it give 0, and writes do nothing.
    pub robust: bool,
    /// Floats in buffers and at addresses are added with the instructions of SPV_EXT_shader_atomic_float_add.
    pub native_float_add: bool,
    /// How resources get their bindings.
    pub bind_style: BindStyle,
    /// Bindings that take precedence over the style.
    pub binds: Vec<Bind>,
    /// Added to each descriptor set of the style.
    pub set_base: u32,
    /// Limits.
    pub limits: Limits,
}

/// Declares the limits.
macro_rules! limits {
    ($($field:ident $name:literal $value:literal $doc:literal),* $(,)?) => {
        /// What a program may use at most; the defaults are those of NVIDIA's driver.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Limits {
            $(#[doc = $doc] pub $field: u32),*
        }

        impl Default for Limits {
            fn default() -> Self {
                Self { $($field: $value),* }
            }
        }

        impl Limits {
            /// Every limit: its name for `--nv-limit`, its default and its description.
            pub const ALL: &'static [(&'static str, u32, &'static str)] = &[$(($name, $value, $doc)),*];

            /// Sets a limit by its name.
            pub fn set(&mut self, name: &str, value: u32) -> bool {
                match name {
                    $($name => self.$field = value,)*
                    _ => return false,
                }
                true
            }
        }
    };
}

limits! {
    locals "local" 512 "local parameters",
    envs "env" 256 "environment parameters",
    buffers "buffer" 14 "parameter buffers",
    buffer_bytes "buffer-size" 65536 "bytes of a parameter buffer",
    storages "storage" 16 "storage buffers",
    shared_bytes "shared" 49152 "bytes of shared memory",
    group_x "group-x" 1024 "invocations of a group in x",
    group_y "group-y" 1024 "invocations of a group in y",
    group_z "group-z" 64 "invocations of a group in z",
    group_total "group-total" 1024 "invocations of a group",
    counters "counter" 8 "atomic counter buffers",
    images "image" 8 "image units",
    textures "texture" 64 "texture units",
    subroutines "subroutine" 1024 "subroutine parameters",
    subroutine_numbers "subroutine-number" 1024 "subroutine numbers",
    nesting "nesting" 1024 "nested IF or REP blocks",
    call_depth "call-depth" 32 "nested calls",
    temps "temp" 4096 "registers, elements of arrays counted",
}
