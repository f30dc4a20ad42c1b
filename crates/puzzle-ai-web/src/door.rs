//! What WebAssembly exports: the page writes a request into a buffer, calls, and reads the answer from another.
//!
//! The attribute `unsafe(no_mangle)` gives the exports their names; there is no unsafe code besides. The pointers are
//! only read on the other side, and never while Rust holds a reference to what they point to.
#![allow(unsafe_code)]

use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use crate::Demo;

#[derive(Default)]
struct Door {
    demo: Demo,
    request: Vec<u8>,
    answer: String,
}

static DOOR: LazyLock<Mutex<Door>> = LazyLock::new(Mutex::default);

fn door() -> MutexGuard<'static, Door> {
    DOOR.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Room for a request of `len` bytes.
#[unsafe(no_mangle)]
extern "C" fn request_buffer(len: usize) -> *mut u8 {
    let mut door = door();
    door.request.clear();
    // One byte more than is allowed is enough to be refused.
    door.request.resize(len.min(Demo::MAX_REQUEST + 1), 0);
    door.request.as_mut_ptr()
}

/// Answers the request in the buffer; the length of the answer in bytes.
#[unsafe(no_mangle)]
extern "C" fn handle() -> usize {
    let door = &mut *door();
    let request = String::from_utf8_lossy(&door.request);
    door.answer = door.demo.handle(&request);
    door.answer.len()
}

/// Where the answer is, until the next call of `handle`.
#[unsafe(no_mangle)]
extern "C" fn answer_buffer() -> *const u8 {
    door().answer.as_ptr()
}
