//! Random programs: loads, stores and atomic operations of all types.
//!
//! Comes in: random numbers. Goes out: lines of a program.

use super::Generator;

impl Generator {
    /// Accesses to the invocation's part of the output, of all types.
    pub(super) fn output_memory(&mut self) {
        const TYPES: [(&str, usize); 18] = [
            ("U8", 1),
            ("S8", 1),
            ("U16", 2),
            ("S16", 2),
            ("U8X2", 2),
            ("S8X4", 4),
            ("U16X2", 4),
            ("S16X4", 8),
            ("U32", 4),
            ("S32", 4),
            ("U32X2", 8),
            ("S32X4", 16),
            ("U64", 8),
            ("S64", 8),
            ("U64X2", 16),
            ("F32", 4),
            ("F32X2", 8),
            ("U8X4", 4),
        ];
        let (ty, size) = *self.random.pick(&TYPES);
        let (register, component) = (self.random.below(4), self.component());
        let mask = 31 & !(size - 1);
        self.line(&format!("AND.U t.y, r{register}{component}, {mask};"));
        let shared = self.random.below(3) == 0;
        self.line(if shared { "ADD.U t.y, t.y, m.x;" } else { "ADD.U t.y, t.y, m.y;" });
        // Shared memory ends after 32 bytes; the output has 64.
        let place =
            if shared { "sm[t.y]".to_owned() } else { format!("dst[t.y + {}]", 192 + 16 * self.random.below(3)) };
        let letter = if shared { 'S' } else { 'B' };
        let access = *self.random.pick(&["", "", ".COH", ".VOL"]);
        match self.random.below(4) {
            0 => self.store(&format!("ST{letter}.{ty}{access}"), &place),
            1 => self.load(&format!("LD{letter}"), ty, access, &place),
            2 if self.wide_atomics => {
                let operation = *self.random.pick(&["ADD", "MIN", "MAX", "AND", "OR", "XOR", "EXCH", "CSWAP"]);
                let ty = *self.random.pick(&["U64", "S64"]);
                let (to, from) = (self.random.below(2), self.random.below(2));
                self.line("AND.U t.y, t.y, 0xfffffff8;");
                self.line(&format!("ATOM{letter}.{operation}.{ty} d{to}.x, d{from}, {place};"));
            }
            _ => self.atomic(&format!("ATOM{letter}"), "AND.U t.y, t.y, 0xfffffffc;", &place),
        }
    }

    /// A store of a register's contents.
    pub(super) fn store(&mut self, instruction: &str, place: &str) {
        let value = format!("r{}{}", self.random.below(4), self.swizzle());
        self.line(&format!("{instruction} {value}, {place};"));
    }

    /// A load; a 64-bit one goes to a LONG register.
    pub(super) fn load(&mut self, name: &str, ty: &str, access: &str, place: &str) {
        if ty.contains("64") {
            let to = format!("d{}", self.random.below(2));
            let to = self.masked(to);
            return self.line(&format!("{name}.{ty}{access} {to}, {place};"));
        }
        let (to, flags) = (self.destination(), if ty.starts_with('F') { "" } else { self.flags() });
        self.line(&format!("{name}.{ty}{access}{flags} {to}, {place};"));
    }

    /// An atomic operation on a word; `align` makes the address that of a word.
    pub(super) fn atomic(&mut self, name: &str, align: &str, place: &str) {
        let operation =
            *self.random.pick(&["ADD", "MIN", "MAX", "AND", "OR", "XOR", "EXCH", "CSWAP", "IWRAP", "DWRAP"]);
        let ty = if operation.ends_with("WRAP") { "U32" } else { *self.random.pick(&["U32", "S32"]) };
        self.line(align);
        let (value, to) = (format!("r{}{}", self.random.below(4), self.swizzle()), self.random.below(4));
        let flags = self.flags();
        self.line(&format!("{name}.{operation}.{ty}{flags} r{to}.x, {value}, {place};"));
    }
}
