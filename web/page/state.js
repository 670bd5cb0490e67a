// The choices of the user, in the controls and in the address.
"use strict";

const levels = ["time", "balanced", "flash", "ram", "size"];
const flags = ["input_in_scratch", "output_in_scratch", "stream_input"];
// Names in the address of the checkboxes that are off by default, and of those that are on.
const offs = { input_in_scratch: "in", output_in_scratch: "out", stream_input: "stream", io: "int8", io_layout: "nhwc" };
const ons = { rows: "rows", overlap: "overlap" };
const hops = { hop: "hop", hop_axis: "axis", hop_start: "start" };
const budgets = { ram: "ram", flash_size: "flash", latency: "time" };
const unlimited = { ram: false, flash_size: false, latency: false };
const lists = { input_shape: "shape", input_value: "value", state: "state" };
const modelTexts = { signature: "signature" };

const state = {
  engine: null, about: null, model: null, file: "", sample: "", digest: "", tab: "overview",
  answer: null, fault: null, inC: false, boards: null, inspected: null, run: 0, selected: -1, samples: null, kept: null,
};

function board() { return state.about.boards.find((b) => b.board === $("board").value); }

const lines = (id) => $(id).value.split("\n").map((line) => line.trim()).filter(Boolean);

// The options that say how to read the model.
function borders() {
  const options = {};
  for (const id of Object.keys(lists)) if (lines(id).length) options[id] = lines(id);
  for (const id of Object.keys(modelTexts)) if ($(id).value.trim()) options[id] = $(id).value.trim();
  if ($("io_layout").checked) options.io_layout = "nhwc";
  return options;
}

const budgeted = () => Object.keys(budgets).some((id) => $(id).value.trim());

function clearBorders() {
  for (const id of Object.keys({ ...lists, ...modelTexts })) $(id).value = "";
}

function clearBudgets() {
  for (const id of Object.keys(budgets)) $(id).value = "";
}

// Archives, and formats that only the command writes, whose C the page shows.
const archives = { mlf: "mlf" }, ofTheCommand = ["image"];

function formatOptions() {
  const format = $("format").value;
  if (archives[format]) return { archive: archives[format] };
  return !format || format === "c" || ofTheCommand.includes(format) ? {} : { format };
}

// The part of the command for a format that only the command writes.
const commandFormat = () => (ofTheCommand.includes($("format").value) ? ` --format ${$("format").value}` : "");

// The options without their format.
function inC(options) {
  const { format, archive, ...rest } = options;
  return rest;
}

// The chosen options of compile; the options of a variant replace some of them.
function chosen(variant = {}) {
  const options = { board: $("board").value, ...(budgeted() ? {} : { level: levels[Number($("level").value)] }), ...borders() };
  for (const id of Object.keys(budgets)) if ($(id).value.trim()) options[id] = $(id).value.trim();
  if ($("io").checked) options.io = "int8";
  for (const flag of flags) if ($(flag).checked) options[flag] = true;
  if (!$("rows").checked) options.no_rows = true;
  if (!$("overlap").checked) options.no_overlap = true;
  Object.assign(options, formatOptions());
  const fast = poolBytes();
  if (fast > 0) options.workspace_pool = [`name=fast,size=${fast}`, "name=slow"];
  const all = { ...options, ...hopOptions(), ...variant };
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
  $("level").disabled = budgeted();  // a budget chooses kernels itself
  $("level-text").value = budgeted() ? "the budget" : level;
  $("level").setAttribute("aria-valuetext", level);
  $("pool-text").value = fast === 0 ? "as the board has it" : bytes(fast);
  $("pool").setAttribute("aria-valuetext", $("pool-text").value);
}

function clearHop() {
  for (const id of Object.keys(hops)) $(id).value = id === "hop_start" ? "wait" : "";
}

// The state as the part of the address after #.
function address() {
  const parts = new URLSearchParams();
  if (state.sample) parts.set("m", state.sample);
  else if (state.model) parts.set("file", state.file);
  if (!state.sample && state.digest) parts.set("sha256", state.digest);
  parts.set("board", $("board").value);
  parts.set("O", levels[Number($("level").value)]);
  for (const [id, key] of Object.entries(offs)) if ($(id).checked) parts.set(key, "1");
  for (const [id, key] of Object.entries(ons)) if (!$(id).checked) parts.set(key, "0");
  for (const [id, key] of Object.entries(lists)) for (const line of lines(id)) parts.append(key, line);
  for (const [id, key] of Object.entries({ ...modelTexts, ...budgets })) if ($(id).value.trim()) parts.set(key, $(id).value.trim());
  for (const [id, key] of Object.entries(hops)) if ($(id).value && $(id).value !== "wait") parts.set(key, $(id).value);
  if ($("pool").value !== "0") parts.set("pool", $("pool").value);
  if ($("format").value && $("format").value !== "c") parts.set("format", $("format").value);
  if ($("map-axis").value) parts.set("x", $("map-axis").value);
  parts.set("tab", state.tab);
  return "#" + parts.toString();
}

// Sets the controls as an address says.
function takeAddress(hash) {
  const parts = new URLSearchParams(hash.slice(1));
  const known = (id, value) => [...$(id).options].some((o) => o.value === value);
  if (known("board", parts.get("board"))) $("board").value = parts.get("board");
  if (levels.includes(parts.get("O"))) $("level").value = levels.indexOf(parts.get("O"));
  for (const [id, key] of Object.entries(offs)) $(id).checked = parts.get(key) === "1";
  for (const [id, key] of Object.entries(ons)) $(id).checked = parts.get(key) !== "0";
  for (const [id, key] of Object.entries(lists)) $(id).value = parts.getAll(key).join("\n");
  for (const [id, key] of Object.entries({ ...modelTexts, ...budgets })) $(id).value = parts.get(key) || "";
  for (const [id, key] of Object.entries(hops)) $(id).value = parts.get(key) || (id === "hop_start" ? "wait" : "");
  $("pool").value = parts.get("pool") || "0";
  $("format").value = known("format", parts.get("format")) ? parts.get("format") : "c";
  $("map-axis").value = parts.get("x") === "time" ? "time" : "";
  if (document.getElementById("panel-" + parts.get("tab"))) state.tab = parts.get("tab");
  return parts;
}

// Each change of the user is a step of the browser's history; the first address of a model is not.
function note(step) {
  if (!state.model || location.hash === address()) return;
  history[step ? "pushState" : "replaceState"](null, "", address());
}

async function sha256(content) {
  if (!globalThis.crypto?.subtle) return "";
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return [...digest].map((b) => b.toString(16).padStart(2, "0")).join("");
}
