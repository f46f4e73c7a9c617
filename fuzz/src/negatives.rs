//! Shaders with one mistake: changes that keep the syntax and may break a rule.
//!
//! Comes in: a valid shader. Goes out: the same with one token, argument, operand, layout value, statement or declaration changed.
//! Whether that is a mistake is for compilers to say (`compare`). Must not depend on: the compiler.

use crate::common::random::Random;

/// Words that can stand for each other without breaking the grammar.
const FAMILIES: &[&str] = &[
    "int uint float double bool vec2 vec3 vec4 ivec2 ivec3 ivec4 uvec2 uvec3 uvec4 bvec2 bvec4 dvec2 mat2 mat3 mat4 mat2x3 mat4x2",
    "sampler2D sampler3D samplerCube sampler2DArray sampler2DShadow isampler2D usampler2D sampler2DMS samplerBuffer texture2D sampler",
    "image2D image3D imageCube image2DArray iimage2D uimage2D imageBuffer image2DMS",
    "in out inout const",
    "uniform buffer shared in out",
    "flat smooth noperspective centroid sample patch invariant precise",
    "readonly writeonly coherent volatile restrict",
    "highp mediump lowp",
    "std140 std430 row_major column_major shared packed scalar",
    "binding location component index offset align set constant_id input_attachment_index push_constant xfb_offset",
    "rgba32f rgba16f r32f rgba8 r32i r32ui rgba32i rgba32ui r8 rg16f",
    "points lines triangles lines_adjacency triangles_adjacency quads isolines triangle_strip line_strip",
    "break continue discard return",
    "if while",
    "true false 0 1 1u 1.0 -1 2147483648 1e10",
    "x y z w r s xy xyz xyzw rgba stpq xxyy",
];

/// Binary operators, of which some assign.
const OPERATORS: &[&str] = &[
    "+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "&&", "||", "^^", "==", "!=", "<", ">", "<=", ">=", "=", "+=",
    "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "|=", "^=", ",",
];

/// Built-in names of many stages.
const BUILT_INS: &str = "gl_Position gl_PointSize gl_VertexIndex gl_InstanceIndex gl_FragCoord gl_FrontFacing gl_FragDepth gl_PointCoord \
    gl_PrimitiveID gl_InvocationID gl_TessLevelOuter gl_TessCoord gl_Layer gl_ViewportIndex gl_GlobalInvocationID gl_LocalInvocationID \
    gl_LocalInvocationIndex gl_WorkGroupID gl_WorkGroupSize gl_NumWorkGroups gl_ClipDistance gl_SampleID gl_SampleMask gl_HelperInvocation \
    gl_SubgroupSize gl_in gl_out gl_PerVertex gl_MaxDrawBuffers gl_VertexID";

/// Functions that take the same number of arguments, more or less.
const FUNCTIONS: &[&str] = &[
    "sin abs floor sign sqrt exp length normalize inverse transpose determinant not any all bitCount findMSB floatBitsToInt \
     intBitsToFloat packHalf2x16 unpackHalf2x16 dFdx fwidth isnan radians trunc",
    "min max pow mod atan dot cross distance reflect step lessThan equal matrixCompMult outerProduct ldexp texelFetch texture imageLoad \
     atomicAdd atomicExchange interpolateAtOffset",
    "clamp mix smoothstep fma textureLod textureProj textureOffset imageStore atomicCompSwap bitfieldExtract refract faceforward",
    "barrier memoryBarrier groupMemoryBarrier EmitVertex EndPrimitive memoryBarrierShared",
];

/// Tokens as written; blanks and comments are parts of the token before.
struct Tokens<'t>(Vec<&'t str>);

