//! Textures, samplers, images and acceleration structures: variables without memory.
//!
//! Comes in: HIR variables, and how functions use them. Goes out: naga variables, a texture and a sampler for each
//! combined sampler. Must not depend on: look-ups.
//!
//! The texture of a combined sampler keeps the binding; the sampler has that binding plus
//! [`Options::sampler_offset`](super::Options), in the same set. So all stages of a pipeline get the same bindings
//! independently. A texture used in any look-up with comparison is a depth texture, a distinction that naga and WGSL
//! make.

use super::globals::Global;
use super::instances::Instance;
use super::module::ModuleWriter;
use super::types::some_name;
use super::unsupported::{Bridged, OrMissing, Unsupported, unsupported};
use super::whereabouts::naga_span;
use crate::builtins::vocabulary::{ImageFormat, Op};
use crate::builtins::{ImageDimension, ImageShape, Instruction};
use crate::hir::{self, Argument, ImageClass, ImageType, MemoryQualifiers, PlaceRoot, ValueKind};
use naga::{AddressSpace, Handle, StorageAccess, StorageFormat, TypeInner};
use rustc_hash::{FxHashMap, FxHashSet};

/// The variables for a resource.
#[derive(Clone, Copy, Debug)]
pub(super) struct Resources {
    /// The texture, image or acceleration structure.
    pub image: Option<Handle<naga::GlobalVariable>>,
    /// The sampler.
    pub sampler: Option<Handle<naga::GlobalVariable>>,
    /// The type of the image.
    pub ty: Option<ImageType>,
    /// Whether it is a depth texture in naga.
    pub is_depth: bool,
}

/// How functions use resources.
#[derive(Debug, Default)]
pub(super) struct ResourceUsage {
    /// Textures and samplers used in look-ups with comparison.
    compared: FxHashSet<hir::Handle<hir::GlobalVariable>>,
    /// Samplers used in look-ups without comparison.
    plain: FxHashSet<hir::Handle<hir::GlobalVariable>>,
    /// The accesses to the texels of images.
    access: FxHashMap<hir::Handle<hir::GlobalVariable>, StorageAccess>,
}

impl ResourceUsage {
    pub(super) fn of(module: &hir::Module, instances: &[Instance]) -> Bridged<Self> {
        let mut usage = Self::default();
        for instance in instances {
            let function = module.functions.try_get(instance.function).or_missing("a function")?;
            for (_, value) in function.values.iter() {
                usage.value(module, instance, function, value)?;
            }
        }
        Ok(usage)
    }

