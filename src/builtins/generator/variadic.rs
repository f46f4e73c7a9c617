//! Rows that stand for several, with varying numbers of parameters.
//!
//! Comes in: such a row. Goes out: one of the rows that it stands for. Must not depend on: types.

use super::Error;
use super::tree::{Entry, Function, Name, Operand, Target, Value};

/// The row for tensors of `count` dimensions: the parameters from `start` on are repeated for each of them, numbered.
pub fn per_dimension(row: &Function, start: usize, counted: &Name, count: u32) -> Result<Entry, Error> {
    let mut row = row.clone();
    let group = row.parameters.split_off(start);
    let Some(of_family) = row.parameters.iter().find(|parameter| parameter.name.text == counted.text) else {
        let message = format!("there is no parameter `{}` before this", counted.text);
        return Err(Error { position: counted.position, message });
    };
    let family = of_family.ty.name.text.clone();
    let types = row.parameters.iter_mut().map(|parameter| &mut parameter.ty).chain([&mut row.result]);
    for ty in types.filter(|ty| ty.name.text == family) {
        ty.name.text = format!("{family}<{count}>");
    }
    let mut names = Vec::new();
    for dimension in 0..count {
        for parameter in &group {
            let mut parameter = parameter.clone();
            parameter.name.text = format!("{}{dimension}", parameter.name.text);
            names.push(Operand::Name(parameter.name.clone()));
            row.parameters.push(parameter);
        }
    }
    for line in row.recipes.iter_mut().flat_map(|recipe| &mut recipe.lines) {
        let Value::Step { operands, .. } = &mut line.value else { continue };
        if let Some(Operand::Rest(_)) = operands.last() {
            operands.pop();
            operands.extend(names.iter().cloned());
        }
    }
    Ok(Entry::Function(row))
}

/// The row without its last parameter, which no step reads, and without the lines that set it.
pub fn without_last_parameter(mut row: Function) -> Function {
    if let Some(last) = row.parameters.pop() {
        for recipe in &mut row.recipes {
            recipe.lines.retain(|line| !matches!(&line.target, Target::Name(name, _) if name.text == last.name.text));
        }
    }
    row
}
