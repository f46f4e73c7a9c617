//! Ray queries on a Vulkan device, against a model of them on the CPU.
//!
//! A scene of triangles and boxes, some opaque, in meshes with several instances, rotated, stretched and mirrored. Rays
//! come from all sides, with every meaningful combination of flags. The shader decides about what is not opaque: it
//! accepts every second triangle, and in each box the sphere inside. Rays that come so close to an edge, to the end of
//! their range or to a second surface that rounding decides are left out, and counted.

use crate::common;
use crate::common::random::Random;
use crate::common::vulkan::{Binding, Geometry, Instance, Job, Primitives, Resource, Scene};
use crate::common::{compile, shout, validate, vulkan};
use glslsub::internals::target::{Target, TargetEnvironment};

const RAYS: usize = 4096;
const SEED: u64 = 0x5eed;
/// Words that the shader writes for each ray.
const WORDS: usize = 60;
/// The margin within which rounding may decide.
const DOUBT: f64 = 2e-3;
/// Boxes in each geometry of boxes.
const BOXES: usize = 5;

const OPAQUE: u32 = 1;
const NO_OPAQUE: u32 = 2;
const FIRST_HIT: u32 = 4;
const CULL_BACK: u32 = 16;
const CULL_FRONT: u32 = 32;
const CULL_OPAQUE: u32 = 64;
const CULL_NO_OPAQUE: u32 = 128;

const SHADER: &str = r"
layout(local_size_x = 64) in;
struct Ray {
    vec3 origin;
    float least;
    vec3 direction;
    float most;
    uint flags;
    uint mask;
    uint terminate;
    uint unused;
};
layout(binding = 0) uniform accelerationStructureEXT bound[1];
layout(binding = 1, std430) readonly buffer Rays { Ray rays[]; };
layout(binding = 2, std430) writeonly buffer Words { uint words[]; };
layout(binding = 3, std430) readonly buffer Spheres { vec4 spheres[]; };
#ifdef BY_ADDRESS
layout(binding = 4, std430) readonly buffer Address { uvec2 address; };
#define SCENE accelerationStructureEXT(address)
#else
#define SCENE bound[0]
#endif

uint wrong = 0u;

// The sphere in the candidate box.
void candidate_box(rayQueryEXT query, Ray ray) {
    int geometry = rayQueryGetIntersectionGeometryIndexEXT(query, false);
    int primitive = rayQueryGetIntersectionPrimitiveIndexEXT(query, false);
    bool opaque = (ray.flags & gl_RayFlagsOpaqueEXT) != 0u
        || (geometry == 0 && (ray.flags & gl_RayFlagsNoOpaqueEXT) == 0u);
    wrong += uint(rayQueryGetIntersectionCandidateAABBOpaqueEXT(query) != opaque);
    vec4 sphere = spheres[geometry * BOXES + primitive];
    vec3 from = rayQueryGetIntersectionObjectRayOriginEXT(query, false) - sphere.xyz;
    vec3 along = rayQueryGetIntersectionObjectRayDirectionEXT(query, false);
    float a = dot(along, along);
    float b = dot(from, along);
    float discriminant = b * b - a * (dot(from, from) - sphere.w * sphere.w);
    if (discriminant < 0.0)
        return;
    float t = (-b - sqrt(discriminant)) / a;
    float most = ray.most;
    if (rayQueryGetIntersectionTypeEXT(query, true) != gl_RayQueryCommittedIntersectionNoneEXT)
        most = rayQueryGetIntersectionTEXT(query, true);
    if (t > ray.least && t < most)
        rayQueryGenerateIntersectionEXT(query, t);
}

void follow(rayQueryEXT query, Ray ray, accelerationStructureEXT scene) {
    rayQueryInitializeEXT(query, scene, ray.flags, ray.mask, ray.origin, ray.least, ray.direction, ray.most);
    while (rayQueryProceedEXT(query)) {
        switch (rayQueryGetIntersectionTypeEXT(query, false)) {
            case gl_RayQueryCandidateIntersectionTriangleEXT: {
                int number = rayQueryGetIntersectionPrimitiveIndexEXT(query, false)
                    + rayQueryGetIntersectionInstanceCustomIndexEXT(query, false);
                if ((number & 1) == 0)
                    rayQueryConfirmIntersectionEXT(query);
                break;
            }
            case gl_RayQueryCandidateIntersectionAABBEXT:
                candidate_box(query, ray);
                break;
            default:
                wrong++;
        }
        if (ray.terminate != 0u)
            rayQueryTerminateEXT(query);
    }
}

