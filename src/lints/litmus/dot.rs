//! An execution for Graphviz.
//!
//! Comes in: events and the relations between them. Goes out: text in the DOT language. Must not depend on: how the execution was
//! found.

use super::event::Event;
use super::explorer::Example;
use super::world::World;
use std::fmt::Write as _;

/// Related events.
type Pairs = Vec<(usize, usize)>;

/// Draws an execution: a column for each invocation, program order downwards, and the relations that decide.
pub(super) fn draw(world: &mut World<'_>, example: &Example) -> String {
    let mut text = String::from("digraph execution {\n    node [shape=plaintext];\n");
    let handles: Vec<_> = world.constants.iter().map(|(handle, _)| handle).collect();
    for thread in 0..example.groups.len() {
        let _ = writeln!(text, "    subgraph cluster_{thread} {{ label=\"invocation {thread}\";");
        for (index, event) in example.events.iter().enumerate().filter(|(_, it)| it.thread as usize == thread) {
            let mut show = |number: Option<u32>| {
                let handle = number.and_then(|it| handles.get(it as usize)).copied();
                handle.map(|it| world.show(it)).unwrap_or_default()
            };
            let values = event.access.map(|it| (show(it.read), show(it.written)));
            let name = event.location().and_then(|it| world.locations.get(it as usize)).map(|it| it.name.clone());
            let label = label(event, &name.unwrap_or_default(), &values.unwrap_or_default());
            let _ = writeln!(text, "        e{index} [label=\"{label}\"];");
        }
        text.push_str("    }\n");
    }
    let program: Pairs = (1..example.events.len())
        .map(|it| (it - 1, it))
        .filter(|(from, to)| {
            example.events.get(*from).map(|it| it.thread) == example.events.get(*to).map(|it| it.thread)
        })
        .collect();
    let judgement = &example.judgement;
    let across = |(from, to): &(usize, usize)| {
        example.events.get(*from).map(|it| it.thread) != example.events.get(*to).map(|it| it.thread)
    };
    let rows: [(&str, &str, Pairs); 7] = [
        ("po", "black", program),
        ("rf", "red", example.choice.rf.pairs().collect()),
        ("asmo", "brown", example.choice.asmo.immediate().pairs().collect()),
        ("fr", "orange", judgement.fr.pairs().filter(across).collect()),
        ("sw", "blue", judgement.sw.pairs().collect()),
        ("locord", "gray", judgement.locord.immediate().pairs().filter(across).collect()),
        ("race", "purple", judgement.dr.pairs().filter(|(from, to)| from < to).collect()),
    ];
    for (name, color, pairs) in rows {
        for (from, to) in pairs {
            let style = if name == "race" { ", dir=none, style=bold" } else { "" };
            let _ = writeln!(text, "    e{from} -> e{to} [label=\"{name}\", color={color}, fontcolor={color}{style}];");
        }
    }
    text.push_str("}\n");
    text
}

/// What an event is: `W data = 1`, `RMW lock: 0 to 1, acquire`.
fn label(event: &Event, name: &str, (read, written): &(String, String)) -> String {
    let mut text = match (event.reads, event.writes) {
        (true, true) => format!("RMW {name}: {read} to {written}"),
        (true, false) => format!("R {name} = {read}"),
        (false, true) => format!("W {name} = {written}"),
        _ if event.barrier.is_some() => "control barrier".to_owned(),
        _ => "memory barrier".to_owned(),
    };
    let marks = [
        (event.atomic, "atomic"),
        (event.acquire, "acq"),
        (event.release, "rel"),
        (event.make_available || event.available && !event.atomic, "av"),
        (event.make_visible || event.visible && !event.atomic, "vis"),
        (!event.nonprivate && event.access.is_some(), "private"),
    ];
    for (_, mark) in marks.iter().filter(|it| it.0) {
        let _ = write!(text, " {mark}");
    }
    let scope = event.scope.word();
    if scope.is_empty() { text } else { format!("{text} @{scope}") }
}
