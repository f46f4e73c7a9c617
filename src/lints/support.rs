//! What values depend on, and who has the same one.
//!
//! Comes in: nothing. Goes out: scopes, sets of sources. Must not depend on: terms.

/// A set of invocations that all have the same value, from the narrowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Scope {
    Invocation,
    Quad,
    Subgroup,
    Workgroup,
    Dispatch,
}

/// What a value depends on, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Support(pub u16);

impl Support {
    pub(super) const NONE: Self = Self(0);
    /// The place of the invocation in its workgroup.
    pub(super) const LOCAL: Self = Self(1);
    /// The place of the workgroup, by axis. Workgroup 0 exists always.
    pub(super) const GROUPS: [Self; 3] = [Self(1 << 1), Self(1 << 11), Self(1 << 12)];
    /// That along any axis.
    pub(super) const GROUP: Self = Self(1 << 1 | 1 << 11 | 1 << 12);
    /// The place of the invocation in its subgroup.
    pub(super) const LANE: Self = Self(1 << 2);
    /// The size of the subgroup.
    pub(super) const SIZE: Self = Self(1 << 3);
    /// Which subgroup of the workgroup it is.
    pub(super) const SUBGROUP: Self = Self(1 << 4);
    /// The pixel.
    pub(super) const PIXEL: Self = Self(1 << 5);
    /// Something that is one for all invocations, and the host decides: push constants, loop bounds made of them.
    pub(super) const UNIFORM: Self = Self(1 << 6);
    /// Something that the shader computed in a way that is not followed.
    pub(super) const COMPUTED: Self = Self(1 << 7);
    /// What an invocation read from memory that nobody writes: any number.
    pub(super) const DATA: Self = Self(1 << 8);

    /// What an invocation read from shared memory.
    pub(super) const SHARED: Self = Self(1 << 9);

    /// The place of the invocation and of its subgroup, and the size of that.
    pub(super) const SUBGROUPS: Self = Self(Self::LANE.0 | Self::SIZE.0 | Self::SUBGROUP.0);

    /// What a reduction over the subgroup gave.
    pub(super) const REDUCED: Self = Self(1 << 10);

    pub(super) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether there is nothing in it but what is in `other`.
    pub(super) const fn within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    pub(super) const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// What remains if the value is not followed any further.
    pub(super) const fn blurred(self) -> Self {
        let places = Self::LOCAL.0 | Self::GROUP.0 | Self::LANE.0 | Self::SIZE.0 | Self::SUBGROUP.0 | Self::PIXEL.0;
        if self.0 & places == 0 { self } else { Self(self.0 & !places | Self::COMPUTED.0) }
    }
}

/// Numbers that the device gives to an invocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Source {
    LocalX,
    LocalY,
    LocalZ,
    LocalIndex,
    GroupX,
    GroupY,
    GroupZ,
    Lane,
    /// Whether the invocation is the one that `subgroupElect` chose among all of its subgroup.
    Elected,
    SubgroupSize,
    SubgroupId,
    /// How many subgroups the workgroup has.
    Subgroups,
    PixelX,
    PixelY,
}

impl Source {
    pub(super) const fn facts(self) -> (Scope, Support) {
        match self {
            Self::LocalX | Self::LocalY | Self::LocalZ | Self::LocalIndex => (Scope::Invocation, Support::LOCAL),
            Self::GroupX => (Scope::Workgroup, Support::GROUPS[0]),
            Self::GroupY => (Scope::Workgroup, Support::GROUPS[1]),
            Self::GroupZ => (Scope::Workgroup, Support::GROUPS[2]),
            Self::Lane | Self::Elected => (Scope::Invocation, Support::LANE),
            Self::SubgroupSize => (Scope::Dispatch, Support::SIZE),
            Self::SubgroupId => (Scope::Subgroup, Support::SUBGROUP),
            Self::Subgroups => (Scope::Workgroup, Support::SUBGROUP),
            Self::PixelX | Self::PixelY => (Scope::Invocation, Support::PIXEL),
        }
    }
}
