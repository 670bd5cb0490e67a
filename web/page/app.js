// The page: makes a request from the user's choices, and tables from the answer.
"use strict";

const $ = (id) => document.getElementById(id);
const levels = ["time", "balanced", "flash", "ram", "size"];
const flags = ["input_in_scratch", "output_in_scratch", "stream_input"];
const state = { ask: null, model: null, file: "", boards: [], answer: null, run: 0 };

const number = (n) => n.toLocaleString("en-US");
const tidy = (n, digits) => n.toFixed(digits).replace(/\.0+$/, "");  // 256, not 256.0
const bytes = (n) => (n < 10240 ? `${number(n)} B` : n < 1048576 ? `${tidy(n / 1024, 1)} KiB` : `${tidy(n / 1048576, 2)} MiB`);
const milliseconds = (ms) => (ms === null ? "–" : ms < 10 ? ms.toFixed(1) : number(Math.round(ms)));

function make(tag, { text, ...attributes } = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  element.append(...children);
  return element;
}

// `columns`: [title, is a number]; `rows`: lists of strings or elements, the first of which names the row.
function table(id, caption, columns, rows) {
  const head = make("tr", {}, ...columns.map(([title, right]) => make("th", { scope: "col", text: title, class: right ? "n" : "" })));
  const body = rows.map((cells) => make("tr", cells.chosen ? { class: "chosen" } : {}, ...cells.map((cell, i) => {
    const element = make(i === 0 ? "th" : "td", { class: columns[i][1] ? "n" : "", ...(i === 0 ? { scope: "row" } : {}) });
    element.append(cell);
    return element;
  })));
  $(id).replaceChildren(make("table", { "aria-label": caption }, make("thead", {}, head), make("tbody", {}, ...body)));
}

function board() { return state.boards.find((b) => b.board === $("board").value); }

// The chosen options; the options of a variant replace some of them.
function chosen(variant = {}) {
  const options = { board: $("board").value, level: levels[Number($("level").value)] };
  for (const flag of flags) if ($(flag).checked) options[flag] = true;
  if (!$("rows").checked) options.no_rows = true;
  if (!$("overlap").checked) options.no_overlap = true;
  const fast = poolBytes();
  if (fast > 0) options.workspace_pool = [`name=fast,size=${fast}`, "name=slow"];
  const all = { ...options, ...variant };
  for (const key of Object.keys(all)) if (all[key] === false) delete all[key];
  return all;
}

// The size of the pool: one of 32 steps up to the RAM of the board, finer at the low end.
function poolBytes() {
  const step = Number($("pool").value);
  return step === 0 ? 0 : Math.max(256, Math.round((board().ram_bytes * (step / 32) ** 2) / 256) * 256);
}

function describeControls() {
  const level = levels[Number($("level").value)], fast = poolBytes();
  $("level-text").value = level;
  $("level").setAttribute("aria-valuetext", level);
  $("pool-text").value = fast === 0 ? "as the board has it" : bytes(fast);
  $("pool").setAttribute("aria-valuetext", $("pool-text").value);
}

function showFault(fault) {
  $("fault").hidden = !fault;
  if (!fault) return;
  const lines = [make("strong", { text: fault.code + " " }), (fault.where ? fault.where + ": " : "") + fault.what];
  if (fault.hint) lines.push(make("br"), "Hint: " + fault.hint);
  $("fault").replaceChildren(...lines);
}

function showFigures({ needs, report }, fits) {
  const part = board(), scratch = report.memory.scratch;
  const optimal = scratch.every((pool) => pool.bytes === pool.lower_bound);
  const rows = [
    [part.board, fits ? make("span", { class: "yes", text: "fits" }) : make("span", { class: "no", text: "does not fit" }),
      `${part.target}, ${part.mhz} MHz`],
    ["RAM", bytes(needs.ram_bytes), `of ${bytes(part.ram_bytes)}, with inputs and outputs`],
    ["Scratch", bytes(needs.scratch_bytes), optimal ? "no plan is lower" : "planned in " + scratch.length + " pools"],
    ["Flash", bytes(needs.constant_bytes), `of ${bytes(part.flash_bytes)}; code takes about ${bytes(needs.code_bytes)} more`],
    ["Multiply-accumulates", number(needs.macs), ""],
    ["Estimate", needs.milliseconds_estimate === null ? "–" : milliseconds(needs.milliseconds_estimate) + " ms", "of the chosen kernels"],
  ];
  $("figures").replaceChildren(...rows.map(([title, value, small]) => {
    const item = make("dd");
    item.append(value, make("small", { text: small }));
    return make("div", {}, make("dt", { text: title }), item);
  }));
}

// Lines break between words only, never within an option.
function showCommand(line) {
  $("command").replaceChildren(...line.split(" ").flatMap((word, i) => (i ? [" ", make("span", { text: word })] : [make("span", { text: word })])));
}

