// The operators as a graph and a table, linked with the map by one selection.
"use strict";

const rowHeight = 34;

// Who writes each value: {name: row}.
function writers(operators) {
  const all = {};
  operators.forEach((op, row) => [...op.outputs, ...(op.views || [])].forEach((name) => { all[name] = row; }));
  return all;
}

// The edges that pass a row: neighbours are joined by a line, others by a line of their own to the left.
function edgesOf(operators) {
  const written = writers(operators), lanes = [], edges = [];
  operators.forEach((op, row) => {
    for (const name of new Set(op.inputs)) {
      const from = written[name];
      if (from === undefined || from >= row) continue;
      if (from === row - 1) {
        edges.push({ from, to: row, lane: 0 });
        continue;
      }
      let lane = lanes.findIndex((until) => until <= from);
      if (lane < 0) lane = lanes.length;
      lanes[lane] = row;
      edges.push({ from, to: row, lane: lane + 1 });
    }
  });
  return { edges, lanes: lanes.length };
}

function graphCell(row, { edges, lanes }) {
  const step = 9, right = (Math.min(lanes, 8) + 1) * step, middle = rowHeight / 2;
  const x = (lane) => right - Math.min(lane, 8) * step;
  const path = edges.map(({ from, to, lane }) => {
    if (row < from || row > to) return "";
    if (lane === 0) return row === from ? `M${x(0)} ${middle}V${rowHeight}` : `M${x(0)} 0V${middle}`;
    if (row === from) return `M${x(0)} ${middle}Q${x(lane)} ${middle} ${x(lane)} ${rowHeight}`;
    if (row === to) return `M${x(lane)} 0Q${x(lane)} ${middle} ${x(0)} ${middle}`;
    return `M${x(lane)} 0V${rowHeight}`;
  }).join("");
  const svg = `<svg width="${right + 8}" height="${rowHeight}" aria-hidden="true"><path d="${path}"/><circle cx="${right}" cy="${middle}" r="4"/></svg>`;
  const cell = make("span", { class: "edges" });
  cell.innerHTML = svg;
  return cell;
}

// Marks an operator that is pointed at, or none, wherever it is shown.
function pointAt(op) {
  markMap(op, "near");
  document.querySelectorAll("#operators tbody tr").forEach((row) => row.classList.toggle("near", !!op && Number(row.dataset.index) === op.index));
  document.querySelectorAll("#time .bar").forEach((bar) => bar.classList.toggle("near", barOf(bar, op)));
}

// A bar's name is the first line of its title.
const barOf = (bar, op) => !!op && bar.querySelector("title")?.textContent.split("\n")[0] === `${operatorLabel(op)} ${op.name}`;

// The operator's number in the model, as errors and `nook inspect` have it; nook made an operator without one.
const operatorLabel = ({ node, kind }) => `${node < 0 ? "-" : node} ${kind}`;

function selectOperator(index, scroll = true) {
  state.selected = index;
  const op = state.answer?.report.operators.find((one) => one.index === index);
  markMap(op);
  document.querySelectorAll("#operators tbody tr").forEach((row) => row.classList.toggle("chosen", Number(row.dataset.index) === index));
  document.querySelectorAll("#time .bar").forEach((bar) => bar.classList.toggle("chosen", barOf(bar, op)));
  showWeights(op);
  if (!op) {
    show("op-detail", "Choose an operator: its buffers are marked in the map, too.");
    return;
  }
  show("op-detail", operatorText(op));
  if (scroll) document.querySelector(`#operators tr[data-index="${index}"]`)?.scrollIntoView({ block: "nearest" });
}

