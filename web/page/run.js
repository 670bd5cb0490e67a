// The tab that runs the model: on random numbers, on the user's samples, on a digit that is drawn; and another model,
// its float or integer form, on the same inputs.
"use strict";

const running = { samples: null, twin: null };

// The model's first input as the compiler reads it: {name, type, shape}.
function modelInput() {
  if (state.answer) {
    const { inputs: [input], hop } = state.answer.report;
    return hop ? { ...input, shape: input.shape.map((d, i) => (i === hop.axis ? hop.window : d)) } : input;
  }
  const input = state.inspected?.inputs[0];
  return input ? { ...input, shape: input.shape.map((d) => (typeof d === "number" ? d : 1)) } : { name: "", type: "", shape: [1] };
}

// The sides of an input that a user can draw on: a square of 8 to 32 pixels in one channel.
function drawable(input) {
  const dims = input.shape.filter((d) => d !== 1);
  return dims.length === 2 && dims[0] === dims[1] && dims[0] >= 8 && dims[0] <= 32 ? dims[0] : 0;
}

function buildRun() {
  const input = modelInput(), side = drawable(input);
  const file = make("input", { type: "file", multiple: "", id: "r-samples", accept: ".npy,.npz,.png,.jpg,.jpeg,.csv,.wav,.bin,.raw" });
  file.addEventListener("change", async () => {
    show("r-fault");
    try {
      running.samples = file.files.length ? await readSamples([...file.files], input) : null;
      $("r-remark").textContent = running.samples?.remark || "";
    } catch (fault) {
      showFaultIn("r-fault", fault);
    }
  });
  const mean = make("input", { type: "text", id: "r-mean", placeholder: "0" }), scale = make("input", { type: "text", id: "r-scale", placeholder: "1" });
  show("panel-run", make("h2", { text: "Run" }),
    make("p", { class: "note", text: `By the reference kernels, whose bytes are those of the device. Input: ${input.name}, ${input.type} ${input.shape.join(" × ")}.` }),
    ...(side ? [drawing(side, input)] : []),
    make("div", { class: "fields" }, field("Samples: .npy, .npz, a picture, .csv, .wav, raw", file), field("Subtract from each value (mean)", mean), field("Then multiply by (scale)", scale)),
    make("div", { class: "row" }, folderButton("r-folder", takeRunFolder), make("span", { class: "note", text: "or drop one: pictures, WAVs or arrays. Sub-folders are classes." })),
    make("p", { class: "note", id: "r-remark" }),
    make("div", { class: "row" }, field("Beside it, on the same inputs: its float or integer form", twinFile()), make("span", { class: "note", id: "r-twin" }),
      button("Run it alone", () => { running.twin = null; showTwin(); }, { id: "r-alone", hidden: "" })),
    make("div", { class: "row" }, button("Run on the samples", () => (running.samples ? runNow(running.samples) : showFaultIn("r-fault", { code: "N4025", what: "choose samples first", hint: "", where: "" })), { class: "primary", id: "r-go" }),
      button("Run on random numbers", () => runNow(null), { id: "r-random" }), make("span", { id: "r-status", role: "status" })),
    make("div", { id: "r-fault", role: "alert", class: "refusal" }), make("div", { id: "r-result" }), make("section", { id: "live", "aria-label": "Live" }));
  showTwin();
}

function twinFile() {
  const file = make("input", { type: "file", id: "r-twin-file", accept: ".tflite,.onnx" });
  file.addEventListener("change", async () => {
    const [chosenFile] = file.files;
    if (chosenFile) running.twin = { file: chosenFile.name, model: new Uint8Array(await chosenFile.arrayBuffer()) };
    file.value = "";
    showTwin();
  });
  return file;
}

function showTwin() {
  if (!$("r-twin")) return;
  $("r-twin").textContent = running.twin ? `${running.twin.file} runs beside it.` : "";
  $("r-alone").hidden = !running.twin;
}