rayQueryEXT outside[2];

void main() {
    uint index = gl_GlobalInvocationID.x;
    Ray ray = rays[index];
    uint at = index * WORDS;
#define PUT(value) words[at++] = value
#define PUT_FLOAT(value) PUT(floatBitsToUint(value))
#define PUT_VECTOR(value) { vec3 v = value; PUT_FLOAT(v.x); PUT_FLOAT(v.y); PUT_FLOAT(v.z); }
#ifdef ELEMENT
    // Which of the two is used is the same for all invocations.
    uint which = gl_WorkGroupID.x & 1u;
#define QUERY outside[which]
#else
    rayQueryEXT inside;
#define QUERY inside
#endif
    follow(QUERY, ray, SCENE);
    uint kind = rayQueryGetIntersectionTypeEXT(QUERY, true);
    PUT(kind);
    PUT(wrong);
    PUT(rayQueryGetRayFlagsEXT(QUERY));
    PUT_FLOAT(rayQueryGetRayTMinEXT(QUERY));
    PUT_VECTOR(rayQueryGetWorldRayOriginEXT(QUERY));
    PUT_VECTOR(rayQueryGetWorldRayDirectionEXT(QUERY));
    if (kind == gl_RayQueryCommittedIntersectionNoneEXT)
        return;
    PUT_FLOAT(rayQueryGetIntersectionTEXT(QUERY, true));
    PUT(uint(rayQueryGetIntersectionInstanceCustomIndexEXT(QUERY, true)));
    PUT(uint(rayQueryGetIntersectionInstanceIdEXT(QUERY, true)));
    PUT(rayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetEXT(QUERY, true));
    PUT(uint(rayQueryGetIntersectionGeometryIndexEXT(QUERY, true)));
    PUT(uint(rayQueryGetIntersectionPrimitiveIndexEXT(QUERY, true)));
    PUT_VECTOR(rayQueryGetIntersectionObjectRayOriginEXT(QUERY, true));
    PUT_VECTOR(rayQueryGetIntersectionObjectRayDirectionEXT(QUERY, true));
    mat4x3 toWorld = rayQueryGetIntersectionObjectToWorldEXT(QUERY, true);
    mat4x3 toObject = rayQueryGetIntersectionWorldToObjectEXT(QUERY, true);
    for (int column = 0; column < 4; column++) PUT_VECTOR(toWorld[column]);
    for (int column = 0; column < 4; column++) PUT_VECTOR(toObject[column]);
    if (kind != gl_RayQueryCommittedIntersectionTriangleEXT)
        return;
    PUT(uint(rayQueryGetIntersectionFrontFaceEXT(QUERY, true)));
    vec2 weights = rayQueryGetIntersectionBarycentricsEXT(QUERY, true);
    PUT_FLOAT(weights.x);
    PUT_FLOAT(weights.y);
#ifdef POSITIONS
    vec3 corners[3];
    rayQueryGetIntersectionTriangleVertexPositionsEXT(QUERY, true, corners);
    for (int corner = 0; corner < 3; corner++) PUT_VECTOR(corners[corner]);
#endif
}
";

type Vector = [f64; 3];

fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn minus(a: Vector, b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn wide(a: [f32; 3]) -> Vector {
    a.map(f64::from)
}

/// A matrix of three rows and four columns.
type Transform = [[f64; 4]; 3];

fn apply(transform: &Transform, point: Vector, translated: f64) -> Vector {
    transform.map(|row| dot([row[0], row[1], row[2]], point) + row[3] * translated)
}

fn inverse(transform: &Transform) -> Transform {
    let row = |index: usize| [transform[index][0], transform[index][1], transform[index][2]];
    let (a, b, c) = (row(0), row(1), row(2));
    let columns = [cross(b, c), cross(c, a), cross(a, b)];
    let determinant = dot(a, columns[0]);
    let mut inverse = [[0.0; 4]; 3];
    for (index, row) in inverse.iter_mut().enumerate() {
        for column in 0..3 {
            row[column] = columns[column][index] / determinant;
        }
    }
    let moved = apply(&inverse, [transform[0][3], transform[1][3], transform[2][3]], 0.0);
    for (row, moved) in inverse.iter_mut().zip(moved) {
        row[3] = -moved;
    }
    inverse
}

#[derive(Clone, Copy, Debug)]
struct Ray {
    origin: [f32; 3],
    least: f32,
    direction: [f32; 3],
    most: f32,
    flags: u32,
    mask: u32,
    terminate: bool,
}

/// A hit of a ray with something that is not ignored.
#[derive(Clone, Debug)]
struct Hit {
    t: f64,
    instance: usize,
    geometry: usize,
    primitive: usize,
    /// Weights of the second and third corner, and the sign that depends on the side; for triangles only.
    triangle: Option<([f64; 2], bool)>,
}

/// Whether a ray hits a primitive: certainly not, certainly, or rounding decides.
enum Meeting {
    No,
    Doubtful,
    At(f64, Option<([f64; 2], bool)>),
}

fn meet_triangle(corners: [[f32; 3]; 3], origin: Vector, direction: Vector) -> Meeting {
    let [a, b, c] = corners.map(wide);
    let (ab, ac) = (minus(b, a), minus(c, a));
    let p = cross(direction, ac);
    let determinant = dot(ab, p);
    let size = dot(direction, direction).sqrt() * dot(ab, ab).sqrt() * dot(ac, ac).sqrt();
    if determinant.abs() < size * 1e-3 {
        // Seen edge-on: anything may come out if the ray comes near.
        let center = [(a[0] + b[0] + c[0]) / 3.0, (a[1] + b[1] + c[1]) / 3.0, (a[2] + b[2] + c[2]) / 3.0];
        let to = minus(center, origin);
        let along = dot(to, direction) / dot(direction, direction);
        let near = minus(to, direction.map(|it| it * along));
        let reach = [a, b, c].iter().map(|&it| dot(minus(it, center), minus(it, center))).fold(0.0, f64::max);
        return if dot(near, near) <= reach * 1.1 { Meeting::Doubtful } else { Meeting::No };
    }
    let from = minus(origin, a);
    let u = dot(from, p) / determinant;
    let q = cross(from, ab);
    let v = dot(direction, q) / determinant;
    let t = dot(ac, q) / determinant;
    let inside = u.min(v).min(1.0 - u - v);
    if inside < -DOUBT {
        Meeting::No
    } else if inside < DOUBT {
        Meeting::Doubtful
    } else {
        Meeting::At(t, Some(([u, v], determinant > 0.0)))
    }
}

fn meet_sphere(corners: [[f32; 3]; 2], origin: Vector, direction: Vector) -> Meeting {
    let (center, radius) = sphere(corners);
    let from = minus(origin, wide(center));
    let (a, b) = (dot(direction, direction), dot(from, direction));
    let square = f64::from(radius).powi(2);
    let discriminant = b * b - a * (dot(from, from) - square);
    if discriminant < -a * square * 0.02 {
        Meeting::No
    } else if discriminant < a * square * 0.02 {
        Meeting::Doubtful
    } else {
        Meeting::At((-b - discriminant.sqrt()) / a, None)
    }
}

fn sphere([least, greatest]: [[f32; 3]; 2]) -> ([f32; 3], f32) {
    let middle = |axis: usize| (least[axis] + greatest[axis]) / 2.0;
    ([middle(0), middle(1), middle(2)], (greatest[0] - least[0]) / 2.0)
}

/// Everything that a ray hits and commits, nearest first; `None` if rounding decides. `front` is the sign of triangles
/// whose front faces the ray.
fn hits(scene: &Scene, ray: &Ray, front: bool) -> Option<Vec<Hit>> {
    let mut hits = Vec::new();
    for (index, instance) in scene.instances.iter().enumerate() {
        if instance.mask & ray.mask == 0 {
            continue;
        }
        let to_object = inverse(&instance.transform.map(|row| row.map(f64::from)));
        let origin = apply(&to_object, wide(ray.origin), 1.0);
        let direction = apply(&to_object, wide(ray.direction), 0.0);
        for (geometry, of) in scene.meshes[instance.mesh].iter().enumerate() {
            let opaque = ray.flags & OPAQUE != 0 || (of.opaque && ray.flags & NO_OPAQUE == 0);
            if ray.flags & if opaque { CULL_OPAQUE } else { CULL_NO_OPAQUE } != 0 {
                continue;
            }
            let count = match &of.primitives {
                Primitives::Triangles(triangles) => triangles.len(),
                Primitives::Boxes(boxes) => boxes.len(),
            };
            for primitive in 0..count {
                let meeting = match &of.primitives {
                    Primitives::Triangles(triangles) => meet_triangle(triangles[primitive], origin, direction),
                    Primitives::Boxes(boxes) => meet_sphere(boxes[primitive], origin, direction),
                };
                let (t, triangle) = match meeting {
                    Meeting::No => continue,
                    Meeting::Doubtful => return None,
                    Meeting::At(t, triangle) => (t, triangle),
                };
                if let Some((_, sign)) = triangle {
                    let culled = if sign == front { CULL_FRONT } else { CULL_BACK };
                    let taken = opaque || (primitive as u32 + instance.custom_index).is_multiple_of(2);
                    if ray.flags & culled != 0 || !taken {
                        continue;
                    }
                }
                let ends = [f64::from(ray.least), f64::from(ray.most)];
                if ends.iter().any(|end| (t - end).abs() < DOUBT * 2.0) {
                    return None;
                }
                if t > ends[0] && t < ends[1] {
                    hits.push(Hit { t, instance: index, geometry, primitive, triangle });
                }
            }
        }
    }
    hits.sort_by(|a, b| a.t.total_cmp(&b.t));
    let close = hits.len() > 1 && hits[1].t - hits[0].t < DOUBT * 2.0;
    (!close).then_some(hits)
}

fn number(random: &mut Random, least: f64, most: f64) -> f32 {
    (least + (most - least) * (random.below(1 << 20) as f64 / f64::from(1 << 20))) as f32
}

fn point(random: &mut Random, reach: f64) -> [f32; 3] {
    [0; 3].map(|_| number(random, -reach, reach))
}

fn make_scene(random: &mut Random) -> Scene {
    let triangles = |random: &mut Random| {
        let around = |random: &mut Random, center: [f32; 3]| {
            let away = point(random, 1.6);
            [center[0] + away[0], center[1] + away[1], center[2] + away[2]]
        };
        let triangles = (0..9).map(|_| {
            let center = point(random, 1.0);
            [around(random, center), around(random, center), around(random, center)]
        });
        Primitives::Triangles(triangles.collect())
    };
    let boxes = |random: &mut Random| {
        let boxes = (0..BOXES).map(|_| {
            let (center, radius) = (point(random, 1.0), number(random, 0.2, 0.6));
            [center.map(|it| it - radius), center.map(|it| it + radius)]
        });
        Primitives::Boxes(boxes.collect())
    };
    let meshes = vec![
        vec![
            Geometry { primitives: triangles(random), opaque: true },
            Geometry { primitives: triangles(random), opaque: false },
        ],
        vec![
            Geometry { primitives: boxes(random), opaque: true },
            Geometry { primitives: boxes(random), opaque: false },
        ],
    ];
    let instances = (0..8).map(|index| {
        let angle = f64::from(index) * 0.7;
        let (sine, cosine) = (angle.sin(), angle.cos());
        // The second pair is mirrored, all are stretched.
        let stretch = [1.0, 0.8 + 0.1 * f64::from(index), if index / 2 == 1 { -1.2 } else { 1.2 }];
        let turned = [[cosine, -sine, 0.0], [sine, cosine, 0.0], [0.0, 0.0, 1.0]];
        let place = point(random, 2.0);
        let row = |row: usize| {
            let at = |column: usize| (turned[row][column] * stretch[column]) as f32;
            [at(0), at(1), at(2), place[row]]
        };
        Instance {
            mesh: index as usize % 2,
            transform: [row(0), row(1), row(2)],
            custom_index: 1000 + index * 37,
            mask: 1 << (index % 4) | 0x80,
            offset: 500 + index * 11,
        }
    });
    Scene { instances: instances.collect(), meshes }
}

fn make_rays(random: &mut Random) -> Vec<Ray> {
    let opacity = [0, OPAQUE, NO_OPAQUE, CULL_OPAQUE, CULL_NO_OPAQUE];
    let facing = [0, 0, CULL_BACK, CULL_FRONT];
    let masks = [0xff, 0xff, 0x80, 0x01, 0x06, 0x00, 0xffff_ff80];
    (0..RAYS)
        .map(|index| {
            let far = point(random, 1.0);
            let length = dot(wide(far), wide(far)).sqrt().max(0.1) as f32;
            let origin = far.map(|it| it / length * 10.0);
            let target = point(random, 2.5);
            // Directions need not have length 1; `t` is in multiples of them.
            let speed = number(random, 0.05, 0.2);
            let direction = [0, 1, 2].map(|axis| (target[axis] - origin[axis]) * speed);
            let range = [(0.0, 1000.0), (0.0, 8.0), (6.0, 1000.0), (3.0, 12.0)][index % 4];
            let first = if index % 7 == 6 { FIRST_HIT } else { 0 };
            Ray {
                origin,
                least: range.0,
                direction,
                most: range.1,
                // The first half has no flags that depend on the side.
                flags: *random.pick(&opacity) | if index < RAYS / 2 { 0 } else { *random.pick(&facing) } | first,
                mask: *random.pick(&masks),
                terminate: index % 31 == 30,
            }
        })
        .collect()
}

fn bytes(rays: &[Ray]) -> Vec<u8> {
    let words = rays.iter().flat_map(|ray| {
        let floats = |vector: [f32; 3], last: f32| [vector[0], vector[1], vector[2], last].map(f32::to_bits);
        let rest = [ray.flags, ray.mask, ray.terminate.into(), 0];
        [floats(ray.origin, ray.least), floats(ray.direction, ray.most), rest].concat()
    });
    words.flat_map(u32::to_le_bytes).collect()
}

/// What the shader wrote for one ray.
struct Words<'a>(&'a [u32]);

