//! Arrays whose outermost dimension counts vertices, or primitives of a mesh: their sizes, and which elements an invocation
//! may write (GLSL 4.60, 4.3.4, 4.3.6, 4.4.1 and 4.4.2; GL_EXT_mesh_shader, 4.4.2.5).
//!
//! Comes in: types of inputs and outputs, and layouts of the whole shader, including later ones. Goes out: types with a
//! size. Must not depend on: locations, built-in variables by name.

use crate::builtins::ElementCount;
use crate::hir::{
    ArrayLength, ExecutionMode, GlobalVariable, Handle, InterfaceRate, PlaceRoot, PlaceStep, Span, StorageClass, Type,
    Value, ValueKind,
};
use crate::sema::Analyzer;
use crate::sema::expressions::operand::{Operand, Path};
use crate::sema::interface::execution_mode::{self, ModePlace};
use crate::sema::interface::messages;
use crate::sema::interface::stage_interface::Direction;
use crate::sema::types::array_size::MOST_FORESEEN;
use crate::stage::Stage;
use crate::syntax::ast::{Declaration, ExternalDeclaration, Name, QualifierKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// What determines the number of elements.
#[derive(Clone, Copy)]
enum Source {
    /// `gl_MaxPatchVertices`
    Patch,
    /// The mode of this family, and the place of its layout.
    Mode(&'static str, ModePlace),
}

impl Source {
    /// What the array has an element for.
    fn counted(self) -> (&'static str, &'static str) {
        match self {
            Source::Mode(PRIMITIVES, _) => ("primitive", "primitives"),
            _ => ("vertex", "vertices"),
        }
    }

    /// The section of the specification that says so.
    fn section(self) -> &'static str {
        match self {
            Source::Patch => "GLSL 4.60, 4.3.4: there are `gl_MaxPatchVertices`",
            Source::Mode("vertices", _) => "GLSL 4.60, 4.4.2.2",
            Source::Mode("max_vertices" | PRIMITIVES, _) => "GL_EXT_mesh_shader, 4.4.2.5",
            Source::Mode(..) => "GLSL 4.60, 4.4.1.2",
        }
    }
}

/// The family of `max_primitives`.
const PRIMITIVES: &str = "max_primitives";

/// Families whose modes determine how many elements arrays have.
const COUNTING: &[&str] = &["vertices", "input primitive", "max_vertices", PRIMITIVES, OUTPUT_PRIMITIVE];

/// The family of the output primitives of a mesh or geometry shader.
const OUTPUT_PRIMITIVE: &str = "output primitive";

/// What is known about the vertices of the stage.
#[derive(Debug, Default)]
pub(in crate::sema) struct PerVertex {
    /// The numbers that the layouts of the shader set, once they were needed.
    foreseen: FxHashMap<&'static str, Option<u32>>,
    /// The numbers that arrays were declared with.
    given: FxHashMap<&'static str, u32>,
    /// Arrays that were declared without a size.
    unsized_arrays: FxHashSet<Handle<GlobalVariable>>,
    /// The first `return` of `main`.
    pub(in crate::sema) returned: Option<Span>,
}

/// The number of vertices or primitives that a mode stands for.
const fn vertices(mode: ExecutionMode) -> Option<u32> {
    Some(match mode {
        ExecutionMode::InputPoints => 1,
        ExecutionMode::InputLines => 2,
        ExecutionMode::Triangles => 3,
        ExecutionMode::InputLinesAdjacency => 4,
        ExecutionMode::InputTrianglesAdjacency => 6,
        ExecutionMode::OutputVertices(count) | ExecutionMode::OutputPrimitives(count) => count,
        ExecutionMode::OutputPoints => 1,
        ExecutionMode::OutputLines => 2,
        ExecutionMode::OutputTriangles => 3,
        _ => return None,
    })
}

impl Analyzer<'_> {
    /// What determines how many vertices a variable of this direction has, if it has one element for each.
    fn vertex_source(&self, rate: Option<InterfaceRate>, direction: Direction) -> Option<Source> {
        if matches!(rate, Some(InterfaceRate::Patch)) {
            return None;
        }
        match (self.module.stage, direction) {
            (Stage::TessellationControl | Stage::TessellationEvaluation, Direction::In) => Some(Source::Patch),
            (Stage::TessellationControl, Direction::Out) => Some(Source::Mode("vertices", ModePlace::Out)),
            (Stage::Geometry, Direction::In) => Some(Source::Mode("input primitive", ModePlace::In)),
            (Stage::Mesh, Direction::Out) => {
                let primitives = matches!(rate, Some(InterfaceRate::Primitive));
                Some(Source::Mode(if primitives { PRIMITIVES } else { "max_vertices" }, ModePlace::Out))
            }
            _ => None,
        }
    }

    fn vertex_count(&mut self, source: Source) -> Option<u32> {
        match source {
            Source::Patch => self.limit("gl_MaxPatchVertices"),
            Source::Mode(family, place) => self.mode_count(family, place),
        }
    }

    fn mode_count(&mut self, family: &'static str, place: ModePlace) -> Option<u32> {
        let declared = self.modes.of_family(family).and_then(|(mode, _)| vertices(mode));
        declared.or_else(|| self.foreseen_vertices(family, place))
    }

    /// How many vertices each output primitive of a mesh shader has.
    pub(super) fn corner_count(&mut self) -> Option<u32> {
        self.mode_count(OUTPUT_PRIMITIVE, ModePlace::Out)
    }

    /// How many elements a built-in array of a mesh has; `None` if a layout is missing, which is reported at the end.
    pub(super) fn element_count(&mut self, counts: ElementCount) -> Option<u32> {
        let families: &[&'static str] = match counts {
            ElementCount::Primitives => &[PRIMITIVES],
            ElementCount::Corners => &[PRIMITIVES, OUTPUT_PRIMITIVE],
        };
        families.iter().try_fold(1_u32, |product, &family| {
            let count = self.mode_count(family, ModePlace::Out);
            self.per_vertex.given.insert(family, count.unwrap_or(0));
            product.checked_mul(count?)
        })
    }

    /// The number that a later layout will set.
    fn foreseen_vertices(&mut self, family: &'static str, place: ModePlace) -> Option<u32> {
        if let Some(&known) = self.per_vertex.foreseen.get(family) {
            return known;
        }
        let unit = self.unit;
        let layouts = unit.declarations.iter().filter_map(|declaration| match declaration {
            ExternalDeclaration::Declaration(Declaration::Qualifiers { qualifiers, names, .. }) if names.is_empty() => {
                let is_here = qualifiers.iter().any(|it| match it.kind {
                    QualifierKind::In => place == ModePlace::In,
                    QualifierKind::Out => place == ModePlace::Out,
                    _ => false,
                });
                is_here.then_some(qualifiers)
            }
            _ => None,
        });
        let items = layouts.flatten().flat_map(|it| match &it.kind {
            QualifierKind::Layout(items) => items.as_slice(),
            _ => &[],
        });
        let mut found = None;
        for item in items {
            let word = self.text(item.name.symbol).to_ascii_lowercase();
            let value = item.value.and_then(|value| self.foreseen(value, MOST_FORESEEN));
            let value = value.and_then(|value| u32::try_from(value).ok());
            found = execution_mode::of_family(&word, value, place, self.module.stage, family).and_then(vertices);
            if found.is_some() {
                break;
            }
        }
        self.per_vertex.foreseen.insert(family, found);
        found
    }

    /// The type of an input or output, sized by the number of vertices if it counts them; all others get the size that
    /// their uses need. `None` if it was reported.
    pub(super) fn sized_interface(
        &mut self,
        ty: Handle<Type>,
        rate: Option<InterfaceRate>,
        direction: Direction,
        name: Name,
    ) -> Option<Handle<Type>> {
        let Some(source) = self.vertex_source(rate, direction) else {
            return Some(self.implicitly_sized(ty, name));
        };
        let Type::Array { element, length } = *self.module.types.get(ty) else {
            self.not_per_vertex(name, direction, source);
            return None;
        };
        let count = self.vertex_count(source);
        match (length, count) {
            (ArrayLength::Runtime, Some(count)) => {
                if let Source::Mode(family, _) = source {
                    self.per_vertex.given.insert(family, count);
                }
                Some(self.module.array(element, ArrayLength::Constant(count)))
            }
            // The missing layout is reported at the end.
            (ArrayLength::Runtime, None) => {
                if let Source::Mode(family, _) = source {
                    self.per_vertex.given.insert(family, 0);
                }
                let sized = self.implicitly_sized(ty, name);
                let one = Type::Array { element, length: ArrayLength::Constant(1) };
                Some(if sized == ty { self.module.types.insert(one) } else { sized })
            }
            (ArrayLength::Constant(size), Some(count)) if size != count => {
                self.wrong_vertex_count(name, size, count, source);
                None
            }
            (ArrayLength::Constant(_), _) => Some(ty),
            (ArrayLength::Specialization(..), _) => {
                let (text, (_, many)) = (self.text(name.symbol), source.counted());
                self.report(messages::specialized_number_of_primitives(name.span, &many, &text));
                None
            }
        }
    }

    /// Reports an input or output that should be an array but is not.
    fn not_per_vertex(&mut self, name: Name, direction: Direction, source: Source) {
        let (stage, text) = (self.module.stage.facts().with_article(), self.text(name.symbol));
        let (word, section) = match direction {
            Direction::In => ("input", "4.3.4"),
            Direction::Out => ("output", "4.3.6"),
        };
        let has_patch = match direction {
            Direction::In => self.module.stage == Stage::TessellationEvaluation,
            Direction::Out => self.module.stage == Stage::TessellationControl,
        };
        let (one, _) = source.counted();
        let patch = if has_patch { ", or say `patch` if there is one for the whole patch" } else { "" };
        self.report(messages::not_an_array_per_vertex(name.span, &word, &stage, &one, &text, &patch, &section));
    }

    fn wrong_vertex_count(&mut self, name: Name, size: u32, count: u32, source: Source) {
        let text = self.text(name.symbol);
        let declared = match source {
            Source::Patch => None,
            Source::Mode(family, _) => self.modes.of_family(family),
        };
        let (_, many) = source.counted();
        let mut diagnostic = messages::wrong_size_per_vertex(name.span, &text, &size, &many, &count, source.section());
        if let Some((_, span)) = declared {
            diagnostic = diagnostic.with_secondary(span, "declared here");
        }
        self.report(diagnostic);
    }

    /// Records an array that was declared without a size.
    pub(super) fn note_unsized(&mut self, ty: Handle<Type>, global: Handle<GlobalVariable>) {
        if matches!(self.module.types.get(ty), Type::Array { length: ArrayLength::Runtime, .. }) {
            self.note_implicit_vertices(global);
        }
    }

    /// Records an array whose size is that of a layout.
    pub(super) fn note_implicit_vertices(&mut self, global: Handle<GlobalVariable>) {
        self.per_vertex.unsized_arrays.insert(global);
    }

    /// Whether the length of an array may be used: not before the layout that it comes from (GLSL 4.60, 4.4.1.2 and
    /// 4.4.2.1).
    pub(in crate::sema) fn check_vertex_length(&mut self, base: &Operand, span: Span) -> bool {
        let Operand::Place(path) = base else { return true };
        let PlaceRoot::Global(global) = path.root else { return true };
        if !path.steps.is_empty() || !self.per_vertex.unsized_arrays.contains(&global) {
            return true;
        }
        let direction = if path.storage == StorageClass::Input { Direction::In } else { Direction::Out };
        let rate = self.module.globals.try_get(global).ok().and_then(|global| global.interface.rate);
        let Some(source @ Source::Mode(family, place)) = self.vertex_source(rate, direction) else { return true };
        if self.modes.of_family(family).is_some() {
            return true;
        }
        let layout =
            if place == ModePlace::In { "layout(...) in;".to_owned() } else { format!("layout({family} = ...) out;") };
        let (_, many) = source.counted();
        self.report(messages::number_not_declared_yet(span, &many, &layout));
        false
    }

    /// Whether a path that is written to leads to the invocation's own vertex, or not to any vertex (GLSL 4.60, 4.3.6).
    pub(in crate::sema) fn check_written_vertex(&mut self, path: &Path, span: Span) -> bool {
        if self.module.stage != Stage::TessellationControl || path.storage != StorageClass::Output {
            return true;
        }
        let PlaceRoot::Global(handle) = path.root else { return true };
        let Ok(global) = self.module.globals.try_get(handle) else { return true };
        let own = match path.steps.first() {
            _ if global.interface.rate == Some(InterfaceRate::Patch) || !self.has_vertices(global.ty) => true,
            Some(PlaceStep::Index(index)) => self.is_own_vertex(*index),
            _ => false,
        };
        if !own {
            self.report(messages::writes_other_vertex(span));
        }
        own
    }

    fn has_vertices(&self, ty: Handle<Type>) -> bool {
        matches!(self.module.types.get(ty), Type::Array { .. })
    }

    /// Whether a value was read from `gl_InvocationID`.
    fn is_own_vertex(&self, index: Handle<Value>) -> bool {
        let Ok(value) = self.builder.values.try_get(index) else { return false };
        let ValueKind::Load(place) = value.kind else { return false };
        let Ok(place) = self.builder.places.try_get(place) else { return false };
        let PlaceRoot::Global(global) = place.root else { return false };
        let row = self.module.globals.try_get(global).ok().and_then(|global| global.builtin);
        row.is_some_and(|row| row.builtin == spirv::BuiltIn::InvocationId)
    }

    /// Reports layouts whose numbers differ from those that arrays were sized with.
    pub(super) fn finish_vertices(&mut self) {
        for family in COUNTING {
            let Some(&given) = self.per_vertex.given.get(family) else { continue };
            if let Some((mode, span)) = self.modes.of_family(family)
                && vertices(mode).is_some_and(|count| count != given)
            {
                let (_, many) = Source::Mode(family, ModePlace::Out).counted();
                self.report(messages::array_before_number(span, &many));
            }
        }
    }
}
