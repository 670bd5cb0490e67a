// The page: opens models, asks the compiler, and shows its answers; one request is alive, a newer one ends it.
"use strict";

const tabs = [["overview", "Overview"], ["memory", "Memory"], ["operators", "Operators"], ["boards", "Boards"],
              ["quantize", "Quantize"], ["run", "Run"], ["code", "Code"]];

const silent = () => {};

function ask(what, options, more = {}, attached = {}, progress = silent) {
  return state.engine.ask({ do: what, file: state.file, options, ...more }, state.model, { ...state.external, ...attached }, progress);
}

// Compiles for the board. If the model does not fit, compiles for its core without limits, to show something; if the
// format does not suit the board, in C.
async function compileChosen(files) {
  const options = chosen();
  try {
    return { answer: await ask("compile", options, { files }), fault: null };
  } catch (fault) {
    if (fault.exit === 2 && (options.format || options.archive)) return { answer: await ask("compile", inC(options), { files }), fault, refusedFormat: true };
    if (fault.exit !== 1) throw fault;
    const { board: name, workspace_pool: pools, ram, flash_size, latency, ...rest } = options;
    return { answer: await ask("compile", { ...rest, target: board().target }, { files, judge: name }), fault };
  }
}

// The command's ways out, as this page has them.
const waysOut = [[/`nook supported-ops( --onnx)?` lists/, "the table of operators shows which fail; docs/ops.md and docs/from-onnx.md list"], [/nook inspect shows them/, "Overview and Operators show them"],
                 [/--input-shape/, "“Shapes of inputs” in Options, --input-shape"], [/--input-value/, "“Inputs with one value” in Options, --input-value"],
                 [/--state/, "“Outputs that an input gets in the next run” in Options, --state"], [/--signature/, "“Signature” in Options, --signature"],
                 [/leave out one of the two/, "clear the budgets in Options, or choose balanced there"], [/--hop-axis/, "“Axis of the time” in Options, --hop-axis"], [/--hop /, "“New frames in each run” in Options, --hop "]];

// Each line of an error is one.
function faultText(fault) {
  const lines = [make("p", {}, make("strong", { text: fault.code + " " }), (fault.where ? fault.where + ": " : "") + fault.what)];
  const hint = waysOut.reduce((text, [command, here]) => text.replace(command, here), fault.hint || "");
  if (hint) lines.push(make("p", { text: "Hint: " + hint }));
  return lines;
}

function showFaultIn(id, fault) { show(id, ...faultText({ code: "N3001", where: "", hint: "", what: fault.message, ...fault })); }

function showFault(fault) {
  $("fault").hidden = !fault;
  if (fault) show("fault", ...faultText(fault));
}

function selectTab(name, step = true) {
  state.tab = name;
  for (const [tab] of tabs) {
    const chosenTab = tab === name;
    $("tab-" + tab).setAttribute("aria-selected", String(chosenTab));
    $("tab-" + tab).setAttribute("tabindex", chosenTab ? "0" : "-1");
    $("panel-" + tab).hidden = !chosenTab;
  }
  $("tab-" + name).scrollIntoView({ block: "nearest", inline: "nearest" });
  if (name === "memory") resizeMap();
  note(step);
}

function buildTabs() {
  const all = tabs.map(([name, title]) => button(title, () => selectTab(name), { id: "tab-" + name, role: "tab", "aria-controls": "panel-" + name }));
  show("tabs", ...all);
  all.forEach((tab, i) => tab.addEventListener("keydown", (event) => {
    const to = { ArrowRight: i + 1, ArrowLeft: i - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined) return;
    all[(to + all.length) % all.length].click();
    all[(to + all.length) % all.length].focus();
  }));
}

// A button to stop appears after half a second.
function working(what) {
  showBusy(what);
  $("verdict").hidden = false;
  const timer = setTimeout(() => { $("cancel").hidden = false; }, 500);
  return () => { clearTimeout(timer); $("cancel").hidden = true; };
}