impl Words<'_> {
    fn float(&self, index: usize) -> f64 {
        f32::from_bits(self.0[index]).into()
    }

    fn near(&self, index: usize, expected: &[f64], tolerance: f64, what: &str) -> Result<(), String> {
        for (offset, &expected) in expected.iter().enumerate() {
            let found = self.float(index + offset);
            if (found - expected).abs() > tolerance * expected.abs().max(1.0) {
                return Err(format!("{what}[{offset}] is {found}, expected {expected}"));
            }
        }
        Ok(())
    }

    fn same(&self, index: usize, expected: u32, what: &str) -> Result<(), String> {
        let found = self.0[index];
        if found == expected { Ok(()) } else { Err(format!("{what} is {found}, expected {expected}")) }
    }
}

fn check(
    scene: &Scene,
    ray: &Ray,
    hits: &[Hit],
    words: &Words<'_>,
    front: bool,
    positions: bool,
) -> Result<(), String> {
    words.same(1, 0, "the number of wrong candidates")?;
    words.same(2, ray.flags, "the flags")?;
    words.near(3, &[ray.least.into()], 1e-6, "tMin")?;
    words.near(4, &wide(ray.origin), 1e-6, "the origin")?;
    words.near(7, &wide(ray.direction), 1e-6, "the direction")?;
    // What was hit before the traversal ended depends on its order.
    if ray.terminate {
        return Ok(());
    }
    let found = |hit: &&Hit| {
        words.0[12] == hit.instance as u32 && words.0[14] == hit.geometry as u32 && words.0[15] == hit.primitive as u32
    };
    let hit = match hits.first() {
        Some(_) if words.0[0] == 0 => return Err(format!("it met nothing, expected {hits:?}")),
        Some(_) if ray.flags & FIRST_HIT != 0 => hits.iter().find(found).ok_or("it met what it should not")?,
        Some(nearest) => nearest,
        None => return words.same(0, 0, "the type"),
    };
    let instance = &scene.instances[hit.instance];
    words.same(0, if hit.triangle.is_some() { 1 } else { 2 }, "the type")?;
    words.near(10, &[hit.t], 1e-3, "t")?;
    words.same(11, instance.custom_index, "the custom index")?;
    words.same(12, hit.instance as u32, "the instance")?;
    words.same(13, instance.offset, "the offset")?;
    words.same(14, hit.geometry as u32, "the geometry")?;
    words.same(15, hit.primitive as u32, "the primitive")?;
    let to_world = instance.transform.map(|row| row.map(f64::from));
    let to_object = inverse(&to_world);
    words.near(16, &apply(&to_object, wide(ray.origin), 1.0), 1e-3, "the origin in the object")?;
    words.near(19, &apply(&to_object, wide(ray.direction), 0.0), 1e-3, "the direction in the object")?;
    let columns = |matrix: &Transform| -> Vec<f64> { (0..4).flat_map(|c| matrix.map(|row| row[c])).collect() };
    words.near(22, &columns(&to_world), 1e-5, "object to world")?;
    words.near(34, &columns(&to_object), 1e-3, "world to object")?;
    if let Some((weights, sign)) = hit.triangle {
        words.same(46, (sign == front).into(), "the front face")?;
        words.near(47, &weights, 1e-2, "the barycentric coordinates")?;
        if positions && let Primitives::Triangles(triangles) = &scene.meshes[instance.mesh][hit.geometry].primitives {
            let corners: Vec<f64> = triangles[hit.primitive].iter().flatten().map(|&it| it.into()).collect();
            words.near(49, &corners, 1e-6, "the corners")?;
        }
    }
    Ok(())
}

