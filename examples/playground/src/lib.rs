//! glslsub as WebAssembly: text in, text out.
//!
//! A page or Node.js writes a request (JSON, [`request::Request`]) into the buffer that [`request`] returns, calls
//! [`answer`], and reads the answer (JSON, [`answer::Answer`]) and the module at [`answer_text`] and [`answer_words`].
//! There are no imports: the module needs neither files nor a clock.

mod answer;
mod request;

use std::cell::RefCell;

/// What is between two calls.
#[derive(Default)]
struct Exchange {
    request: Vec<u8>,
    text: String,
    words: Vec<u32>,
}

thread_local! {
    static EXCHANGE: RefCell<Exchange> = RefCell::default();
}

// The functions below take and return numbers and addresses of memory that `EXCHANGE` owns. `no_mangle` is unsafe
// because another symbol could have the same name: this module defines every symbol that it exports, and imports none.

/// Makes room for a request of `length` bytes of UTF-8 and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn request(length: usize) -> *mut u8 {
    EXCHANGE.with_borrow_mut(|it| {
        it.request = vec![0; length];
        it.request.as_mut_ptr()
    })
}

/// Answers the request, and returns the length of the answer in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    EXCHANGE.with_borrow_mut(|it| {
        let (text, words) = answer::answer(&it.request);
        it.text = text;
        it.words = words;
        it.text.len()
    })
}

/// The address of the last answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer_text() -> *const u8 {
    EXCHANGE.with_borrow(|it| it.text.as_ptr())
}

/// The address of the module of the last answer; [`answer_word_count`] says how many 32-bit words it has.
#[unsafe(no_mangle)]
pub extern "C" fn answer_words() -> *const u32 {
    EXCHANGE.with_borrow(|it| it.words.as_ptr())
}

/// The number of words of the module of the last answer; 0 if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn answer_word_count() -> usize {
    EXCHANGE.with_borrow(|it| it.words.len())
}
