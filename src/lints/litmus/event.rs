//! Events: what an execution consists of.
//!
//! Comes in: what an invocation did to memory, in the order of its program. Goes out: [`Event`]s. Must not depend on: where they
//! come from, the model that judges them.

use crate::hir::Span;

/// A scope of memory or execution, from the narrowest to the widest. The model has no events of other scopes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// Nobody else.
    Invocation,
    Subgroup,
    Workgroup,
    QueueFamily,
    Device,
}

impl Scope {
    /// The scope with a number of SPIR-V (3.27); `None` for those that the model does not have.
    pub const fn of(number: u64) -> Option<Self> {
        match number {
            1 => Some(Self::Device),
            2 => Some(Self::Workgroup),
            3 => Some(Self::Subgroup),
            4 => Some(Self::Invocation),
            5 => Some(Self::QueueFamily),
            _ => None,
        }
    }

    /// The name in GLSL.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Invocation => "gl_ScopeInvocation",
            Self::Subgroup => "gl_ScopeSubgroup",
            Self::Workgroup => "gl_ScopeWorkgroup",
            Self::QueueFamily => "gl_ScopeQueueFamily",
            Self::Device => "gl_ScopeDevice",
        }
    }
}

/// Kinds of memory that semantics name, each a bit: `SC0`, `SC1` and so on of the model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Storage(pub u8);

impl Storage {
    /// Buffer blocks.
    pub const BUFFER: Self = Self(1);
    /// `shared` variables.
    pub const SHARED: Self = Self(2);
    /// Images.
    pub const IMAGE: Self = Self(4);
    /// All of them with the bit in memory semantics (SPIR-V, 3.25) and the name in GLSL.
    pub const ALL: [(Self, u64, &'static str); 3] = [
        (Self::BUFFER, 0x40, "gl_StorageSemanticsBuffer"),
        (Self::SHARED, 0x100, "gl_StorageSemanticsShared"),
        (Self::IMAGE, 0x800, "gl_StorageSemanticsImage"),
    ];

    /// The kinds that memory semantics name.
    pub fn of(semantics: u64) -> Self {
        Self(Self::ALL.iter().filter(|(_, bit, _)| semantics & bit != 0).fold(0, |all, (it, ..)| all | it.0))
    }

    /// Whether it has all of the other.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// The word for one kind.
    pub fn word(self) -> &'static str {
        match self {
            Self::BUFFER => "buffer",
            Self::SHARED => "shared",
            _ => "image",
        }
    }

    /// The name in GLSL of one kind.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(it, ..)| *it == self).map_or("", |(.., name)| name)
    }
}

/// Where an invocation is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// Its subgroup, counted over all workgroups.
    pub subgroup: u32,
    /// Its workgroup.
    pub workgroup: u32,
    /// Its queue family.
    pub family: u32,
}

/// What an event accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// The memory location, by number.
    pub location: u32,
    /// The reference: the variable through which it is accessed.
    pub reference: u32,
    /// The kind of memory, one bit.
    pub storage: Storage,
    /// The value read, by number. A read without one may read any.
    pub read: Option<u32>,
    /// The value written.
    pub written: Option<u32>,
}

/// What a control barrier does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Phase {
    /// It says that the invocation is there, and waits for the others.
    #[default]
    Whole,
    /// The former.
    Arrive,
    /// The latter.
    Wait,
}

/// One event. The fields are the sets of the model that it is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// The invocation.
    pub thread: u32,
    /// What the shader says.
    pub span: Span,
    /// Of reads and writes.
    pub access: Option<Access>,
    /// `R`
    pub reads: bool,
    /// `W`
    pub writes: bool,
    /// `A`
    pub atomic: bool,
    /// `F`
    pub fence: bool,
    /// `CBAR`: which barrier it is, of those that the invocations in a scope reach together.
    pub barrier: Option<u32>,
    /// Whether it is one half of it.
    pub phase: Phase,
    /// The scope in which a barrier waits.
    pub execution: Scope,
    /// `ACQ`
    pub acquire: bool,
    /// `REL`
    pub release: bool,
    /// `SEMSC0` and so on: the memory that acquire and release are about.
    pub semantics: Storage,
    /// `SCOPESG` and so on, also of operations that make available or visible.
    pub scope: Scope,
    /// `SEMAV`
    pub make_available: bool,
    /// `SEMVIS`
    pub make_visible: bool,
    /// `AV`
    pub available: bool,
    /// `VIS`
    pub visible: bool,
    /// `NONPRIV`
    pub nonprivate: bool,
    /// `AVDEVICE`; no shader has it.
    pub device_available: bool,
    /// `VISDEVICE`; no shader has it.
    pub device_visible: bool,
}

impl Event {
    /// An event that is in no set.
    pub const fn new(thread: u32, span: Span) -> Self {
        Self {
            thread,
            span,
            access: None,
            reads: false,
            writes: false,
            atomic: false,
            fence: false,
            barrier: None,
            phase: Phase::Whole,
            execution: Scope::Invocation,
            acquire: false,
            release: false,
            semantics: Storage(0),
            scope: Scope::Invocation,
            make_available: false,
            make_visible: false,
            available: false,
            visible: false,
            nonprivate: false,
            device_available: false,
            device_visible: false,
        }
    }

    /// The location that it accesses.
    pub fn location(&self) -> Option<u32> {
        self.access.map(|it| it.location)
    }
}
