//! `gl_FragColor` and `gl_FragData`, the outputs that fragment shaders before GLSL 4.20 need not declare (GLSL 1.40 and 4.10,
//! 7.2).
//!
//! Comes in: their names. Goes out: places of outputs at location 0, which Vulkan does not copy to other attachments
//! (GL_KHR_vulkan_glsl). Must not depend on: what writes to them.

use crate::builtins;
use crate::hir::{
    ArrayLength, GlobalVariable, Handle, Interface, MemoryQualifiers, PlaceRoot, Scalar, Span, Steps, StorageClass,
};
use crate::sema::Analyzer;
use crate::sema::expressions::operand::{Operand, Path};
use crate::source::Symbol;
use crate::stage::Stage;
use rustc_hash::FxHashMap;

/// The first version without them, except in its compatibility profile.
const REMOVED: u16 = 420;

/// Those that are used.
pub(in crate::sema) type FragmentColors = FxHashMap<&'static str, Handle<GlobalVariable>>;

impl Analyzer<'_> {
    /// The place of such a variable; `None` if `name` is not one here.
    pub(in crate::sema) fn fragment_color(&mut self, symbol: Symbol) -> Option<Operand> {
        let there = self.module.stage == Stage::Fragment && !self.version.is_es() && self.version.number < REMOVED;
        let name = match self.text(symbol) {
            "gl_FragColor" if there => "gl_FragColor",
            "gl_FragData" if there => "gl_FragData",
            _ => return None,
        };
        let global = match self.fragment_colors.get(name) {
            Some(&global) => global,
            None => self.new_fragment_color(name, symbol),
        };
        let ty = self.module.globals.try_get(global).ok()?.ty;
        Some(Operand::Place(Box::new(Path {
            root: PlaceRoot::Global(global),
            steps: Steps::new(),
            ty,
            swizzle: None,
            access: MemoryQualifiers::NONE,
            storage: StorageClass::Output,
            read_only: None,
            precise: false,
        })))
    }

    fn new_fragment_color(&mut self, name: &'static str, symbol: Symbol) -> Handle<GlobalVariable> {
        let color = self.vector_type(Scalar::F32, 4);
        let ty = if name == "gl_FragData" {
            let length = ArrayLength::Constant(self.written_colors(symbol));
            self.module.array(color, length)
        } else {
            color
        };
        let interface = Interface { location: Some(0), ..Interface::default() };
        let global = GlobalVariable { interface, ..GlobalVariable::new(name.to_owned(), ty, StorageClass::Output) };
        let global = self.module.globals.append(global, Span::UNDEFINED);
        self.fragment_colors.insert(name, global);
        global
    }

    /// The number of elements that literals index, since each is an attachment that a device must have; all of them if
    /// anything else indexes the array.
    fn written_colors(&mut self, symbol: Symbol) -> u32 {
        let indices = self.indices(symbol).filter(|indices| indices.other.is_none());
        let written = indices.and_then(|indices| u32::try_from(indices.largest?.saturating_add(1)).ok());
        let limit = builtins::constant("gl_MaxDrawBuffers");
        let limit = limit.and_then(|it| builtins::limits::values_of(it, &self.options.limits).next());
        written.or(limit.and_then(|limit| u32::try_from(limit).ok())).unwrap_or(1)
    }
}
