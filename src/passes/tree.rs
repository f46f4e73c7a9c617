//! The tree of blocks: which values can be used where.
//!
//! Comes in: a function. Goes out: the parent of each block and its position in the order of the walk, so that checking
//! whether one block is inside another takes no walk. Must not depend on: any pass. The body and the continuing block
//! of a loop are inside its header here, whose values they can use; so this is a dominator tree.

use crate::hir::{Block, Function, Handle, Statement};

/// A block in the tree.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Node {
    /// Number of blocks around it.
    pub(super) depth: u32,
    /// Number in the order in which blocks are entered, from one; zero for blocks that nothing owns.
    first: u32,
    /// The largest number of the blocks inside it.
    last: u32,
}

/// All blocks.
#[derive(Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    /// The blocks in the order in which they are entered.
    pub(super) order: Vec<Handle<Block>>,
    parents: Vec<Option<Handle<Block>>>,
}

impl Tree {
    pub(super) fn of(function: &Function) -> Self {
        let mut tree = Self {
            nodes: vec![Node::default(); function.blocks.len()],
            order: Vec::with_capacity(function.blocks.len()),
            parents: vec![None; function.blocks.len()],
        };
        let mut open = vec![(function.body, None)];
        while let Some((block, parent)) = open.pop() {
            tree.order.push(block);
            let number = tree.order.len() as u32;
            let depth = parent.map_or(0, |parent| tree.node(parent).depth + 1);
            if let Some(node) = tree.nodes.get_mut(block.index()) {
                *node = Node { depth, first: number, last: number };
            }
            if let Some(slot) = tree.parents.get_mut(block.index()) {
                *slot = parent;
            }
            let Ok(it) = function.blocks.try_get(block) else { continue };
            for (statement, _) in it.statements.iter().rev() {
                let header = match statement {
                    Statement::Loop(it) => Some(it.header),
                    _ => None,
                };
                for inner in statement.blocks().rev() {
                    open.push((inner, header.filter(|&header| header != inner).or(Some(block))));
                }
            }
        }
        for index in (0..tree.order.len()).rev() {
            let Some(&block) = tree.order.get(index) else { continue };
            let last = tree.node(block).last;
            if let Some(parent) = tree.parent(block)
                && let Some(node) = tree.nodes.get_mut(parent.index())
            {
                node.last = node.last.max(last);
            }
        }
        tree
    }

    pub(super) fn node(&self, block: Handle<Block>) -> Node {
        self.nodes.get(block.index()).copied().unwrap_or_default()
    }

    /// The block whose values a block can use, besides its own.
    pub(super) fn parent(&self, block: Handle<Block>) -> Option<Handle<Block>> {
        self.parents.get(block.index()).copied().flatten()
    }

    /// Whether `inner` is `outer` or inside it.
    pub(super) fn contains(&self, outer: Handle<Block>, inner: Handle<Block>) -> bool {
        let (outer, inner) = (self.node(outer), self.node(inner));
        outer.first != 0 && outer.first <= inner.first && inner.last <= outer.last
    }
}