// A square to draw on with a pen of 1.3 pixels; ink is the largest value of the input.
function drawing(side, input) {
  const canvas = make("canvas", { class: "draw", width: side, height: side, tabindex: "0", role: "img", id: "r-draw",
                                  "aria-label": `Draw on ${side} by ${side} pixels; with the keyboard: arrow keys move, Space draws` });
  const context = canvas.getContext("2d", { willReadFrequently: true }), at = { x: side / 2, y: side / 2, down: false };
  const ink = new Float32Array(side * side);
  const paint = () => {
    const image = context.createImageData(side, side);
    ink.forEach((level, i) => image.data.set([255 * (1 - level), 255 * (1 - level), 255 * (1 - level), 255], 4 * i));
    context.putImageData(image, 0, 0);
  };
  const dab = (x, y) => {
    for (let i = 0; i < ink.length; i++) {
      const distance = Math.hypot((i % side) + 0.5 - x, Math.floor(i / side) + 0.5 - y);
      ink[i] = Math.max(ink[i], Math.min(1, Math.max(0, 1.3 - distance)));
    }
    paint();
  };
  const place = (event) => {
    const box = canvas.getBoundingClientRect();
    return [(event.clientX - box.left) * side / box.width, (event.clientY - box.top) * side / box.height];
  };
  const run = () => runNow(drawn(ink, side, input));
  canvas.addEventListener("pointerdown", (event) => { canvas.setPointerCapture(event.pointerId); at.down = true; dab(...place(event)); });
  canvas.addEventListener("pointermove", (event) => { if (at.down) dab(...place(event)); });
  canvas.addEventListener("pointerup", () => { at.down = false; run(); });
  canvas.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (step) { at.x = Math.min(side, Math.max(0, at.x + step[0])); at.y = Math.min(side, Math.max(0, at.y + step[1])); }
    if (event.key === " ") dab(at.x, at.y);
    if (event.key === "Enter") run();
    if (step || event.key === " ") event.preventDefault();
  });
  paint();
  return make("div", {}, make("h3", { text: "Draw" }), make("div", { class: "row" }, canvas,
    make("div", {}, button("Run on the drawing", run), make("p"), button("Clear", () => { ink.fill(0); paint(); }))));
}

// The levels of a drawing as the model's own integers, or as numbers from 0 to 1.
function drawn(ink, side, input) {
  const whole = input.type === "int8" || input.type === "uint8";
  const [least, most] = input.type === "int8" ? [-128, 127] : [0, 255];
  const top = input.type === "int8" && input.scale === 0.0625 ? 16 : most;  // levels of 4 bits
  const low = whole && input.zero_point === -128 ? least : 0;
  const values = whole ? (input.type === "int8" ? Int8Array : Uint8Array).from(ink, (x) => Math.round(low + x * (top - low))) : Float32Array.from(ink);
  return { path: "drawing.npy", attached: { "drawing.npy": npy(values, [1, ...input.shape.slice(1)]) }, remark: "", own: true };
}

async function runNow(samples) {
  const options = { ...borders(), layers: true };
  if ($("io").checked) options.io = "int8";
  const { twin } = running, attached = { ...samples?.attached };
  if (samples) options.data = samples.path;
  if (twin) {
    options.against = "beside/" + twin.file;
    attached[options.against] = twin.model;
  }
  for (const key of ["mean", "scale"]) if (samples && !samples.own && $("r-" + key).value.trim()) options[key] = $("r-" + key).value.trim();
  show("r-fault");
  const start = performance.now();
  try {
    const answer = await interrupting("Running …", (progress) => ask("run", options, {}, attached, progress));
    $("r-status").textContent = `${answer.runs.length === 1 ? "one run" : answer.runs.length + " runs"}, ${tidy(performance.now() - start, 0)} ms on this machine.`;
    showRun(answer, samples, twin);
  } catch (fault) {
    if (!(fault instanceof Stopped)) showFaultIn("r-fault", fault);
  }
}

const largestAt = (values) => values.indexOf(Math.max(...values.map((x) => x ?? -Infinity)));

function outputBars(output) {
  const values = output.values, most = Math.max(1e-30, ...values.map((x) => Math.abs(x ?? 0)));
  const best = largestAt(values);
  const shown = values.slice(0, 40).flatMap((x, i) => [make("span", { text: String(i), ...(i === best ? { class: "yes" } : {}) }),
    make("i", { style: `--part:${Math.abs(x ?? 0) / most}` }), make("span", { class: i === best ? "yes" : "", text: real(x) })]);
  return make("div", { class: "bars", role: "group", "aria-label": `${output.name}: largest at ${best}` }, ...shown);
}

const strip = (values, low, high) => make("span", { class: "strip", "aria-hidden": "true" },
  ...values.slice(0, 48).map((x) => make("i", { style: `--part:${high > low ? ((x ?? low) - low) / (high - low) : 0}` })));

const decibels = (db) => (db === null || db === undefined ? "–" : typeof db === "number" ? `${db.toFixed(1)} dB` : db);
const highest = 60;  // decibels of a whole bar

// Signal to noise as a bar and a number.
const noiseCell = (db) => make("span", { class: "noise" }, make("i", { class: "share", style: `--part:${typeof db === "number" ? Math.min(1, Math.max(0, db / highest)) : db === "exact" ? 1 : 0}` }), decibels(db));

