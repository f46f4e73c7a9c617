//! Built-in inputs: the table of their names in naga.
//!
//! Comes in: SPIR-V built-ins, as named by rows of the tables. Goes out: naga built-ins with their types. Must not
//! depend on: functions.

use super::build::Shape;
use super::unsupported::{Bridged, unsupported};
use crate::builtins::vocabulary::BuiltIn as Spirv;
use naga::{BuiltIn, Handle, Scalar, VectorSize};
use rustc_hash::FxHashMap;

/// Private variables that hold inputs, for functions other than the entry point.
#[derive(Debug, Default)]
pub(super) struct Inputs {
    pub variables: FxHashMap<BuiltIn, Handle<naga::GlobalVariable>>,
    /// The same, in order of first use.
    pub order: Vec<BuiltIn>,
}

const UINT: Shape = Shape::Scalar(Scalar::U32);
const FLOAT: Shape = Shape::Scalar(Scalar::F32);
const BOOL: Shape = Shape::Scalar(Scalar::BOOL);
const UVEC2: Shape = Shape::Vector(VectorSize::Bi, Scalar::U32);
const UVEC3: Shape = Shape::Vector(VectorSize::Tri, Scalar::U32);
const VEC2: Shape = Shape::Vector(VectorSize::Bi, Scalar::F32);
const VEC3: Shape = Shape::Vector(VectorSize::Tri, Scalar::F32);
const MAT4X3: Shape = Shape::Matrix(VectorSize::Quad, VectorSize::Tri, Scalar::F32);
const VEC4: Shape = Shape::Vector(VectorSize::Quad, Scalar::F32);

/// The naga name of a built-in, and its type there.
const ROWS: &[(Spirv, BuiltIn, Shape)] = &[
    (Spirv::Position, BuiltIn::Position { invariant: false }, VEC4),
    (Spirv::FragCoord, BuiltIn::Position { invariant: false }, VEC4),
    (Spirv::PointSize, BuiltIn::PointSize, FLOAT),
    (Spirv::VertexIndex, BuiltIn::VertexIndex, UINT),
    (Spirv::InstanceIndex, BuiltIn::InstanceIndex, UINT),
    (Spirv::BaseInstance, BuiltIn::BaseInstance, UINT),
    (Spirv::BaseVertex, BuiltIn::BaseVertex, UINT),
    (Spirv::DrawIndex, BuiltIn::DrawIndex, UINT),
    (Spirv::ViewIndex, BuiltIn::ViewIndex, UINT),
    (Spirv::PrimitiveId, BuiltIn::PrimitiveIndex, UINT),
    (Spirv::FrontFacing, BuiltIn::FrontFacing, BOOL),
    (Spirv::PointCoord, BuiltIn::PointCoord, VEC2),
    (Spirv::SampleId, BuiltIn::SampleIndex, UINT),
    (Spirv::SampleMask, BuiltIn::SampleMask, UINT),
    (Spirv::FragDepth, BuiltIn::FragDepth, FLOAT),
    (Spirv::BaryCoordKHR, BuiltIn::Barycentric { perspective: true }, VEC3),
    (Spirv::BaryCoordNoPerspKHR, BuiltIn::Barycentric { perspective: false }, VEC3),
    (Spirv::PrimitivePointIndicesEXT, BuiltIn::PointIndex, UINT),
    (Spirv::PrimitiveLineIndicesEXT, BuiltIn::LineIndices, UVEC2),
    (Spirv::PrimitiveTriangleIndicesEXT, BuiltIn::TriangleIndices, UVEC3),
    (Spirv::CullPrimitiveEXT, BuiltIn::CullPrimitive, BOOL),
    (Spirv::GlobalInvocationId, BuiltIn::GlobalInvocationId, UVEC3),
    (Spirv::LocalInvocationId, BuiltIn::LocalInvocationId, UVEC3),
    (Spirv::LocalInvocationIndex, BuiltIn::LocalInvocationIndex, UINT),
    (Spirv::WorkgroupId, BuiltIn::WorkGroupId, UVEC3),
    (Spirv::NumWorkgroups, BuiltIn::NumWorkGroups, UVEC3),
    (Spirv::NumSubgroups, BuiltIn::NumSubgroups, UINT),
    (Spirv::SubgroupId, BuiltIn::SubgroupId, UINT),
    (Spirv::SubgroupSize, BuiltIn::SubgroupSize, UINT),
    (Spirv::SubgroupLocalInvocationId, BuiltIn::SubgroupInvocationId, UINT),
    (Spirv::LaunchIdKHR, BuiltIn::RayInvocationId, UVEC3),
    (Spirv::LaunchSizeKHR, BuiltIn::NumRayInvocations, UVEC3),
    (Spirv::InstanceId, BuiltIn::InstanceIndex, UINT),
    (Spirv::InstanceCustomIndexKHR, BuiltIn::InstanceCustomData, UINT),
    (Spirv::RayGeometryIndexKHR, BuiltIn::GeometryIndex, UINT),
    (Spirv::WorldRayOriginKHR, BuiltIn::WorldRayOrigin, VEC3),
    (Spirv::WorldRayDirectionKHR, BuiltIn::WorldRayDirection, VEC3),
    (Spirv::ObjectRayOriginKHR, BuiltIn::ObjectRayOrigin, VEC3),
    (Spirv::ObjectRayDirectionKHR, BuiltIn::ObjectRayDirection, VEC3),
    (Spirv::RayTminKHR, BuiltIn::RayTmin, FLOAT),
    (Spirv::RayTmaxKHR, BuiltIn::RayTCurrentMax, FLOAT),
    (Spirv::ObjectToWorldKHR, BuiltIn::ObjectToWorld, MAT4X3),
    (Spirv::WorldToObjectKHR, BuiltIn::WorldToObject, MAT4X3),
    (Spirv::HitKindKHR, BuiltIn::HitKind, UINT),
];

/// The row of a built-in.
pub(super) fn row(builtin: Spirv) -> Bridged<(BuiltIn, Shape)> {
    match ROWS.iter().find(|row| row.0 == builtin) {
        Some(&(_, it, shape)) => Ok((it, shape)),
        None => unsupported(format!("the built-in `{builtin:?}`")),
    }
}

/// The type of a naga built-in.
pub(super) fn shape_of(builtin: BuiltIn) -> Bridged<Shape> {
    match ROWS.iter().find(|row| row.1 == builtin) {
        Some(&(.., shape)) => Ok(shape),
        None => unsupported("this built-in"),
    }
}

/// The invocations of the subgroup whose bits are set in a mask, by comparing their index with that of this invocation.
pub(super) const MASKS: &[(Spirv, naga::BinaryOperator)] = &[
    (Spirv::SubgroupEqMask, naga::BinaryOperator::Equal),
    (Spirv::SubgroupGeMask, naga::BinaryOperator::GreaterEqual),
    (Spirv::SubgroupGtMask, naga::BinaryOperator::Greater),
    (Spirv::SubgroupLeMask, naga::BinaryOperator::LessEqual),
    (Spirv::SubgroupLtMask, naga::BinaryOperator::Less),
];
