//! MSL and HLSL, the languages of graphics interfaces other than WebGPU.
//!
//! Comes in: a validated module. Goes out: its text. Must not depend on: HIR.

use std::borrow::Cow;

use naga::back::{hlsl as hlsl_writer, msl as msl_writer};
use naga::valid::ModuleInfo;

use super::super::unsupported::{Bridged, Unsupported};
use super::super::whereabouts::own_span;
use super::first_variable;

/// The module in MSL 3.0, in 3.2 if it has coherent memory, or in 4.0 if it has inputs with a value for each vertex.
pub(super) fn msl(module: &naga::Module, info: &ModuleInfo) -> Bridged<String> {
    has_no_double(module)?;
    has_no_depth_line(module)?;
    has_no_ray_pipeline(module, "MSL")?;
    has_no_vertex_return(module, "MSL")?;
    let (module, info) = specialized(module, info)?;
    let arguments = module.entry_points.iter().flat_map(|it| &it.function.arguments);
    let per_vertex = Some(naga::Interpolation::PerVertex);
    let is_per_vertex = |it: &naga::FunctionArgument| match it.binding {
        Some(naga::Binding::Location { interpolation, .. }) => interpolation == per_vertex,
        _ => false,
    };
    let coherent = naga::MemoryDecorations::COHERENT;
    let is_coherent = module.global_variables.iter().any(|(_, it)| it.memory_decorations.contains(coherent));
    let lang_version = match arguments.into_iter().any(is_per_vertex) {
        true => (4, 0),
        false if is_coherent => (3, 2),
        false => (3, 0),
    };
    let options = msl_writer::Options { lang_version, ..msl_writer::Options::default() };
    msl_writer::write_string(&module, &info, &options, &msl_writer::PipelineOptions::default())
        .map(|(text, _)| text)
        .map_err(|error| Unsupported::new(format!("this in MSL: {error}")))
}

/// The module in HLSL.
pub(super) fn hlsl(module: &naga::Module, info: &ModuleInfo) -> Bridged<String> {
    has_lengths(module)?;
    has_no_cooperative_matrices(module)?;
    has_no_points(module)?;
    has_no_ray_pipeline(module, "HLSL")?;
    has_no_vertex_return(module, "HLSL")?;
    has_known_images(module)?;
    has_known_blocks(module)?;
    let (module, info) = specialized(module, info)?;
    // Push constants are a constant buffer in its own space.
    let immediates = hlsl_writer::BindTarget { space: u8::MAX, ..Default::default() };
    let mut options = hlsl_writer::Options { immediates_target: Some(immediates), ..hlsl_writer::Options::default() };
    let has_queries = module.types.iter().any(|(_, it)| matches!(it.inner, naga::TypeInner::RayQuery { .. }));
    if has_queries || module.uses_mesh_shaders() {
        options.shader_model = hlsl_writer::ShaderModel::V6_5;
    }
    let pipeline = hlsl_writer::PipelineOptions::default();
    let mut text = String::new();
    let mut writer = hlsl_writer::Writer::new(&mut text, &options, &pipeline);
    writer.write(&module, &info, None).map_err(|error| Unsupported::new(format!("this in HLSL: {error}")))?;
    Ok(text)
}

/// Metal has no 1D shadow textures.
fn has_no_depth_line(module: &naga::Module) -> Bridged<()> {
    let is_depth_line = |it: &naga::TypeInner| {
        matches!(
            it,
            naga::TypeInner::Image { dim: naga::ImageDimension::D1, class: naga::ImageClass::Depth { .. }, .. }
        )
    };
    if module.types.iter().any(|(_, ty)| is_depth_line(&ty.inner)) {
        let unsupported = Unsupported::new("1D shadow textures in MSL").help("use a 2D texture");
        return Err(unsupported.at(first_variable(module, is_depth_line)));
    }
    Ok(())
}

/// Metal has no `double`.
fn has_no_double(module: &naga::Module) -> Bridged<()> {
    let is_double = |(_, ty): (_, &naga::Type)| ty.inner.scalar() == Some(naga::Scalar::F64);
    let in_arena = |arena: &naga::Arena<naga::Expression>| {
        arena.iter().any(|(_, it)| match it {
            naga::Expression::Literal(literal) => literal.scalar() == naga::Scalar::F64,
            naga::Expression::As { kind, convert, .. } => *kind == naga::ScalarKind::Float && *convert == Some(8),
            _ => false,
        })
    };
    let functions = module.functions.iter().map(|(_, it)| it);
    let mut functions = functions.chain(module.entry_points.iter().map(|it| &it.function));
    let in_types = module.types.iter().any(is_double);
    if in_types || in_arena(&module.global_expressions) || functions.any(|it| in_arena(&it.expressions)) {
        return Err(Unsupported::new("`double` in MSL").help("use `float`"));
    }
    Ok(())
}

/// naga writes no arrays of resources without a length in HLSL, and none of buffers.
fn has_lengths(module: &naga::Module) -> Bridged<()> {
    let is_open = |(_, ty): (_, &naga::Type)| {
        matches!(ty.inner, naga::TypeInner::BindingArray { size: naga::ArraySize::Dynamic, .. })
    };
    if module.types.iter().any(is_open) {
        return Err(Unsupported::new("arrays of resources without a length in HLSL").help("write the length"));
    }
    let is_buffers = |(_, ty): (_, &naga::Type)| match ty.inner {
        naga::TypeInner::BindingArray { base, .. } => {
            module.types.get_handle(base).is_ok_and(|it| matches!(it.inner, naga::TypeInner::Struct { .. }))
        }
        _ => false,
    };
    if module.types.iter().any(is_buffers) {
        return Err(Unsupported::new("arrays of buffers in HLSL"));
    }
    Ok(())
}

