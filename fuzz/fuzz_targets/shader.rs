//! `cargo fuzz run shader`
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Err(problem) = glslsub_fuzz::check::shader(data) {
        panic!("{problem}");
    }
});
