// Live: a network that takes one hop of frames after another, from the microphone or a file; its outputs of each are
// drawn as they come.
"use strict";

const live = { session: null };
const liveSteps = 240;  // in a picture
const mostElements = 24;  // limit on the elements of an output in it

// The options of a hop; none: the network takes whole inputs.
function hopOptions() {
  if (!$("hop").value) return {};
  const options = { hop: Number($("hop").value) };
  if ($("hop_axis").value) options.hop_axis = Number($("hop_axis").value);
  if ($("hop_start").value !== "wait") options.hop_start = $("hop_start").value;
  return options;
}

// The values of an input that takes `count` frames along an axis, from frames one after another.
function intoAxis(values, shape, axis, count) {
  const before = shape.slice(0, axis).reduce((a, b) => a * b, 1), each = values.length / count, inner = each / before;
  if (before === 1) return values;
  return values.map((_, i) => values[(Math.floor(i / inner) % count) * each + Math.floor(i / inner / count) * inner + (i % inner)]);
}

// A network with an instance of its own, which keeps its memory from one step to the next.
class Listening {
  static async start(file, model, options, attached = {}) {
    const made = new Listening();
    made.engine = state.engine.another();
    try {
      Object.assign(made, await made.engine.ask({ do: "listen", file, options }, model, attached, silent));
    } catch (fault) {
      made.stop();
      throw fault;
    }
    [made.input] = made.inputs;
    made.size = elementsOf(made.input);
    made.waiting = [];
    return made;
  }

  // Takes numbers of any count; the answers of the steps that are full. `stride`: numbers that are new in each step.
  // `own`: they are the input's integers.
  async push(values, own, stride = this.size) {
    for (const x of values) this.waiting.push(x);
    const steps = [];
    while (this.waiting.length >= this.size) {
      const step = this.waiting.slice(0, this.size);
      this.waiting.splice(0, stride);
      const placed = this.hop ? intoAxis(step, this.input.shape, this.hop.axis, this.hop.frames) : step;
      steps.push(own ? new Uint8Array(numberTypes[this.input.type].from(placed).buffer) : elements(placed, this.input));
    }
    if (steps.length === 0) return [];
    const all = joined(null, steps);
    return (await this.engine.ask({ do: "push", file: "" }, all, {}, silent)).steps;
  }

  stop() { this.engine.end(); }
}

// Features that nook computes, by networks of signal operators of which the page brings two: `row` numbers every `hop`
// samples of 16 kHz.
const soundFeatures = {
  bands10: { title: "40 bands each 10 ms, 16 kHz (microWakeWord)", model: "frontend", hop: 160, row: 40 },
  bands20: { title: "40 bands each 20 ms, 16 kHz (micro_speech)", model: "frontend", hop: 320, row: 40 },
  mfcc: { title: "10 MFCCs each 20 ms, 16 kHz (MLPerf Tiny keywords)", model: "mfcc", hop: 320, row: 10 },
};

// The features that an input most likely takes; "none": it is not known which.
function featuresOf(input) {
  const dims = input.shape.filter((d) => d !== 1), count = elementsOf(input), last = dims[dims.length - 1];
  if (last === 40 || dims[dims.length - 2] === 40 || count === 49 * 40) return count < 400 ? "bands10" : "bands20";
  if (last === 10 && dims.length === 2 || count === 49 * 10) return "mfcc";
  return dims.length < 2 && count >= 128 ? "" : "none";
}

// Why features do not fill an input; empty: they do.
function misfit(kind, input) {
  const of = `${input.name}, ${input.type} ${input.shape.join(" × ")}`;
  if (kind === "none")
    return pictureSize(input)?.height > 15 ? `${of}, looks like a picture, which no sound fills: see “Run on the samples”. For pictures of sound, choose a model that makes them`
      : `no features of this page are known to suit ${of}: choose those that the model was trained with, or a model that makes them`;
  const features = soundFeatures[kind], count = elementsOf(input);
  return features && count % features.row !== 0 ? `${of}, needs a multiple of ${features.row} numbers for these features, has ${count}` : "";
}

