// Two builds side by side: one is kept, and every later one is drawn next to it, on one scale.
"use strict";

const comparing = () => !!state.kept && state.kept.report !== state.answer?.report;

const buildName = () => `${state.file}, ${state.answer.command.replace(/^nook compile \S+ /, "")}`;

function showKept() {
  const { kept } = state;
  $("unkeep").hidden = !kept;
  $("keep").textContent = kept ? "Keep this build instead" : "Keep this build to compare";
  $("kept-note").textContent = !kept ? "" : comparing() ? `Before: ${kept.name}. After: ${buildName()}.` : `Kept: ${kept.name}. Change an option or the board, or open another file: both builds are drawn.`;
  $("changed").hidden = !comparing();
  $("map-axis").disabled = comparing();
  $("map-place").classList.toggle("pair", comparing());
}

const asBytes = (json) => new TextEncoder().encode(JSON.stringify(json));

// A figure of both builds and their difference.
function figureRow(title, before, after, show = number) {
  return [title, before === undefined || before === null ? "–" : show(before), after === null ? "–" : show(after),
    before === undefined || before === null || after === null ? "" : signed(after - before, show)];
}

// Texts of numbers as tables have them.
const grouped = (text) => (/^[+-]?\d+$/.test(text) ? (text[0] === "+" ? "+" : "") + number(Number(text)) : text === "-" ? "–" : text);

async function showCompared() {
  if (!comparing()) return;
  const { kept, answer } = state;
  const { map, figures, operators } = await state.engine.ask({ do: "map", file: "before.json" }, asBytes(kept.report), { "after.json": asBytes(answer.report) }, silent);
  if (kept !== state.kept || answer !== state.answer) return;
  showPicture("map", "detail", map, ".buffer, .amount", $("zoom-fit"));
  zoom.factor = 1;
  resizeMap();
  const { needs: a = {} } = kept, { needs: b } = answer;
  const all = (needs, ...keys) => (needs[keys[0]] === undefined || keys.some((key) => needs[key] === null) ? null : keys.reduce((sum, key) => sum + needs[key], 0));
  const rows = [figureRow("RAM with stack, bytes", all(a, "ram_bytes", "stack_bytes"), all(b, "ram_bytes", "stack_bytes")),
    figureRow("flash with code, bytes", all(a, "constant_bytes", "code_bytes"), all(b, "constant_bytes", "code_bytes")),
    figureRow("estimated time, ms", a.milliseconds_estimate, b.milliseconds_estimate, milliseconds),
    ...figures.slice(1).map((cells) => cells.map(grouped))];
  show("changed-figures", table("Figures that changed", [[""], ["before", true], ["after", true], ["change", true]], rows));
  const changed = operators.slice(1).filter((cells) => [3, 6].some((i) => cells[i] !== "0") || cells[7]);
  const same = operators.length - 1 - changed.length;
  $("changed-note").textContent = `${changed.length === 1 ? "1 operator differs" : number(changed.length) + " operators differ"}, ${same === 1 ? "1 is alike" : number(same) + " are alike"}. In use: bytes of scratch while the operator runs.`;
  $("changed-operators").hidden = changed.length === 0;
  show("changed-operators", table("Operators that changed",
    [["operator"], ["in use before", true], ["after", true], ["change", true], ["constants before", true], ["after", true], ["change", true], ["kernel"]],
    changed.map((cells) => [...cells.slice(0, 7).map(grouped), make("span", { class: "kernel", text: cells[7] })])));
}

function keep(kept) {
  state.kept = kept;
  show("kept-fault");
  showMap();
  showKept();
  showCompared().catch((fault) => {
    if (fault instanceof Stopped) return;
    state.kept = null;
    showMap();
    showKept();
    showFaultIn("kept-fault", fault);
  });
}

function listenToKept() {
  $("keep").addEventListener("click", () => keep({ name: buildName(), report: state.answer.report, needs: state.answer.needs }));
  $("unkeep").addEventListener("click", () => {
    keep(null);
    $("keep").focus();
  });
  $("kept-file").addEventListener("change", async () => {
    const [file] = $("kept-file").files;
    if (!file) return;
    try {
      keep({ name: file.name, report: JSON.parse(await file.text()) });
    } catch {
      showFaultIn("kept-fault", { code: "N2029", where: file.name, what: "it is not JSON", hint: "the file NAME.json that nook compile writes" });
    }
    $("kept-file").value = "";
  });
}
