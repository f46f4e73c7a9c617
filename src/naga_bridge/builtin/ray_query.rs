//! Ray queries.
//!
//! Comes in: steps of recipes. Goes out: statements, and members of what naga knows about an intersection. Must not depend
//! on: other kinds of steps.
//!
//! naga's queries are variables of the function that uses them. It reads everything about an intersection at once, as a
//! structure, and does not give back what a query was started with.

use super::{Call, Item, THIS};
use crate::builtins::Step;
use crate::builtins::vocabulary::Op;
use crate::hir::{Argument, PlaceRoot};
use crate::naga_bridge::build::{Build, Shape, Typed};
use crate::naga_bridge::unsupported::{Bridged, OrMissing, Unsupported, unsupported};
use naga::{BinaryOperator, Expression, Handle, RayQueryFunction, RayQueryIntersection, Scalar, Statement, VectorSize};

/// A member of naga's `RayIntersection`, by its index, with its type there.
const MEMBERS: &[(Op, u32, Shape)] = &[
    (Op::RayQueryGetIntersectionTKHR, 1, Shape::Scalar(Scalar::F32)),
    (Op::RayQueryGetIntersectionInstanceCustomIndexKHR, 2, Shape::Scalar(Scalar::U32)),
    (Op::RayQueryGetIntersectionInstanceIdKHR, 3, Shape::Scalar(Scalar::U32)),
    (Op::RayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetKHR, 4, Shape::Scalar(Scalar::U32)),
    (Op::RayQueryGetIntersectionGeometryIndexKHR, 5, Shape::Scalar(Scalar::U32)),
    (Op::RayQueryGetIntersectionPrimitiveIndexKHR, 6, Shape::Scalar(Scalar::U32)),
    (Op::RayQueryGetIntersectionBarycentricsKHR, 7, Shape::Vector(VectorSize::Bi, Scalar::F32)),
    (Op::RayQueryGetIntersectionFrontFaceKHR, 8, Shape::Scalar(Scalar::BOOL)),
    (Op::RayQueryGetIntersectionObjectToWorldKHR, 9, TRANSFORMATION),
    (Op::RayQueryGetIntersectionWorldToObjectKHR, 10, TRANSFORMATION),
];

const TRANSFORMATION: Shape = Shape::Matrix(VectorSize::Quad, VectorSize::Tri, Scalar::F32);

/// What only the shader itself knows: it gave it to `rayQueryInitializeEXT`.
const GIVEN: &[Op] = &[
    Op::RayQueryGetRayTMinKHR,
    Op::RayQueryGetRayFlagsKHR,
    Op::RayQueryGetWorldRayOriginKHR,
    Op::RayQueryGetWorldRayDirectionKHR,
];

impl Call<'_, '_, '_, '_> {
    /// A step that accesses a ray query.
    pub(super) fn ray_query_step(
        &mut self,
        opcode: Op,
        step: &'static Step,
        results: &[Item],
    ) -> Bridged<Option<Item>> {
        let operand = |index: usize| step.operands.get(index).copied().or_missing("an operand");
        if GIVEN.contains(&opcode) {
            return Err(Unsupported::new(THIS).help("keep the value that `rayQueryInitializeEXT` got in a variable"));
        }
        let fun = match opcode {
            Op::RayQueryInitializeKHR => {
                let structure = self.acceleration_structure(operand(1)?, results)?;
                let descriptor = self.ray_descriptor(step, [2, 3, 5, 7, 4, 6], results)?;
                RayQueryFunction::Initialize { acceleration_structure: structure, descriptor }
            }
            Op::RayQueryProceedKHR => {
                let query = self.ray_query()?;
                let result = self.writer.result(Expression::RayQueryProceedResult);
                self.writer.push(Statement::RayQuery { query, fun: RayQueryFunction::Proceed { result } });
                return Ok(Some(Item::Value(Typed { it: result, shape: Shape::Scalar(Scalar::BOOL) })));
            }
            Op::RayQueryGenerateIntersectionKHR => {
                RayQueryFunction::GenerateIntersection { hit_t: self.operand(operand(1)?, results)?.it }
            }
            Op::RayQueryConfirmIntersectionKHR => RayQueryFunction::ConfirmIntersection,
            Op::RayQueryTerminateKHR => RayQueryFunction::Terminate,
            _ => return self.intersection(opcode, step, results),
        };
        let query = self.ray_query()?;
        self.writer.push(Statement::RayQuery { query, fun });
        Ok(Some(Item::Void))
    }

    /// What is known about the candidate or the committed intersection.
    fn intersection(&mut self, opcode: Op, step: &'static Step, results: &[Item]) -> Bridged<Option<Item>> {
        let member = MEMBERS.iter().find(|it| it.0 == opcode);
        let is_type = opcode == Op::RayQueryGetIntersectionTypeKHR;
        let is_positions = opcode == Op::RayQueryGetIntersectionTriangleVertexPositionsKHR;
        if member.is_none() && !is_type && !is_positions {
            return Ok(None);
        }
        let committed = step.operands.get(1).copied().or_missing("an operand")?;
        let committed = self.known(committed, results)?.or_missing("a constant")? != 0;
        let query = self.ray_query()?;
        if is_positions {
            let ty = self.writer.module.out.generate_vertex_return_type();
            let read = self.writer.typed(Expression::RayQueryVertexPositions { query, committed }, Shape::Other(ty));
            self.writer.out.named_expressions.insert(read.it, "positions".to_owned());
            return Ok(Some(Item::Value(read)));
        }
        self.writer.module.out.generate_ray_intersection_type();
        let base = self.writer.add(Expression::RayQueryGetIntersection { query, committed });
        // Back ends print the expression where it is used unless it has a name; the query may have moved on by then.
        self.writer.out.named_expressions.insert(base, "intersection".to_owned());
        let &(_, index, shape) = member.unwrap_or(&(opcode, 0, Shape::Scalar(Scalar::U32)));
        let value = self.writer.typed(Expression::AccessIndex { base, index }, shape);
        if !is_type || committed {
            return Ok(Some(Item::Value(value)));
        }
        // Committed intersections have the numbers of SPIR-V in naga, but candidates do not.
        let aabb = self.writer.uint(RayQueryIntersection::Aabb as u32);
        let is_aabb = self.writer.compare(BinaryOperator::Equal, value, aabb);
        Ok(Some(Item::Value(self.writer.convert(is_aabb, Scalar::U32))))
    }

    /// The query itself.
    fn ray_query(&mut self) -> Bridged<Handle<Expression>> {
        let Some(&Argument::Place(place)) = self.call.arguments.first() else { return unsupported(THIS) };
        let place = self.writer.function.places.try_get(place).or_missing("a place")?;
        match (place.root, place.steps.as_slice()) {
            (PlaceRoot::Local(local), []) => {
                let variable = self.writer.local(local)?;
                Ok(self.writer.add(Expression::LocalVariable(variable)))
            }
            (PlaceRoot::Parameter(_), []) => Err(Unsupported::new("ray queries as parameters")
                .help("declare the query in the function that traces the ray")),
            _ => {
                Err(Unsupported::new("ray queries in arrays and structures")
                    .help("give each query a variable of its own"))
            }
        }
    }
}
