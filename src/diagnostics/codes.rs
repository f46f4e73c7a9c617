//! The stable diagnostic codes. A code is never reused and never changes its meaning.
//!
//! Comes in: the rows below and the pages beside them. Goes out: a code with its summary and page. Must not depend
//! on: where a code is reported.
//!
//! Ranges: GS00xx source and preprocessor, GS01xx syntax, GS02xx declarations and types, GS03xx expressions and
//! calls, GS04xx statements and functions, GS05xx extensions, versions and targets, GS06xx constant arguments,
//! GS07xx-GS08xx the rules of memory scope semantics, GS09xx limits and internal errors, GS10xx `!!NVcp5.0` programs,
//! GS11xx several stages together, GS12xx targets other than SPIR-V, GS20xx-GS28xx lints, GS29xx the litmus explorer.
//!
//! Each code has one page, `codes/GSnnnn.md`: a summary as its heading, what is wrong and why, the rule's source, examples
//! that give the code and examples that do not. The rules of GS07xx and GS11xx have all of this beside their checks, in
//! `src/rules` and `src/link`, so their rows have a summary and no page. `tests/compiler/codes.rs` compiles the examples.

use std::fmt;

/// Declares codes: number, name, `noted` where a warning is [`Code::is_noted`], and the summary of a code without a
/// page.
macro_rules! codes {
    ($($code:ident $name:ident $($noted:ident)? $($summary:literal)?),* $(,)?) => {
        /// A stable diagnostic code, printed as `GS` and four digits.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Code {
            $(#[doc = codes!(@page $code $($summary)?)] $name = number(stringify!($code))),*
        }

        impl Code {
            /// Every code, in ascending order.
            pub const ALL: &'static [Code] = &[$(Code::$name),*];

            /// The page of the code as Markdown. Its first line is the summary, as a heading; there is nothing else if
            /// the code is that of a rule with a file of its own.
            pub(crate) fn page(self) -> &'static str {
                match self { $(Code::$name => codes!(@page $code $($summary)?)),* }
            }

            /// What the code means, in one line. It is a text of its own: messages have it, and a program that explains no code
            /// need not contain the pages.
            #[must_use]
            pub fn summary(self) -> &'static str {
                match self {
                    $(Code::$name => {
                        const PAGE: &str = codes!(@page $code $($summary)?);
                        const SUMMARY: [u8; first_line(PAGE).len()] = copied(first_line(PAGE));
                        std::str::from_utf8(&SUMMARY).unwrap_or_default()
                    })*
                }
            }

            /// Whether the warning also applies to correct code. Such a warning becomes a note, and is only reported on
            /// request. Errors with the code stay errors.
            #[must_use]
            pub const fn is_noted(self) -> bool {
                match self { $(Code::$name => codes!(@noted $($noted)?)),* }
            }
        }
    };
    (@page $code:ident) => { include_str!(concat!("codes/", stringify!($code), ".md")) };
    (@page $code:ident $summary:literal) => { concat!("# ", $summary, "\n") };
    (@noted noted) => { true };
    (@noted) => { false };
}

/// The heading that a page begins with.
const fn first_line(page: &str) -> &[u8] {
    let [b'#', b' ', line @ ..] = page.as_bytes() else { return &[] };
    let mut rest = line;
    while let [first, others @ ..] = rest {
        if matches!(*first, b'\n' | b'\r') {
            break;
        }
        rest = others;
    }
    match line.split_at_checked(line.len() - rest.len()) {
        Some((line, _)) => line,
        None => &[],
    }
}

/// A copy, which does not refer to the page.
const fn copied<const LENGTH: usize>(line: &[u8]) -> [u8; LENGTH] {
    match line.first_chunk() {
        Some(line) => *line,
        None => [0; LENGTH],
    }
}

