//! What the tests of assembly share: programs, what runs them, and what NVIDIA's driver says to them.
//!
//! Every binary includes this folder and uses a part of it.
#![allow(dead_code, unused_imports)]

pub mod bless;
pub mod cases;
pub mod forms;
pub mod generate;
pub mod loads;
pub mod machine;
pub mod matrix;
pub mod opengl;
pub mod probes;
pub mod reduce;
pub mod world;
