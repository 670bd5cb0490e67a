// The tab that makes an int8 model of a float one, with the bytes of `nook quantize`.
"use strict";

const quantizing = { samples: null, labels: null, twin: null, result: null };

const quantizeChoices = {
  activations: [["", "int8"], "int16"], weights: [["", "int8"], "int4"], io_type: [["", "as activations"], ["float", "float"]],
  ranges: [["", "all values (minmax)"], "percentile=99.9", "percentile=99.99", "mse"],
  equalizing: [["", "where it helps"], ["equalize", "always"], ["no_equalize", "never"]],
};

function buildQuantize() {
  const controls = {
    samples: make("input", { type: "file", multiple: "", id: "q-samples", accept: ".npy,.npz,.png,.jpg,.jpeg,.csv,.wav,.bin,.raw" }),
    labels: make("input", { type: "file", id: "q-labels", accept: ".npy,.npz,.txt" }),
    mean: make("input", { type: "text", id: "q-mean", placeholder: "0" }), scale: make("input", { type: "text", id: "q-scale", placeholder: "1" }),
    activations: select(quantizeChoices.activations, { id: "q-activations" }), weights: select(quantizeChoices.weights, { id: "q-weights" }),
    io: select(quantizeChoices.io_type, { id: "q-io" }), ranges: select(quantizeChoices.ranges, { id: "q-ranges" }),
    equalizing: select(quantizeChoices.equalizing, { id: "q-equalizing" }), twin: make("input", { type: "file", id: "q-twin", accept: ".tflite" }),
    raw: make("input", { type: "text", id: "q-sample_type", placeholder: "as the input" }), plain: make("input", { type: "text", id: "q-no_simplify", placeholder: "name" }),
    keep: make("input", { type: "text", id: "q-keep", placeholder: "SOFTMAX, name" }),
    drop: make("input", { type: "text", id: "q-drop", inputmode: "decimal", placeholder: "none" }),
  };
  const [perTensor, perTensorLabel] = check("One scale for all weights of an operator", { id: "q-per_tensor" });
  const [dense, denseLabel] = check("One scale for each output of dense layers", { id: "q-dense_per_channel" });
  const [plain, plainLabel] = check("No bias correction", { id: "q-no_bias_correction" });
  show("panel-quantize", make("h2", { text: "Quantize" }),
    make("p", { class: "note", text: "Samples are typical inputs of the application. They stay in this page. The int8 model has the bytes that nook quantize writes." }),
    make("div", { class: "fields" }, field("Samples: .npy, .npz, pictures, .csv, .wav, raw", controls.samples), field("Labels, for the accuracy: .npy or text", controls.labels),
      field("Subtract from each value (mean)", controls.mean), field("Then multiply by (scale)", controls.scale)),
    make("div", { class: "row" }, folderButton("q-folder", takeQuantizeFolder), make("span", { class: "note", text: "or drop one: pictures, WAVs or arrays. Sub-folders are classes." })),
    make("p", { class: "note", id: "q-remark" }),
    make("details", {}, make("summary", { text: "More options" }), make("div", { class: "fields" }, field("Activations", controls.activations),
      field("Weights", controls.weights), field("Inputs and outputs", controls.io), field("Ranges cover", controls.ranges),
      field("Keep float (names or kinds)", controls.keep), field("Accept a loss of accuracy, in points", controls.drop),
      field("Equalize channels", controls.equalizing), field("Ranges from a quantized model (.tflite)", controls.twin), field("Elements of raw files", controls.raw),
      field("Do not simplify (passes)", controls.plain), perTensorLabel, denseLabel, plainLabel)),
    make("div", { class: "row" }, button("Quantize", quantizeNow, { class: "primary", id: "q-go" }), make("progress", { id: "q-progress", hidden: "", max: "1", value: "0", "aria-label": "Progress" }),
      make("span", { id: "q-status", role: "status" })),
    make("div", { id: "q-fault", role: "alert", class: "refusal" }), make("div", { id: "q-result" }));
  controls.samples.addEventListener("change", () => takeSamples([...controls.samples.files]));
  controls.twin.addEventListener("change", async () => {
    const [file] = controls.twin.files;
    quantizing.twin = file ? { path: "ranges/" + file.name, attached: { ["ranges/" + file.name]: new Uint8Array(await file.arrayBuffer()) } } : null;
  });
  controls.labels.addEventListener("change", async () => { quantizing.labels = controls.labels.files[0] ? await readLabels(controls.labels.files[0]) : null; });
}

async function takeSamples(files) {
  try {
    quantizing.samples = files.length ? await readSamples(files, modelInput()) : null;
    $("q-remark").textContent = quantizing.samples?.remark || "";
  } catch (fault) {
    showFaultIn("q-fault", fault);
  }
}

