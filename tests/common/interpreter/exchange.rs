//! Subgroup operations of the interpreter: what the invocations of each subgroup exchange.
//!
//! Comes in: a call, the invocations that make it. Goes out: a result for each of them, from the model in `model.rs`. Must not
//! depend on: control flow, memory.

use glslsub::internals::hir::{Argument, BuiltinCall, Handle, Scalar, ScalarKind, Type};

use super::{Data, Datum, Frame, Machine, Mask, Result};
use crate::common::data::Number;
use crate::common::model::{Call, Lane};
use crate::common::subgroup::{KINDS, Kind, Meaning};

impl<'m> Machine<'m> {
    pub(super) fn subgroup_call(
        &mut self,
        frame: &Frame<'m>,
        call: &BuiltinCall,
        ty: Handle<Type>,
        mask: &Mask,
    ) -> Result<Data> {
        let name = call.function.name;
        let operation = self.operations.get(name).ok_or_else(|| format!("`{name}`"))?;
        let meaning = operation.meaning;
        let mut arguments: Vec<Data> = Vec::new();
        for argument in &call.arguments {
            let &Argument::Value(value) = argument else { return Err("memory of a subgroup".to_owned()) };
            let lanes = 0..mask.len();
            let data = lanes.map(|lane| if mask[lane] { self.value(frame, value, lane).map(Some) } else { Ok(None) });
            arguments.push(data.collect::<Result<_>>()?);
        }
        let mut data = vec![None; mask.len()];
        for start in (0..mask.len()).step_by(self.subgroup) {
            let active = &mask[start..start + self.subgroup];
            if !active.contains(&true) {
                continue;
            }
            let mut kind = &KINDS[3];
            let mut values: Vec<Lane> = Vec::new();
            let mut seconds = Vec::new();
            let mut cluster = 1;
            for lane in start..start + self.subgroup {
                let first = arguments.first().and_then(|it| it[lane]);
                if let Some(first) = first {
                    kind = self.kind(first)?;
                }
                values.push(first.map(|it| self.numbers(it)).transpose()?.unwrap_or_default());
                let second = arguments.get(1).and_then(|it| it[lane]);
                seconds.push(second.and_then(|it| self.folder().as_u32(it)).unwrap_or(0));
                match meaning {
                    Meaning::Clustered(_) if active[lane - start] => cluster = *seconds.last().unwrap_or(&1) as usize,
                    Meaning::ClusteredRotate => {
                        let third = arguments.get(2).and_then(|it| it[lane]);
                        cluster = third.and_then(|it| self.folder().as_u32(it)).map_or(cluster, |it| it as usize);
                    }
                    _ => {}
                }
            }
            let call = Call { meaning, kind, active, values: &values, arguments: &seconds, cluster };
            for lane in (0..self.subgroup).filter(|&lane| active[lane]) {
                let numbers = call.result(lane).ok_or("an undefined result")?;
                data[start + lane] = Some(self.datum(ty, &numbers)?);
            }
        }
        Ok(data)
    }

    fn kind(&mut self, datum: Datum) -> Result<&'static Kind> {
        let ty = self.constants[datum].ty;
        let Scalar { kind, width } = self.types.scalar_of(ty).ok_or("no scalar")?;
        let name = match (kind, width) {
            (ScalarKind::Bool, _) => "bool",
            (ScalarKind::Sint, 1) => "int8_t",
            (ScalarKind::Sint, 2) => "int16_t",
            (ScalarKind::Sint, 4) => "int",
            (ScalarKind::Sint, _) => "int64_t",
            (ScalarKind::Uint, 1) => "uint8_t",
            (ScalarKind::Uint, 2) => "uint16_t",
            (ScalarKind::Uint, 4) => "uint",
            (ScalarKind::Uint, _) => "uint64_t",
            (ScalarKind::Float, 4) => "float",
            (ScalarKind::Float, 8) => "double",
            _ => return Err("an element".to_owned()),
        };
        KINDS.iter().find(|it| it.scalar == name).ok_or_else(|| name.to_owned())
    }

    fn numbers(&mut self, datum: Datum) -> Result<Lane> {
        let kind = self.kind(datum)?;
        let parts = self.folder().components(datum).unwrap_or_else(|| vec![datum]);
        let bits = parts.into_iter().map(|it| self.folder().scalar_bits(it).ok_or_else(|| "no bits".to_owned()));
        bits.map(|bits| bits.map(|it| kind.element.decode(&it.to_le_bytes()))).collect()
    }

    fn datum(&mut self, ty: Handle<Type>, numbers: &[Number]) -> Result<Datum> {
        let scalar = self.types.scalar_of(ty).ok_or("no scalar")?;
        let mut parts = Vec::new();
        for &number in numbers {
            let null = self.types.scalar(scalar);
            let null = self.folder().null(null);
            let mut bytes = self.kind(null)?.element.encode(number);
            bytes.resize(8, 0);
            let bits = u64::from_le_bytes(bytes.try_into().map_err(|_| "too wide")?);
            parts.push(self.folder().scalar(scalar, bits));
        }
        match (self.types.get(ty), parts.as_slice()) {
            (Type::Scalar(_), &[part]) => Ok(part),
            _ => self.folder().compose(ty, &parts).ok_or_else(|| "no vector".to_owned()),
        }
    }
}
