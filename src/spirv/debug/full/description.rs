//! How debug information is written: source locations, numbers, types declared once, instructions of the set.
//!
//! Comes in: the operands of an instruction. Goes out: its id. Must not depend on: what is described.

use super::set::DebugInstruction;
use crate::hir::{Handle, Span, Type};
use crate::source::Location;
use crate::spirv::debug::source::parts;
use crate::spirv::origin::{Debug, DebugInfo};
use crate::spirv::section::Section;
use crate::spirv::type_key::TypeKey;
use crate::spirv::writer::ModuleWriter;
use rspirv::dr::Operand;
use rspirv::spirv::Op;
use rustc_hash::FxHashMap;

/// The name of the set.
const SET: &str = "NonSemantic.Shader.DebugInfo.100";

/// The version of DWARF that the set follows.
const DWARF_VERSION: u32 = 4;

/// An instruction of the set that is not in a section yet.
pub(super) struct Prepared {
    ty: u32,
    id: u32,
    operands: Vec<Operand>,
}

impl Prepared {
    pub(super) fn push(&self, section: &mut Section) {
        section.push(Op::ExtInst, Some(self.ty), Some(self.id), &self.operands);
    }
}

/// The debug information of a module under construction.
pub(super) struct Description<'w, 'a> {
    pub(super) writer: &'w mut ModuleWriter<'a>,
    pub(super) debug: Debug<'a>,
    /// The import of the set.
    set: u32,
    /// The type of every instruction of the set.
    pub(super) void: u32,
    /// DebugSource by file name.
    sources: FxHashMap<String, u32>,
    /// The DebugSource of the first file.
    main_source: u32,
    /// DebugCompilationUnit, the scope outside functions.
    pub(super) unit: u32,
    /// DebugInfoNone, DebugExpression without operations, and types, by opcode and operands.
    known: FxHashMap<(DebugInstruction, Vec<u32>), u32>,
    /// Types of the set by HIR types.
    pub(super) types: FxHashMap<Handle<Type>, u32>,
}

impl<'w, 'a> Description<'w, 'a> {
    /// Nothing is described yet.
    pub(super) fn new(writer: &'w mut ModuleWriter<'a>, debug: Debug<'a>) -> Self {
        let set = writer.import(SET);
        let void = writer.type_of(TypeKey::Void);
        Self {
            writer,
            debug,
            set,
            void,
            sources: FxHashMap::default(),
            main_source: 0,
            unit: 0,
            known: FxHashMap::default(),
            types: FxHashMap::default(),
        }
    }
}

impl Description<'_, '_> {
    /// DebugSource of all files, and the compilation unit that they form.
    pub(super) fn files(&mut self) {
        for file in self.debug.files() {
            let mut operands = vec![self.writer.string(&file.name)];
            let mut texts = match self.debug.level {
                DebugInfo::FullWithoutText => Vec::new(),
                _ => parts(&file.text),
            }
            .into_iter();
            operands.extend(texts.next().map(|text| self.writer.string(&text)));
            let source = self.declare(DebugInstruction::Source, &operands);
            for text in texts {
                let text = self.writer.string(&text);
                self.declare(DebugInstruction::SourceContinued, &[text]);
            }
            if self.main_source == 0 {
                self.main_source = source;
            }
            self.sources.insert(file.name.clone(), source);
        }
        let (language, _) = self.debug.origin.language.operands();
        let [version, dwarf, language] = [1, DWARF_VERSION, language as u32].map(|it| self.number(it));
        self.unit = self.declare(DebugInstruction::CompilationUnit, &[version, dwarf, self.main_source, language]);
    }

    /// The DebugSource of a file. `#line` may name a file without a known text.
    pub(super) fn source(&mut self, name: String) -> u32 {
        if let Some(&source) = self.sources.get(&name) {
            return source;
        }
        let file = self.writer.string(&name);
        let source = self.declare(DebugInstruction::Source, &[file]);
        self.sources.insert(name, source);
        source
    }

    /// Source, line and column of a declaration; line and column are zero if it is not in the source.
    pub(super) fn declared_at(&mut self, span: Span) -> [u32; 3] {
        let location = self.location(span);
        let (line, column) = location.as_ref().map_or((0, 0), |it| (it.line, it.column));
        let source = location.map_or(self.main_source, |it| self.source(it.file));
        [source, self.number(line), self.number(column)]
    }

    /// Where something is in the source, even if it was inlined.
    pub(super) fn location(&self, span: Span) -> Option<Location> {
        self.debug.sources.location(self.writer.hir.inlined.source(span))
    }

    /// The id of a number; every literal of the set is a constant.
    pub(super) fn number(&mut self, number: u32) -> u32 {
        self.writer.uint_constant(number)
    }

    /// An instruction before all functions.
    pub(super) fn declare(&mut self, opcode: DebugInstruction, operands: &[u32]) -> u32 {
        let declaration = self.instruction(opcode, operands);
        declaration.push(&mut self.writer.declarations);
        declaration.id
    }

    /// The same, but only once for equal operands.
    pub(super) fn declare_once(&mut self, opcode: DebugInstruction, operands: &[u32]) -> u32 {
        let key = (opcode, operands.to_vec());
        if let Some(&id) = self.known.get(&key) {
            return id;
        }
        let id = self.declare(opcode, operands);
        self.known.insert(key, id);
        id
    }

    /// An instruction of the set with its id, to be put into a section.
    pub(super) fn instruction(&mut self, opcode: DebugInstruction, operands: &[u32]) -> Prepared {
        let head = [Operand::IdRef(self.set), Operand::LiteralExtInstInteger(opcode as u32)];
        let operands = head.into_iter().chain(operands.iter().map(|&id| Operand::IdRef(id))).collect();
        Prepared { ty: self.void, id: self.writer.id(), operands }
    }
}
