/** What could not be done: the same code, place and way out as the nook command prints. */
export class NookError extends Error {
  /** 1 does not fit, 2 usage, 3 model not supported, 4 input or output. */
  exit: number;
  /** Stable, "N3004". */
  code: string;
  where: string;
  what: string;
  hint: string;
}

/** The options of `nook compile`, with _ for -. `true` for names means all of them. */
export interface Options {
  target?: string;
  board?: string;
  name?: string;
  level?: "time" | "balanced" | "flash" | "ram" | "size";
  io_layout?: "model" | "nhwc";
  io?: "model" | "int8";
  input_in_scratch?: boolean | string;
  output_in_scratch?: boolean | string;
  keep_input?: boolean | string;
  no_rows?: boolean;
  no_overlap?: boolean;
  stream_input?: boolean;
  constants_by_pointer?: boolean | string;
  workspace_pool?: string[];
  constant_pool?: string[];
  place?: string[];
  candidates?: string[];
  unit?: string[];
  solver?: string;
  no_passes?: boolean;
  disable_pass?: string[];
  no_eliminate_channels?: boolean;
  scratch_limit?: string;
  while_limit?: number;
  format?: "c" | "standalone";
  events?: boolean;
  declare_memory?: boolean;
  linker_script?: boolean;
}

export interface Needs {
  /** Scratch, persistent memory, and inputs and outputs in buffers of the application. */
  ram_bytes: number;
  scratch_bytes: number;
  persistent_bytes: number;
  interface_bytes: number;
  constant_bytes: number;
  /** Of the kernels and the generated functions, on a board. */
  code_bytes: number | null;
  /** Of the run call, worst case. */
  stack_bytes: number;
  macs: number;
  /** On a board, of the chosen kernels: docs/cycles.md says how far it is off. */
  milliseconds_estimate: number | null;
}

export interface Compiled {
  /** The command that does the same. */
  command: string;
  needs: Needs;
  /** As <name>.json: docs/formats.md lists its keys. */
  report: any;
  /** The memory map, an SVG. */
  map: string;
  /** Microseconds by operator, an SVG: an estimate. Only of a board. */
  time?: string;
  /** Path to content. */
  files: Record<string, Uint8Array>;
}

export interface Fit {
  board: string;
  part: string;
  target: string;
  mhz: number;
  /** Whether the verdict is not "no". */
  fits: boolean;
  /** "tight": the network fits, but maybe not with the rest of a firmware. */
  verdict: "yes" | "tight" | "no";
  /** Of `nook compile`, with which it fits or lacks the least. */
  options: string;
  ram_bytes: number;
  stack_bytes: number;
  /** Beside ram_bytes. */
  ram_left: number;
  /** Beside ram_bytes and stack_bytes. */
  ram_spare: number;
  /** Of the constants. */
  flash_bytes: number;
  code_bytes: number;
  /** Beside flash_bytes. */
  flash_left: number;
  /** Beside flash_bytes and code_bytes. */
  flash_spare: number;
  milliseconds_estimate: number;
}

export interface About {
  version: string;
  commit: string;
  targets: string[];
  levels: string[];
  boards: { board: string; part: string; target: string; ram_bytes: number; flash_bytes: number; mhz: number }[];
}

/** Compiles a model; `file` names it and its symbols, and need not exist. */
export function compile(model: Uint8Array, file: string, options: Options): Promise<Compiled>;
/** Tells onto which boards a model fits. */
export function fit(model: Uint8Array, file: string, options?: Options): Promise<Fit[]>;
export function about(): Promise<About>;