    fn value(
        &mut self,
        module: &hir::Module,
        instance: &Instance,
        function: &hir::Function,
        value: &hir::Value,
    ) -> Bridged<()> {
        match &value.kind {
            ValueKind::SampledImage { texture, sampler } => {
                let is_compared = matches!(module.types.get(value.ty), hir::Type::Image(it) if it.shape.shadow);
                for (part, is_sampler) in [(texture, false), (sampler, true)] {
                    let Ok(hir::Value { kind: ValueKind::Load(place), .. }) = function.values.try_get(*part) else {
                        continue;
                    };
                    let place = function.places.try_get(*place).or_missing("a place")?;
                    let global = instance.bound(place)?.global;
                    if is_compared {
                        self.compared.insert(global);
                    } else if is_sampler {
                        self.plain.insert(global);
                    }
                }
            }
            ValueKind::Builtin(call) => {
                let does = |opcode: Op| {
                    let mut steps = call.prototype.recipes.iter().flat_map(|it| it.steps);
                    steps.any(|step| step.instruction == Instruction::Core(opcode))
                };
                let mut access = StorageAccess::empty();
                if does(Op::ImageRead) {
                    access |= StorageAccess::LOAD;
                }
                if does(Op::ImageWrite) {
                    access |= StorageAccess::STORE;
                }
                if does(Op::ImageTexelPointer) {
                    access |= StorageAccess::LOAD | StorageAccess::STORE | StorageAccess::ATOMIC;
                }
                for argument in &call.arguments {
                    let Argument::Place(place) = *argument else { continue };
                    let place = function.places.try_get(place).or_missing("a place")?;
                    let is_image = matches!(module.types.get(place.ty), hir::Type::Image(_));
                    if is_image && !matches!(place.root, PlaceRoot::Local(_)) {
                        *self.access.entry(instance.bound(place)?.global).or_insert(StorageAccess::empty()) |= access;
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }
}

impl ModuleWriter<'_> {
    /// The variables of a resource, or of an array of them.
    pub(super) fn resource(
        &mut self,
        handle: hir::Handle<hir::GlobalVariable>,
        global: &hir::GlobalVariable,
    ) -> Bridged<Global> {
        let (element, length) = match *self.hir.types.get(global.ty) {
            hir::Type::Array { element, length } => (element, Some(length)),
            _ => (global.ty, None),
        };
        let is_compared = self.resource_usage.compared.contains(&handle);
        match *self.hir.types.get(element) {
            hir::Type::Sampler { comparison } => {
                if is_compared && self.resource_usage.plain.contains(&handle) {
                    return Err(Unsupported::new("samplers that both compare and do not")
                        .help("use two samplers, one `samplerShadow`"));
                }
                let is_plain = self.resource_usage.plain.contains(&handle);
                let comparison = is_compared || comparison && !is_plain;
                let sampler = self.handle_variable(global, TypeInner::Sampler { comparison }, length, "", 0)?;
                Ok(Global::Resource(Resources { image: None, sampler: Some(sampler), ty: None, is_depth: false }))
            }
            hir::Type::Image(ty) => {
                let is_depth = is_compared || ty.shape.shadow;
                let inner = self.image_type(handle, global, ty, is_depth)?;
                let image = Some(self.handle_variable(global, inner, length, "", 0)?);
                let is_combined = ty.class == ImageClass::Combined && !ty.shape.multisampled;
                let sampler = if is_combined {
                    let inner = TypeInner::Sampler { comparison: ty.shape.shadow };
                    let offset = self.options.sampler_offset;
                    Some(self.handle_variable(global, inner, length, "_sampler", offset)?)
                } else {
                    None
                };
                Ok(Global::Resource(Resources { image, sampler, ty: Some(ty), is_depth }))
            }
            hir::Type::Array { .. } => {
                Err(Unsupported::new("arrays of arrays of resources").help("use an array with one dimension"))
            }
            hir::Type::AccelerationStructure => {
                let vertex_return = self.usage.fetches_positions;
                let inner = TypeInner::AccelerationStructure { vertex_return };
                let image = Some(self.handle_variable(global, inner, length, "", 0)?);
                Ok(Global::Resource(Resources { image, sampler: None, ty: None, is_depth: false }))
            }
            _ => unsupported("resources of this type"),
        }
    }

    fn handle_variable(
        &mut self,
        global: &hir::GlobalVariable,
        inner: TypeInner,
        length: Option<hir::ArrayLength>,
        suffix: &str,
        offset: u32,
    ) -> Bridged<Handle<naga::GlobalVariable>> {
        let mut ty = self.ty(inner);
        if let Some(length) = length {
            let size = self.array_size(length)?;
            ty = self.ty(TypeInner::BindingArray { base: ty, size });
        }
        let binding = global.binding.or_missing("a binding")?;
        let number = binding.binding.checked_add(offset).or_missing("a binding")?;
        let binding = naga::ResourceBinding { group: binding.set, binding: number };
        let taken = self.hir.globals.iter().find(|(_, other)| {
            let other = other.binding.map(|it| (it.set, it.binding));
            offset != 0 && other == Some((binding.group, binding.binding))
        });
        if let Some((_, other)) = taken {
            let what = format!(
                "combined samplers: the sampler of `{}` gets binding {number}, which `{}` has",
                global.name, other.name
            );
            return Err(Unsupported::new(what).help("use another binding for one of them, or a texture and a sampler"));
        }
        let made = naga::GlobalVariable {
            name: some_name(&format!("{}{suffix}", global.name)),
            space: AddressSpace::Handle,
            binding: Some(binding),
            ty,
            init: None,
            memory_decorations: naga::MemoryDecorations::empty(),
        };
        Ok(self.out.global_variables.append(made, naga_span(global.span)))
    }

    fn image_type(
        &self,
        handle: hir::Handle<hir::GlobalVariable>,
        global: &hir::GlobalVariable,
        ty: ImageType,
        is_depth: bool,
    ) -> Bridged<TypeInner> {
        let dim = match ty.shape.dimension {
            ImageDimension::D1 => naga::ImageDimension::D1,
            ImageDimension::D2 => naga::ImageDimension::D2,
            ImageDimension::D3 => naga::ImageDimension::D3,
            ImageDimension::Cube => naga::ImageDimension::Cube,
            ImageDimension::Buffer => {
                return Err(Unsupported::new("texel buffers").help("use a storage buffer"));
            }
            ImageDimension::Subpass => return unsupported("subpass inputs"),
            ImageDimension::Tile => return unsupported("attachments that shaders read"),
            ImageDimension::Rect => return unsupported("rectangle textures"),
        };
        let kind = texel_kind(ty.shape)?;
        let multi = ty.shape.multisampled;
        let class = match ty.class {
            ImageClass::Storage(_) if multi => return unsupported("images with several samples"),
            ImageClass::Storage(format) => {
                let format = match self.options.image_formats.of(kind) {
                    Some(assumed) if format == ImageFormat::Unknown => assumed,
                    _ => storage_format(format)?,
                };
                naga::ImageClass::Storage { format, access: self.image_access(handle, global) }
            }
            _ if is_depth => naga::ImageClass::Depth { multi },
            _ => naga::ImageClass::Sampled { kind, multi },
        };
        Ok(TypeInner::Image { dim, arrayed: ty.shape.arrayed, class })
    }

    /// The accesses that the declaration allows and the functions use: few formats can be both read and written in
    /// WGSL.
    fn image_access(&self, handle: hir::Handle<hir::GlobalVariable>, global: &hir::GlobalVariable) -> StorageAccess {
        let mut declared = StorageAccess::all();
        if global.qualifiers.contains(MemoryQualifiers::READONLY) {
            declared = StorageAccess::LOAD;
        } else if global.qualifiers.contains(MemoryQualifiers::WRITEONLY) {
            declared = StorageAccess::STORE;
        }
        let used = self.resource_usage.access.get(&handle).copied().unwrap_or(StorageAccess::empty()) & declared;
        if used.is_empty() { declared & !StorageAccess::ATOMIC & (StorageAccess::LOAD | declared) } else { used }
    }
}

/// The kind of the components of texels.
fn texel_kind(shape: ImageShape) -> Bridged<naga::ScalarKind> {
    let scalar = super::types::scalar(shape.texel)?;
    if scalar.width != 4 {
        return unsupported(format!("textures and images of `{}`", hir::type_text::scalar_text(shape.texel)));
    }
    Ok(scalar.kind)
}

pub(super) fn storage_format(format: ImageFormat) -> Bridged<StorageFormat> {
    use ImageFormat as From;
    use StorageFormat as To;
    Ok(match format {
        From::R8 => To::R8Unorm,
        From::R8Snorm => To::R8Snorm,
        From::R8ui => To::R8Uint,
        From::R8i => To::R8Sint,
        From::R16 => To::R16Unorm,
        From::R16Snorm => To::R16Snorm,
        From::R16ui => To::R16Uint,
        From::R16i => To::R16Sint,
        From::R16f => To::R16Float,
        From::Rg8 => To::Rg8Unorm,
        From::Rg8Snorm => To::Rg8Snorm,
        From::Rg8ui => To::Rg8Uint,
        From::Rg8i => To::Rg8Sint,
        From::R32ui => To::R32Uint,
        From::R32i => To::R32Sint,
        From::R32f => To::R32Float,
        From::Rg16 => To::Rg16Unorm,
        From::Rg16Snorm => To::Rg16Snorm,
        From::Rg16ui => To::Rg16Uint,
        From::Rg16i => To::Rg16Sint,
        From::Rg16f => To::Rg16Float,
        From::Rgba8 => To::Rgba8Unorm,
        From::Rgba8Snorm => To::Rgba8Snorm,
        From::Rgba8ui => To::Rgba8Uint,
        From::Rgba8i => To::Rgba8Sint,
        From::Rgb10a2ui => To::Rgb10a2Uint,
        From::Rgb10A2 => To::Rgb10a2Unorm,
        From::R11fG11fB10f => To::Rg11b10Ufloat,
        From::R64ui => To::R64Uint,
        From::Rg32ui => To::Rg32Uint,
        From::Rg32i => To::Rg32Sint,
        From::Rg32f => To::Rg32Float,
        From::Rgba16 => To::Rgba16Unorm,
        From::Rgba16Snorm => To::Rgba16Snorm,
        From::Rgba16ui => To::Rgba16Uint,
        From::Rgba16i => To::Rgba16Sint,
        From::Rgba16f => To::Rgba16Float,
        From::Rgba32ui => To::Rgba32Uint,
        From::Rgba32i => To::Rgba32Sint,
        From::Rgba32f => To::Rgba32Float,
        From::Unknown => {
            return Err(
                Unsupported::new("images without a format").help(
                    "write the format of the texels, `layout(rgba8)`, or say which one such images have: `--image-format rgba8`",
                )
            );
        }
        From::R64i => return unsupported("images of this format"),
    })
}
