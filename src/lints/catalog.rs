//! The list of lints: code, name, group. Their pages are those of their codes.
//!
//! Comes in: nothing. Goes out: [`LINTS`]. Must not depend on: anything but codes.

use crate::diagnostics::Code;

/// How certain a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Tier {
    /// There are invocations to which it happens. Reported by default.
    Certain,
    /// It depends on data, or on the device.
    Depends,
    /// Perhaps it is meant so.
    Taste,
}

/// What a lint is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Which invocations get somewhere, and whom they ask.
    Uniformity,
    /// Memory that invocations share.
    Race,
    /// Values: what was never set, what does not fit.
    Value,
    /// Loops that do not end.
    Progress,
    /// What may be meant so.
    Style,
}

impl Group {
    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Uniformity => "uniformity",
            Self::Race => "race",
            Self::Value => "value",
            Self::Progress => "progress",
            Self::Style => "style",
        }
    }
}

/// A lint.
#[derive(Clone, Copy, Debug)]
pub struct Lint {
    /// The code of its findings.
    pub code: Code,
    /// Its name, which may be used wherever the code may.
    pub name: &'static str,
    /// What it is about.
    pub group: Group,
    /// Whether it finds anything without `-W`: what certainly happens.
    pub by_default: bool,
}

const fn lint(code: Code, name: &'static str, group: Group) -> Lint {
    Lint { code, name, group, by_default: true }
}

const fn on_request(code: Code, name: &'static str, group: Group) -> Lint {
    Lint { code, name, group, by_default: false }
}

/// Every lint, in the order of the codes.
pub static LINTS: &[Lint] = &[
    lint(Code::DivergentBarrier, "divergent-barrier", Group::Uniformity),
    lint(Code::DivergentSubgroupBarrier, "divergent-subgroup-barrier", Group::Uniformity),
    lint(Code::DivergentDerivative, "divergent-derivative", Group::Uniformity),
    lint(Code::DivergentMatrix, "divergent-matrix", Group::Uniformity),
    lint(Code::InactiveSource, "inactive-source", Group::Uniformity),
    lint(Code::BroadcastIdVaries, "broadcast-id", Group::Uniformity),
    lint(Code::NonuniformIndex, "nonuniform-index", Group::Uniformity),
    on_request(Code::NeedlessNonuniform, "needless-nonuniform", Group::Style),
    lint(Code::SharedRace, "shared-race", Group::Race),
    lint(Code::BufferRace, "buffer-race", Group::Race),
    lint(Code::MixedAtomic, "mixed-atomic", Group::Race),
    on_request(Code::BenignRace, "benign-race", Group::Race),
    lint(Code::BarrierTooNarrow, "barrier-scope", Group::Race),
    lint(Code::BarrierWithoutStorage, "barrier-storage", Group::Race),
    lint(Code::MissingAvailability, "missing-availability", Group::Race),
    lint(Code::MissingRelease, "missing-release", Group::Race),
    lint(Code::MissingAcquire, "missing-acquire", Group::Race),
    lint(Code::Uninitialized, "uninitialized", Group::Value),
    lint(Code::UninitializedShared, "uninitialized-shared", Group::Value),
    lint(Code::IndexOutside, "out-of-bounds", Group::Value),
    lint(Code::ShiftTooWide, "shift-width", Group::Value),
    lint(Code::DividesByZero, "division-by-zero", Group::Value),
    lint(Code::UnusedResult, "unused-result", Group::Value),
    lint(Code::SharedNeverRead, "dead-store", Group::Value),
    lint(Code::SpinPlainLoad, "spin-plain-load", Group::Progress),
    lint(Code::SpinLockInSubgroup, "spin-lock-in-subgroup", Group::Progress),
    on_request(Code::SpinOrder, "spin-order", Group::Progress),
    lint(Code::InfiniteLoop, "infinite-loop", Group::Progress),
    on_request(Code::SubgroupSizeAssumed, "subgroup-size", Group::Style),
    lint(Code::SubgroupNotWorkgroup, "subgroup-not-workgroup", Group::Uniformity),
    on_request(Code::BallotWidth, "ballot-width", Group::Style),
    lint(Code::UnsignedCompare, "unsigned-compare", Group::Value),
    on_request(Code::FloatEquality, "float-equality", Group::Style),
    on_request(Code::ImplicitDouble, "implicit-double", Group::Style),
    on_request(Code::Vec3Layout, "vec3-layout", Group::Style),
    on_request(Code::ArrayStride, "array-stride", Group::Style),
];

/// The lint of a code.
#[must_use]
pub fn of_code(code: Code) -> Option<&'static Lint> {
    LINTS.iter().find(|it| it.code == code)
}

/// The name of the lint of a code.
pub(super) fn name(code: Code) -> Option<&'static str> {
    of_code(code).map(|it| it.name)
}

/// The code that a lint's name stands for.
#[must_use]
pub fn code_of(name: &str) -> Option<Code> {
    LINTS.iter().find(|it| it.name == name).map(|it| it.code)
}
