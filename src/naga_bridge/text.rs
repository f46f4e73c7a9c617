//! Text in the languages that naga's back ends write.
//!
//! Comes in: a module produced here. Goes out: WGSL, MSL or HLSL. Must not depend on: HIR.

#[cfg(feature = "naga")]
mod native;

use super::unsupported::{Bridged, OrMissing, Unsupported};
use super::validate;
use super::whereabouts::own_span;
use crate::source::Span;
use naga::valid::ModuleInfo;

/// A language of naga's back ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// The WebGPU Shading Language.
    Wgsl,
    /// Metal.
    #[cfg(feature = "naga")]
    Msl,
    /// Direct3D.
    #[cfg(feature = "naga")]
    Hlsl,
}

/// Validates a module and writes it.
///
/// # Errors
/// naga's error.
pub fn text(module: &naga::Module, language: Language) -> Result<String, Unsupported> {
    let info = validate(module)?;
    match language {
        Language::Wgsl => wgsl(module, &info),
        #[cfg(feature = "naga")]
        Language::Msl => native::msl(module, &info),
        #[cfg(feature = "naga")]
        Language::Hlsl => native::hlsl(module, &info),
    }
}

fn wgsl(module: &naga::Module, info: &ModuleInfo) -> Bridged<String> {
    has_plain_overrides(module)?;
    has_plain_initial_values(module)?;
    has_known_images(module)?;
    has_known_builtins(module)?;
    has_no_ray_queries(module)?;
    let write = |module: &naga::Module, info: &ModuleInfo| {
        naga::back::wgsl::write_string(module, info, naga::back::wgsl::WriterFlags::empty())
            .map_err(|error| Unsupported::new(format!("this in WGSL: {error}")))
    };
    let (mut text, lengths) = match numbered_lengths(module) {
        Some((numbered, lengths)) => (write(&numbered, &validate(&numbered)?)?, lengths),
        None => (write(module, info)?, Vec::new()),
    };
    for (id, number) in lengths {
        let name = name_of(&text, id).or_missing("an override")?;
        text = text.replace(&format!(", {number}>"), &format!(", {name}>"));
    }
    for entry in &module.entry_points {
        let Some(overrides) = entry.workgroup_size_overrides else { continue };
        let mut sizes = entry.workgroup_size.map(|it| it.to_string());
        let before = format!("@workgroup_size({})", sizes.join(", "));
        for (size, it) in sizes.iter_mut().zip(overrides) {
            let Some(Ok(naga::Expression::Override(it))) = it.map(|it| module.global_expressions.try_get(it)) else {
                continue;
            };
            let id = module.overrides.try_get(*it).ok().and_then(|it| it.id).or_missing("an override")?;
            *size = name_of(&text, id).or_missing("an override")?;
        }
        // naga prints the defaults.
        text = text.replace(&before, &format!("@workgroup_size({})", sizes.join(", ")));
    }
    // naga enables the types that the module lists, but not those of intermediate values.
    for (word, extension) in [("u16", "wgpu_int16"), ("i16", "wgpu_int16"), ("f16", "f16")] {
        let declaration = format!("enable {extension};\n");
        if has_word(&text, word) && !text.contains(&declaration) {
            text.insert_str(0, &declaration);
        }
    }
    Ok(text)
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').any(|it| it == word)
}

/// WGSL has no point size and no cull distances.
fn has_known_builtins(module: &naga::Module) -> Bridged<()> {
    let names = [
        (naga::BuiltIn::PointSize, "gl_PointSize"),
        (naga::BuiltIn::PointCoord, "gl_PointCoord"),
        (naga::BuiltIn::CullDistance, "gl_CullDistance"),
    ];
    let mut bindings = Vec::new();
    for entry in &module.entry_points {
        bindings.extend(entry.function.arguments.iter().filter_map(|it| it.binding.as_ref()));
    }
    for (_, ty) in module.types.iter() {
        if let naga::TypeInner::Struct { members, .. } = &ty.inner {
            bindings.extend(members.iter().filter_map(|it| it.binding.as_ref()));
        }
    }
    let found = names.iter().find(|(builtin, _)| bindings.contains(&&naga::Binding::BuiltIn(*builtin)));
    let Some((builtin, name)) = found else { return Ok(()) };
    let unsupported = Unsupported::builtin(name);
    Err(if *builtin == naga::BuiltIn::PointSize {
        let what = format!("{} in WGSL, whose points have the size 1", unsupported.what);
        Unsupported { what, ..unsupported }.help("leave it out, or draw quads")
    } else {
        Unsupported { what: format!("{} in WGSL", unsupported.what), ..unsupported }
    })
}

/// naga 30 reads ray queries in WGSL, but does not write them.
fn has_no_ray_queries(module: &naga::Module) -> Bridged<()> {
    if module.types.iter().any(|(_, it)| matches!(it.inner, naga::TypeInner::RayQuery { .. })) {
        let is_query = |it: &naga::TypeInner| matches!(it, naga::TypeInner::RayQuery { .. });
        return Err(Unsupported::new("ray queries in WGSL")
            .help("naga has them in SPIR-V, MSL and HLSL")
            .at(first_variable(module, is_query)));
    }
    Ok(())
}

