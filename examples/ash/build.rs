//! Compiles `shaders/`.

fn main() -> Result<(), glslsub::build::Failed> {
    glslsub::build::Shaders::new("shaders").compile()
}
