//! NVIDIA's OpenGL driver as the oracle for assembly programs: loads them, runs them, and returns their buffers.
//!
//! Comes in: programs and memory. Goes out: memory, or the driver's errors about a program. The libraries are opened
//! when the test runs, so it builds and links anywhere.
#![allow(unsafe_code)]

use glslsub::internals::builtins::ImageDimension as D;
use glslsub::internals::nv_program::target::Target;
use std::cell::Cell;

use crate::cases::Case;
use crate::world::{SAMPLES, Unit};

use std::ffi::{CStr, CString, c_char, c_int, c_uint, c_void};

unsafe extern "C" {
    fn dlopen(name: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
}

const COMPUTE_PROGRAM: c_uint = 0x90FB;
const PARAMETER_BUFFER: c_uint = 0x90FC;
const STORAGE_BUFFER: c_uint = 0x90D2;
const COUNTER_BUFFER: c_uint = 0x92C0;
const BUFFER_ADDRESS: c_uint = 0x8F1D;
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

macro_rules! call {
    ($driver:expr, $name:expr, fn($($ty:ty),*) $(-> $result:ty)?, $($argument:expr),*) => {{
        let address = $driver.address($name)?;
        let function: unsafe extern "C" fn($($ty),*) $(-> $result)? = std::mem::transmute(address);
        function($($argument),*)
    }};
}

impl Driver {
    /// Opens the first device that supports `!!NVcp5.0`.
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

    /// Loads a program. `Ok(Some(..))`: the driver's error.
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

    /// Runs the last loaded program on the resources of a case; returns the output and global memory.
    pub fn run(&self, case: &Case, groups: [u32; 3]) -> Result<Vec<u8>, String> {
        unsafe {
            call!(self, "glEnable", fn(c_uint), COMPUTE_PROGRAM);
            let world = &case.world;
            let mut made: Vec<c_uint> = Vec::new();
            let output = vec![0; case.output];
            let mut storage: Vec<&[u8]> = vec![&case.input, &output];
            if !world.global.is_empty() {
                storage.push(&world.global);
            }
            for (bytes, index) in storage.iter().zip(0..) {
                made.push(self.buffer(bytes)?);
                call!(
                    self,
                    "glBindBufferBase",
                    fn(c_uint, c_uint, c_uint),
                    STORAGE_BUFFER,
                    index,
                    made[index as usize]
                );
            }
            let mut address = 0_u64;
            if !world.global.is_empty() {
                let read_and_write = 0x88BA;
                call!(self, "glMakeNamedBufferResidentNV", fn(c_uint, c_uint), made[2], read_and_write);
                let name = "glGetNamedBufferParameterui64vNV";
                call!(self, name, fn(c_uint, c_uint, *mut u64), made[2], BUFFER_ADDRESS, &raw mut address);
            }
            let address = address.to_le_bytes();
            let parameters = [&case.input[..], &case.input, &case.input, &address];
            for (bytes, index) in parameters.into_iter().zip(0..) {
                let id = self.buffer(bytes)?;
                made.push(id);
                call!(self, "glBindBufferBaseNV", fn(c_uint, c_uint, c_uint), PARAMETER_BUFFER, index, id);
            }
            if !world.counters.is_empty() {
                let id = self.buffer(&world.counters)?;
                made.push(id);
                call!(self, "glBindBufferBase", fn(c_uint, c_uint, c_uint), COUNTER_BUFFER, 0, id);
            }
            for (words, index) in case.locals.iter().zip(0..) {
                for name in ["glProgramLocalParameterI4uivNV", "glProgramEnvParameterI4uivNV"] {
                    call!(self, name, fn(c_uint, c_uint, *const c_uint), COMPUTE_PROGRAM, index, words.as_ptr());
                }
            }
            if !world.subroutines.is_empty() {
                let (count, numbers) = (world.subroutines.len() as c_int, world.subroutines.as_ptr());
                let name = "glProgramSubroutineParametersuivNV";
                call!(self, name, fn(c_uint, c_int, *const c_uint), COMPUTE_PROGRAM, count, numbers);
            }
            let mut textures = Vec::new();
            for (unit, index) in world.textures.iter().zip(0..) {
                call!(self, "glActiveTexture", fn(c_uint), 0x84C0 + index);
                textures.push(self.texture(unit, &mut made)?);
            }
            for (unit, index) in world.images.iter().zip(0..) {
                // A unit that no texture of the program uses.
                call!(self, "glActiveTexture", fn(c_uint), 0x84C0 + 30);
                let id = self.texture(unit, &mut made)?;
                textures.push(id);
                let (format, ..) = names(unit.format);
                let read_and_write = 0x88BA;
                call!(
                    self,
                    "glBindImageTexture",
                    fn(c_uint, c_uint, c_int, u8, c_int, c_uint, c_uint),
                    index,
                    id,
                    0,
                    1,
                    0,
                    read_and_write,
                    format
                );
            }
            call!(self, "glDispatchCompute", fn(c_uint, c_uint, c_uint), groups[0], groups[1], groups[2]);
            call!(self, "glMemoryBarrier", fn(c_uint), u32::MAX);
            call!(self, "glFinish", fn(),);
            let mut contents = vec![0_u8; case.output];
            self.read(made[1], &mut contents)?;
            if !world.global.is_empty() {
                let mut global = vec![0_u8; world.global.len()];
                self.read(made[2], &mut global)?;
                contents.extend(global);
                call!(self, "glMakeNamedBufferNonResidentNV", fn(c_uint), made[2]);
            }
            call!(self, "glDeleteTextures", fn(c_int, *const c_uint), textures.len() as c_int, textures.as_ptr());
            call!(self, "glDeleteBuffers", fn(c_int, *const c_uint), made.len() as c_int, made.as_ptr());
            let error = call!(self, "glGetError", fn() -> c_uint,);
            if error == 0 { Ok(contents) } else { Err(format!("OpenGL error {error:#x}")) }
        }
    }

    unsafe fn buffer(&self, bytes: &[u8]) -> Result<c_uint, String> {
        unsafe {
            let mut id: c_uint = 0;
            call!(self, "glGenBuffers", fn(c_int, *mut c_uint), 1, &raw mut id);
            call!(self, "glBindBuffer", fn(c_uint, c_uint), STORAGE_BUFFER, id);
            let (size, dynamic) = (bytes.len() as isize, 0x88E8);
            call!(
                self,
                "glBufferData",
                fn(c_uint, isize, *const c_void, c_uint),
                STORAGE_BUFFER,
                size,
                bytes.as_ptr().cast(),
                dynamic
            );
            Ok(id)
        }
    }

    unsafe fn read(&self, id: c_uint, bytes: &mut [u8]) -> Result<(), String> {
        unsafe {
            call!(self, "glBindBuffer", fn(c_uint, c_uint), STORAGE_BUFFER, id);
            let (size, to) = (bytes.len() as isize, bytes.as_mut_ptr().cast());
            call!(self, "glGetBufferSubData", fn(c_uint, isize, isize, *mut c_void), STORAGE_BUFFER, 0, size, to);
            Ok(())
        }
    }

    /// Fills a level of a texture with rows, or one of its faces.
    unsafe fn image_2d(
        &self,
        target: c_uint,
        level: c_int,
        internal: c_uint,
        [width, height]: [c_int; 2],
        (layout, component): (c_uint, c_uint),
        texels: *const c_void,
    ) -> Result<(), String> {
        unsafe {
            call!(
                self,
                "glTexImage2D",
                fn(c_uint, c_int, c_int, c_int, c_int, c_int, c_uint, c_uint, *const c_void),
                target,
                level,
                internal as c_int,
                width,
                height,
                0,
                layout,
                component,
                texels
            );
            Ok(())
        }
    }

    /// Creates a texture for the active unit, and fills it.
    unsafe fn texture(&self, unit: &Unit, made: &mut Vec<c_uint>) -> Result<c_uint, String> {
        unsafe {
            let (internal, layout, component) = names(unit.format);
            let target = name_of(unit.target);
            let mut id: c_uint = 0;
            call!(self, "glGenTextures", fn(c_int, *mut c_uint), 1, &raw mut id);
            call!(self, "glBindTexture", fn(c_uint, c_uint), target, id);
            if unit.target.dimension == D::Buffer {
                let buffer = self.buffer(&unit.texels)?;
                made.push(buffer);
                call!(self, "glTexBuffer", fn(c_uint, c_uint, c_uint), target, internal, buffer);
                return Ok(id);
            }
            call!(self, "glPixelStorei", fn(c_uint, c_int), 0x0CF5, 1);
            if unit.target.multisampled {
                let [x, y, z] = unit.extent.map(|it| it as c_int);
                let samples = SAMPLES as c_int;
                if unit.target.arrayed {
                    let name = "glTexImage3DMultisample";
                    call!(
                        self,
                        name,
                        fn(c_uint, c_int, c_uint, c_int, c_int, c_int, u8),
                        target,
                        samples,
                        internal,
                        x,
                        y,
                        z,
                        1
                    );
                } else {
                    let name = "glTexImage2DMultisample";
                    call!(self, name, fn(c_uint, c_int, c_uint, c_int, c_int, u8), target, samples, internal, x, y, 1);
                }
                let texels = unit.texels.as_ptr().cast();
                let name = "glClearTexImage";
                call!(self, name, fn(c_uint, c_int, c_uint, c_uint, *const c_void), id, 0, layout, component, texels);
                return Ok(id);
            }
            let image = unit.image();
            let mut start = 0;
            for level in 0..unit.levels {
                let ([x, y, z], layers) = (image.level_extent(level), image.split_extent().1);
                let [width, height, depth, layers] = [x, y, z, layers].map(|it| it as c_int);
                let bytes = image.level_size(level);
                let texels: *const c_void = unit.texels[start..start + bytes].as_ptr().cast();
                let (level, format) = (level as c_int, internal as c_int);
                start += bytes;
                match (unit.target.dimension, unit.target.arrayed) {
                    (D::D1, false) => {
                        call!(
                            self,
                            "glTexImage1D",
                            fn(c_uint, c_int, c_int, c_int, c_int, c_uint, c_uint, *const c_void),
                            target,
                            level,
                            format,
                            width,
                            0,
                            layout,
                            component,
                            texels
                        )
                    }
                    (D::Cube, false) => {
                        for face in 0..6 {
                            let texels = texels.byte_add(face as usize * bytes / 6);
                            self.image_2d(
                                0x8515 + face,
                                level,
                                internal,
                                [width, height],
                                (layout, component),
                                texels,
                            )?;
                        }
                    }
                    (D::D3, _) | (D::D2 | D::Cube, true) => {
                        call!(
                            self,
                            "glTexImage3D",
                            fn(c_uint, c_int, c_int, c_int, c_int, c_int, c_int, c_uint, c_uint, *const c_void),
                            target,
                            level,
                            format,
                            width,
                            height,
                            depth.max(layers),
                            0,
                            layout,
                            component,
                            texels
                        )
                    }
                    (_, arrayed) => {
                        let height = if arrayed { layers } else { height };
                        self.image_2d(target, level, internal, [width, height], (layout, component), texels)?;
                    }
                }
            }
            // The nearest texel of the nearest level, clamped to the edge.
            let single = unit.levels == 1;
            let mut settings = vec![
                (0x2801, if single { 0x2600 } else { 0x2700 }),
                (0x2800, 0x2600),
                (0x2802, 0x812F),
                (0x2803, 0x812F),
                (0x8072, 0x812F),
            ];
            if unit.target.dimension != D::Rect {
                settings.push((0x813D, unit.levels as c_int - 1));
            }
            if unit.target.shadow {
                settings.extend([(0x884C, 0x884E), (0x884D, 0x0203)]);
            }
            for (name, value) in settings {
                call!(self, "glTexParameteri", fn(c_uint, c_uint, c_int), target, name, value);
            }
            Ok(id)
        }
    }
}

/// OpenGL's names for a format: the internal format, the order of components, their type.
fn names(format: &str) -> (c_uint, c_uint, c_uint) {
    const ROWS: &[(&str, c_uint, c_uint, c_uint)] = &[
        ("r32ui", 0x8236, 0x8D94, 0x1405),
        ("rg32ui", 0x823C, 0x8228, 0x1405),
        ("rgba32ui", 0x8D70, 0x8D99, 0x1405),
        ("r32i", 0x8235, 0x8D94, 0x1404),
        ("rg32i", 0x823B, 0x8228, 0x1404),
        ("rgba32i", 0x8D82, 0x8D99, 0x1404),
        ("r32f", 0x822E, 0x1903, 0x1406),
        ("rg32f", 0x8230, 0x8227, 0x1406),
        ("rgba32f", 0x8814, 0x1908, 0x1406),
        ("rg16f", 0x822F, 0x8227, 0x140B),
        ("rgba16f", 0x881A, 0x1908, 0x140B),
        ("r16i", 0x8233, 0x8D94, 0x1402),
        ("rg16i", 0x8239, 0x8228, 0x1402),
        ("rgba16ui", 0x8D76, 0x8D99, 0x1403),
        ("rg8ui", 0x8238, 0x8228, 0x1401),
        ("r8ui", 0x8232, 0x8D94, 0x1401),
        ("rgba8ui", 0x8D7C, 0x8D99, 0x1401),
        ("rgba8i", 0x8D8E, 0x8D99, 0x1400),
        ("d32f", 0x8CAC, 0x1902, 0x1406),
    ];
    let row = ROWS.iter().find(|row| row.0 == format).unwrap();
    (row.1, row.2, row.3)
}

/// OpenGL's name for a target.
fn name_of(target: Target) -> c_uint {
    if target.multisampled {
        return if target.arrayed { 0x9102 } else { 0x9100 };
    }
    match (target.dimension, target.arrayed) {
        (D::D1, false) => 0x0DE0,
        (D::D1, true) => 0x8C18,
        (D::D3, _) => 0x806F,
        (D::Cube, false) => 0x8513,
        (D::Cube, true) => 0x9009,
        (D::Rect, _) => 0x84F5,
        (D::Buffer, _) => 0x8C2A,
        (_, true) => 0x8C1A,
        _ => 0x0DE1,
    }
}