/// The sign of triangles whose front is seen: the API defines it, and the model must not guess.
fn front_sign(scene: &Scene, rays: &[Ray], words: &[u32]) -> bool {
    let mut votes = [0; 2];
    for (ray, words) in rays.iter().zip(words.chunks_exact(WORDS)).take(RAYS / 2) {
        if ray.flags & FIRST_HIT == 0
            && !ray.terminate
            && let Some(hits) = hits(scene, ray, true)
            && let Some((_, sign)) = hits.first().and_then(|hit| hit.triangle)
            && words[0] == 1
        {
            votes[usize::from(sign == (words[46] == 1))] += 1;
        }
    }
    assert!(votes[0].min(votes[1]) == 0, "front faces on both sides: {votes:?}");
    votes[1] > 0
}

fn run(name: &str, macros: &[&str], device: &vulkan::Device) {
    let positions = macros.contains(&"POSITIONS");
    let extension = if positions { "#extension GL_EXT_ray_tracing_position_fetch : require\n" } else { "" };
    let text = format!("#version 460\n#extension GL_EXT_ray_query : require\n{extension}{SHADER}");
    let mut all: Vec<String> = macros.iter().map(|&it| it.to_owned()).collect();
    all.extend([format!("WORDS={WORDS}"), format!("BOXES={BOXES}")]);
    let target = Target::from(TargetEnvironment::Vulkan1_2);
    let words = compile::spirv_with(name, &text, target, &all).unwrap();
    validate::validate(&words, target).unwrap_valid(name);
    if let Some(capability) = device.missing_capability(&words) {
        shout(&format!("EXECUTION SKIPPED: {name}: this device does not have {capability:?}"));
        return;
    }
    let mut random = Random::new(SEED);
    let scene = make_scene(&mut random);
    let rays = make_rays(&mut random);
    let spheres: Vec<u8> = scene.meshes[1]
        .iter()
        .flat_map(|geometry| match &geometry.primitives {
            Primitives::Boxes(boxes) => boxes.clone(),
            Primitives::Triangles(_) => Vec::new(),
        })
        .flat_map(|corners| {
            let (center, radius) = sphere(corners);
            [center[0], center[1], center[2], radius]
        })
        .flat_map(f32::to_le_bytes)
        .collect();
    let mut bindings = vec![
        Binding { set: 0, binding: 0, resource: Resource::Scene(scene.clone()) },
        Binding::storage(1, bytes(&rays)),
        Binding::storage(2, vec![0; RAYS * WORDS * 4]),
        Binding::storage(3, spheres),
    ];
    if macros.contains(&"BY_ADDRESS") {
        bindings.push(Binding { set: 0, binding: 4, resource: Resource::Addresses(vec![(0, 0)]) });
    }
    let job = Job { words: &words, groups: [RAYS as u32 / 64, 1, 1], bindings: &bindings, ..Job::default() };
    let results = device.run(&job).unwrap_or_else(|error| panic!("{name}: {error}"));
    let written: Vec<u32> = results[2].chunks_exact(4).map(|it| u32::from_le_bytes(it.try_into().unwrap())).collect();
    let front = front_sign(&scene, &rays, &written);
    let (mut failures, mut doubtful, mut met) = (Vec::new(), 0, [0; 3]);
    for (index, (ray, words)) in rays.iter().zip(written.chunks_exact(WORDS)).enumerate() {
        let Some(hits) = hits(&scene, ray, front) else {
            doubtful += 1;
            continue;
        };
        met[words[0].min(2) as usize] += 1;
        if let Err(error) = check(&scene, ray, &hits, &Words(words), front, positions) {
            failures.push(format!("ray {index}, {ray:?}: {error}"));
        }
    }
    shout(&format!(
        "{name}: {} rays met nothing, {} triangles, {} spheres; {doubtful} left out",
        met[0], met[1], met[2]
    ));
    common::report(RAYS, &failures);
    assert!(doubtful < RAYS / 4, "{doubtful} rays are left out");
    assert!(met.iter().all(|&count| count > RAYS / 40), "hardly anything of one kind: {met:?}");
}

