//! NVIDIA's OpenGL driver as the oracle of assembly programs: loads them, runs them, and gives back their buffers.
//!
//! Comes in: programs and memory. Goes out: memory, or what the driver says against a program. The libraries are opened when
//! the test runs, so it builds and links anywhere.
#![allow(unsafe_code)]

use std::cell::Cell;
use std::ffi::{CStr, CString, c_char, c_int, c_uint, c_void};

unsafe extern "C" {
    fn dlopen(name: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
}

const COMPUTE_PROGRAM: c_uint = 0x90FB;
const PARAMETER_BUFFER: c_uint = 0x90FC;
const STORAGE_BUFFER: c_uint = 0x90D2;
const ASCII: c_uint = 0x8875;
const ERROR_POSITION: c_uint = 0x864B;
const ERROR_STRING: c_uint = 0x8874;

type Get = unsafe extern "C" fn(*const c_char) -> *mut c_void;

/// A context of the driver.
pub struct Driver {
    get: Get,
    /// The program that was loaded last.
    last: Cell<c_uint>,
    /// The name of the device.
    pub name: String,
}

/// What a program is given.
#[derive(Clone, Debug, Default)]
pub struct Resources {
    /// `program.storage[n]`
    pub storage: Vec<Vec<u8>>,
    /// `program.buffer[n]`
    pub buffers: Vec<Vec<u8>>,
    /// `program.local` and `program.env`
    pub parameters: Vec<[u32; 4]>,
}

macro_rules! call {
    ($driver:expr, $name:literal, fn($($ty:ty),*) $(-> $result:ty)?, $($argument:expr),*) => {{
        let address = $driver.address($name)?;
        let function: unsafe extern "C" fn($($ty),*) $(-> $result)? = std::mem::transmute(address);
        function($($argument),*)
    }};
}

impl Driver {
    /// Opens the first device that has `!!NVcp5.0`.
    pub fn open() -> Result<Self, String> {
        // SAFETY: the functions have the types of the EGL and OpenGL registries.
        unsafe {
            let library = dlopen(c"libEGL.so.1".as_ptr(), 2);
            if library.is_null() {
                return Err("libEGL.so.1 is missing".to_owned());
            }
            let get = dlsym(library, c"eglGetProcAddress".as_ptr());
            if get.is_null() {
                return Err("libEGL.so.1 has no eglGetProcAddress".to_owned());
            }
            let mut driver =
                Self { get: std::mem::transmute::<*mut c_void, Get>(get), last: Cell::new(0), name: String::new() };
            let mut devices = [std::ptr::null_mut::<c_void>(); 16];
            let mut count: c_int = 0;
            let _ = call!(
                driver,
                "eglQueryDevicesEXT",
                fn(c_int, *mut *mut c_void, *mut c_int) -> c_uint,
                16,
                devices.as_mut_ptr(),
                &raw mut count
            );
            let mut reasons = Vec::new();
            for device in devices.iter().take(count as usize) {
                match driver.context(*device) {
                    Ok(()) => return Ok(driver),
                    Err(reason) => reasons.push(reason),
                }
            }
            Err(format!("no device with NV_compute_program5: {}", reasons.join("; ")))
        }
    }

    unsafe fn address(&self, name: &str) -> Result<*mut c_void, String> {
        let symbol = CString::new(name).unwrap();
        let address = unsafe { (self.get)(symbol.as_ptr()) };
        if address.is_null() { Err(format!("there is no {name}")) } else { Ok(address) }
    }

    unsafe fn context(&mut self, device: *mut c_void) -> Result<(), String> {
        unsafe {
            let none = std::ptr::null_mut::<c_void>();
            let display = call!(
                self,
                "eglGetPlatformDisplayEXT",
                fn(c_uint, *mut c_void, *const c_int) -> *mut c_void,
                0x313F,
                device,
                std::ptr::null()
            );
            let ready = call!(
                self,
                "eglInitialize",
                fn(*mut c_void, *mut c_int, *mut c_int) -> c_uint,
                display,
                std::ptr::null_mut(),
                std::ptr::null_mut()
            );
            if ready == 0 {
                return Err("eglInitialize failed".to_owned());
            }
            call!(self, "eglBindAPI", fn(c_uint) -> c_uint, 0x30A2);
            let wanted: [c_int; 5] = [0x3033, 1, 0x3040, 8, 0x3038];
            let (mut config, mut found) = (none, 0);
            call!(
                self,
                "eglChooseConfig",
                fn(*mut c_void, *const c_int, *mut *mut c_void, c_int, *mut c_int) -> c_uint,
                display,
                wanted.as_ptr(),
                &raw mut config,
                1,
                &raw mut found
            );
            let context = call!(
                self,
                "eglCreateContext",
                fn(*mut c_void, *mut c_void, *mut c_void, *const c_int) -> *mut c_void,
                display,
                config,
                none,
                std::ptr::null()
            );
            let current = call!(
                self,
                "eglMakeCurrent",
                fn(*mut c_void, *mut c_void, *mut c_void, *mut c_void) -> c_uint,
                display,
                none,
                none,
                context
            );
            if current == 0 {
                return Err("eglMakeCurrent failed".to_owned());
            }
            self.name = self.string(0x1F01)?;
            let extensions = self.string(0x1F03)?;
            if extensions.contains("GL_NV_compute_program5") {
                Ok(())
            } else {
                Err(format!("{} has no NV_compute_program5", self.name))
            }
        }
    }

    unsafe fn string(&self, name: c_uint) -> Result<String, String> {
        unsafe {
            let text = call!(self, "glGetString", fn(c_uint) -> *const c_char, name);
            Ok(if text.is_null() { String::new() } else { CStr::from_ptr(text).to_string_lossy().into_owned() })
        }
    }

    /// Loads a program. `Ok(Some(..))`: what the driver says against it.
    pub fn load(&self, text: &str) -> Result<Option<String>, String> {
        unsafe {
            while call!(self, "glGetError", fn() -> c_uint,) != 0 {}
            let mut id = self.last.get();
            if id != 0 {
                call!(self, "glDeleteProgramsARB", fn(c_int, *const c_uint), 1, &raw const id);
            }
            call!(self, "glGenProgramsARB", fn(c_int, *mut c_uint), 1, &raw mut id);
            self.last.set(id);
            call!(self, "glBindProgramARB", fn(c_uint, c_uint), COMPUTE_PROGRAM, id);
            call!(
                self,
                "glProgramStringARB",
                fn(c_uint, c_uint, c_int, *const c_void),
                COMPUTE_PROGRAM,
                ASCII,
                text.len() as c_int,
                text.as_ptr().cast()
            );
            if call!(self, "glGetError", fn() -> c_uint,) == 0 {
                return Ok(None);
            }
            let mut position: c_int = 0;
            call!(self, "glGetIntegerv", fn(c_uint, *mut c_int), ERROR_POSITION, &raw mut position);
            Ok(Some(format!("{} (position {position})", self.string(ERROR_STRING)?.trim())))
        }
    }

    /// Runs the program that was loaded last.
    pub fn run(&self, resources: &Resources, groups: [u32; 3]) -> Result<Vec<Vec<u8>>, String> {
        unsafe {
            call!(self, "glEnable", fn(c_uint), COMPUTE_PROGRAM);
            let mut made: Vec<c_uint> = Vec::new();
            for (list, base) in [(&resources.storage, STORAGE_BUFFER), (&resources.buffers, PARAMETER_BUFFER)] {
                for (index, bytes) in list.iter().enumerate() {
                    let mut id: c_uint = 0;
                    call!(self, "glGenBuffers", fn(c_int, *mut c_uint), 1, &raw mut id);
                    call!(self, "glBindBuffer", fn(c_uint, c_uint), STORAGE_BUFFER, id);
                    call!(
                        self,
                        "glBufferData",
                        fn(c_uint, isize, *const c_void, c_uint),
                        STORAGE_BUFFER,
                        bytes.len() as isize,
                        bytes.as_ptr().cast(),
                        0x88E8
                    );
                    if base == STORAGE_BUFFER {
                        call!(self, "glBindBufferBase", fn(c_uint, c_uint, c_uint), base, index as c_uint, id);
                    } else {
                        call!(self, "glBindBufferBaseNV", fn(c_uint, c_uint, c_uint), base, index as c_uint, id);
                    }
                    made.push(id);
                }
            }
            for (index, words) in resources.parameters.iter().enumerate() {
                let index = index as c_uint;
                call!(
                    self,
                    "glProgramLocalParameterI4uivNV",
                    fn(c_uint, c_uint, *const c_uint),
                    COMPUTE_PROGRAM,
                    index,
                    words.as_ptr()
                );
                call!(
                    self,
                    "glProgramEnvParameterI4uivNV",
                    fn(c_uint, c_uint, *const c_uint),
                    COMPUTE_PROGRAM,
                    index,
                    words.as_ptr()
                );
            }
            call!(self, "glDispatchCompute", fn(c_uint, c_uint, c_uint), groups[0], groups[1], groups[2]);
            call!(self, "glMemoryBarrier", fn(c_uint), u32::MAX);
            call!(self, "glFinish", fn(),);
            let mut contents = Vec::new();
            for (bytes, &id) in resources.storage.iter().zip(&made) {
                let mut found = vec![0_u8; bytes.len()];
                call!(self, "glBindBuffer", fn(c_uint, c_uint), STORAGE_BUFFER, id);
                call!(
                    self,
                    "glGetBufferSubData",
                    fn(c_uint, isize, isize, *mut c_void),
                    STORAGE_BUFFER,
                    0,
                    bytes.len() as isize,
                    found.as_mut_ptr().cast()
                );
                contents.push(found);
            }
            call!(self, "glDeleteBuffers", fn(c_int, *const c_uint), made.len() as c_int, made.as_ptr());
            let error = call!(self, "glGetError", fn() -> c_uint,);
            if error == 0 { Ok(contents) } else { Err(format!("OpenGL error {error:#x}")) }
        }
    }
}