// Rows that a window moves by between two runs on whole inputs: a tenth of it; streaming networks take new rows alone.
const rowsToMove = (kind, input) => {
  const rows = elementsOf(input) / (soundFeatures[kind]?.row || Infinity);
  return rows >= 10 ? Math.max(1, Math.round(rows / 10)) : 0;
};

// The features that a network hears: sound as it is, or the outputs of a network that reads sound. `input`: the network's.
class FrontEnd {
  static async start(input, model, name, stride) {
    const made = new FrontEnd();
    made.input = input;
    if (!model) return made;
    made.network = await Listening.start(name, model, {});
    made.stride = Math.min(stride || made.network.size, made.network.size);
    const [{ type, scale }] = made.network.outputs;
    made.whole = type !== "float32" && !scale;  // features as integers
    made.own = made.whole && type === input.type;
    return made;
  }

  // Inputs of integers without a scale take samples of 16 bits. Features of the front end are -128 to 127 for loudness
  // from 0 to 26.
  async values(sound) {
    const pcm = (to) => (to.type !== "float32" && !to.scale ? sound.map((x) => x * 32768) : sound);
    if (!this.network) return pcm(this.input);
    const steps = await this.network.push(pcm(this.network.input), false, this.stride);
    const values = steps.flatMap((step) => step.outputs[0].values);
    return this.whole && !this.own ? values.map((q) => (q + 128) * 26 / 256) : values;
  }

  stop() { this.network?.stop(); }
}

// A network that listens, and its answers.
class LiveSession {
  // `stride`: numbers by which a window moves that the network takes whole; 0: by all of it.
  constructor(network, front, rate, stride) {
    Object.assign(this, { network, front, rate, stride: Math.min(stride || network.size, network.size), steps: 0, samples: 0, history: [], queue: Promise.resolve(), waiting: 0, lost: 0, stopped: false, stopSource: silent });
  }

  // Takes sound from -1 to 1. While a second of sound waits, more is lost.
  hear(sound) {
    if (this.stopped) return this.queue;
    if (this.waiting > this.rate) {
      this.lost += sound.length;
      return this.queue;
    }
    this.waiting += sound.length;
    this.queue = this.queue.then(async () => {
      if (!this.stopped) await this.take(await this.front.values(sound), !!this.front.own);
      this.samples += sound.length;
      this.waiting -= sound.length;
    }).catch((fault) => stopLive(fault));
    return this.queue;
  }

  // Subtracts the mean and multiplies by the scale, as for samples.
  async take(values, own) {
    const mean = Number($("r-mean").value || 0), scale = Number($("r-scale").value || 1);
    const frames = own || (mean === 0 && scale === 1) ? values : Array.from(values, (x) => (x - mean) * scale);
    const steps = await this.network.push(frames, own, this.stride);
    if (this.stopped) return;
    for (const step of steps) {
      this.steps++;
      this.missing = step.missing || 0;
      if (step.outputs) this.history.push(step.outputs[0].values);
    }
    this.history.splice(0, this.history.length - liveSteps);
    if (steps.length) showLive(this, steps[steps.length - 1]);
  }

  stop() {
    this.stopped = true;
    this.stopSource();
    this.network.stop();
    this.front.stop();
  }
}

function stopLive(fault) {
  if (!live.session) return;
  live.session.stop();
  live.session = null;
  if ($("l-stop")) $("l-stop").hidden = true;
  if (fault && !(fault instanceof Stopped)) showFaultIn("l-fault", fault);
}

