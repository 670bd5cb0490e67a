// The bar that never leaves the screen: does it fit, with which memory and time, and the change that saves most.
"use strict";

const words = { yes: "fits", tight: "tight on", no: "does not fit" };

// By docs/cycles.md: how far estimates were off for whole networks on the emulator.
function timeError(target) { return target.startsWith("rv32") || target === "xtensa" ? 20 : 10; }

function meterFigure(title, used, of, unit) {
  const meter = make("meter", { min: 0, max: of, value: Math.min(used, of), high: of * 0.95, optimum: 0, "aria-label": title });
  return make("span", { class: "figure", title: `${number(used)} of ${number(of)} bytes ${unit}` },
    make("b", { text: title }), `${bytes(used)} of ${bytes(of)}`, meter, make("small", { text: unit }));
}

function showVerdict() {
  const part = board(), { needs, fit } = state.answer;
  const verdict = state.fault?.exit === 1 ? "no" : fit.verdict;
  show("status", make("span", { class: verdict, text: words[verdict] }), part.board);
  const time = needs.milliseconds_estimate;
  show("figures",
    meterFigure("RAM", needs.ram_bytes + needs.stack_bytes, part.ram_bytes, "with stack"),
    meterFigure("Flash", needs.constant_bytes + needs.code_bytes, part.flash_bytes, "with code"),
    make("span", { class: "figure", title: "Estimated from the chosen kernels, the core, its clock and its flash" },
      make("b", { text: "Time" }), time === null ? "–" : `${milliseconds(time)} ms`,
      make("small", { text: time === null ? "no estimate for this core" : `± ${timeError(part.target)} % on average, from the kernels${state.answer.report?.hop ? ", for each hop" : ""}` })));
  $("verdict").dataset.verdict = verdict;
  document.title = `${state.file}: ${words[verdict]} ${part.board} – nook`;
}

// While the compiler works, and if it refuses.
function showBusy(what) { show("status", what); }

function showRefusal(fault) {
  const why = fault.exit === 2 ? "not with these options" : "not supported";
  show("status", make("span", { class: "no", text: why }), state.file);
  show("figures", make("span", { class: "figure", text: `${fault.code}: ${fault.what.split("\n")[0]}` }));
  $("best").hidden = true;
  document.title = `${state.file}: ${why} – nook`;
}

const variants = [
  ["fewest cycles (-O time)", { level: "time", ...unlimited }],
  ["balanced (-O balanced)", { level: "balanced", ...unlimited }],
  ["weights as small as in the model (-O flash)", { level: "flash", ...unlimited }],
  ["no scratch of kernels (-O ram)", { level: "ram", ...unlimited }],
  ["least code (-O size)", { level: "size", ...unlimited }],
  ["inputs and outputs in the scratch", { input_in_scratch: true, output_in_scratch: true }],
  ["inputs and outputs outside of the scratch", { input_in_scratch: false, output_in_scratch: false, stream_input: false }],
  ["whole tensors, not row by row", { no_rows: true, stream_input: false }],
  ["no overwriting of inputs", { no_overlap: true }],
  ["input arrives row by row", { stream_input: true, input_in_scratch: false, no_rows: false }],
];

const allRam = (needs) => needs.ram_bytes + needs.stack_bytes;
const allFlash = (needs) => needs.constant_bytes + needs.code_bytes;

// The change that saves most: of flash where only flash is short, else of RAM.
function showBest(results, now) {
  const flash = state.answer.fit.flash_spare < 0 && state.answer.fit.ram_spare >= 0;
  const size = flash ? allFlash : allRam, least = Math.max(64, size(now) * 0.02);
  const best = results.filter(({ needs }) => needs && size(now) - size(needs) > least)
    .sort((a, b) => size(a.needs) - size(b.needs))[0];
  $("best").hidden = false;
  if (!best) {
    show("best", flash ? "No option takes less flash." : "No option takes less RAM.");
    return;
  }
  const slower = best.needs.milliseconds_estimate / now.milliseconds_estimate;
  const time = !Number.isFinite(slower) || Math.abs(slower - 1) < 0.005 ? "same time" : `${milliseconds(best.needs.milliseconds_estimate)} ms`;
  show("best", make("span", { text: `Saves ${bytes(size(now) - size(best.needs))} of ${flash ? "flash" : "RAM"} (${time}): ${best.name}` }),
    button("Use", () => applyVariant(best.variant), { "aria-label": "Use: " + best.name }));
}

function changeRow({ name, variant, needs, fault }, now) {
  if (!needs) return [name, "–", "", "–", "", "–", "", make("span", { text: fault.what })];
  const now_ms = now.milliseconds_estimate, ms = needs.milliseconds_estimate;
  return [name, number(allRam(needs)), signed(allRam(needs) - allRam(now)), number(allFlash(needs)), signed(allFlash(needs) - allFlash(now)),
    milliseconds(ms), ms === null ? "" : signed(ms - now_ms, (x) => milliseconds(x)), button("Use", () => applyVariant(variant), { "aria-label": "Use: " + name })];
}

function showChanges(results, now) {
  show("changes", table("What each option changes",
    [["with"], ["RAM", true], ["change", true], ["flash", true], ["change", true], ["ms", true], ["change", true], [""]],
    results.map((result) => changeRow(result, now))));
}