// An output of both models, one next to the other.
function outputPair(output, other, twin, db) {
  return make("div", { class: "pairs" },
    make("div", {}, make("h4", { text: `${state.file}: ${output.type}` }), outputBars(output)),
    make("div", {}, make("h4", { text: `${twin.file}: ${other.type}` }), outputBars(other), ...(db === undefined ? [] : [make("p", { class: "note", text: `Signal to noise: ${decibels(db)}.` })])));
}

// Every layer of both models; layers of the other one are found by their names.
function layerPairs(layers, twin) {
  const range = (values) => (values ? `${real(values.min)} to ${real(values.max)}` : "–");
  const rows = layers.map((l) => [l.name, noiseCell(l.decibels), l.kind, l.shape.join(" × "), l.type, range(l), l.against?.type || "–", range(l.against)]);
  const box = make("div", { class: "scroll tall pair-layers", tabindex: "0", role: "group", "aria-label": "Layers of both models" });
  box.append(table("Layers of both models", [["tensor"], ["signal to noise"], ["operator"], ["shape"], ["type"], ["values"], ["beside"], ["values"]], rows));
  const found = layers.filter((l) => l.against).length, numbers = layers.map((l) => l.decibels).filter((db) => typeof db === "number");
  const last = layers[layers.length - 1]?.decibels, apart = typeof last === "number" && last > 20 && numbers.some((db) => db < 10);
  const said = `${found} of ${layers.length} layers have a counterpart of the same name in ${twin.file}. Signal to noise is over all runs; the float values are the signal.` +
    (apart ? " Inner layers differ, outputs agree: one of the models scales its channels otherwise (equalizing), or was trained on." : "");
  return [make("h3", { text: "Layers of both models" }), make("p", { class: "note", id: "r-layers-note", text: said }), box];
}

// How many runs of samples whose classes are known have their largest element there.
function rightText(runs, { truth, classes }) {
  const right = runs.filter(({ outputs: [first] }, k) => largestAt(first.values) === truth[k]).length;
  return `${number(right)} of ${number(runs.length)} right, ${tidy(100 * right / runs.length, 2)} %${classes?.length ? ` (${classes.map((name, i) => `${i} ${name}`).join(", ")})` : ""}.`;
}

function showRun({ runs, layers, files }, samples, twin) {
  const last = runs[runs.length - 1], parts = [], known = samples?.truth?.length === runs.length;
  if (known) parts.push(make("p", { id: "r-right", text: rightText(runs, samples) }));
  if (known && twin) parts.push(make("p", { text: `${twin.file}: ${rightText(runs.map((run) => ({ outputs: run.against })), samples)}` }));
  if (runs.length > 1) {
    parts.push(make("h3", { text: "Largest element of the first output" }), make("div", { class: "scroll tall", tabindex: "0", role: "group", "aria-label": "Runs" },
      table("Runs", [["run"], ["largest at", true], ["value", true], ...(twin ? [["beside", true], ["value", true]] : []), ...(known ? [["label", true]] : [])], runs.map(({ outputs: [first], against }, k) => {
        const best = largestAt(first.values), others = against?.[0].values || [], beside = twin ? [String(largestAt(others)), real(others[largestAt(others)])] : [], label = known ? [make("span", { class: best === samples.truth[k] ? "yes" : "no", text: String(samples.truth[k]) })] : [];
        return [String(k), String(best), real(first.values[best]), ...beside, ...label];
      }))));
  }
  for (const [j, output] of last.outputs.entries()) {
    const other = last.against?.[j];
    parts.push(make("h3", { text: `${output.name}: ${output.type} ${output.shape.join(" × ")}` }),
      other ? outputPair(output, other, twin, layers.find((l) => l.name === output.name)?.decibels) : outputBars(output));
    if (output.values.length > 40) parts.push(make("p", { class: "note", text: "The first 40 elements." }));
  }
  parts.push(make("div", { class: "row" }, button("Download outputs", () => save("outputs.zip", zip(files)))));
  if (twin) {
    show("r-result", ...parts, ...layerPairs(layers, twin));
    return;
  }
  const rows = layers.map((l) => [l.name, l.kind, l.shape.join(" × "), real(l.min), real(l.mean), real(l.max), strip(l.values, l.min, l.max)]);
  const box = make("div", { class: "scroll tall", tabindex: "0", role: "group", "aria-label": "Layers" });
  box.append(table("Layers", [["tensor"], ["operator"], ["shape"], ["least", true], ["mean", true], ["most", true], ["first values"]], rows));
  show("r-result", ...parts, make("h3", { text: runs.length > 1 ? "Layers, last run" : "Layers" }), box);
}