function buildLive() {
  const input = modelInput(), hop = state.answer?.report.hop;
  const rate = make("input", { type: "number", id: "l-rate", value: "16000", min: "1000", max: "96000" });
  const features = select([["", "sound as it is"], ...Object.entries(soundFeatures).map(([kind, { title }]) => [kind, title]), ["model", "outputs of a model of yours"], ["none", "choose"]], { id: "l-features" });
  const front = make("input", { type: "file", id: "l-front", accept: ".tflite" }), stride = make("input", { type: "number", id: "l-stride", min: "1", placeholder: "all of them" });
  const file = make("input", { type: "file", id: "l-file", accept: ".wav,.mp3,.ogg,.flac,.npy,.csv,.txt,.bin,.raw" });
  const own = make("div", { class: "fields", hidden: "" }, field("Model that reads sound (.tflite)", front), field("New samples in each of its runs", stride));
  const moves = make("input", { type: "number", id: "l-moves", min: "1", placeholder: "all of them" }), note = make("p", { class: "note", id: "l-fits" });
  const described = () => {
    own.hidden = features.value !== "model";
    moves.value = hop ? "" : rowsToMove(features.value, input) || "";
    const why = misfit(features.value, input);
    note.textContent = why ? why[0].toUpperCase() + why.slice(1) + "." : "";
  };
  features.value = featuresOf(input);
  features.addEventListener("change", described);
  file.addEventListener("change", async () => {
    if (file.files[0]) await playFile(file.files[0]);
    file.value = "";  // the same file can be taken again
  });
  const steps = hop ? `Each run takes ${hop.frames} new of ${hop.window} frames; outputs come ${hop.runs > 1 ? `from run ${hop.runs} on` : "from the first run on"}.`
    : "Each run takes a whole input, and keeps the model's variables. With “New frames in each run” in Options a window takes its new frames alone.";
  show("live", make("h3", { text: "Live" }), make("p", { class: "note", id: "l-steps", text: steps }),
    make("div", { class: "fields" }, field("Features of the sound", features), field("Samples of sound in a second", rate),
      ...(hop ? [] : [field("New rows of features in each whole input", moves)]), field("Or a file: sound, .npy, .csv, raw", file)), own, note,
    make("div", { class: "row" }, button("Listen to the microphone", listenToMicrophone, { class: "primary", id: "l-microphone" }),
      button("Stop", () => stopLive(), { id: "l-stop", hidden: "" }), make("span", { id: "l-status", role: "status" })),
    make("div", { id: "l-fault", role: "alert", class: "refusal" }), make("div", { id: "l-now", class: "note" }), make("div", { id: "l-chart" }));
  described();
}

const liveFault = (what, hint) => new NookError({ exit: 4, code: "N4025", where: "", what, hint });

async function frontEnd(input) {
  const kind = $("l-features").value, file = $("l-front").files[0], made = soundFeatures[kind], why = misfit(kind, input);
  if (why) throw liveFault(why, "the features are those that the model was trained with");
  if (made) return FrontEnd.start(input, bytesOf($(made.model).textContent), made.model + ".tflite", made.hop);
  if (kind === "model" && !file) throw liveFault("choose the model that reads sound first", "or choose other features");
  return kind === "model" ? FrontEnd.start(input, new Uint8Array(await file.arrayBuffer()), file.name, Number($("l-stride").value)) : FrontEnd.start(input);
}

// Ends the session that runs and begins another one; null: it is refused, and the page says why.
async function startLive(heard) {
  stopLive();
  show("l-fault");
  show("l-chart");
  $("l-now").textContent = "";
  $("l-status").textContent = "Starting …";
  let front = null, network = null;
  try {
    if (state.answer.report.inputs.length > 1) throw liveFault(`the model has ${state.answer.report.inputs.length} inputs`, "frames go to a model with one input: use “Run on the samples”");
    front = heard ? await frontEnd(modelInput()) : await FrontEnd.start(modelInput());
    const io = $("io").checked ? { io: "int8" } : {};
    network = await Listening.start(state.file, state.model, { ...borders(), ...io, ...hopOptions() }, state.external);
    front.input = network.input;  // with the scale of its integers
    if (front.whole) front.own = front.network.outputs[0].type === network.input.type;
    const stride = hopOptions().hop ? 0 : Number($("l-moves")?.value || 0) * (soundFeatures[$("l-features").value]?.row || 1);
    live.session = new LiveSession(network, front, Number($("l-rate").value) || 16000, heard ? stride : 0);
    $("l-stop").hidden = false;
    $("l-status").textContent = "";
    return live.session;
  } catch (fault) {
    front?.stop();
    network?.stop();
    $("l-status").textContent = "";
    showFaultIn("l-fault", fault);
    return null;
  }
}

