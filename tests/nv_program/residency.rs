//! Programs that show what `units` leaves out: the residency of textures and images, clamps of the level, samples, and
//! cubes of layers that compare.
//!
//! Comes in: nothing. Goes out: programs with their units.

use glslsub::internals::nv_program::target::Target;

use super::resources::{IMAGES, Kind, TEXTURES, showing};
use crate::cases::Case;
use crate::world::{Unit, World};

const HEAD: &str = "!!NVcp5.0\nOPTION NV_shader_storage_buffer;\nOPTION ARB_shader_image_size;\nOPTION ARB_shader_texture_image_samples;\n\
    OPTION NV_texture_multisample;\nOPTION NV_gpu_program5_mem_extended;\nOPTION EXT_sparse_texture2;\nOPTION EXT_shader_image_load_formatted;\n\
    GROUP_SIZE 1;\nSTORAGE dst[] = { program.storage[1] };\nTEMP r, e, g;\n";

/// Which parts of the result are resident: 5 in w if it is, 6 in z if not.
const RESIDENT: &str = "\nMOV.U r.w (RESIDENT), 5;\nMOV.U r.z (NONRESIDENT), 6;";

fn case(name: String, lines: &[String], world: World) -> Case {
    showing(HEAD, name, lines, world)
}

fn list(values: &[f32]) -> String {
    let parts: Vec<String> = values.iter().map(|value| format!("{value:?}")).collect();
    format!("{{{}}}", parts.join(", "))
}

/// A unit whose texels all differ, with as many levels as it can have.
fn unit(name: &str, format: &'static str, extent: [u32; 3]) -> Unit {
    let target = Target::parse(name).unwrap();
    let single = matches!(name, "RECT" | "SHADOWRECT" | "BUFFER") || target.multisampled;
    let mut unit = Unit { target, format, extent, levels: if single { 1 } else { 3 }, texels: Vec::new() };
    for at in 0..unit.size() / 4 {
        let value = (at * 7 % 9) as f32 / 8.0;
        let word = if format.ends_with('f') { value.to_bits() } else { (at as u32).wrapping_mul(0x0101_0107) };
        unit.texels.extend(word.to_le_bytes());
    }
    unit
}

/// Every look-up with SPARSE, and TXD with LODCLAMP.
fn texture(&(name, format, ty, extent, scale, add): &Kind) -> Vec<Case> {
    let target = Target::parse(name).unwrap();
    let rect = name.contains("RECT");
    let at: Vec<f32> = (0..4).map(|lane| scale[lane] + add[lane]).collect();
    let place = list(&at);
    let two = name.contains("CUBE") && (name.contains("ARRAY") || target.shadow);
    let cube = name.contains("CUBE");
    let mut lines = Vec::new();
    let mut add = |line: String| lines.push(format!("{line}{RESIDENT}"));
    if name == "BUFFER" {
        add(format!("TXF.{ty}.SPARSE r, {{3, 0, 0, 0}}, texture[0], BUFFER;"));
    } else {
        add(format!("TEX.{ty}.SPARSE r, {place}, texture[0], {name};"));
        if !target.shadow && !cube {
            add(format!("TXF.{ty}.SPARSE r, {{1, 1, 1, 0}}, texture[0], {name};"));
        }
        if !rect && name != "SHADOWARRAY2D" {
            let set = if two { "MOV.F g, 1.0;" } else { "MOV.F e.w, 1.0;" };
            let further = if two { ", g" } else { "" };
            add(format!("MOV.F e, {place};\n{set}\nTXB.{ty}.SPARSE r, e{further}, texture[0], {name};"));
            if name != "SHADOWCUBE" {
                add(format!("MOV.F e, {place};\n{set}\nTXL.{ty}.SPARSE r, e{further}, texture[0], {name};"));
            }
        }
        if !cube && !target.arrayed {
            add(format!("MUL.F e, {place}, 2.0;\nMOV.F e.w, 2.0;\nTXP.{ty}.SPARSE r, e, texture[0], {name};"));
        }
        if !target.shadow {
            add(format!("MOV.F g, 0.0;\nTXD.{ty}.SPARSE r, {place}, g, g, texture[0], {name};"));
        }
        if matches!(name, "2D" | "ARRAY2D" | "CUBE" | "ARRAYCUBE" | "SHADOW2D" | "SHADOWCUBE" | "SHADOWARRAY2D") {
            add(format!("TXG.{ty}.SPARSE r, {place}, texture[0], {name};"));
        }
        if matches!(name, "2D" | "ARRAY2D") {
            add(format!("MOV.S e, {{1, -1, 0, 1}};\nTXGO.{ty}.SPARSE r, {place}, e, e.wzyx, texture[0], {name};"));
        }
    }
    let world = World { textures: vec![unit(name, format, extent)], ..World::default() };
    let mut all = vec![case(format!("sparse.{name}.{format}"), &lines, world.clone())];
    if !rect && name != "BUFFER" && !target.shadow {
        let clamp = |value: &str, modifiers: &str| {
            format!(
                "MOV.F g, {{0.0, 0.0, 0.0, {value}}};\nTXD.{ty}{modifiers} r, {place}, {{0.0, 0.0, 0.0, 0.0}}, g, texture[0], {name};"
            )
        };
        let mut lines: Vec<String> = ["0.0", "1.0", "2.0", "0.75"].map(|value| clamp(value, ".LODCLAMP")).to_vec();
        lines.push(format!("{}{RESIDENT}", clamp("1.0", ".LODCLAMP.SPARSE")));
        all.push(case(format!("clamp.{name}.{format}"), &lines, world));
    }
    all
}

