//! The stable diagnostic codes. A code is never reused and never changes its meaning.
//!
//! Ranges: GS00xx source and preprocessor, GS01xx syntax, GS02xx declarations and types, GS03xx expressions and
//! calls, GS04xx statements and functions, GS05xx extensions, versions and targets, GS06xx constant arguments,
//! GS07xx-GS08xx the rules of memory scope semantics, GS09xx limits and internal errors.

use std::fmt;

/// Declares codes: number, name, one-line summary.
macro_rules! codes {
    ($($number:literal $name:ident $summary:literal),* $(,)?) => {
        /// A stable diagnostic code, printed as `GS` and four digits.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Code {
            $(#[doc = $summary] $name = $number),*
        }

        impl Code {
            /// Every code in ascending order.
            pub const ALL: &'static [Code] = &[$(Code::$name),*];

            /// What the code is for, in one line.
            #[must_use]
            pub const fn summary(self) -> &'static str {
                match self { $(Code::$name => $summary),* }
            }
        }
    };
}

codes! {
    // GS00xx: source and preprocessor
    1 InvalidCharacter "a character that GLSL source text may not contain",
    2 UnterminatedComment "a comment that is never closed",
    3 UnterminatedString "a string literal that its line does not close",
    4 MalformedNumber "text that starts like a number but is none",
    5 InvalidNumberSuffix "letters after a number that are no suffix of it",
    6 IntegerTooLarge "an integer literal that needs more bits than its type has",
    7 UnknownDirective "a preprocessor directive that does not exist",
    8 ExtraTokens "text after the end of a directive",
    9 MacroNameExpected "a directive without the macro name it needs",
    10 ReservedMacroName "a macro name that is reserved",
    11 PredefinedMacro "a predefined macro that is defined or undefined",
    12 MacroRedefined "a macro defined again with another meaning",
    13 MalformedMacroParameters "a parameter list of a macro that is not well-formed",
    14 MisplacedPaste "the operator `##` without a token on both sides, or where the language has none",
    15 StringizeOperator "the operator `#`, which the shading language does not have",
    16 InvalidPaste "a result of `##` that is not one token",
    17 MacroArgumentCount "too many or too few arguments of a macro",
    18 UnterminatedMacroCall "a macro call without the closing parenthesis",
    19 DirectiveInMacroCall "a directive between the arguments of a macro",
    20 MalformedCondition "a preprocessor expression that is not well-formed",
    21 UndefinedInCondition "an undefined name in a preprocessor expression",
    22 DivisionByZeroInCondition "a division by zero in a preprocessor expression",
    23 UnterminatedConditional "an `#if` without `#endif`",
    24 StrayConditional "an `#elif`, `#else` or `#endif` that belongs to no `#if`",
    25 ErrorDirective "an `#error` directive",
    26 MalformedLine "a `#line` directive that is not well-formed",
    27 MalformedPragma "a known `#pragma` with arguments it does not have",
    28 MisplacedVersion "a `#version` directive that is not the first thing of the shader",
    29 MalformedVersion "a `#version` directive that is not well-formed",
    30 UnsupportedVersion "a language version or profile that is not supported",
    31 MissingVersion "a shader without `#version`",
    32 MalformedExtension "an `#extension` directive that is not well-formed",
    33 UnknownExtension "an extension that is not known",
    34 ExtensionNeedsVersion "an extension that this language version can't have",
    35 MisplacedExtension "an `#extension` directive after other text in ESSL",
    36 MalformedInclude "an `#include` directive that is not well-formed",
    37 IncludeNotFound "an included file that can't be read",
    // GS01xx: syntax
    100 UnexpectedToken "a token that the grammar does not allow here",
    101 NestingTooDeep "brackets, blocks or operators nested deeper than the limit",
    102 MissingSemicolon "a declaration or statement that `;` does not end",
    103 UnclosedDelimiter "a bracket that is never closed, or closed too late",
    104 UnmatchedDelimiter "a closing bracket without an opening one",
    105 ReservedWord "a reserved word used as a name",
    106 CStyleCast "a conversion written as a type in parentheses",
    107 ElseWithoutIf "an `else` that belongs to no `if`",
    108 CaseOutsideSwitch "a `case` or `default` label outside of a `switch`",
    109 StatementBeforeCase "a statement before the first label of a `switch`",
    110 LabelWithoutStatement "a `switch` that ends with a label",
    111 EmbeddedStructure "a structure defined inside of another",
    112 EmptyStructure "a structure or an interface block without members",
    113 MemberInitializer "an initialiser on a member of a structure or block",
    114 NestedFunction "a function defined inside of a block",
    115 StatementOutsideFunction "a statement at global scope",
    116 MissingResultType "a function without a result type",
    117 DefaultArgument "a parameter with a default value",
    118 DeclarationInIfCondition "a variable declared in the condition of an `if`",
    119 EmptyIndex "`[]` where an index is needed",
    120 ExpectedExpression "something else where an expression is needed",
    121 ExpectedName "something else where a name is needed",
    122 ExpectedType "something else where a type is needed",
    123 MisplacedAttribute "an attribute before something that takes none",
    124 KeywordAsName "a keyword used as a name",
    125 MissingBlockQualifier "an interface block without a storage qualifier",
    126 TypeArgumentOperator "an operator in a type parameter without parentheses",
    // GS02xx: declarations and types
    200 UndeclaredIdentifier "a name that is not declared",
    201 Redeclaration "a name declared twice in one scope, or twice in different ways",
    202 ReservedName "a declared name that the language keeps to itself",
    203 UnknownType "a type name that stands for no type",
    204 VoidVariable "a variable, member, parameter or array element of type `void`",
    205 ArraySize "an array size that is not positive, or too large",
    206 UnsizedArray "an array without a size where one is needed",
    207 NotConstant "something computed at run time where a constant expression is needed",
    208 IntegerExpected "something else where a scalar integer is needed",
    209 ConstantInitializer "a `const` variable without an initializer",
    210 QualifierMisplaced "a qualifier on something that cannot have it",
    211 RepeatedQualifier "a qualifier given twice, or with one that excludes it",
    212 UnknownQualifier "a qualifier that is not supported",
    213 LayoutQualifier "a layout qualifier that does not exist, or with a wrong value",
    214 OpaqueMisplaced "a resource where only data can be",
    215 BlockRequired "a uniform or buffer variable outside of a block",
    216 BindingMissing "a resource without a binding",
    217 ImageFormat "an image format that is missing or does not fit",
    218 SpecializationConstant "a specialization constant that breaks its rules",
    219 UniformInitializer "an initializer on a uniform",
    220 SharedInitializer "an initializer on a `shared` variable",
    221 PushConstant "a push-constant block that breaks its rules",
    222 MemberOffset "a member offset that is misaligned or overlaps another member",
    223 BlockSize "a block larger than its offsets can say",
    224 BlockMisplaced "a block inside of a function",
    226 DeclaresNothing "a declaration without a name",
    227 WorkgroupSize "a work group size declared in conflict or too late",
    228 InitializerListMisplaced "an initializer list that initializes no variable",
    229 InitializerCount "an initializer list with too few or too many parts",
    230 Precision "a precision for a type that has none",
    231 PrecisionMissing "a resource without a precision where ESSL has no default",
    240 TypeArgumentCount "a type with too few or too many type parameters",
    241 TypeArgumentKind "a type parameter that is a value where a type is needed, or the other way round",
    242 CooperativeMatrixComponent "a cooperative matrix of something other than numbers",
    243 CooperativeMatrixMisplaced "a cooperative matrix in memory that others see",
    244 MatrixUse "a cooperative matrix whose use does not exist, or does not fit",
    250 SpirvArgument "a parameter that a `spirv_...` word does not have, or has twice",
    251 SpirvArgumentMissing "a `spirv_...` word without a parameter that it needs",
    252 SpirvLiteral "something else where SPIR-V has a literal",
    253 SpirvNumber "a number or a string that no SPIR-V instruction holds",
    254 SpirvResult "an instruction declared with a result that it does not have, or without the one it has",
    270 SubByteStorage "a type smaller than a byte in a block or in shared memory",
    280 TensorElement "a tensor of elements that are no numbers or booleans",
    281 TensorRank "a tensor rank that is not at least 1, or not known when the shader is compiled",
    // GS03xx: expressions and calls
    300 NoMatchingOverload "no overload of a function fits the arguments",
    301 WrongArgumentCount "a call with too few or too many arguments",
    302 AmbiguousCall "a call that several overloads fit equally well",
    303 UndeclaredFunction "a call of a function that does not exist",
    304 NotAFunction "a call of something that is no function",
    305 NotAVariable "a function or type used as a variable",
    306 TypeMismatch "a value whose type does not convert to the one needed",
    307 OperandType "an operator on operands it does not work on",
    308 ConditionalTypes "a `?:` whose results have different types",
    309 NotAssignable "writing to something that cannot be written",
    310 ReadOfWriteonly "reading memory that is `writeonly`",
    311 UnsizedArrayValue "a runtime-sized array used as a whole",
    312 NoSuchMember "a member or swizzle that a type does not have",
    313 NoSuchMethod "a method that a type does not have",
    314 NotIndexable "an index on something that has no elements",
    315 IndexOutOfBounds "a constant index beyond the bounds",
    316 ShiftAmount "a shift by a constant that is negative or not smaller than the width",
    317 StringLiteral "a string literal where none has a meaning",
    318 DivisionByZero "an integer division by the constant zero",
    319 NoConstructor "a constructor of a type that has none",
    320 ConstructorArgument "an argument that a constructor does not take",
    321 ConstructorArgumentCount "a constructor with too few or too many components",
    322 NotAResource "a value where a variable that names a resource is needed",
    323 AtomicMemory "an atomic operation on memory that cannot have one",
    324 VoidValue "something without a value where a value is needed",
    325 QualifierDropped "an argument whose memory qualifiers the parameter lacks",
    326 StorageOnlyType "an 8-bit or 16-bit type used beyond what the storage extensions allow",
    327 IncompleteReference "a reference block that is declared ahead and never defined",
    328 SharedMix "shared variables in blocks and outside of them in one shader",
    340 MatrixShape "a cooperative multiplication of matrices that do not go together",
    341 CooperativeMatrixMemory "a cooperative matrix loaded from or stored to memory that can hold none",
    350 ReferenceArgument "an argument by reference that is no variable",
    360 TensorCoordinates "coordinates that are no `uint` array as long as the rank of the tensor",
    361 TensorData "data that is neither an element of a tensor nor an array of elements",
    362 TensorOutOfBoundsValue "an out-of-bounds value that is missing, has no meaning or has another type than the elements",
    363 TensorDimension "a dimension that a tensor does not have",
    364 TensorDimensions "a tensor with no dimension or more than five",
    365 TensorClampMode "a clamp mode of a tensor layout that is no `gl_CooperativeMatrixClampMode` value",
    366 TensorPermutation "a tensor view that does not name each dimension once",
    370 SmallFloatBool "a conversion between `bool` and a floating-point type without arithmetic",
    371 MicroscalingConversion "a number computed at run time converted to a microscaling format",
    // GS04xx: statements and functions
    400 FunctionMisplaced "a function declared inside of a function",
    401 Redefinition "a function defined twice",
    402 UndefinedFunction "a function that is called but never defined",
    403 Recursion "a function that calls itself, directly or not",
    404 MissingReturn "a function that can end without returning its value",
    405 ReturnValue "a `return` with a value where none is, or without one",
    406 NoMain "a shader without `main`",
    407 MainSignature "a `main` with parameters or a result",
    408 JumpMisplaced "a `break` or `continue` outside of what it leaves",
    409 DuplicateCase "two `case` labels with one value",
    410 UnknownAttribute "an attribute without meaning",
    411 AttributeArgument "an attribute without the argument it needs",
    450 InstructionBody "a body of a function that is an instruction",
    // GS05xx: extensions, versions and targets
    500 ExtensionRequired "a feature used without the extension that provides it",
    501 ExtensionWarned "a use of an extension whose behavior is `warn`",
    502 VersionRequired "a feature of a later language version",
    503 StageRestricted "a feature of another shader stage",
    504 TargetTooOld "a feature that the target environment does not have",
    590 UnknownStage "a shader whose stage is not known",
    591 UnsupportedStage "a shader stage that is not supported yet",
    // GS06xx: constant arguments
    600 ArgumentNotConstant "an argument computed at run time where a constant is needed",
    601 ConstantArgumentValue "a constant argument with a value that is not allowed",
    602 UndefinedResult "a constant argument that makes the result undefined",
    603 SegmentWidth "a constant width of a segment of invocations that is not allowed",
    604 BeyondSegment "a constant index beyond the segment of invocations that it counts in",
    605 LegacyUse "a use of a legacy extension that newer GLSL has a replacement for",
    606 SpecializedArgument "a specialization constant where an argument must be known when the shader is compiled",
    // GS07xx: scopes, semantics and memory qualifiers
    700 ScopeNotConstant "a scope, storage or semantics argument that is no constant",
    701 ScopeValue "a scope argument that is no `gl_Scope` value",
    702 SemanticsBits "a semantics argument with bits that are no `gl_Semantics`",
    703 StorageBits "a storage argument with bits that are no `gl_StorageSemantics`",
    704 AcquireInStore "an atomic store that acquires",
    705 ReleaseInLoad "an atomic load that releases",
    706 AcquireReleaseInLoadOrStore "an atomic load or store that acquires and releases",
    707 SeveralOrders "semantics with more than one of acquire, release and both",
    708 MemoryBarrierOrder "a memory barrier without order",
    709 MemoryBarrierStorage "a memory barrier that orders no storage",
    710 ControlBarrierStorage "a control barrier with semantics that orders no storage",
    711 UnequalRelease "a compare-and-swap that releases when it does not swap",
    712 MakeAvailableWithoutRelease "semantics that make available without releasing",
    713 MakeVisibleWithoutAcquire "semantics that make visible without acquiring",
    714 VolatileBarrier "a barrier with volatile semantics",
    715 VolatileUnequal "a compare-and-swap that is volatile in one of its two outcomes only",
    716 SeveralCoherences "a declaration coherent at more than one scope",
    717 ReadOnlyMemoryQualifier "a memory qualifier on a resource that no shader writes",
    718 SharedMemoryQualifier "a memory qualifier on a `shared` variable",
    719 MemoryQualifierMisplaced "a memory qualifier on something that is neither a buffer nor an image",
    720 MemoryDirection "a built-in that reads `writeonly` or writes `readonly` memory",
    721 ExecutionScope "a control barrier whose execution scope is neither workgroup nor subgroup",
    722 InvocationOrder "an order among the accesses of one invocation",
    723 OrderWithoutStorage "an atomic operation with an order that orders no storage",
    724 StorageWithoutOrder "an atomic operation with storage but no order",
    725 UnequalStronger "a compare-and-swap that is ordered more strongly when it does not swap",
    726 UnequalStorage "a compare-and-swap that orders more storage when it does not swap",
    727 UnequalMakeVisible "a compare-and-swap that makes visible only when it does not swap",
    728 AtomicImageFormat "an image atomic on a format that has none",
    729 ArriveOrder "a barrier arrival that acquires",
    730 WaitOrder "a barrier wait that releases",
    740 MemoryModelSwitched "a construct that chose the Vulkan memory model for the whole shader",
    741 MemoryModelConflict "a construct that the requested memory model does not have",
    742 MemoryModelTarget "the Vulkan memory model for a target that does not have it",
    750 AcquireWithoutVisibility "an acquire that makes nothing visible",
    751 NarrowScope "an atomic operation at a scope narrower than the memory is shared",
    752 UselessAvailability "availability or visibility of memory that nothing else can see",
    753 WriteonlyChanged "an operation that reads `writeonly` memory before it writes it",
    // GS09xx: limits and internal errors
    900 InternalError "a bug in glslsub",
    901 TooManyIds "a shader that needs more ids than SPIR-V allows",
    902 ControlFlowTooDeep "control flow nested deeper than SPIR-V allows",
    903 TooManyDiagnostics "more findings than are kept",
    904 TypesTooDeep "structures or arrays nested deeper than SPIR-V allows",
    910 SourceTooLarge "more source text than there may be",
    911 IncludeTooDeep "files that include each other deeper than the limit",
    912 TooManyIncludes "more included files than the limit",
    913 TooManyExpandedTokens "macros that expand to more tokens than the limit",
    914 ConditionalsTooDeep "`#if` nested deeper than the limit",
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