// A picture whose parts of a class describe themselves in `detail` when the user points at them or focuses them.
function showPicture(id, detail, svg, parts) {
  $(id).innerHTML = svg;
  $(id).querySelector("svg").setAttribute("role", "group");
  for (const part of $(id).querySelectorAll(parts)) {
    const title = part.querySelector("title");
    if (!title) continue;
    const show = () => { $(detail).textContent = title.textContent; };
    part.setAttribute("role", "img");
    part.setAttribute("tabindex", "0");
    part.setAttribute("aria-label", title.textContent.replaceAll("\n", ", "));
    part.addEventListener("pointerenter", show);
    part.addEventListener("focus", show);
  }
}

function showMap({ map }) { showPicture("map", "detail", map, ".buffer, .amount"); }

// Shown only for a board whose time can be estimated.
function showTime({ time }) {
  $("time-section").hidden = !time;
  if (time) showPicture("time", "time-detail", time, ".bar");
}

function showRoles({ needs, report }) {
  const memory = report.memory, rows = [];
  const add = (role, where, size) => rows.push([role, where, number(size), make("span", { class: "share", style: `--part:${size / most}` })]);
  const most = Math.max(needs.scratch_bytes, needs.constant_bytes, memory.input_bytes, memory.output_bytes, 1);
  for (const pool of memory.scratch) add("scratch", pool.pool, pool.bytes);
  for (const pool of memory.persistent) if (pool.bytes > 0) add("persistent", pool.pool, pool.bytes);
  for (const tensor of report.inputs) add("input", tensor.in_scratch ? "in the scratch: " + tensor.name : tensor.name, tensor.bytes);
  for (const tensor of report.outputs) add("output", tensor.in_scratch ? "in the scratch: " + tensor.name : tensor.name, tensor.bytes);
  for (const pool of memory.constant) add("constant", pool.pool, pool.bytes);
  table("roles", "Memory by role", [["role"], ["where"], ["bytes", true], [""]], rows);
}

function showOperators({ report }) {
  const most = Math.max(1, ...report.operators.map((op) => op.macs));
  table("operators", "Operators", [["#", true], ["operator"], ["name"], ["kernel"], ["MACs", true], ["share"], ["scratch", true]],
    report.operators.map((op) => [String(op.node ?? op.index), op.kind, op.name, op.kernel, number(op.macs),
      op.macs ? make("span", { class: "share", style: `--part:${op.macs / most}` }) : "", number(op.scratch)]));
}

function showSource() {
  const content = state.answer.files[$("path").value];
  const text = content ? new TextDecoder().decode(content.subarray(0, 200000)) : "";
  $("source").textContent = content && content.length > 200000 ? text + "\n… the rest is in the download" : text;
}

function showFiles({ files, report }) {
  const before = $("path").value, paths = Object.keys(files);
  $("path").replaceChildren(...paths.map((path) => make("option", { value: path, text: `${path} (${bytes(files[path].length)})` })));
  $("path").value = paths.includes(before) ? before : paths.find((path) => path === report.name + ".h") || paths[0];
  showSource();
}

async function ask(what, options, more = {}) {
  return state.ask({ do: what, file: state.file, options, ...more }, state.model);
}

// Compiles for the board. If the model does not fit, compiles for its core without limits, to show something.
async function compileChosen() {
  const options = chosen($("standalone").checked ? { format: "standalone" } : {});
  try {
    return { answer: await ask("compile", options), fault: null };
  } catch (fault) {
    if (fault.exit !== 1) throw fault;
    const { board: name, workspace_pool: pools, ...rest } = options;
    return { answer: await ask("compile", { ...rest, target: board().target }), fault };
  }
}

async function showBoards(run) {
  const { boards } = await ask("fit", {});
  if (run !== state.run) return;
  const verdict = (fit) => make("span", { class: fit.verdict, text: fit.verdict });
  table("boards", "Boards", [["board"], ["fits"], ["RAM", true], ["stack", true], ["RAM left", true], ["flash", true], ["code", true], ["flash left", true], ["ms, estimate", true], ["core"], ["part"], ["with"]],
    boards.map((fit) => Object.assign([fit.board, verdict(fit), number(fit.ram_bytes), number(fit.stack_bytes), number(fit.ram_spare),
      number(fit.flash_bytes), number(fit.code_bytes), number(fit.flash_spare), fit.fits ? milliseconds(fit.milliseconds_estimate) : "–", fit.target, fit.part, fit.options],
    { chosen: fit.board === board().board })));
}

const variants = [
  ["fewest cycles (-O time)", { level: "time" }],
  ["balanced", { level: "balanced" }],
  ["weights as small as in the model (-O flash)", { level: "flash" }],
  ["no scratch of kernels (-O ram)", { level: "ram" }],
  ["least code (-O size)", { level: "size" }],
  ["inputs and outputs in the scratch", { input_in_scratch: true, output_in_scratch: true }],
  ["inputs and outputs outside", { input_in_scratch: false, output_in_scratch: false, stream_input: false }],
  ["whole tensors, not row by row", { no_rows: true, stream_input: false }],
  ["no overwriting of inputs", { no_overlap: true }],
  ["input arrives row by row", { stream_input: true, input_in_scratch: false, no_rows: false }],
];