/// naga writes no cooperative matrices in HLSL.
fn has_no_cooperative_matrices(module: &naga::Module) -> Bridged<()> {
    if module.types.iter().any(|(_, ty)| matches!(ty.inner, naga::TypeInner::CooperativeMatrix { .. })) {
        return Err(Unsupported::new("cooperative matrices in HLSL"));
    }
    Ok(())
}

/// naga writes the stages of ray tracing pipelines in SPIR-V and WGSL only.
fn has_no_ray_pipeline(module: &naga::Module, language: &str) -> Bridged<()> {
    use naga::ShaderStage::{AnyHit, ClosestHit, Miss, RayGeneration};
    let mut stages = module.entry_points.iter().map(|it| it.stage);
    if stages.any(|it| matches!(it, RayGeneration | AnyHit | ClosestHit | Miss)) {
        return Err(Unsupported::new(format!("ray tracing pipelines in {language}")).help("trace with ray queries"));
    }
    Ok(())
}

/// naga writes the vertices of a triangle that a ray hits in SPIR-V only.
fn has_no_vertex_return(module: &naga::Module, language: &str) -> Bridged<()> {
    let is_returned =
        |(_, ty): (_, &naga::Type)| matches!(ty.inner, naga::TypeInner::AccelerationStructure { vertex_return: true });
    if module.types.iter().any(is_returned) {
        return Err(Unsupported::new(format!("the vertices of a triangle that a ray hits in {language}")));
    }
    Ok(())
}

/// naga 30 has no valid name for arrays of multisampled textures, and takes the number of layers of a 1D array for something
/// else. Offsets of look-ups always get two components.
fn has_known_images(module: &naga::Module) -> Bridged<()> {
    let images = module.types.iter().filter_map(|(_, ty)| match ty.inner {
        naga::TypeInner::Image { dim, arrayed, class } => Some((dim, arrayed, class)),
        _ => None,
    });
    let mut arrays = images.filter(|(_, arrayed, _)| *arrayed);
    if arrays.any(|(dim, _, class)| dim == naga::ImageDimension::D1 || class.is_multisampled()) {
        return Err(Unsupported::new("arrays of 1D and of multisampled textures in HLSL")
            .help("use a 2D texture, or one texture for each layer"));
    }
    let functions = module.functions.iter().map(|(_, it)| it);
    for function in functions.chain(module.entry_points.iter().map(|it| &it.function)) {
        for (handle, expression) in function.expressions.iter() {
            let naga::Expression::ImageSample { offset: Some(offset), .. } = *expression else { continue };
            let is_pair = |it: &naga::Expression| match *it {
                naga::Expression::Compose { ref components, .. } => components.len() == 2,
                naga::Expression::Splat { size, .. } => size == naga::VectorSize::Bi,
                naga::Expression::Constant(it) => module.constants.try_get(it).is_ok_and(|it| {
                    module
                        .types
                        .get_handle(it.ty)
                        .is_ok_and(|it| matches!(it.inner, naga::TypeInner::Vector { size: naga::VectorSize::Bi, .. }))
                }),
                _ => false,
            };
            if !function.expressions.try_get(offset).is_ok_and(is_pair) {
                return Err(Unsupported::new("look-ups with an offset in 1D and 3D textures in HLSL")
                    .help("add the offset to the coordinates")
                    .at(own_span(function.expressions.get_span(handle))));
            }
        }
    }
    Ok(())
}

/// naga 30 reaches matrices of two rows through functions whose parameter is the block, which it does not declare if it ends in an
/// array without a length.
fn has_known_blocks(module: &naga::Module) -> Bridged<()> {
    let inner = |ty: naga::Handle<naga::Type>| module.types.get_handle(ty).ok().map(|it| &it.inner);
    let is_open = |it: Option<&naga::TypeInner>| {
        matches!(it, Some(naga::TypeInner::Array { size: naga::ArraySize::Dynamic, .. }))
    };
    let is_narrow =
        |it: Option<&naga::TypeInner>| matches!(it, Some(naga::TypeInner::Matrix { rows: naga::VectorSize::Bi, .. }));
    let is_unknown = |it: &naga::TypeInner| match it {
        naga::TypeInner::Struct { members, .. } => {
            is_open(members.last().and_then(|it| inner(it.ty))) && members.iter().any(|it| is_narrow(inner(it.ty)))
        }
        _ => false,
    };
    if module.types.iter().any(|(_, ty)| is_unknown(&ty.inner)) {
        let what = "matrices of two rows in a block that ends in an array without a length in HLSL";
        let unsupported = Unsupported::new(what).help("put them into different blocks");
        return Err(unsupported.at(first_variable(module, is_unknown)));
    }
    Ok(())
}

/// Direct3D's mesh shaders have no points.
fn has_no_points(module: &naga::Module) -> Bridged<()> {
    let mut meshes = module.entry_points.iter().filter_map(|it| it.mesh_info.as_ref());
    if meshes.any(|it| it.topology == naga::MeshOutputTopology::Points) {
        return Err(Unsupported::new("meshes of points in HLSL").help("draw triangles"));
    }
    Ok(())
}

/// The module with its overrides replaced by their defaults: only WGSL has overrides.
fn specialized<'m>(
    module: &'m naga::Module,
    info: &'m ModuleInfo,
) -> Bridged<(Cow<'m, naga::Module>, Cow<'m, ModuleInfo>)> {
    naga::back::pipeline_constants::process_overrides(module, info, None, &naga::back::PipelineConstants::default())
        .map_err(|error| Unsupported::new(format!("these specialization constants: {error}")))
}