async function listenToMicrophone() {
  const session = await startLive(true);
  if (!session) return;
  try {
    const stop = await openMicrophone(session.rate, (sound) => session.hear(sound));
    if (session.stopped) stop();
    session.stopSource = stop;
    $("l-status").textContent = "Listening.";
  } catch (fault) {
    stopLive(fault);
  }
}

// A file goes through as fast as the network runs, a tenth of a second at a time.
async function playFile(file) {
  const input = modelInput(), rate = Number($("l-rate").value) || 16000, sound = ![".npy", ".csv", ".txt", ".bin", ".raw"].includes(extension(file.name));
  const session = await startLive(sound);
  if (!session) return;
  try {
    const { values, own } = await framesOf(file, input, rate), part = sound ? Math.ceil(rate / 10) : session.network.size;
    for (let at = 0; at < values.length && !session.stopped; at += part) {
      const piece = Array.from(values.subarray(at, at + part));
      if (sound) await session.hear(piece);
      else await session.take(piece, own);
    }
    if (session.stopped) return;
    $("l-status").textContent = `${file.name}: ${number(session.steps)} runs.`;
    if (session.steps === 0) throw liveFault(`${file.name} ends before the first input is full`, `give at least ${number(session.network.size)} values`);
    stopLive();
  } catch (fault) {
    $("l-status").textContent = "";
    stopLive(fault instanceof NookError ? fault : liveFault(`${file.name}: ${fault.message}`, "see the model's inputs in the overview"));
  }
}

// The values of one element over the steps, the newest at the right.
function drawHistory(canvas, values, low, high) {
  const context = canvas.getContext("2d"), { width, height } = canvas, style = getComputedStyle(document.body);
  context.clearRect(0, 0, width, height);
  context.fillStyle = style.getPropertyValue("--accent");
  const each = width / liveSteps, left = width - values.length * each;
  values.forEach((x, k) => {
    const tall = high > low ? Math.max(1, height * ((x ?? low) - low) / (high - low)) : 1;
    context.fillRect(left + k * each, height - tall, Math.max(1, each), tall);
  });
}

function showLive(session, step) {
  const seconds = session.samples ? `, ${tidy((session.samples + session.waiting) / session.rate, 1)} s of sound` : "";
  const lost = session.lost ? ` This machine is slower than the sound: ${tidy(session.lost / session.rate, 1)} s were left out.` : "";
  if (!step.outputs) {
    $("l-now").textContent = `${session.steps} runs; ${session.missing} frames are missing until the first window is full.`;
    return;
  }
  const values = step.outputs[0].values, best = largestAt(values);
  $("l-now").textContent = `${number(session.steps)} runs${seconds}. ${values.length > 1 ? `Largest at ${best}: ${real(values[best])}.` : `${step.outputs[0].name}: ${real(values[0])}.`}${lost}`;
  const shown = values.slice(0, mostElements);
  if (document.querySelectorAll("#l-chart canvas").length !== shown.length) {
    show("l-chart", make("p", { class: "note", text: `${step.outputs[0].name} of the last ${liveSteps} runs, the newest at the right${values.length > shown.length ? `; the first ${shown.length} elements` : ""}.` }),
      make("div", { class: "live", role: "group", "aria-label": `${step.outputs[0].name} of each run` }, ...shown.flatMap((_, i) => [make("span", { text: String(i) }),
        make("canvas", { width: 2 * liveSteps, height: shown.length > 8 ? 18 : 34, role: "img", "aria-label": `element ${i} of each run, the newest at the right` }), make("span", { class: "n" })])));
  }
  const all = session.history.flatMap((one) => one.slice(0, mostElements)), low = Math.min(0, ...all), high = Math.max(...all, low + 1e-9);
  document.querySelectorAll("#l-chart canvas").forEach((canvas, i) => {
    drawHistory(canvas, session.history.map((one) => one[i]), low, high);
    canvas.nextSibling.textContent = real(values[i]);
    canvas.nextSibling.classList.toggle("yes", i === best && values.length > 1);
  });
}
