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

/** How every command reads its model. */
export interface Borders {
  io_layout?: "model" | "nhwc";
  /** Shapes of inputs, for a batch or a length that the model leaves open: ["x=1,3,96,96"], or ["1,3,96,96"] for the only input. */
  input_shape?: string[];
  /** Inputs that become constants: ["sr=16000", "on=true"]. */
  input_value?: string[];
  /** Outputs that are kept as the next value of an input: ["h0=hn"]. */
  state?: string[];
  /** The signature of a .tflite that is to run; the first by default. */
  signature?: string;
}

/** The options of `nook compile`, with _ for -. `true` in place of names means all of them. */
export interface Options extends Borders {
  target?: string;
  board?: string;
  name?: string;
  level?: "time" | "balanced" | "flash" | "ram" | "size";
  /** The flash that the code runs from: "5,16,256". */
  flash?: string;
  io?: "model" | "int8";
  input_in_scratch?: boolean | string;
  output_in_scratch?: boolean | string;
  keep_input?: boolean | string;
  no_rows?: boolean;
  no_overlap?: boolean;
  stream_input?: boolean;
  constants_by_pointer?: boolean | string;
  /** Two cores that share each run; format "c" only. */
  cores?: 1 | 2;
  weights_from?: "flash" | "storage";
  staging?: string;
  workspace_pool?: string[];
  constant_pool?: string[];
  place?: string[];
  candidates?: string[];
  unit?: string[];
  /** Budgets: "64KiB" and, with a board, "40ms". */
  ram?: string;
  flash_size?: string;
  latency?: string;
  solver?: string;
  /** New frames of a window that moves, which the network takes at a time. */
  hop?: number;
  hop_axis?: number;
  hop_state?: string;
  hop_start?: "wait" | "padding";
  no_passes?: boolean;
  disable_pass?: string[];
  no_eliminate_channels?: boolean;
  scratch_limit?: string;
  while_limit?: number;
  format?: "c" | "managed" | "weights" | "standalone" | "cmake" | "makefile" | "arduino" | "platformio" | "esp-idf" | "zephyr" | "cmsis-pack" | "rust" | "esphome" | "micropython" | "tvm" | "runner";
  /** One tar in Model Library Format instead of a folder; with the formats "c" and "tvm". */
  archive?: "mlf";
  events?: boolean;
  declare_memory?: boolean;
  linker_script?: boolean;
  /** The facts of a package. */
  license?: string;
  author?: string;
  url?: string;
  package_version?: string;
}

/** How the values of samples become inputs. */
export interface SampleOptions {
  /** The elements of raw files; by default as in the model's input. */
  sample_type?: string;
  /** Subtracted from each value, "127.5", or one for each channel, "123.7,116.8,103.9". */
  mean?: string;
  /** Each value is multiplied by it then. */
  scale?: string;
}

/** The options of `nook quantize`; samples, labels and ranges_from name files that are passed along. */
export interface QuantizeOptions extends Borders, SampleOptions {
  samples?: string;
  labels?: string;
  ranges_from?: string;
  ranges?: string;
  io?: "int8" | "float";
  activations?: "int8" | "int16";
  weights?: "int8" | "int4";
  per_tensor?: boolean;
  dense_per_channel?: boolean;
  keep_float?: string[];
  equalize?: boolean;
  no_equalize?: boolean;
  no_bias_correction?: boolean;
  accuracy_drop?: number;
  no_simplify?: string[];
}

/** The options of `nook run`; data names files that are passed along. Without data, the inputs are random. */
export interface RunOptions extends Borders, SampleOptions {
  io?: "model" | "int8";
  data?: string;
  /** Also the values of every layer, of the last run. */
  layers?: boolean;
  /** Another model, among the files that are passed along, which runs on the same inputs: its float or integer form. */
  against?: string;
}

/** The options of `listen`. */
export interface ListenOptions extends Borders {
  io?: "model" | "int8";
  /** New frames in each step; without it a step takes a whole input. */
  hop?: number;
  hop_axis?: number;
  hop_state?: string;
  hop_start?: "wait" | "padding";
}