impl<'t> Tokens<'t> {
    fn new(text: &'t str) -> Self {
        let mut tokens = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let end = end_of_token(rest);
            let (token, after) = rest.split_at(end);
            tokens.push(token);
            rest = after;
        }
        Self(tokens)
    }

    /// The numbers of tokens for which `is_it` holds.
    fn find(&self, is_it: impl Fn(&str) -> bool) -> Vec<usize> {
        (0..self.0.len()).filter(|&it| is_it(word(self.0[it]))).collect()
    }

    /// The parts of each parenthesized list of a call or constructor, and of other lists in parentheses: from and to, without
    /// the commas.
    fn lists(&self) -> Vec<Vec<(usize, usize)>> {
        let mut lists = Vec::new();
        let mut open: Vec<(usize, Vec<usize>)> = Vec::new();
        for (index, token) in self.0.iter().enumerate() {
            match word(token) {
                "(" => open.push((index, Vec::new())),
                "," => drop(open.last_mut().map(|it| it.1.push(index))),
                ")" => {
                    let Some((start, commas)) = open.pop() else { continue };
                    let starts = std::iter::once(start).chain(commas.iter().copied()).map(|it| it + 1);
                    let ends = commas.iter().copied().chain(std::iter::once(index));
                    lists.push(starts.zip(ends).collect());
                }
                _ => {}
            }
        }
        lists
    }

    /// The statements and declarations: from after `;`, `{` or `}` to the next `;`, with it.
    fn statements(&self) -> Vec<(usize, usize)> {
        let mut statements = Vec::new();
        let (mut start, mut depth) = (0, 0_usize);
        for (index, token) in self.0.iter().enumerate() {
            match word(token) {
                "(" => depth += 1,
                ")" => depth = depth.saturating_sub(1),
                ";" if depth == 0 => {
                    statements.push((start, index + 1));
                    start = index + 1;
                }
                "{" | "}" => start = index + 1,
                it if it.starts_with('#') => start = index + 1,
                _ => {}
            }
        }
        statements.retain(|(start, end)| end - start > 1);
        statements
    }
}

/// A token without the blanks after it.
fn word(token: &str) -> &str {
    let end = token.find(char::is_whitespace).filter(|_| !token.starts_with('#') && !token.starts_with("//"));
    &token[..end.unwrap_or(token.len())]
}

fn end_of_token(text: &str) -> usize {
    let first = text.chars().next().unwrap_or(' ');
    let line = || text.find('\n').map_or(text.len(), |it| it + 1);
    let end = if first == '#' || text.starts_with("//") {
        return line();
    } else if text.starts_with("/*") {
        text.find("*/").map_or(text.len(), |it| it + 2)
    } else if first.is_alphanumeric() || first == '_' {
        let is_number = first.is_ascii_digit();
        text.find(|it: char| !(it.is_alphanumeric() || it == '_' || is_number && it == '.')).unwrap_or(text.len())
    } else {
        let three = [3, 2].into_iter().find(|&length| text.get(..length).is_some_and(|it| OPERATORS.contains(&it)));
        let increments = ["++", "--"].iter().any(|it| text.starts_with(it));
        three.unwrap_or(if increments { 2 } else { first.len_utf8() })
    };
    end + text[end..].find(|it: char| !it.is_whitespace()).unwrap_or(text.len() - end)
}

