/** What `Compiler.compile` shows of a shader. */
export type View =
  /** The listing of the SPIR-V module. */
  | "spirv"
  /** Bindings, layouts and what the host must ask for, as JSON. */
  | "reflection"
  /** WGSL; what it cannot express is an error. */
  | "wgsl"
  /** The compiler's intermediate representation. */
  | "hir";

export interface Options {
  /** The name of the shader, whose suffix gives the stage. Default: `shader.comp`. */
  name?: string;
  /** The stage (`vert`, `frag`, `comp`, ...), if the name does not say it. */
  stage?: string;
  /** Files that the shader may include, by name. */
  files?: Record<string, string>;
  /** Macros and their values. */
  defines?: Record<string, string>;
  /** Default: `vulkan1.3`. */
  target?: "vulkan1.0" | "vulkan1.1" | "vulkan1.2" | "vulkan1.3" | "vulkan1.4";
  /** Default: `spirv`. */
  view?: View;
  /** Optimizes, like `-O`. Default: `false`. */
  optimize?: boolean;
  /** Adds NonSemantic.Shader.DebugInfo.100, like `-g=full`. Default: `false`. */
  debug?: boolean;
  /** Whether to look for mistakes in shaders that compile. Default: `true`. */
  lints?: boolean;
}

/** A message, as `glslsub --error-format json` prints it. */
export interface Diagnostic {
  code: { code: string } | null;
  level: "error" | "warning" | "note" | "help";
  message: string;
  spans: {
    file_name: string;
    is_primary: boolean;
    line_start: number;
    line_end: number;
    column_start: number;
    column_end: number;
    label: string | null;
  }[];
  [member: string]: unknown;
}

export interface Result {
  /** The view; `null` if the shader has errors. */
  output: string | null;
  /** The SPIR-V module, for the views `spirv` and `reflection`; otherwise, or if there are errors, `null`. */
  words: Uint32Array | null;
  /** All messages with source lines, as the program prints them. */
  messages: string;
  diagnostics: Diagnostic[];
}

export declare class Compiler {
  constructor(module: WebAssembly.Module);
  /** Compiles a shader. Throws a `TypeError` if an option is unknown; a shader with errors is a result. */
  compile(text: string, options?: Options): Result;
}

/** Loads the compiler: from the file beside this one, or from its bytes or module. */
export declare function load(source?: BufferSource | WebAssembly.Module): Promise<Compiler>;

/** What a code (`GS0200`) means, as Markdown, from the file beside this one. Rejects with a `TypeError` if there is no such code. */
export declare function explain(code: string): Promise<string>;

/** Loads a compiler without the view `wgsl` and without `!!NVcp5.0` assembly, from a smaller file: for pages that show only SPIR-V. */
export declare function loadCore(): Promise<Compiler>;
