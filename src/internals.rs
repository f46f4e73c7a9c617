//! The parts of the compiler, for its own tests, benchmarks and command line.
//!
//! Comes in: nothing. Goes out: every part under one name, outside semantic versioning: any release may change or
//! remove what is here. Must not depend on: anything of its own; it only re-exports.

/// Declares a module for each part here, with all of the part's public items.
macro_rules! parts {
    ($($part:ident)*) => {
        $(
            #[allow(missing_docs)]
            pub mod $part {
                pub use crate::$part::*;
            }
        )*
    };
}

parts!(builtins diagnostics driver explain glsl_text hir json link lints nv_program passes preprocess reflect rules sema source spirv stage syntax target);

#[cfg(feature = "wgsl")]
parts!(naga_bridge);

#[cfg(any(feature = "capi", feature = "cli", test))]
parts!(shaderc);

/// Reading files, as the command line does.
pub mod files {
    #[cfg(feature = "cli")]
    pub use crate::api::shaders_in;
    pub use crate::api::{Identity, SharedFiles, identity, read_limited, read_text};
}

/// Many shaders at once, as the command line compiles them.
#[cfg(feature = "cli")]
pub mod parallel {
    pub use crate::api::{in_parallel, most_threads};
}

pub use crate::driver::{Artifact, Compilation, Input, Options, check, compile};
pub use crate::stage::Stage;
