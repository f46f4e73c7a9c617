//! Go to definition: through macros and includes.
//!
//! Comes in: a place. Goes out: where the name there is declared. Must not depend on: the kind of name.

use gen_lsp_types::{Location, Uri};

use super::analysis::{Meaning, at};
use super::documents::View;

/// The places at which the name at a byte is declared.
pub fn definition(view: &View<'_>, offset: usize) -> Vec<Location> {
    let places = match at(view, offset) {
        Some((_, Meaning::File(file))) => vec![(file, 0..0)],
        Some((_, Meaning::Macro(place))) => vec![place],
        Some((_, Meaning::Declared(places))) => places,
        Some((_, Meaning::BuiltIn(_))) | None => Vec::new(),
    };
    let locations = places.iter().filter_map(|(file, bytes)| view.location(*file, bytes));
    locations.map(|(uri, range)| Location { uri: Uri(uri), range }).collect()
}