/// The number in `GS0123`.
const fn number(code: &str) -> isize {
    let mut number = 0;
    let mut rest = code.as_bytes();
    while let [first, others @ ..] = rest {
        if first.is_ascii_digit() {
            number = number * 10 + (*first - b'0') as isize;
        }
        rest = others;
    }
    number
}

codes! {
    // GS00xx: source and preprocessor
    GS0001 InvalidCharacter,
    GS0002 UnterminatedComment,
    GS0003 UnterminatedString,
    GS0004 MalformedNumber,
    GS0005 InvalidNumberSuffix,
    GS0006 IntegerTooLarge,
    GS0007 UnknownDirective,
    GS0008 ExtraTokens,
    GS0009 MacroNameExpected,
    GS0010 ReservedMacroName,
    GS0011 PredefinedMacro,
    GS0012 MacroRedefined,
    GS0013 MalformedMacroParameters,
    GS0014 MisplacedPaste,
    GS0015 StringizeOperator,
    GS0016 InvalidPaste,
    GS0017 MacroArgumentCount,
    GS0018 UnterminatedMacroCall,
    GS0019 DirectiveInMacroCall,
    GS0020 MalformedCondition,
    GS0021 UndefinedInCondition noted,
    GS0022 DivisionByZeroInCondition,
    GS0023 UnterminatedConditional,
    GS0024 StrayConditional,
    GS0025 ErrorDirective,
    GS0026 MalformedLine,
    GS0027 MalformedPragma,
    GS0028 MisplacedVersion,
    GS0029 MalformedVersion,
    GS0030 UnsupportedVersion,
    GS0031 MissingVersion,
    GS0032 MalformedExtension,
    GS0033 UnknownExtension,
    GS0034 ExtensionNeedsVersion,
    GS0035 MisplacedExtension,
    GS0036 MalformedInclude,
    GS0037 IncludeNotFound,
    GS0038 InvalidEscape,
    GS0039 ForcedVersion,
    GS0040 UnmetExpectation,
    // GS01xx: syntax
    GS0100 UnexpectedToken,
    GS0101 NestingTooDeep,
    GS0102 MissingSemicolon,
    GS0103 UnclosedDelimiter,
    GS0104 UnmatchedDelimiter,
    GS0105 ReservedWord,
    GS0106 CStyleCast,
    GS0107 ElseWithoutIf,
    GS0108 CaseOutsideSwitch,
    GS0109 StatementBeforeCase,
    GS0110 LabelWithoutStatement,
    GS0111 EmbeddedStructure,
    GS0112 EmptyStructure,
    GS0113 MemberInitializer,
    GS0114 NestedFunction,
    GS0115 StatementOutsideFunction,
    GS0116 MissingResultType,
    GS0117 DefaultArgument,
    GS0118 DeclarationInIfCondition,
    GS0119 EmptyIndex,
    GS0120 ExpectedExpression,
    GS0121 ExpectedName,
    GS0122 ExpectedType,
    GS0123 MisplacedAttribute,
    GS0124 KeywordAsName,
    GS0125 MissingBlockQualifier,
    GS0126 TypeArgumentOperator,
    GS0127 ForeignSyntax,
    // GS02xx: declarations and types
    GS0200 UndeclaredIdentifier,
    GS0201 Redeclaration,
    GS0202 ReservedName,
    GS0203 UnknownType,
    GS0204 VoidVariable,
    GS0205 ArraySize,
    GS0206 UnsizedArray,
    GS0207 NotConstant,
    GS0208 IntegerExpected,
    GS0209 ConstantInitializer,
    GS0210 QualifierMisplaced,
    GS0211 RepeatedQualifier,
    GS0212 UnknownQualifier,
    GS0213 LayoutQualifier,
    GS0214 OpaqueMisplaced,
    GS0215 BlockRequired,
    GS0216 BindingMissing,
    GS0217 ImageFormat,
    GS0218 SpecializationConstant,
    GS0219 UniformInitializer,
    GS0220 SharedInitializer,
    GS0221 PushConstant,
    GS0222 MemberOffset,
    GS0223 BlockSize,
    GS0224 BlockMisplaced,
    GS0226 DeclaresNothing,
    GS0227 WorkgroupSize,
    GS0228 InitializerListMisplaced,
    GS0229 InitializerCount,
    GS0230 Precision,
    GS0231 PrecisionMissing,
    GS0232 DescriptorHeap,
    GS0233 LayoutConflict,
    GS0234 InterfaceType,
    GS0235 LocationMissing,
    GS0236 LocationOverlap,
    GS0237 InterpolationMissing,
    GS0238 BuiltinRedeclaration,
    GS0239 VertexCount,
    GS0240 TypeArgumentCount,
    GS0241 TypeArgumentKind,
    GS0242 CooperativeMatrixComponent,
    GS0243 CooperativeMatrixMisplaced,
    GS0244 MatrixUse,
    GS0245 LayoutMissing,
    GS0246 OutputIndex,
    GS0247 BarrierMisplaced,
    GS0248 MatrixScope,
    GS0249 FeedbackLayout,
    GS0250 SpirvArgument,
    GS0251 SpirvArgumentMissing,
    GS0252 SpirvLiteral,
    GS0253 SpirvNumber,
    GS0254 SpirvResult,
    GS0255 DerivativeGroups,
    GS0256 DerivativeGroupSize,
    GS0257 DerivativeGroupMissing,
    GS0258 InterlockMisplaced,
    GS0270 SubByteStorage,
    GS0280 TensorElement,
    GS0281 TensorRank,
    GS0282 VectorComponent,
    GS0283 VectorLength,
    // GS03xx: expressions and calls
    GS0300 NoMatchingOverload,
    GS0301 WrongArgumentCount,
    GS0302 AmbiguousCall,
    GS0303 UndeclaredFunction,
    GS0304 NotAFunction,
    GS0305 NotAVariable,
    GS0306 TypeMismatch,
    GS0307 OperandType,
    GS0308 ConditionalTypes,
    GS0309 NotAssignable,
    GS0310 ReadOfWriteonly,
    GS0311 UnsizedArrayValue,
    GS0312 NoSuchMember,
    GS0313 NoSuchMethod,
    GS0314 NotIndexable,
    GS0315 IndexOutOfBounds,
    GS0316 ShiftAmount,
    GS0317 StringLiteral,
    GS0318 DivisionByZero,
    GS0319 NoConstructor,
    GS0320 ConstructorArgument,
    GS0321 ConstructorArgumentCount,
    GS0322 NotAResource,
    GS0323 AtomicMemory "an atomic operation on memory that does not support it",
    GS0324 VoidValue,
    GS0325 QualifierDropped "an argument with memory qualifiers that the parameter lacks",
    GS0326 StorageOnlyType,
    GS0327 IncompleteReference,
    GS0328 SharedMix,
    GS0340 MatrixShape,
    GS0341 CooperativeMatrixMemory,
    GS0350 ReferenceArgument,
    GS0360 TensorCoordinates,
    GS0361 TensorData,
    GS0362 TensorOutOfBoundsValue,
    GS0363 TensorDimension,
    GS0364 TensorDimensions,
    GS0365 TensorClampMode,
    GS0366 TensorPermutation,
    GS0367 UnportableMatrixComponent,
    GS0370 SmallFloatBool,
    GS0371 MicroscalingConversion,
    GS0372 FunctionArgumentQualifier,
    GS0373 FunctionArgumentSignature,
    GS0374 FunctionArgumentAmbiguous,
    GS0375 FunctionArgumentTangled,
    GS0376 CastType,
    // GS04xx: statements and functions
    GS0400 FunctionMisplaced,
    GS0401 Redefinition,
    GS0402 UndefinedFunction,
    GS0403 Recursion,
    GS0404 MissingReturn,
    GS0405 ReturnValue,
    GS0406 NoMain,
    GS0407 MainSignature,
    GS0408 JumpMisplaced,
    GS0409 DuplicateCase,
    GS0410 UnknownAttribute,
    GS0411 AttributeArgument,
    GS0450 InstructionBody,
    // GS05xx: extensions, versions and targets
    GS0500 ExtensionRequired,
    GS0501 ExtensionWarned,
    GS0502 VersionRequired,
    GS0503 StageRestricted,
    GS0504 TargetTooOld,
    GS0506 ExtensionConflict,
    GS0590 UnknownStage,
    // GS06xx: constant arguments
    GS0600 ArgumentNotConstant,
    GS0601 ConstantArgumentValue,
    GS0602 UndefinedResult,
    GS0603 SegmentWidth,
    GS0604 BeyondSegment,
    GS0605 LegacyUse,
    GS0606 SpecializedArgument,
    GS0607 DebugPrintfArguments,
    // GS07xx: scopes, semantics and memory qualifiers
    GS0700 ScopeNotConstant "a scope, storage or semantics argument that is not a constant",
    GS0701 ScopeValue "a scope argument that is not a `gl_Scope` constant",
    GS0702 SemanticsBits "a semantics argument with bits that are not `gl_Semantics` constants",
    GS0703 StorageBits "a storage argument with bits that are not `gl_StorageSemantics` constants",
    GS0704 AcquireInStore "an atomic store with acquire semantics",
    GS0705 ReleaseInLoad "an atomic load with release semantics",
    GS0706 AcquireReleaseInLoadOrStore "an atomic load or store with acquire-release semantics",
    GS0707 SeveralOrders "semantics that combine acquire, release and acquire-release",
    GS0708 MemoryBarrierOrder "a memory barrier without an order",
    GS0709 MemoryBarrierStorage "a memory barrier without storage semantics",
    GS0710 ControlBarrierStorage "a control barrier with an order but no storage semantics",
    GS0711 UnequalRelease "a compare-and-swap with release semantics for the case that it does not swap",
    GS0712 MakeAvailableWithoutRelease "make-available semantics without release",
    GS0713 MakeVisibleWithoutAcquire "make-visible semantics without acquire",
    GS0714 VolatileBarrier "a barrier with volatile semantics",
    GS0715 VolatileUnequal "a compare-and-swap that is volatile in only one of its two outcomes",
    GS0716 SeveralCoherences "a declaration that is coherent at more than one scope",
    GS0717 ReadOnlyMemoryQualifier "a memory qualifier on a resource that shaders cannot write",
    GS0718 SharedMemoryQualifier "a memory qualifier on a `shared` variable",
    GS0719 MemoryQualifierMisplaced "a memory qualifier on something other than a buffer or an image",
    GS0720 MemoryDirection "a built-in that reads `writeonly` or writes `readonly` memory",
    GS0721 ExecutionScope "a control barrier whose execution scope is neither workgroup nor subgroup",
    GS0722 InvocationOrder "a barrier that only orders the accesses of one invocation",
    GS0723 OrderWithoutStorage "an atomic operation with an order but no storage semantics",
    GS0724 StorageWithoutOrder "an atomic operation with storage semantics but no order",
    GS0725 UnequalStronger "a compare-and-swap that is ordered more strongly when it does not swap",
    GS0726 UnequalStorage "a compare-and-swap that orders more storage when it does not swap",
    GS0727 UnequalMakeVisible "a compare-and-swap that makes memory visible only when it does not swap",
    GS0728 AtomicImageFormat "an image atomic on a format without atomics",
    GS0729 ArriveOrder "a barrier arrival with acquire semantics",
    GS0730 WaitOrder "a barrier wait with release semantics",
    GS0731 StageScope "a scope that the shader stage does not have",
    GS0740 MemoryModelSwitched "a construct that selected the Vulkan memory model for the whole shader",
    GS0741 MemoryModelConflict "a construct that the requested memory model does not have",
    GS0742 MemoryModelTarget "the Vulkan memory model for a target that does not have it",
    GS0750 AcquireWithoutVisibility "an acquire that makes nothing visible",
    GS0751 NarrowScope "an atomic operation whose scope is narrower than the memory is shared",
    GS0752 UselessAvailability "availability or visibility operations on memory that no other invocation can see",
    GS0753 WriteonlyChanged noted "an operation that reads `writeonly` memory before it writes it",
    GS0754 UselessMemoryQualifier "`readonly` or `restrict` without effect",
    GS0755 ReadonlyWritten "an operation that writes `readonly` memory through a buffer reference",
    // GS09xx: limits and internal errors
    GS0900 InternalError,
    GS0901 TooManyIds,
    GS0902 ControlFlowTooDeep,
    GS0903 TooManyDiagnostics,
    GS0904 TypesTooDeep,
    GS0905 TooManyFunctionCopies,
    GS0906 OverBudget,
    GS0910 SourceTooLarge,
    GS0911 IncludeTooDeep,
    GS0912 TooManyIncludes,
    GS0913 TooManyExpandedTokens,
    GS0914 ConditionalsTooDeep,
    // GS10xx: `!!NVcp5.0` programs
    GS1001 NvHeader,
    GS1002 NvCharacter,
    GS1003 NvEnd,
    GS1004 NvSyntax,
    GS1005 NvNotCompute,
    GS1006 NvStageBinding,
    GS1007 NvOption,
    GS1008 NvOptionRequired,
    GS1009 NvGroupSizeMissing,
    GS1010 NvGroupSizeTwice,
    GS1011 NvGroupSizeLimit,
    GS1012 NvGroupSizeZero,
    GS1013 NvGroupSizeVariable,
    GS1014 NvDeclarationOrder,
    GS1015 NvSharedMemoryTwice,
    GS1016 NvSharedMemoryLimit,
    GS1017 NvSharedMemoryMissing,
    GS1018 NvSharedRange,
    GS1019 NvMemoryOperand,
    GS1020 NvMemoryBinding,
    GS1021 NvBindingList,
    GS1022 NvRangeOrder,
    GS1023 NvBindingLimit,
    GS1024 NvArraySizeMismatch,
    GS1025 NvArrayRequired,
    GS1026 NvBufferElement,
    GS1027 NvRedeclared,
    GS1028 NvUndeclared,
    GS1029 NvReservedName,
    GS1030 NvVariableModifierTwice,
    GS1031 NvVariableModifier,
    GS1032 NvTypeMismatch,
    GS1033 NvFloatLiteral,
    GS1034 NvNegativeLiteral,
    GS1035 NvLiteralTooLarge,
    GS1036 NvIndexMissing,
    GS1037 NvIndexRange,
    GS1038 NvRelativeOffset,
    GS1039 NvAddress,
    GS1040 NvArraySize,
    GS1041 NvBindingTwice,
    GS1042 NvRelativeBinding,
    GS1043 NvDestination,
    GS1044 NvSwizzle,
    GS1045 NvWriteMask,
    GS1046 NvComponentMissing,
    GS1047 NvModifierTwice,
    GS1048 NvModifier,
    GS1049 NvClamp,
    GS1050 NvStorageModifier,
    GS1051 NvAtomicModifier,
    GS1052 NvAtomicOption,
    GS1053 NvStorageOption,
    GS1054 NvMultiply,
    GS1055 NvConversion,
    GS1056 NvPackLong,
    GS1057 NvPackShort,
    GS1058 NvBlock,
    GS1059 NvJump,
    GS1060 NvEndlessLoop,
    GS1061 NvNesting,
    GS1062 NvTest,
    GS1063 NvLabel,
    GS1064 NvTextureTargets,
    GS1065 NvTarget,
    GS1066 NvTexelOffset,
    GS1067 NvSubroutine,
    GS1068 NvSwizzleOperand,
    GS1069 NvOtherHeader,
    GS1070 NvHandle,
    GS1071 NvDivergentWarp,
    GS1072 NvFallThrough,
    GS1073 NvUnsetFlag,
    GS1074 NvUnwrittenResult,
    GS1075 NvTooLarge,
    GS1076 NvUnsupported,
    // GS11xx: several stages together
    GS1100 PipelineStages "shaders that cannot form a pipeline",
    GS1101 UnwrittenInput "an input that the previous stage does not write",
    GS1102 InterfaceRate "an input per patch, primitive or vertex whose output is per something else",
    GS1103 InterfaceComponent "an input whose component type differs from that of the output",
    GS1104 InterfaceVectorSize noted "an input that takes only part of a longer vector",
    GS1105 InterpolationIgnored "an output with an interpolation that its input does not have",
    GS1106 UnreadOutput noted "an output that the next stage does not read",
    GS1107 BuiltInBlock "a `gl_PerVertex` with different members in the next stage",
    GS1108 TaskPayload "a mesh shader payload that the task shader does not have",
    GS1109 PrimitiveMismatch "a geometry shader whose input primitive is not what tessellation produces",
    GS1110 FeedbackStage "transform feedback in a stage that is not the last before rasterization",
    GS1111 BindingKind "two kinds of resources at one binding",
    GS1112 BindingContents "uniform buffers with one binding and different members",
    GS1113 PushConstantContents "push constants with different members",
    GS1114 LinkedEntryPoints "two shaders of the same stage in one module",
    GS1115 LinkedMemoryModels "two memory models in one module",
    GS1116 LinkedSpecialization "specialization constants that cannot be in one module",
    // GS12xx: targets other than SPIR-V
    GS1200 NotInNaga,
    // GS20xx-GS28xx: lints
    GS2000 DivergentBarrier,
    GS2001 DivergentSubgroupBarrier,
    GS2002 DivergentDerivative,
    GS2003 DivergentMatrix,
    GS2004 InactiveSource,
    GS2005 BroadcastIdVaries,
    GS2006 NonuniformIndex,
    GS2007 NeedlessNonuniform,
    GS2100 SharedRace,
    GS2101 BufferRace,
    GS2102 MixedAtomic,
    GS2103 BenignRace,
    GS2104 BarrierTooNarrow,
    GS2105 BarrierWithoutStorage,
    GS2106 MissingAvailability,
    GS2107 MissingRelease,
    GS2108 MissingAcquire,
    GS2200 Uninitialized,
    GS2201 UninitializedShared,
    GS2300 IndexOutside,
    GS2301 ShiftTooWide,
    GS2302 DividesByZero,
    GS2400 UnusedResult,
    GS2401 SharedNeverRead,
    GS2500 SpinPlainLoad,
    GS2501 SpinLockInSubgroup,
    GS2502 SpinOrder,
    GS2503 InfiniteLoop,
    GS2600 SubgroupSizeAssumed,
    GS2601 SubgroupNotWorkgroup,
    GS2602 BallotWidth,
    GS2700 UnsignedCompare,
    GS2701 FloatEquality,
    GS2702 ImplicitDouble,
    GS2800 Vec3Layout,
    GS2801 ArrayStride,
    // GS29xx: the litmus explorer
    GS2900 LitmusRace,
    GS2901 NotExplored,
    GS2902 TooMuchToExplore,
    GS2903 BarrierNotReached,
}

impl Code {
    /// Reads `GS0200`, `gs200` or `200`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.trim_start_matches(['G', 'g']).trim_start_matches(['S', 's']);
        let number = digits.parse::<u16>().ok()?;
        Self::ALL.iter().copied().find(|code| *code as u16 == number)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GS{:04}", *self as u16)
    }
}
