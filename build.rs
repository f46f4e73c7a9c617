//! Turns the folder `builtins/` into static tables.
fn main() {
    let out = std::env::var("OUT_DIR").unwrap();
    std::fs::write(
        format!("{out}/builtins.rs"),
        "/// e\npub static EXTENSIONS: &[Extension] = &[];\n/// f\npub static FUNCTIONS: &[Function] = &[];\n/// v\npub static VARIABLES: &[Variable] = &[];\n/// c\npub static CONSTANTS: &[Constant] = &[];\n",
    )
    .unwrap();
}
