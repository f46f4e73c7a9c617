//! Places: paths to memory, and the memory qualifiers met along them.
//!
//! Comes in: a root and steps. Goes out: what loads, stores and calls refer to. Must not depend on: pointers, which only
//! back ends have.

use super::{GlobalVariable, Handle, Local, Type, Value};
use smallvec::SmallVec;

/// Selections, outermost first. Most places have at most two, which need no memory of their own.
pub type Steps = SmallVec<[PlaceStep; 2]>;

/// Components of a vector, at most four.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Swizzle {
    /// The components; zero behind the last one.
    components: [u8; 4],
    count: u8,
}

impl Swizzle {
    /// The components.
    #[must_use]
    pub fn as_slice(&self) -> &[u8] {
        self.components.get(..usize::from(self.count)).unwrap_or_default()
    }
}

impl std::ops::Deref for Swizzle {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        self.as_slice()
    }
}

/// Takes no more than four.
impl FromIterator<u8> for Swizzle {
    fn from_iter<I: IntoIterator<Item = u8>>(components: I) -> Self {
        let mut swizzle = Self::default();
        for (slot, component) in swizzle.components.iter_mut().zip(components) {
            *slot = component;
            swizzle.count += 1;
        }
        swizzle
    }
}

impl<'a> IntoIterator for &'a Swizzle {
    type Item = &'a u8;
    type IntoIter = std::slice::Iter<'a, u8>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl std::fmt::Debug for Swizzle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.as_slice().fmt(f)
    }
}

/// A path to memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// Where the path starts.
    pub root: PlaceRoot,
    /// What is selected, outermost first.
    pub steps: Steps,
    /// Type of what the path leads to, before the swizzle.
    pub ty: Handle<Type>,
    /// Components selected by a final swizzle of two or more letters, without repetition when it is stored to. A
    /// single component is a [`PlaceStep::Index`]. Loading gives a vector of the selected components.
    pub swizzle: Option<Swizzle>,
    /// The union of the memory qualifiers of the variable, block, members and types on the path.
    pub access: MemoryQualifiers,
}

impl Place {
    /// The whole of what is at a root of this type.
    #[must_use]
    pub const fn whole(root: PlaceRoot, ty: Handle<Type>, access: MemoryQualifiers) -> Self {
        Self { root, steps: Steps::new_const(), ty, swizzle: None, access }
    }

    /// Whether it is all of what is at its root.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.steps.is_empty() && self.swizzle.is_none()
    }
}

/// Where a path starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlaceRoot {
    /// A global variable.
    Global(Handle<GlobalVariable>),
    /// A variable of the function.
    Local(Handle<Local>),
    /// A parameter passed as a pointer: `out`, `inout`, and opaque types.
    Parameter(u32),
    /// What a buffer reference points to.
    Reference(Handle<Value>),
}

/// One selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaceStep {
    /// Member of a structure or block.
    Member(u32),
    /// Element of an array, column of a matrix, component of a vector, or one of the invocation's components of a
    /// cooperative matrix. The index is a 32-bit integer, or for an array possibly a 64-bit one.
    Index(Handle<Value>),
}

/// A set of memory qualifiers (GLSL 4.60, 4.10; GL_KHR_memory_scope_semantics).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MemoryQualifiers(pub u16);

impl MemoryQualifiers {
    /// None.
    pub const NONE: Self = Self(0);
    /// `coherent`
    pub const COHERENT: Self = Self(1);
    /// `volatile`
    pub const VOLATILE: Self = Self(1 << 1);
    /// `restrict`
    pub const RESTRICT: Self = Self(1 << 2);
    /// `readonly`
    pub const READONLY: Self = Self(1 << 3);
    /// `writeonly`
    pub const WRITEONLY: Self = Self(1 << 4);
    /// `devicecoherent`
    pub const DEVICE_COHERENT: Self = Self(1 << 5);
    /// `queuefamilycoherent`
    pub const QUEUE_FAMILY_COHERENT: Self = Self(1 << 6);
    /// `workgroupcoherent`
    pub const WORKGROUP_COHERENT: Self = Self(1 << 7);
    /// `subgroupcoherent`
    pub const SUBGROUP_COHERENT: Self = Self(1 << 8);
    /// `shadercallcoherent`
    pub const SHADER_CALL_COHERENT: Self = Self(1 << 9);
    /// `nonprivate`
    pub const NON_PRIVATE: Self = Self(1 << 10);
    /// `nonuniformEXT` on an index or a resource of the path (GL_EXT_nonuniform_qualifier).
    pub const NON_UNIFORM: Self = Self(1 << 11);
    /// `nontemporal` (GL_EXT_nontemporal_keyword).
    pub const NON_TEMPORAL: Self = Self(1 << 12);

    /// `subgroupuniformEXT` on the variable (GL_EXT_subgroupuniform_qualifier).
    pub const SUBGROUP_UNIFORM: Self = Self(1 << 13);
    /// Another variable is bound to the same memory, which assembly programs see as words of several sizes. Not a
    /// qualifier of GLSL, where any two buffers may be the same.
    pub const ALIASED: Self = Self(1 << 14);
    /// `mediump` or `lowp`, written or by default (GLSL 4.60, 4.7): half the precision is enough for the contents. Not
    /// a memory qualifier, but declared on the same things, and united along a path in the same way: structures and
    /// blocks have no precision, so a path gets it from the member.
    pub const RELAXED: Self = Self(1 << 15);

    /// Every qualifier that makes accesses coherent at some scope, `volatile` aside.
    pub const COHERENT_KINDS: Self = Self(
        Self::COHERENT.0
            | Self::DEVICE_COHERENT.0
            | Self::QUEUE_FAMILY_COHERENT.0
            | Self::WORKGROUP_COHERENT.0
            | Self::SUBGROUP_COHERENT.0
            | Self::SHADER_CALL_COHERENT.0,
    );

    /// Every qualifier with its GLSL spelling.
    pub const NAMES: &'static [(Self, &'static str)] = &[
        (Self::COHERENT, "coherent"),
        (Self::VOLATILE, "volatile"),
        (Self::RESTRICT, "restrict"),
        (Self::READONLY, "readonly"),
        (Self::WRITEONLY, "writeonly"),
        (Self::DEVICE_COHERENT, "devicecoherent"),
        (Self::QUEUE_FAMILY_COHERENT, "queuefamilycoherent"),
        (Self::WORKGROUP_COHERENT, "workgroupcoherent"),
        (Self::SUBGROUP_COHERENT, "subgroupcoherent"),
        (Self::SHADER_CALL_COHERENT, "shadercallcoherent"),
        (Self::NON_PRIVATE, "nonprivate"),
        (Self::NON_UNIFORM, "nonuniformEXT"),
        (Self::NON_TEMPORAL, "nontemporal"),
        (Self::SUBGROUP_UNIFORM, "subgroupuniformEXT"),
        (Self::ALIASED, "aliased"),
        (Self::RELAXED, "relaxed"),
    ];

    /// Whether every qualifier of `other` is in the set.
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether the sets share a qualifier.
    #[must_use]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The qualifiers in either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl std::ops::BitOr for MemoryQualifiers {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        self.union(other)
    }
}

impl std::ops::BitAnd for MemoryQualifiers {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl std::ops::BitOrAssign for MemoryQualifiers {
    fn bitor_assign(&mut self, other: Self) {
        *self = self.union(other);
    }
}
