//! Bindings of inputs and outputs: locations and built-ins.
//!
//! Comes in: what the declaration says, and the stage. Goes out: naga bindings. Must not depend on: what happens to the
//! values.

use super::build::Shape;
use super::module::ModuleWriter;
use super::unsupported::{Bridged, OrMissing, Unsupported, unsupported};
use crate::hir;
use crate::stage::Stage;
use naga::{Binding, Handle};

/// The position of an input or output while its parts are visited in order.
pub(super) struct Cursor<'i> {
    pub interface: &'i hir::Interface,
    /// The next location.
    pub location: Option<u32>,
    pub builtin: Option<&'static crate::builtins::Variable>,
    pub name: &'i str,
}

impl<'i> Cursor<'i> {
    pub(super) fn new(global: &'i hir::GlobalVariable) -> Self {
        Self {
            interface: &global.interface,
            location: global.interface.location,
            builtin: global.builtin,
            name: &global.name,
        }
    }

    pub(super) fn member(outer: &Cursor<'i>, member: &'i hir::Member) -> Self {
        let own = &member.interface;
        // A member of a block states its differences from the block; a member of a structure states nothing.
        let interface = if own.is_empty() { outer.interface } else { own };
        Self { interface, location: own.location.or(outer.location), builtin: own.builtin, name: &member.name }
    }
}

/// The side of a stage's interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Input,
    Output,
}

pub(super) fn not_in_naga(row: &crate::builtins::Variable) -> Unsupported {
    Unsupported::builtin(row.name)
}

impl ModuleWriter<'_> {
    /// The binding for the next location.
    pub(super) fn location(&self, cursor: &mut Cursor<'_>, ty: Handle<naga::Type>, side: Side) -> Bridged<Binding> {
        let interface = cursor.interface;
        if interface.component.is_some_and(|it| it != 0) {
            return Err(Unsupported::new("inputs and outputs that share a location (`component`)")
                .help("give each its own location, or put them together into one vector"));
        }
        let per_primitive = interface.rate == Some(hir::InterfaceRate::Primitive);
        if interface.rate.is_some() && !per_primitive || interface.per_view {
            return unsupported("inputs and outputs of this rate");
        }
        let location = cursor.location.or_missing("a location")?;
        cursor.location = Some(location + 1);
        // Values are interpolated on their way to fragment shaders.
        let is_interpolated = match self.hir.entry_point.stage {
            Stage::Fragment => side == Side::Input,
            Stage::Vertex | Stage::Mesh => side == Side::Output,
            _ => false,
        };
        // Defaults: integers are flat, everything else is interpolated with perspective (GLSL 4.60, 4.5).
        let is_float = self.shape(ty)?.scalar().is_some_and(|it| it.kind == naga::ScalarKind::Float);
        let interpolation = match interface.interpolation {
            Some(hir::Interpolation::Explicit) => {
                return unsupported("values between vertices that the shader makes itself");
            }
            Some(hir::Interpolation::Flat) => naga::Interpolation::Flat,
            Some(hir::Interpolation::NoPerspective) => naga::Interpolation::Linear,
            _ if !is_float || per_primitive => naga::Interpolation::Flat,
            Some(hir::Interpolation::Smooth) | None => naga::Interpolation::Perspective,
        };
        let sampling = match interface.sampling {
            None => naga::Sampling::Center,
            Some(hir::Sampling::Centroid) => naga::Sampling::Centroid,
            Some(hir::Sampling::Sample) => naga::Sampling::Sample,
        };
        let is_flat = interpolation == naga::Interpolation::Flat;
        Ok(Binding::Location {
            location,
            interpolation: is_interpolated.then_some(interpolation),
            sampling: (is_interpolated && !is_flat).then_some(sampling),
            blend_src: interface.index,
            per_primitive,
        })
    }

    /// The binding for an input with a value for each vertex of the primitive: an array of three.
    pub(super) fn vertex_location(&self, cursor: &mut Cursor<'_>) -> Bridged<Binding> {
        let location = cursor.location.or_missing("a location")?;
        cursor.location = Some(location + 1);
        Ok(Binding::Location {
            location,
            interpolation: Some(naga::Interpolation::PerVertex),
            sampling: None,
            blend_src: None,
            per_primitive: false,
        })
    }
}

/// Whether a naga type has the components of a built-in, in another signedness.
pub(super) fn is_other_sign(from: Shape, to: Shape) -> bool {
    from != to && from.scalar().zip(to.scalar()).is_some_and(|(from, to)| from.width == to.width)
}