// A field for each input whose shape the model leaves open.
function showOpenShapes(inspected) {
  const open = inspected.inputs.filter((input) => input.shape.some((d) => typeof d !== "number"));
  $("open-shapes").hidden = open.length === 0;
  if (open.length === 0) return;
  const fields = open.flatMap((input) => input.shape.map((d, i) => [input, d, i]).filter(([, d]) => typeof d !== "number").map(([one, d, i]) => {
    const box = make("input", { type: "number", min: 1, value: i === 0 ? 1 : "", placeholder: "size", "data-input": one.name, "data-at": i });
    return field(`${one.name}: dimension ${i}${d === "?" ? "" : " (" + d + ")"}`, box);
  }));
  const use = () => {
    $("input_shape").value = open.map((input) => `${input.name}=${input.shape.map((d, i) => (typeof d === "number" ? d : document.querySelector(`#open-shapes input[data-input="${CSS.escape(input.name)}"][data-at="${i}"]`).value || 1)).join(",")}`).join("\n");
    update();
  };
  show("open-shapes", make("h2", { text: "The model leaves shapes open" }), make("div", { class: "fields" }, ...fields), button("Use these shapes", use, { class: "primary" }));
}

async function refuse(fault, run) {
  state.answer = null;
  document.body.dataset.state = "refused";
  showRefusal(fault);
  showFault(fault);
  for (const [name] of tabs) $("tab-" + name).hidden = name !== "operators";
  try {
    state.inspected = await ask("inspect", {});
    if (run !== state.run) return;
    showInspected(state.inspected, fault);
    showOpenShapes(state.inspected);
    selectTab("operators", false);
  } catch {  // not a model at all: the error says so
    for (const [name] of tabs) $("panel-" + name).hidden = $("tab-" + name).hidden = true;
    show("status", make("span", { class: "no", text: "can't be read" }), state.file);
    document.body.dataset.state = "broken";
  }
}

function showAnswer({ answer, fault, refusedFormat = false }) {
  state.answer = answer;
  state.fault = fault;
  state.inC = refusedFormat;
  document.body.dataset.state = "ready";
  for (const [name] of tabs) $("tab-" + name).hidden = false;
  $("open-shapes").hidden = true;
  showFault(fault);
  showVerdict();
  if (!answer.report) return;
  for (const part of [showOverview, showMap, showOperators, showFiles, showKept, showFront]) part();
  selectOperator(-1);
  if (state.built !== state.model) {
    buildQuantize();
    buildRun();
    state.built = state.model;
    live.key = "";
    state.onModel?.();
    state.onModel = null;
  }
  const key = JSON.stringify([borders(), hopOptions(), $("io").checked]);
  if (live.key !== key) {
    stopLive();
    buildLive();
    live.key = key;
  }
  selectTab(state.tab, false);
}

// The boards, then the effect of each option: shown when they are known, and computed again after an interruption.
async function continueInBackground() {
  const run = state.run, { needs } = state.answer;
  state.boards = null;
  showBoards();
  await showCompared();
  state.boards = (await ask("fit", { ...borders(), ...hopOptions() })).boards;
  if (run !== state.run) return;
  showBoards();
  const results = [];
  for (const [name, variant] of variants) {
    const { board: of, workspace_pool: pools, ...rest } = inC(chosen(variant)), at = rest.latency ? { board: of } : { target: board().target };
    try {
      const { needs: changed } = await ask("compile", { ...rest, ...at }, { files: false, judge: of });
      results.push({ name, variant, needs: changed });
    } catch (fault) {
      if (fault instanceof Stopped) throw fault;
      results.push({ name, variant, fault });
    }
    if (run !== state.run) return;
    showChanges(results, needs);
  }
  showBest(results, needs);
  document.body.dataset.done = String(run);
  state.done = run;
}

const background = () => continueInBackground().catch((fault) => { if (!(fault instanceof Stopped)) showFault({ code: "N3001", where: "", hint: "", what: fault.message, ...fault }); });

// Ends the request that runs, does this, and then continues the work that it ended.
async function interrupting(what, work, progress = silent) {
  state.engine.stop();
  const finished = working(what);
  try {
    return await work(progress);
  } finally {
    finished();
    if (state.answer) showVerdict();
    if (state.answer && state.done !== state.run) background();
  }
}

const large = 1 << 20;  // bytes of a model that is first planned without writing its files

async function update() {
  describeControls();
  if (!state.model || !state.engine) return;
  state.engine.stop();
  const run = ++state.run, start = performance.now();
  const finished = working(`Compiling ${state.file} …`);
  $("best").hidden = true;
  try {
    if (state.model.length > large) showAnswer(await compileChosen(false));
    const done = await compileChosen(true);
    if (run !== state.run) return;
    showAnswer(done);
    note(false);
    document.body.dataset.ready = String(Math.round(performance.now() - start));
    finished();
    background();
  } catch (fault) {
    if (run !== state.run) return;
    if (fault instanceof Stopped) showBusy("Cancelled. Change an option to go on.");
    else await refuse({ code: "N3001", where: "", hint: "", what: fault.message, ...fault }, run);
    document.body.dataset.refused = String(run);
  } finally {
    finished();
  }
}

// Changes by the user are steps of the history.
function changed() {
  note(true);
  update();
}

function applyVariant(variant) {
  if (variant.level) {
    $("level").value = levels.indexOf(variant.level);
    clearBudgets();
  }
  for (const flag of flags) if (flag in variant) $(flag).checked = variant[flag];
  if ("no_rows" in variant) $("rows").checked = !variant.no_rows;
  if ("no_overlap" in variant) $("overlap").checked = !variant.no_overlap;
  changed();
}

function chooseBoard(name) {
  $("board").value = name;
  changed();
}

// `twin`: a model to run next to it.
async function openModel(file, model, { sample = "", external = {}, onModel = null, twin = null } = {}) {
  Object.assign(state, { file, model, sample, external, onModel, inspected: null, answer: null, digest: "", expected: null });
  $("asked").hidden = true;
  Object.assign(quantizing, { samples: null, labels: null, twin: null, result: null });
  Object.assign(running, { samples: null, twin });
  stopLive();
  $("model-name").textContent = file;
  document.body.dataset.state = "loading";
  if (!sample) {
    clearBorders();
    clearHop();
    clearBudgets();
    if (["quantize", "run"].includes(state.tab) && state.built) state.tab = "overview";
  }
  const answered = update();
  state.digest = await sha256(model);
  await answered;
}

// Whether a file is the one that the address asks for; any file is if it asks for none.
async function isExpected(name, content) {
  const asked = state.expected;
  if (!asked || !asked.sha256) return true;
  const have = await sha256(content);
  if (!have || have === asked.sha256) return true;
  $("asked").hidden = false;
  show("asked", make("strong", { class: "no", text: "Another file. " }),
    `${name} has the SHA-256 ${have.slice(0, 12)}…, the link's ${asked.file} has ${asked.sha256.slice(0, 12)}…. Open that file, or `,
    button("open this one without the link", () => {
      state.expected = null;
      openModel(name, content);
    }, { class: "link" }));
  return false;
}

async function openFiles(files) {
  const all = [...files], model = all.find((file) => /\.(tflite|onnx)$/i.test(file.name)) || all[0];
  if (!model) return;
  const external = {};
  for (const file of all) if (file !== model) external[file.name] = new Uint8Array(await file.arrayBuffer());
  const content = new Uint8Array(await model.arrayBuffer());
  if (await isExpected(model.name, content)) await openModel(model.name, content, { external });
  $("file").value = "";  // the same file can be opened again after training
}

const openSample = () => openModel("digits.tflite", bytesOf($("digits").textContent), { sample: "digits" });

// With the images and labels that come with it.
function openFloatSample() {
  const images = JSON.parse($("digits-images").textContent);
  return openModel("digits_float.tflite", bytesOf($("digits-float").textContent), { sample: "digits-float", onModel: () => {
    quantizing.samples = { path: "digits.npy", attached: { "digits.npy": bytesOf(images.images) }, remark: "" };
    quantizing.labels = { path: "labels.txt", attached: { "labels.txt": new TextEncoder().encode(images.labels) } };
    running.samples = quantizing.samples;
    for (const id of ["q-scale", "r-scale"]) $(id).value = images.scale;
    for (const id of ["q-remark", "r-remark"]) $(id).textContent = "The sample brings 40 images, levels 0 to 16, and their labels.";
  } });
}

function openWakeSample() {
  clearHop();
  clearBudgets();
  return openModel("wake.tflite", bytesOf($("wake").textContent), { sample: "wake" });
}

// Opens the model that an address asks for. A model of one's own can't be in it: its file is asked for.
function takePage() {
  if (location.hash === "#try" || location.hash === "#still") return openSample();
  const parts = takeAddress(location.hash), sample = parts.get("m");
  describeControls();
  if (sample === "digits" && state.sample !== "digits") return openSample();
  if (sample === "wake" && state.sample !== "wake") return openWakeSample();
  if (sample === "digits-float" && state.sample !== "digits-float") return openFloatSample();
  if (parts.get("file") && !state.model) {
    $("asked").hidden = false;
    state.expected = { file: parts.get("file"), sha256: parts.get("sha256") || "" };
    $("asked").textContent = `This link is about ${state.expected.file}. Open that file: its board and options are set.` +
      (state.expected.sha256 ? ` Its SHA-256 begins with ${state.expected.sha256.slice(0, 12)}; another file is refused.` : "");
  }
  return state.model ? update() : null;
}

function listen() {
  $("file").addEventListener("change", () => openFiles($("file").files));
  for (const [id, open, tab] of [["sample", openSample], ["sample-float", openFloatSample, "quantize"], ["sample-wake", openWakeSample, "run"]])
    $(id).addEventListener("click", () => {
      clearBorders();
      state.tab = tab || state.tab;
      open();
    });
  for (const id of ["board", "level", "rows", "overlap", "io", "io_layout", "format", "pool", "hop", "hop_axis", "hop_start", ...Object.keys({ ...lists, ...modelTexts, ...budgets }), ...flags]) $(id).addEventListener("change", changed);
  for (const id of ["level", "pool"]) $(id).addEventListener("input", describeControls);
  $("path").addEventListener("change", showSource);
  $("download").addEventListener("click", download);
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault();  // the address belongs to the state
    (state.model ? $("result") : $("open-label")).focus();
  });
  for (const one of document.querySelectorAll(".copy")) one.addEventListener("click", () => copy(one, $(one.dataset.copy).textContent));
  $("share").addEventListener("click", () => copy($("share"), location.href));
  $("cancel").addEventListener("click", () => state.engine.stop());
  const drawer = (open) => {
    $("drawer").hidden = !open;
    $("options").setAttribute("aria-expanded", String(open));
    (open ? $("level") : $("options")).focus();
  };
  $("options").addEventListener("click", () => drawer($("drawer").hidden));
  $("close-options").addEventListener("click", () => drawer(false));
  $("drawer").addEventListener("keydown", (event) => event.key === "Escape" && drawer(false));
  $("form").addEventListener("submit", (event) => event.preventDefault());
  window.addEventListener("popstate", takePage);
  for (const [event, on] of [["dragover", true], ["dragleave", false], ["drop", false]])
    document.addEventListener(event, (at) => {
      at.preventDefault();
      document.body.classList.toggle("over", on);
      if (event === "drop") takeDropped(at.dataTransfer.files, [...at.dataTransfer.items].filter(({ kind }) => kind === "file").map((item) => item.webkitGetAsEntry?.()));
    });
  listenToMap();
  listenToBoards();
  listenToFront();
  listenToKept();
}

async function main() {
  buildTabs();
  listen();
  $("docs").hidden = !/\/try\/(index\.html)?$/.test(location.pathname);  // only the site has documents next to the page
  state.engine = await startEngine($("wasm").textContent);
  state.about = await state.engine.ask({ do: "about" }, null, {}, silent);
  $("version").textContent = `nook ${state.about.version}${state.about.commit ? " (" + state.about.commit + ")" : ""}`;
  $("board-count").textContent = state.about.boards.length;
  $("board").replaceChildren(...state.about.boards.map((b) => make("option", { value: b.board, text: `${b.board}, ${bytes(b.ram_bytes)} RAM, ${bytes(b.flash_bytes)} flash`, title: b.part })));
  $("board").value = "nrf52840";
  $("format").replaceChildren(...select([...state.about.formats, ...ofTheCommand, ...Object.keys(archives)]).children);
  $("format").value = "c";
  fillBoardFilters();
  document.body.dataset.loaded = "true";
  await takePage();
}

main();
