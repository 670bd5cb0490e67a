/** An error: the code, place and way out that the nook command would print. */
export class NookError extends Error {
  /** 1 does not fit, 2 usage, 3 model not supported, 4 input or output. */
  exit: number;
  /** Stable, "N3004". */
  code: string;
  where: string;
  what: string;
  hint: string;
}

/** The options of `nook compile`, with _ for -. `true` in place of names means all of them. */
export interface Options {
  target?: string;
  board?: string;
  name?: string;
  level?: "time" | "balanced" | "flash" | "ram" | "size";
  io_layout?: "model" | "nhwc";
  io?: "model" | "int8";
  /** Shapes of inputs, for a batch or a length that the model leaves open: ["x=1,3,96,96"], or ["1,3,96,96"] for the only input. */
  input_shape?: string[];
  /** Inputs that become constants: ["sr=16000", "on=true"]. */
  input_value?: string[];
  /** Outputs that are kept as the next value of an input: ["h0=hn"]. */
  state?: string[];
  /** The signature of a .tflite that is to run; the first by default. */
  signature?: string;
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
  /** The sum of scratch, persistent memory, and inputs and outputs in buffers of the application. */
  ram_bytes: number;
  scratch_bytes: number;
  persistent_bytes: number;
  interface_bytes: number;
  constant_bytes: number;
  /** Code of the kernels and the generated functions, on a board. */
  code_bytes: number | null;
  /** Worst case of the run call. */
  stack_bytes: number;
  macs: number;
  /** Estimated from the chosen kernels, for a board; docs/cycles.md states the error. */
  milliseconds_estimate: number | null;
}

export interface Compiled {
  /** The nook command with the same effect. */
  command: string;
  needs: Needs;
  /** The content of <name>.json: docs/formats.md lists its keys. */
  report: any;
  /** The memory map, an SVG. */
  map: string;
  /** Estimated microseconds by operator, an SVG; only for a board. */
  time?: string;
  /** The content of each file, by path. */
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
  /** Options of `nook compile` with which the model fits or lacks the least. */
  options: string;
  ram_bytes: number;
  stack_bytes: number;
  /** RAM of the board minus ram_bytes. */
  ram_left: number;
  /** RAM of the board minus ram_bytes and stack_bytes. */
  ram_spare: number;
  /** Bytes of constants. */
  flash_bytes: number;
  code_bytes: number;
  /** Flash of the board minus flash_bytes. */
  flash_left: number;
  /** Flash of the board minus flash_bytes and code_bytes. */
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
/** Finds the boards that a model fits. */
export function fit(model: Uint8Array, file: string, options?: Options): Promise<Fit[]>;
export function about(): Promise<About>;