/// One change, and what it was; `None` if it finds nothing to change.
type Change = fn(&mut Random, &mut Vec<String>, &Tokens<'_>) -> Option<()>;

/// The changes by name.
const CHANGES: &[(&str, Change)] = &[
    ("word", word_of_family),
    ("word", word_of_family),
    ("word", word_of_family),
    ("operator", operator),
    ("function", function),
    ("built-in", built_in),
    ("name", name),
    ("number", number),
    ("layout", layout),
    ("argument left out", argument_left_out),
    ("argument twice", argument_twice),
    ("arguments swapped", arguments_swapped),
    ("operand left out", operand_left_out),
    ("qualifier added", qualifier_added),
    ("statement left out", statement_left_out),
    ("statement twice", statement_twice),
    ("statement moved", statement_moved),
    ("member", member),
    ("index", index),
];

/// A shader with one change; `None` if the change that was drawn has no place in it.
pub fn negative(random: &mut Random, text: &str) -> Option<(&'static str, String)> {
    let tokens = Tokens::new(text);
    let mut changed: Vec<String> = tokens.0.iter().map(|&it| it.to_owned()).collect();
    let (name, change) = random.pick(CHANGES);
    change(random, &mut changed, &tokens)?;
    let changed = changed.concat();
    (changed != text).then_some((name, changed))
}

/// Puts a word in the place of another; blanks stay.
fn put(changed: &mut [String], at: usize, new: &str) {
    let old = word(&changed[at]).len();
    changed[at].replace_range(..old, new);
}

fn place(random: &mut Random, places: &[usize]) -> Option<usize> {
    (!places.is_empty()).then(|| *random.pick(places))
}

fn from_list(random: &mut Random, changed: &mut [String], tokens: &Tokens<'_>, lists: &[&str]) -> Option<()> {
    let lists: Vec<Vec<&str>> = lists.iter().map(|it| it.split_whitespace().collect()).collect();
    let at = place(random, &tokens.find(|it| lists.iter().any(|list| list.contains(&it))))?;
    let old = word(tokens.0[at]);
    let of_it: Vec<&Vec<&str>> = lists.iter().filter(|list| list.contains(&old)).collect();
    let list = random.pick::<&Vec<&str>>(&of_it);
    put(changed, at, random.pick::<&str>(list));
    Some(())
}

fn word_of_family(random: &mut Random, changed: &mut Vec<String>, tokens: &Tokens<'_>) -> Option<()> {
    from_list(random, changed, tokens, FAMILIES)
}

fn function(random: &mut Random, changed: &mut Vec<String>, tokens: &Tokens<'_>) -> Option<()> {
    from_list(random, changed, tokens, FUNCTIONS)
}

fn operator(random: &mut Random, changed: &mut Vec<String>, tokens: &Tokens<'_>) -> Option<()> {
    let at = place(random, &tokens.find(|it| OPERATORS.contains(&it) && it != ","))?;
    put(changed, at, random.pick::<&str>(OPERATORS));
    Some(())
}

fn built_in(random: &mut Random, changed: &mut Vec<String>, tokens: &Tokens<'_>) -> Option<()> {
    let at = place(random, &tokens.find(|it| it.starts_with("gl_")))?;
    let names: Vec<&str> = BUILT_INS.split_whitespace().collect();
    put(changed, at, random.pick::<&str>(&names));
    Some(())
}

/// One name for another of the shader.
fn name(random: &mut Random, changed: &mut Vec<String>, tokens: &Tokens<'_>) -> Option<()> {
    let names = tokens.find(|it| it.starts_with(|first: char| first.is_alphabetic()));
    let (at, from) = (place(random, &names)?, place(random, &names)?);
    put(changed, at, word(tokens.0[from]));
    Some(())
}

fn number(random: &mut Random, changed: &mut Vec<String>, tokens: &Tokens<'_>) -> Option<()> {
    let at = place(random, &tokens.find(|it| it.starts_with(|first: char| first.is_ascii_digit())))?;
    let numbers = [
        "0",
        "1",
        "2",
        "3",
        "4",
        "7",
        "16",
        "65536",
        "1.5",
        "1u",
        "1.0lf",
        "0x80000000",
        "4294967295u",
        "true",
        "(-1)",
    ];
    put(changed, at, random.pick::<&str>(&numbers));
    Some(())
}

/// A number or a word in `layout(...)`.
fn layout(random: &mut Random, changed: &mut Vec<String>, tokens: &Tokens<'_>) -> Option<()> {
    let at = place(random, &tokens.find(|it| it == "layout"))?;
    let end = (at..tokens.0.len()).find(|&it| word(tokens.0[it]) == ")")?;
    let inside: Vec<usize> = (at + 2..end).filter(|&it| !matches!(word(tokens.0[it]), "," | "=")).collect();
    let at = place(random, &inside)?;
    let is_number = tokens.0[at].starts_with(|first: char| first.is_ascii_digit());
    let numbers = ["0", "1", "2", "3", "5", "12", "-1", "100", "65536"];
    let words = "std140 std430 binding=1 set=1 offset=8 align=16 location=1 component=1 rgba32f r32ui row_major constant_id=3 \
        push_constant local_size_x=8 index=1 origin_upper_left early_fragment_tests points max_vertices=3 invocations=2 vertices=3 \
        triangles input_attachment_index=0 xfb_buffer=1";
    let words: Vec<&str> = words.split_whitespace().collect();
    match random.below(2) {
        0 if is_number => put(changed, at, random.pick::<&str>(&numbers)),
        _ => {
            let new = format!("{}, ", random.pick::<&str>(&words));
            changed.insert(inside[0], new);
        }
    }
    Some(())
}

fn list_of(random: &mut Random, tokens: &Tokens<'_>, at_least: usize) -> Option<Vec<(usize, usize)>> {
    let mut lists = tokens.lists();
    lists.retain(|it| it.len() >= at_least && it.iter().all(|(from, to)| from < to));
    (!lists.is_empty()).then(|| random.pick(&lists).clone())
}

fn argument_left_out(random: &mut Random, changed: &mut Vec<String>, tokens: &Tokens<'_>) -> Option<()> {
    let list = list_of(random, tokens, 1)?;
    let (from, to) = *random.pick(&list);
    // With the comma before it, or after the first.
    let (from, to) = if from > list[0].0 { (from - 1, to) } else { (from, if list.len() > 1 { to + 1 } else { to }) };
    changed.drain(from..to);
    Some(())
}

fn argument_twice(random: &mut Random, changed: &mut Vec<String>, tokens: &Tokens<'_>) -> Option<()> {
    let list = list_of(random, tokens, 1)?;
    let (from, to) = *random.pick(&list);
    let copy: Vec<String> = changed[from..to].to_vec();
    changed.splice(to..to, std::iter::once(", ".to_owned()).chain(copy));
    Some(())
}

fn arguments_swapped(random: &mut Random, changed: &mut Vec<String>, tokens: &Tokens<'_>) -> Option<()> {
    let list = list_of(random, tokens, 2)?;
    let first = random.below(list.len() - 1);
    let ((a, b), (c, d)) = (list[first], list[first + 1]);
    let (left, right) = (changed[a..b].to_vec(), changed[c..d].to_vec());
    let comma = changed[b..c].to_vec();
    changed.splice(a..d, right.into_iter().chain(comma).chain(left));
    Some(())
}

/// `a + b` becomes `a`, where `b` is one token.
fn operand_left_out(random: &mut Random, changed: &mut Vec<String>, tokens: &Tokens<'_>) -> Option<()> {
    let at = place(random, &tokens.find(|it| OPERATORS.contains(&it) && it != ","))?;
    (at + 2 < changed.len()).then(|| drop(changed.drain(at..at + 2)))
}

fn qualifier_added(random: &mut Random, changed: &mut Vec<String>, tokens: &Tokens<'_>) -> Option<()> {
    let qualifiers = "const in out inout uniform buffer shared flat smooth centroid sample patch invariant precise readonly writeonly \
        coherent highp layout(binding=3) layout(location=2) layout(rgba32f) layout(row_major) layout(offset=4) layout(std430) \
        nonuniformEXT";
    let qualifiers: Vec<&str> = qualifiers.split_whitespace().collect();
    let types: Vec<&str> = FAMILIES[..3].iter().flat_map(|it| it.split_whitespace()).collect();
    let at = place(
        random,
        &tokens.find(|it| types.contains(&it) || matches!(it, "layout" | "uniform" | "in" | "out" | "struct")),
    )?;
    changed.insert(at, format!("{} ", random.pick::<&str>(&qualifiers)));
    Some(())
}

fn statement_left_out(random: &mut Random, changed: &mut Vec<String>, tokens: &Tokens<'_>) -> Option<()> {
    let statements = tokens.statements();
    let &(from, to) = (!statements.is_empty()).then(|| random.pick(&statements))?;
    changed.drain(from..to);
    Some(())
}

fn statement_twice(random: &mut Random, changed: &mut Vec<String>, tokens: &Tokens<'_>) -> Option<()> {
    let statements = tokens.statements();
    let &(from, to) = (!statements.is_empty()).then(|| random.pick(&statements))?;
    let copy = changed[from..to].to_vec();
    changed.splice(to..to, copy);
    Some(())
}

fn statement_moved(random: &mut Random, changed: &mut Vec<String>, tokens: &Tokens<'_>) -> Option<()> {
    let statements = tokens.statements();
    let &(from, to) = (!statements.is_empty()).then(|| random.pick(&statements))?;
    let &(_, target) = random.pick(&statements);
    let moved: Vec<String> = changed[from..to].to_vec();
    changed.splice(target..target, moved);
    // What stands before the old place has moved it.
    let shift = if target <= from { to - from } else { 0 };
    changed.drain(from + shift..to + shift);
    Some(())
}

/// A selection with other components or an unknown member.
fn member(random: &mut Random, changed: &mut Vec<String>, tokens: &Tokens<'_>) -> Option<()> {
    let dots = tokens.find(|it| it == ".");
    let at = place(random, &dots)? + 1;
    let members = ["x", "w", "xy", "xyzw", "xyzx", "rg", "xg", "xyzwx", "length()", "missing", "length"];
    (at < changed.len()).then(|| put(changed, at, random.pick::<&str>(&members)))
}

/// What is in brackets.
fn index(random: &mut Random, changed: &mut Vec<String>, tokens: &Tokens<'_>) -> Option<()> {
    let at = place(random, &tokens.find(|it| it == "["))?;
    let end = (at..tokens.0.len()).find(|&it| word(tokens.0[it]) == "]")?;
    let indices = ["", "0", "1", "3", "100", "-1", "1.0", "1u", "true", "gl_WorkGroupSize.x"];
    changed.splice(at + 1..end, [(*random.pick::<&str>(&indices)).to_owned()]);
    Some(())
}