function quantizeOptions() {
  const options = borders(), { samples, labels } = quantizing;
  if (samples) options.samples = samples.path;
  if (labels) options.labels = labels.path;
  const texts = { sample_type: "q-sample_type", mean: "q-mean", scale: "q-scale", activations: "q-activations", weights: "q-weights", io: "q-io", ranges: "q-ranges" };
  for (const [key, id] of Object.entries(texts)) if ($(id).value.trim()) options[key] = $(id).value.trim();
  if ($("q-equalizing").value) options[$("q-equalizing").value] = true;
  if (quantizing.twin) options.ranges_from = quantizing.twin.path;
  const plain = $("q-no_simplify").value.split(",").map((name) => name.trim()).filter(Boolean);
  if (plain.length) options.no_simplify = plain;
  for (const key of ["per_tensor", "dense_per_channel", "no_bias_correction"]) if ($("q-" + key).checked) options[key] = true;
  const keep = $("q-keep").value.split(",").map((name) => name.trim()).filter(Boolean);
  if (keep.length) options.keep_float = keep;
  if ($("q-drop").value.trim()) options.accuracy_drop = Number($("q-drop").value);
  return options;
}

async function quantizeNow() {
  const attached = { ...quantizing.samples?.attached, ...quantizing.labels?.attached, ...quantizing.twin?.attached };
  show("q-fault");
  show("q-result");
  $("q-progress").hidden = false;
  $("q-progress").removeAttribute("value");
  const start = performance.now();
  try {
    const answer = await interrupting("Quantizing …", (progress) => ask("quantize", quantizeOptions(), {}, attached, progress).then(withNeeds), ({ what, done, of }) => {
      $("q-status").textContent = `${what}: ${number(done)}${of ? " of " + number(of) : ""}`;
      if (of) $("q-progress").value = done / of;
    });
    quantizing.result = answer;
    running.twin = { file: answer.file, model: answer.files[answer.file] };
    showTwin();
    $("q-status").textContent = `${tidy((performance.now() - start) / 1000, 1)} s on this machine.`;
    showQuantized(answer);
  } catch (fault) {
    $("q-status").textContent = fault instanceof Stopped ? "Cancelled." : "";
    if (!(fault instanceof Stopped)) showFaultIn("q-fault", fault);
  } finally {
    $("q-progress").hidden = true;
  }
}

// The model as an answer has it, and its needs on the board with the options of the page.
async function withNeeds(answer) {
  const options = inC(chosen()), model = answer.files[answer.file];
  try {
    const { needs } = await state.engine.ask({ do: "compile", file: answer.file, options, files: false }, model, {}, silent);
    return { ...answer, needs };
  } catch (fault) {
    if (fault instanceof Stopped) throw fault;
    return answer;  // it does not fit with these options
  }
}

async function saveQuantizedC(file, model) {
  show("q-fault");
  try {
    const { files, report } = await interrupting("Compiling …", () => state.engine.ask({ do: "compile", file, options: chosen() }, model, {}, silent));
    save(report.name + ".zip", zip(files));
  } catch (fault) {
    if (!(fault instanceof Stopped)) showFaultIn("q-fault", fault);
  }
}

function showQuantized({ report, files, file, picture, needs }) {
  const { before, after, accuracy } = report, content = files[file];
  const row = (name, a, b) => [name, a, b];
  const cost = [row("file, bytes", number(state.model.length), number(content.length))];
  cost.push(row("weights on the device, bytes", number(before.constant_bytes), number(after.constant_bytes)),
    row("scratch, bytes", number(before.scratch_bytes), number(after.scratch_bytes)));
  const now = state.answer?.needs, place = board().board;
  if (needs && now && !state.fault)
    cost.push(row(`RAM with stack on ${place}, bytes`, number(allRam(now)), number(allRam(needs))), row(`flash with code on ${place}, bytes`, number(allFlash(now)), number(allFlash(needs))),
      row(`estimated time on ${place}, ms`, milliseconds(now.milliseconds_estimate), milliseconds(needs.milliseconds_estimate)));
  if (accuracy) cost.push(row("accuracy", `${tidy(100 * accuracy.float, 2)} %`, `${tidy(100 * accuracy.quantized, 2)} %`));
  if (report.output_decibels !== undefined) cost.push(row("signal to noise of the output", "", decibels(report.output_decibels)));
  const image = make("div", { class: "scroll picture", tabindex: "0", role: "group", "aria-label": "Signal to noise of each tensor" });
  image.innerHTML = picture;
  const drawn = image.querySelector("svg");
  drawn.style.width = drawn.getAttribute("viewBox").split(" ")[2] + "px";  // texts stay large enough; a phone scrolls
  show("q-result", make("h3", { text: "Before and after" }), table("Before and after", [[""], ["float", true], ["quantized", true]], cost),
    make("div", { class: "row" }, button("Download " + file, () => save(file, content), { class: "primary" }),
      button("Download its C", () => saveQuantizedC(file, content), { id: "q-c" }),
      button("Run it next to the float model", () => { selectTab("run"); $("r-random").focus(); }, { id: "q-both" }),
      button("Use this model here", () => openModel(file, content, { twin: { file: state.file, model: state.model } })), button("Download report", () => save(file.replace(".tflite", ".json"), JSON.stringify(report, null, 2)))),
    make("h3", { text: "Signal to noise of each tensor, in decibels" }), image, tensorTable(report));
}

function tensorTable(report) {
  const rows = (report.tensors || []).map((t) => [t.name, t.operator || "input", t.type, decibels(t.decibels), real(t.scale)]);
  const box = make("div", { class: "scroll tall", tabindex: "0", role: "group", "aria-label": "Tensors" });
  box.append(table("Tensors", [["tensor"], ["operator"], ["type"], ["signal to noise", true], ["scale", true]], rows));
  return box;
}
