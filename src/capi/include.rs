//! Included files, through callbacks of the program.
//!
//! Comes in: the functions that the options have. Goes out: a [`Loader`]. Must not depend on: files.

use std::ffi::{CString, c_char, c_int, c_void};

use super::text;
use crate::source::{IncludeKind, Loaded, Loader};

/// `shaderc_include_result`: what the program answers. A failed look-up has an empty name and a message as its content.
#[repr(C)]
pub struct IncludeResult {
    name: *const c_char,
    name_length: usize,
    content: *const c_char,
    content_length: usize,
    user_data: *mut c_void,
}

#[cfg(test)]
impl IncludeResult {
    pub fn of(name: &'static str, content: &'static str, user_data: *mut c_void) -> Self {
        let (name, name_length) = (name.as_ptr().cast(), name.len());
        Self { name, name_length, content: content.as_ptr().cast(), content_length: content.len(), user_data }
    }
}

/// `shaderc_include_resolve_fn`: finds a file.
pub type ResolveFn =
    unsafe extern "C" fn(*mut c_void, *const c_char, c_int, *const c_char, usize) -> *mut IncludeResult;

/// `shaderc_include_result_release_fn`: frees an answer.
pub type ReleaseFn = unsafe extern "C" fn(*mut c_void, *mut IncludeResult);

/// The functions of a program.
#[derive(Clone, Copy)]
pub struct Callbacks {
    /// Finds a file.
    pub resolve: ResolveFn,
    /// Frees what `resolve` returned.
    pub release: ReleaseFn,
    /// What both are called with.
    pub user_data: *mut c_void,
}

/// `shaderc_include_type`
const RELATIVE: c_int = 0;
const STANDARD: c_int = 1;

/// Finds files by calling the program.
pub struct CallbackLoader {
    callbacks: Option<Callbacks>,
    /// The files that include each other, the main one first.
    open: Vec<String>,
}

impl CallbackLoader {
    /// A loader for a shader with a name.
    pub fn new(callbacks: Option<Callbacks>, main: &str) -> Self {
        Self { callbacks, open: vec![main.to_owned()] }
    }

    /// How deep a file is that `includer` includes; files that `includer` included before are closed.
    fn depth(&mut self, includer: &str) -> usize {
        let depth = self.open.iter().rposition(|it| it == includer).map_or(1, |index| index + 1);
        self.open.truncate(depth);
        depth
    }
}

impl Loader for CallbackLoader {
    fn load(&mut self, name: &str, kind: IncludeKind, includer: &str) -> Result<Loaded, String> {
        let callbacks = self.callbacks.ok_or("the options have no include callbacks")?;
        let depth = self.depth(includer);
        let ask = |kind| callbacks.ask(name, kind, includer, depth);
        // As glslang does: what is not beside the includer is searched for where `<name>` is.
        let loaded = match kind {
            IncludeKind::Quoted => ask(RELATIVE).or_else(|_| ask(STANDARD)),
            IncludeKind::Angled => ask(STANDARD),
        }?;
        self.open.push(loaded.name.clone());
        Ok(loaded)
    }
}

impl Callbacks {
    /// Asks the program for a file.
    fn ask(&self, name: &str, kind: c_int, includer: &str, depth: usize) -> Result<Loaded, String> {
        let text = |text: &str| CString::new(text).map_err(|_| "the name contains NUL".to_owned());
        let (name, includer) = (text(name)?, text(includer)?);
        // SAFETY: the function has this type, by the contract of the header; both texts end in NUL and live until it returns.
        let answer = unsafe { (self.resolve)(self.user_data, name.as_ptr(), kind, includer.as_ptr(), depth) };
        if answer.is_null() {
            return Err("the include callback returned no result".to_owned());
        }
        // SAFETY: the header requires that the answer and its texts stay valid until they are released, which is below; both
        // texts are copied before.
        let (found, content) = unsafe {
            let answer = &*answer;
            let found = text::with_length(answer.name, answer.name_length).into_owned();
            (found, text::with_length(answer.content, answer.content_length).into_owned())
        };
        // SAFETY: the function has this type, and the answer is what `resolve` returned; it is not used any more.
        unsafe { (self.release)(self.user_data, answer) };
        if found.is_empty() { Err(content) } else { Ok(Loaded { name: found, text: content.into() }) }
    }
}
