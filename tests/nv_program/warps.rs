//! Warp instructions: 32 consecutive invocations, which all reach the instruction together.
//!
//! Comes in: the invocations of a group. Goes out: results of votes and shuffles in each of them.

use super::*;

/// Whether an instruction is for the whole warp.
pub(super) const fn is_one(op: Op) -> bool {
    matches!(op, Op::Tgall | Op::Tgany | Op::Tgeq | Op::Tgballot | Op::Shfup | Op::Shfdown | Op::Shfidx | Op::Shfxor)
}

/// Runs it for a group.
pub(super) fn run(all: &mut [Machine<'_>], memory: &mut Memory, i: &Instruction) -> Result<(), String> {
    for warp in all.chunks_mut(32) {
        // What each invocation reads, before any writes.
        let mut read: Vec<[[u64; 4]; 3]> = Vec::new();
        for machine in warp.iter_mut() {
            std::mem::swap(&mut machine.memory, memory);
            let mut operands = [[0; 4]; 3];
            for (operand, values) in operands.iter_mut().enumerate().take(i.operands.len()) {
                // For a shuffle one component matters.
                let lanes = if i.row.name.starts_with("SHF") { 1 } else { 4 };
                for (lane, value) in values.iter_mut().enumerate().take(lanes) {
                    if lanes == 1 || i.result.is_some_and(|result| result.mask & 1 << lane != 0) {
                        let y = i.op() == Op::Tgballot
                            && i.result.is_some_and(|result| result.mask == 2)
                            && ways::gone(Way::BallotOfY, machine.at);
                        *value = machine.operand(i, operand, if y { 0 } else { lane });
                    }
                }
            }
            std::mem::swap(&mut machine.memory, memory);
            read.push(operands);
        }
        for (index, machine) in warp.iter_mut().enumerate() {
            let lanes = if i.row.name.starts_with("SHF") { shuffle(&read, index, i) } else { vote(&read, i) };
            std::mem::swap(&mut machine.memory, memory);
            machine.write(i, lanes);
            std::mem::swap(&mut machine.memory, memory);
        }
        if let Some(what) = warp.iter_mut().find_map(|machine| machine.undefined.take()) {
            return Err(what);
        }
    }
    Ok(())
}

fn truth(holds: bool, ty: OperationType) -> Option<Result4> {
    let value = match (holds, ty.base) {
        (false, _) => 0,
        (true, Base::Float) => from_float(1.0, ty),
        (true, _) => wrap(-1, ty.bits),
    };
    Some(Result4::of(value, ty))
}

fn vote(read: &[[[u64; 4]; 3]], i: &Instruction) -> [Option<Result4>; 4] {
    [0, 1, 2, 3].map(|lane| {
        let set = read.iter().map(|operands| {
            let value = operands[0][lane];
            if i.modifiers.ty.base == Base::Float { float(value, i.modifiers.ty) != 0.0 } else { value != 0 }
        });
        let votes: Vec<bool> = set.collect();
        let (all, any) = (votes.iter().all(|it| *it), votes.iter().any(|it| *it));
        match i.op() {
            Op::Tgall => truth(all, i.modifiers.ty),
            Op::Tgany => truth(any, i.modifiers.ty),
            Op::Tgeq => truth(all || !any, i.modifiers.ty),
            _ => {
                let mask = votes.iter().enumerate().fold(0, |mask, (index, set)| mask | u64::from(*set) << index);
                let ty = if i.modifiers.ty.base == Base::Float { OperationType::UNSIGNED } else { i.modifiers.ty };
                Some(Result4::of(mask, ty))
            }
        }
    })
}

fn shuffle(read: &[[[u64; 4]; 3]], own: usize, i: &Instruction) -> [Option<Result4>; 4] {
    let [value, index, mask] = read[own].map(|operand| operand[0]);
    let lane = own as i64;
    let (index, clamp, segment) = ((index & 31) as i64, (mask & 31) as i64, (mask >> 8 & 31) as i64);
    let first = lane & segment;
    let last = first | (clamp & !segment);
    let source = match i.op() {
        Op::Shfup => lane - index,
        Op::Shfdown => lane + index,
        Op::Shfxor => lane ^ index,
        _ => (index & !segment) | first,
    };
    let in_range = if i.op() == Op::Shfup { source >= last } else { source <= last };
    let theirs = if in_range { read.get(source as usize).map_or(value, |operands| operands[0][0]) } else { value };
    [truth(in_range, i.modifiers.ty), Some(Result4::of(theirs, i.modifiers.ty)), None, None]
}