function operatorText(op) {
  const { report } = state.answer, lines = [`${operatorLabel(op)} ${op.name}`];
  const size = (name) => report.constants.find((c) => c.name === name);
  lines.push(`kernel ${op.kernel}`, `${number(op.macs)} multiply-accumulates`);
  if (op.estimated) lines.push(`${number(op.estimated.cycles_flash)} cycles from flash, ${number(op.estimated.cycles)} without waits (estimates)`);
  if (op.scratch) lines.push(`${number(op.scratch)} bytes of scratch of its own`);
  lines.push("reads " + op.inputs.map((name) => (size(name) ? `${name} (${number(size(name).bytes)} bytes in flash)` : name)).join(", "));
  lines.push("writes " + op.outputs.join(", "));
  if (op.views?.length) lines.push("views: " + op.views.map((v) => v.name || v).join(", "));
  if (op.folded?.length) lines.push("with " + op.folded.map((f) => f.name || f.kind || f).join(", ") + " folded into it");
  return lines.join("\n");
}

function showOperators() {
  const { report } = state.answer, operators = report.operators, graph = edgesOf(operators);
  const weight = (op) => op.estimated?.cycles_flash ?? op.macs;
  const most = Math.max(1, ...operators.map(weight)), all = Math.max(1, operators.reduce((sum, op) => sum + weight(op), 0));
  const estimated = operators.some((op) => op.estimated);
  const rows = operators.map((op, row) => [
    graphCell(row, graph),
    button(operatorLabel(op), () => selectOperator(op.index), { class: "link", "aria-label": `${operatorLabel(op)} ${op.name}` }),
    op.name, number(op.macs), op.estimated ? number(op.estimated.cycles_flash) : "–",
    make("span", { title: `${tidy(100 * weight(op) / all, 1)} %` }, make("span", { class: "share", style: `--part:${weight(op) / most}` })),
    make("span", { class: "kernel", text: op.kernel.replace(/^nook_/, "") })]);
  show("operators", table("Operators",
    [["graph"], ["operator"], ["result"], ["MACs", true], ["cycles", true], [estimated ? "share of cycles" : "share of MACs"], ["kernel"]], rows));
  document.querySelectorAll("#operators tbody tr").forEach((row, i) => {
    row.dataset.index = operators[i].index;
    row.firstChild.className = "edges";
    for (const event of ["pointerenter", "focusin"]) row.addEventListener(event, () => pointAt(operators[i]));
    for (const event of ["pointerleave", "focusout"]) row.addEventListener(event, () => pointAt(null));
  });
  rove([...document.querySelectorAll("#operators .link")], $("tab-operators"));
  showTime();
}

// Shown only for a board whose time can be estimated.
function showTime() {
  const { time } = state.answer;
  $("time-section").hidden = !time;
  if (!time) return;
  $("time-note").textContent = `Estimated from the chosen kernels, the core, its clock and its flash: within ${timeError(board().target)} % on average for whole networks. nook bench counts exactly.`;
  const near = (bar) => pointAt(bar && state.answer.report.operators.find((op) => barOf(bar, op)));
  showPicture("time", "op-detail", time, ".bar", $("tab-operators"), { near });
}

// For a model that can't be compiled: its operators, those that fail first in the list of reasons.
function showInspected(inspected, fault) {
  const failing = new Map();
  for (const one of inspected.refused) {
    const at = /operator (\d+)/.exec(one.where);
    if (at) failing.set(Number(at[1]), one.what);
  }
  for (const [, at, why] of fault.what.matchAll(/node (\d+)[^:\n]*:? ?([^\n]*)/g)) failing.set(Number(at), why);
  const written = edgesOf(inspected.operators);
  const rows = inspected.operators.map((op, row) => Object.assign([
    graphCell(row, written), `${op.index} ${op.kind}`, op.outputs.join(", "),
    failing.has(op.index) ? make("strong", { class: "no", text: failing.get(op.index) || "can't be compiled" }) : ""],
  failing.has(op.index) ? { class: "failing" } : {}));
  show("operators", table("Operators", [["graph"], ["operator"], ["result"], ["why it fails"]], rows));
  document.querySelectorAll("#operators tbody tr").forEach((row) => { row.firstChild.className = "edges"; });
  show("op-detail", `${inspected.operators.length} operators, ${failing.size} of them named in the error.`);
  $("time-section").hidden = $("weights-section").hidden = true;
}
