//! Inputs that break promises of glslsub, looked for at random.
//!
//! [`check`] says what is promised about any input, [`targets`] how inputs are made, [`input`] what they look like. The
//! program runs targets on a stable compiler and replays the corpus; `fuzz_targets/` gives the same checks to `cargo fuzz`.

pub mod check;
pub mod compare;
pub mod input;
pub mod negatives;
pub mod targets;

/// What the tests of the repository use, too.
#[path = "../../tests/common"]
pub mod common {
    pub mod command_line;
    pub mod mutate;
    pub mod program;
    pub mod random;
}