/** The operator of `weights`, by its number in the model. */
export interface WeightsOptions extends Borders {
  operator?: number;
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

/** The bytes that stack and code leave on the board. */
export interface Verdict {
  board: string;
  verdict: "yes" | "tight" | "no";
  ram_spare: number;
  flash_spare: number;
}

export interface Compiled {
  /** The nook command with the same effect. */
  command: string;
  needs: Needs;
  fit?: Verdict;
  /** A program that calls the network once; empty where only the application can write it. */
  main: string;
  /** The content of <name>.json: docs/formats.md lists its keys. */
  report: any;
  /** The memory map, an SVG. */
  map: string;
  /** The same with estimated time as its axis; only for a board. */
  map_in_time?: string;
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

/** Numbers of a tensor: the first of them, and of all the extremes and the mean. */
export interface Values {
  name: string;
  type: string;
  shape: number[];
  values: (number | null)[];
  min: number | null;
  max: number | null;
  mean: number | null;
}

export interface Quantized {
  command: string;
  /** The name of the quantized model in `files`. */
  file: string;
  /** As `nook quantize --json` prints it. */
  report: any;
  /** Signal to noise of each tensor, an SVG. */
  picture: string;
  files: Record<string, Uint8Array>;
}

export interface Ran {
  /** `against`: the other model's outputs. */
  runs: { outputs: Values[]; against?: Values[] }[];
  /** `against`: the tensor of that name in the other model; `decibels`: the signal to noise over all runs, null if there is no signal. */
  layers?: (Values & { kind: string; against?: Values; decibels?: number | "exact" | null })[];
  /** run{k}_output{j}.bin, the bytes of the outputs. */
  files: Record<string, Uint8Array>;
}

/** Programs for one board of which none is both smaller and faster than another. */
export interface Front {
  points: {
    ram_bytes: number;
    flash_bytes_estimate: number;
    cycles_estimate: number;
    milliseconds_estimate: number;
    /** No choice within the memory of the point takes fewer cycles. */
    cycles_least: number;
    /** For `nook compile`: the board and a budget. */
    options: string;
    /** From the point before. */
    changes: string[];
  }[];
  /** Whether no choice is faster within the memory of a point. */
  proven: boolean;
  /** False: the time ended, and smaller programs may be missing. */
  whole: boolean;
}

/** Two builds side by side. */
export interface Compared {
  /** Both memory maps on one scale, an SVG. */
  map: string;
  /** Tables whose first row is the head. */
  figures: string[][];
  operators: string[][];
}

/** The answer of a model that listens, to the inputs of one step. */
export interface Step {
  /** Frames until the first window is full; there are no outputs before. */
  missing?: number;
  outputs?: Values[];
}

/** A network that keeps its memory from one step to the next. */
export interface Listener {
  inputs: { name: string; type: string; shape: number[]; bytes: number; scale?: number; zero_point?: number }[];
  outputs: { name: string; type: string; shape: number[]; bytes: number; scale?: number; zero_point?: number }[];
  /** Only with a hop: the frames of a window and of a step, the first step with outputs from 1 on, and the axis of the frames. */
  hop?: { window: number; frames: number; runs: number; axis: number };
  /** Takes the bytes of all inputs of any number of steps, one after another. `files`: run{k}_output{j}.bin, the bytes of step k's outputs. */
  push(bytes: Uint8Array): Promise<{ steps: Step[]; files: Record<string, Uint8Array> }>;
}

/** A constant that an operator reads. All values are real numbers; the bins divide its range, min to max, evenly. */
export interface Weights {
  name: string;
  type: string;
  shape: number[];
  /** The dimension of the channels. */
  axis: number;
  /** 0: float; 1: one for all values; otherwise one for each channel. */
  scales: number;
  min: number;
  max: number;
  channel_count: number;
  /** At most 2,048 of them; one for a vector. */
  channels: { min: number; max: number; rms: number; bins: number[] }[];
}

/** A tensor with one scale, or with `scales` of them. */
export interface OperatorTensor {
  name: string;
  type: string;
  shape: number[];
  scale?: number;
  zero_point?: number;
  scales?: number;
}

export interface Weighed {
  kind: string;
  /** " stride=2x2 padding=same", in nook's names. */
  attributes: string;
  inputs: OperatorTensor[];
  outputs: OperatorTensor[];
  constants: Weights[];
}

export interface Inspected {
  operators: { index: number; kind: string; inputs: string[]; outputs: string[] }[];
  /** A dimension that the model leaves open is a text: its name, or "?". */
  inputs: { name: string; type: string; shape: (number | string)[] }[];
  refused: { code: string; where: string; what: string; hint: string }[];
}

export interface About {
  version: string;
  commit: string;
  targets: string[];
  levels: string[];
  formats: string[];
  /** The options of compile, quantize, run, listen and weights. */
  options: Record<string, { key: string; flag: string; kind: string; one_of: string[] }[]>;
  boards: { board: string; part: string; vendor: string; target: string; ram_bytes: number; flash_bytes: number; mhz: number }[];
}

/** The content of files by the names that options have for them. */
export type Files = Record<string, Uint8Array>;

/** Compiles a model; `file` names it and its symbols, and need not exist. `files`: external weights of an ONNX model. */
export function compile(model: Uint8Array, file: string, options: Options, files?: Files): Promise<Compiled>;
/** Finds the boards that a model fits. */
export function fit(model: Uint8Array, file: string, options?: Options, files?: Files): Promise<Fit[]>;
/** The programs for one board, `options.board`, by their memory, as `nook fit --pareto`; `seconds`: the limit of both searches together. */
export function front(model: Uint8Array, file: string, options: Options, seconds?: number, files?: Files): Promise<{ ram_front: Front; flash_front: Front }>;
/** Compares the reports of two builds, as `nook map BEFORE.json AFTER.json`. */
export function map(before: any, after: any): Promise<Compared>;
/** Makes an integer model of a float one. */
export function quantize(model: Uint8Array, file: string, options: QuantizeOptions, files: Files): Promise<Quantized>;
/** Runs a model by the reference kernels, whose results are the device's. */
export function run(model: Uint8Array, file: string, options?: RunOptions, files?: Files): Promise<Ran>;
/** Makes a model take one input after another or, with a hop, the new frames of a window, as firmware does. */
export function listen(model: Uint8Array, file: string, options?: ListenOptions, files?: Files): Promise<Listener>;
/** The weights of one operator, with their range and histogram by channel. */
export function weights(model: Uint8Array, file: string, options: WeightsOptions, files?: Files): Promise<Weighed>;
/** Lists a model's operators and inputs, whether or not it can be compiled. */
export function inspect(model: Uint8Array, file: string): Promise<Inspected>;
export function about(): Promise<About>;