function apply(variant) {
  if (variant.level) $("level").value = levels.indexOf(variant.level);
  for (const flag of flags) if (flag in variant) $(flag).checked = variant[flag];
  if ("no_rows" in variant) $("rows").checked = !variant.no_rows;
  if ("no_overlap" in variant) $("overlap").checked = !variant.no_overlap;
  update();
}

async function showChanges(run, now) {
  const rows = [];
  const signed = (n) => (n === 0 ? "±0" : (n > 0 ? "+" : "−") + number(Math.abs(n)));
  for (const [name, variant] of variants) {
    const { board: of, workspace_pool: pools, ...rest } = chosen(variant);
    const use = make("button", { type: "button", text: "Use", "aria-label": "Use: " + name });
    use.addEventListener("click", () => apply(variant));
    try {
      const { needs } = await ask("compile", { ...rest, target: board().target }, { files: false });
      rows.push([name, number(needs.ram_bytes), signed(needs.ram_bytes - now.ram_bytes), number(needs.scratch_bytes),
        number(needs.constant_bytes), signed(needs.constant_bytes - now.constant_bytes), use]);
    } catch (fault) {
      rows.push([name, "–", "", "–", "–", "", make("span", { text: fault.what })]);
    }
    if (run !== state.run) return;
    table("changes", "What each option changes", [["with"], ["RAM", true], ["change", true], ["scratch", true], ["flash", true], ["change", true], [""]], rows);
  }
}

async function update() {
  describeControls();
  if (!state.model || !state.ask) return;
  const run = ++state.run, start = performance.now();
  $("status").textContent = `Compiling ${state.file} …`;
  try {
    const { answer, fault } = await compileChosen();
    if (run !== state.run) return;
    state.answer = answer;
    $("answer").hidden = false;
    showFault(fault);
    showCommand(`${answer.command} -o ${answer.report.name}`);
    showFigures(answer, !fault && answer.needs.ram_bytes <= board().ram_bytes && answer.needs.constant_bytes <= board().flash_bytes);
    for (const show of [showMap, showTime, showRoles, showOperators, showFiles]) show(answer);
    $("status").textContent = `${state.file}: ${number(state.model.length)} bytes, ${answer.report.operators.length} operators, compiled in ${Math.round(performance.now() - start)} ms on this machine.`;
    document.body.dataset.ready = String(Math.round(performance.now() - start));
    await showChanges(run, answer.needs);
    await showBoards(run);
    if (run === state.run) document.body.dataset.done = String(run);
  } catch (fault) {
    if (run !== state.run) return;
    $("answer").hidden = true;
    $("status").textContent = `${state.file} can't be compiled.`;
    showFault({ code: "N3001", where: "", what: fault.message, hint: "", ...fault });
  }
}

function open(file, model) {
  state.file = file;
  state.model = model;
  update();
}

function save(name, content) {
  const url = URL.createObjectURL(new Blob([content], { type: "application/zip" }));
  const link = make("a", { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

function listen() {
  const read = async (file) => file && open(file.name, new Uint8Array(await file.arrayBuffer()));
  $("file").addEventListener("change", () => read($("file").files[0]));
  $("sample").addEventListener("click", () => open("digits.tflite", bytesOf($("digits").textContent)));
  for (const id of ["board", "level", "rows", "overlap", "standalone", ...flags]) $(id).addEventListener("change", update);
  for (const id of ["level", "pool"]) $(id).addEventListener("input", describeControls);
  $("pool").addEventListener("change", update);
  $("path").addEventListener("change", showSource);
  $("download").addEventListener("click", () => save(state.answer.report.name + ".zip", zip(state.answer.files)));
  $("copy").addEventListener("click", () => navigator.clipboard.writeText($("source").textContent));
  $("form").addEventListener("submit", (event) => event.preventDefault());
  for (const [event, on] of [["dragover", true], ["dragleave", false], ["drop", false]])
    document.addEventListener(event, (at) => {
      at.preventDefault();
      document.body.classList.toggle("over", on);
      if (event === "drop") read(at.dataTransfer.files[0]);
    });
}

async function main() {
  listen();
  state.ask = await startEngine($("wasm").textContent);
  const facts = await state.ask({ do: "about" });
  state.boards = facts.boards;
  $("version").textContent = `nook ${facts.version}${facts.commit ? " (" + facts.commit + ")" : ""}`;
  $("board").replaceChildren(...facts.boards.map((b) => make("option", { value: b.board, text: `${b.board}, ${bytes(b.ram_bytes)} RAM`, title: b.part })));
  $("board").value = "nrf52840";
  document.body.dataset.loaded = "true";
  if (location.hash === "#try") $("sample").click();
  else update();
}

main();