/// WGSL has no arrays of 1D and multisampled textures.
fn has_known_images(module: &naga::Module) -> Bridged<()> {
    let is_unknown = |it: &naga::TypeInner| match *it {
        naga::TypeInner::Image { dim, arrayed: true, class } => {
            dim == naga::ImageDimension::D1 || class.is_multisampled()
        }
        _ => false,
    };
    if module.types.iter().any(|(_, ty)| is_unknown(&ty.inner)) {
        return Err(Unsupported::new("arrays of 1D and of multisampled textures in WGSL")
            .help("use a 2D texture, or one texture for each layer")
            .at(first_variable(module, is_unknown)));
    }
    Ok(())
}

/// The first declaration of a variable of such a type, or of an array of it.
fn first_variable(module: &naga::Module, is_such: impl Fn(&naga::TypeInner) -> bool) -> Span {
    let is_wanted = |ty: naga::Handle<naga::Type>| {
        let inner = |ty| module.types.get_handle(ty).map(|it| &it.inner);
        inner(ty).is_ok_and(|it| match *it {
            _ if is_such(it) => true,
            naga::TypeInner::BindingArray { base, .. } => inner(base).is_ok_and(&is_such),
            _ => false,
        })
    };
    let globals = module.global_variables.iter().filter(|(_, it)| is_wanted(it.ty));
    let mut spans: Vec<naga::Span> = globals.map(|(it, _)| module.global_variables.get_span(it)).collect();
    let functions = module.functions.iter().map(|(_, it)| it);
    for function in functions.chain(module.entry_points.iter().map(|it| &it.function)) {
        let locals = function.local_variables.iter().filter(|(_, it)| is_wanted(it.ty));
        spans.extend(locals.map(|(it, _)| function.local_variables.get_span(it)));
    }
    let spans = spans.into_iter().map(own_span).filter(Span::is_defined);
    spans.min_by_key(|it| it.to_range().map(|range| range.start)).unwrap_or(Span::UNDEFINED)
}

/// The name of an override in the text.
fn name_of(text: &str, id: u16) -> Option<String> {
    let (_, rest) = text.split_once(&format!("@id({id}) override "))?;
    rest.split_once(':').map(|(name, _)| name.to_owned())
}

/// The module with numbers in place of array lengths that are overrides, and the ids of these with their numbers;
/// `None` if there are none. naga 30 prints `array<LENGTH>` for them, without the element type.
fn numbered_lengths(module: &naga::Module) -> Option<(naga::Module, Vec<(u16, u32)>)> {
    /// Larger than any real array length.
    const FIRST: u32 = 7_340_033;
    let mut numbered = module.clone();
    let mut lengths = Vec::new();
    for (handle, ty) in module.types.iter() {
        let naga::TypeInner::Array { base, size: naga::ArraySize::Pending(length), stride } = ty.inner else {
            continue;
        };
        let Some(id) = module.overrides.try_get(length).ok().and_then(|it| it.id) else { continue };
        let number = FIRST + u32::from(id);
        let size = naga::ArraySize::Constant(std::num::NonZeroU32::new(number)?);
        let inner = naga::TypeInner::Array { base, size, stride };
        numbered.types.replace(handle, naga::Type { name: ty.name.clone(), inner });
        lengths.push((id, number));
    }
    if lengths.is_empty() { None } else { Some((numbered, lengths)) }
}

/// naga panics at arithmetic in the initial values of variables.
fn has_plain_initial_values(module: &naga::Module) -> Bridged<()> {
    let computed = module.global_variables.iter().find(|(_, it)| it.init.is_some_and(|init| !is_printed(module, init)));
    let Some((handle, _)) = computed else { return Ok(()) };
    Err(Unsupported::new("initial values that are computed from specialization constants in WGSL")
        .help("assign the value in `main`")
        .at(own_span(module.global_variables.get_span(handle))))
}

/// Whether naga prints an expression outside functions. Each is made of earlier ones, so that this ends.
fn is_printed(module: &naga::Module, expression: naga::Handle<naga::Expression>) -> bool {
    use naga::Expression as E;
    match module.global_expressions.try_get(expression) {
        Ok(E::Literal(_) | E::Constant(_) | E::ZeroValue(_) | E::Override(_)) => true,
        Ok(E::Splat { value, .. }) => is_printed(module, *value),
        Ok(E::Compose { components, .. }) => components.iter().all(|&it| is_printed(module, it)),
        _ => false,
    }
}

/// naga does not print arithmetic outside functions.
fn has_plain_overrides(module: &naga::Module) -> Bridged<()> {
    let is_plain = |(_, it): (_, &naga::Override)| {
        let init = it.init.and_then(|init| module.global_expressions.try_get(init).ok());
        init.is_none_or(|init| matches!(init, naga::Expression::Literal(_) | naga::Expression::Override(_)))
    };
    if module.overrides.iter().all(is_plain) {
        return Ok(());
    }
    let has_length = |it: &naga::TypeInner| {
        matches!(it, naga::TypeInner::Array { size: naga::ArraySize::Pending(length), .. }
            if module.overrides.try_get(*length).is_ok_and(|it| it.id.is_none()))
    };
    Err(Unsupported::new("lengths that are computed from specialization constants in WGSL")
        .help("make the length a specialization constant of its own")
        .at(first_variable(module, has_length)))
}
