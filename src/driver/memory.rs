//! Memory that the compilations of a thread use one after the other.
//!
//! Comes in: memory that a compilation no longer needs. Goes out: the same, empty. Must not depend on: what any stage does
//! with its part. It changes how often memory is allocated, and nothing else.

use crate::source::Interner;
use crate::{hir, lints, preprocess, sema, spirv, syntax};
use std::cell::Cell;
use std::ops::{Deref, DerefMut};

/// Memory of each stage.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// The names of earlier shaders. Most names are in many shaders, and what the parser and the analysis know about those stays
    /// true.
    pub names: Interner,
    pub preprocess: preprocess::Buffers,
    pub syntax: syntax::Buffers,
    pub sema: sema::KnownNames,
    pub hir: hir::Buffers,
    pub lints: lints::Buffers,
    pub spirv: spirv::Buffers,
}

thread_local! {
    /// Free while no compilation of the thread has it. One that starts inside another, in a loader, has its own.
    static FREE: Cell<Option<Box<Memory>>> = const { Cell::new(None) };
}

/// The memory that a session has.
#[derive(Debug)]
pub(super) struct Lent(Box<Memory>);

/// That of the last session of this thread.
impl Default for Lent {
    fn default() -> Self {
        Self(FREE.take().unwrap_or_default())
    }
}

/// Leaves the memory of this thread to the system, for a process that is about to end: what is in a thread's storage is freed even
/// then, table by table.
pub fn leave_memory_to_the_system() {
    std::mem::forget(FREE.take());
}

impl Lent {
    /// Leaves it to the next session.
    pub(super) fn leave(mut self) {
        if self.names.is_large() {
            self.take_names();
        }
        FREE.set(Some(self.0));
    }

    /// The names, with which everything goes that is known about them.
    pub(super) fn take_names(&mut self) -> Interner {
        self.preprocess = preprocess::Buffers::default();
        self.syntax = syntax::Buffers::default();
        self.sema = sema::KnownNames::default();
        std::mem::take(&mut self.names)
    }
}

impl Deref for Lent {
    type Target = Memory;

    fn deref(&self) -> &Memory {
        &self.0
    }
}

impl DerefMut for Lent {
    fn deref_mut(&mut self) -> &mut Memory {
        &mut self.0
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use crate::driver::{Compilation, Input, Options, compile};
    use crate::preprocess::MacroOption;
    use crate::source::{MemoryLoader, NoIncludes};

    fn compiled(text: &str) -> Compilation {
        compile(Input { name: "a.comp", text }, &Options::default(), &mut NoIncludes)
    }

    /// What a compilation gives, errors included.
    fn outcome(text: &str) -> (Option<Vec<u32>>, String) {
        let compilation = compiled(text);
        (compilation.artifact.as_ref().map(|it| it.words.clone()), compilation.rendered())
    }

    #[test]
    fn earlier_shaders_leave_no_traces() {
        const SHADERS: [&str; 8] = [
            "#version 450\nlayout(local_size_x = 8) in;\nlayout(binding = 0) buffer B { int a[]; };\nvoid main() { a[0] = 1; }\n",
            "#version 310 es\nlayout(std430, binding = 0) buffer B { highp vec4 buffer_[]; };\nvoid main() {}\n",
            "#version 140\n#define A(x) x ## x\nint A(sample) = 1; void main() { int buffer = samplesample; }\n",
            "#version 450\n#define f 1\n#ifdef GL_ES\n#error ESSL\n#endif\nvoid main() { int i = f; }\n",
            "#version 310 es\n#ifndef GL_ES\n#error GLSL\n#endif\nvoid main() { int f = 1; int i = f; }\n",
            "#version 450\nstatic float x = 1.0;\nvoid main() { x += 2.0; unsigned y = 3; }\n",
            "#version 450\nvoid helper(out float f) { f = 1.0 }\nvoid main() { float g; helper(g); undefined(g); }\n",
            "#version 450\n#extension GL_KHR_shader_subgroup_arithmetic : require\nvoid main() { int i = subgroupAdd(1); }\n",
        ];
        let alone = SHADERS.map(|text| std::thread::spawn(move || outcome(text)).join().unwrap());
        for (text, alone) in SHADERS.iter().zip(&alone).chain(SHADERS.iter().zip(&alone).rev()) {
            assert_eq!(&outcome(text), alone, "{text}");
        }
    }

    /// What a variant of a shader gives whose header is in `files`.
    fn variant(size: u32, files: &MemoryLoader) -> (Option<Vec<u32>>, String) {
        let value = Some(size.to_string());
        let mut options = Options::default();
        options.preprocessor.macros = vec![MacroOption::Define { name: "SIZE".to_owned(), value }];
        let text = "#version 450\n#include \"size.glsl\"\nlayout(local_size_x = SIZE) in;\nvoid main() { f(SIZE); }\n";
        let compilation = compile(Input { name: "a.comp", text }, &options, &mut files.clone());
        (compilation.artifact.as_ref().map(|it| it.words.clone()), compilation.rendered())
    }

    #[test]
    fn variants_of_a_shader_do_not_depend_on_order_or_thread() {
        let header = "#if SIZE == 4\nvoid f(int size) {}\n#elif SIZE == 8\nint f(int SIZE) {}\n#endif\n";
        let files: MemoryLoader = [("size.glsl", header)].into_iter().collect();
        let changed: MemoryLoader = [("size.glsl", header.replace("== 8", "== 9"))].into_iter().collect();
        let all = [(4, &files), (8, &files), (9, &files), (8, &changed), (9, &changed)];
        let alone = std::thread::scope(|scope| {
            all.map(|(size, files)| scope.spawn(move || variant(size, files))).map(|it| it.join().unwrap())
        });
        assert!(
            alone[0].0.is_some() && alone[1].1.contains("size.glsl:4") && alone[2].1.contains("no function"),
            "{alone:?}"
        );
        std::thread::scope(|scope| {
            for step in [1, 2, 3, 4] {
                let (all, alone) = (&all, &alone);
                scope.spawn(move || {
                    for index in (0..4 * all.len()).map(|index| index * step % all.len()) {
                        let (size, files) = all[index];
                        assert_eq!(variant(size, files), alone[index], "{size}");
                    }
                });
            }
        });
    }
}