/// Cases in which residency is asked for, clamped levels, samples.
pub fn residency() -> Vec<Case> {
    let mut all: Vec<Case> = TEXTURES.iter().flat_map(texture).collect();
    for &(name, extent) in IMAGES {
        let texels = unit(name, "r32ui", extent);
        let one = Unit { levels: 1, ..texels };
        let texels = (0..one.size()).map(|at| at as u8).collect();
        let lines = [
            format!("LOADIM.U32.SPARSE r, {{1, 0, 0, 0}}, image[0], {name};{RESIDENT}"),
            format!("LOADIM.U.SPARSE r, {{2, 0, 0, 0}}, image[0], {name};{RESIDENT}"),
        ];
        let world = World { images: vec![Unit { texels, ..one }], ..World::default() };
        all.push(case(format!("sparse.image.{name}"), &lines, world));
    }
    let shadow = unit("SHADOWARRAYCUBE", "d32f", [4, 4, 12]);
    let world = World { textures: vec![shadow], ..World::default() };
    let lines: Vec<String> =
        [("1.0", "0.0", "0.3"), ("-1.0", "1.0", "0.7"), ("1.0", "1.0", "0.5"), ("-1.0", "0.0", "0.9")]
            .iter()
            .flat_map(|(face, layer, reference)| {
                ["TEX.F", "TXG.F"].map(|word| {
            format!(
                "MOV.F g, {reference};\n{word} r, {{0.225, 0.225, {face}, {layer}}}, g, texture[0], SHADOWARRAYCUBE;"
            )
        })
            })
            .collect();
    all.push(case("texture.SHADOWARRAYCUBE.d32f".to_owned(), &lines, world));
    for (name, extent) in [("2DMS", [4, 4, 1]), ("ARRAY2DMS", [4, 4, 4])] {
        for (format, ty) in [("rgba32f", "F"), ("rgba32ui", "U"), ("r32i", "S")] {
            let world = World { textures: vec![unit(name, format, extent)], ..World::default() };
            let mut lines = vec![
                format!("TXFMS.{ty} r, {{1, 2, 0, 0}}, texture[0], {name};"),
                format!("TXFMS.{ty} r.xz, {{3, 0, 1, 3}}, texture[0], {name};"),
                format!("TXQ r, {{0, 0, 0, 0}}, texture[0], {name};"),
                format!("TXQS r, texture[0], {name};"),
                format!("TXFMS.{ty}.SPARSE r, {{1, 1, 1, 1}}, texture[0], {name};{RESIDENT}"),
            ];
            if ty != "F" {
                lines.push(format!("TXFMS.{ty}.CC r, {{1, 1, 1, 1}}, texture[0], {name};\nMOV.U r.x (NE), 9;"));
            }
            all.push(case(format!("samples.{name}.{format}"), &lines, world));
        }
        let world = World { images: vec![unit(name, "r32ui", extent)], ..World::default() };
        let lines = [
            format!("LOADIM.U32 r, {{1, 0, 0, 2}}, image[0], {name};"),
            format!(
                "STOREIM.U32 image[0], 0xabcd, {{1, 0, 1, 2}}, {name};\nLOADIM.U32 r, {{1, 0, 1, 2}}, image[0], {name};"
            ),
            format!("LOADIM.U32 r, {{1, 0, 1, 1}}, image[0], {name};"),
            format!("ATOMIM.ADD.U32 r.x, 3, {{1, 0, 1, 2}}, image[0], {name};"),
            format!("LOADIM.U32 r, {{1, 0, 1, 2}}, image[0], {name};"),
            format!("IMQ r, image[0], {name};"),
            format!("IMQS r, image[0], {name};"),
        ];
        all.push(case(format!("samples.image.{name}"), &lines, world));
    }
    all
}