#[test]
fn rays() {
    // The shaders compile and are valid on any machine.
    for macros in [&[][..], &["BY_ADDRESS"], &["ELEMENT"], &["POSITIONS"]] {
        let name = format!("ray_query{macros:?}.comp");
        match vulkan::device() {
            Some(device) => run(&name, macros, &device),
            None => return,
        }
    }
}

/// The model is checked against cases with known answers, on any machine.
#[test]
fn the_model_knows_simple_cases() {
    let triangle = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let mesh = vec![Geometry { primitives: Primitives::Triangles(vec![triangle]), opaque: true }];
    let instance = Instance {
        mesh: 0,
        transform: [[2.0, 0.0, 0.0, 0.0], [0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 1.0, 5.0]],
        custom_index: 3,
        mask: 1,
        offset: 0,
    };
    let scene = Scene { meshes: vec![mesh], instances: vec![instance] };
    let ray = Ray {
        origin: [0.5, 0.25, 0.0],
        least: 0.0,
        direction: [0.0, 0.0, 1.0],
        most: 10.0,
        flags: 0,
        mask: 1,
        terminate: false,
    };
    let met = |ray: &Ray| hits(&scene, ray, true).unwrap();
    let hit = met(&ray)[0].clone();
    assert_eq!((hit.t, hit.triangle.unwrap().0), (5.0, [0.25, 0.125]));
    assert!(met(&Ray { mask: 2, ..ray }).is_empty());
    assert!(met(&Ray { most: 4.0, ..ray }).is_empty());
    assert!(met(&Ray { flags: CULL_OPAQUE, ..ray }).is_empty());
    // Not opaque, and the sum of its numbers is odd.
    assert!(met(&Ray { flags: NO_OPAQUE, ..ray }).is_empty());
    let sides = [CULL_BACK, CULL_FRONT].map(|flags| met(&Ray { flags, ..ray }).len());
    assert_eq!(sides[0] + sides[1], 1);
    assert!(hits(&scene, &Ray { origin: [0.0, 0.25, 0.0], ..ray }, true).is_none());
    let from = apply(&inverse(&scene.instances[0].transform.map(|row| row.map(f64::from))), [2.0, 4.0, 6.0], 1.0);
    assert_eq!(from, [1.0, 2.0, 1.0]);
}

/// A scene that no ray hits would prove nothing.
#[test]
fn the_scene_has_something_of_everything() {
    let mut random = Random::new(SEED);
    let scene = make_scene(&mut random);
    let rays = make_rays(&mut random);
    let (mut doubtful, mut met) = (0, [0; 3]);
    for ray in &rays {
        match hits(&scene, ray, true).as_deref() {
            None => doubtful += 1,
            Some([]) => met[0] += 1,
            Some([first, ..]) => met[if first.triangle.is_some() { 1 } else { 2 }] += 1,
        }
    }
    assert!(doubtful < RAYS / 4 && met.iter().all(|&count| count > RAYS / 20), "{doubtful} left out, {met:?}");
}
