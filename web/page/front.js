// Programs by memory: programs of which none is both smaller and faster than another, as charts whose points are chosen.
"use strict";

const fronts = { key: "", found: null, searching: false };

const frontOf = { ram_front: { size: "ram_bytes", title: "RAM", control: "ram" }, flash_front: { size: "flash_bytes_estimate", title: "flash", control: "flash_size" } };

// The options of all points of a front.
function frontOptions() {
  const { level, ...rest } = inC(chosen(unlimited));
  return rest;
}

// Round numbers between two values, at most five.
function ticksOf(low, high) {
  const rough = (high - low) / 4, power = 10 ** Math.floor(Math.log10(rough)), step = [1, 2, 5, 10].map((k) => k * power).find((s) => s >= rough);
  const all = [];
  for (let at = Math.ceil(low / step) * step; at <= high + step / 1e6; at += step) all.push(at);
  return all;
}

// A tenth of the range on each side, at least a fiftieth of the largest value.
function rangeOf(values) {
  const low = Math.min(...values), high = Math.max(...values), more = Math.max((high - low) / 10, high / 50);
  return [Math.max(0, low - more), high + more];
}

const plot = { width: 400, height: 250, left: 52, right: 12, top: 24, bottom: 38 };

function frontChart(name, { points }) {
  const { size, title } = frontOf[name], { needs } = state.answer;
  const now = [name === "ram_front" ? needs.ram_bytes : needs.constant_bytes + needs.code_bytes, needs.milliseconds_estimate];
  const [x0, x1] = rangeOf(points.map((p) => p[size])), [y0, y1] = rangeOf(points.map((p) => p.milliseconds_estimate));
  const x = (value) => plot.left + (value - x0) / (x1 - x0) * (plot.width - plot.left - plot.right);
  const y = (value) => plot.height - plot.bottom - (value - y0) / (y1 - y0) * (plot.height - plot.top - plot.bottom);
  const bottom = plot.height - plot.bottom, text = (at, up, words, anchor) => `<text x="${at}" y="${up}" text-anchor="${anchor}">${words}</text>`;
  const axes = ticksOf(x0 / 1024, x1 / 1024).map((k) => `<path d="M${x(k * 1024)} ${bottom}v4"/>` + text(x(k * 1024), bottom + 17, real(k), "middle")).join("") +
    ticksOf(y0, y1).map((ms) => `<path d="M${plot.left - 4} ${y(ms)}h4"/>` + text(plot.left - 7, y(ms) + 4, real(ms), "end")).join("");
  const line = points.map((p, i) => `${i ? "H" : "M"}${x(p[size])}${i ? "V" : " "}${y(p.milliseconds_estimate)}`).join("") + `H${plot.width - plot.right}`;
  const isNow = (p) => p.ram_bytes === needs.ram_bytes && p.flash_bytes_estimate === needs.constant_bytes + needs.code_bytes;
  const inside = !points.some(isNow) && now[0] >= x0 && now[0] <= x1 && now[1] >= y0 && now[1] <= y1;
  const dots = points.map((p, i) => `<g class="point${isNow(p) ? " now" : ""}" data-point="${i}" role="button"><circle class="hit" cx="${x(p[size])}" cy="${y(p.milliseconds_estimate)}" r="13"/>` +
    `<circle cx="${x(p[size])}" cy="${y(p.milliseconds_estimate)}" r="6"/></g>`).join("");
  const chart = make("div", { class: "front scroll", role: "group", "aria-label": `Milliseconds over ${title}` });
  chart.innerHTML = `<svg viewBox="0 0 ${plot.width} ${plot.height}" role="group"><path class="axis" d="M${plot.left} ${plot.top}V${bottom}H${plot.width - plot.right}"/>${axes}` +
    text(plot.width - plot.right, plot.height - 4, `KiB of ${title}`, "end") + text(plot.left, plot.top - 10, "ms", "middle") + `<path class="step" d="${line}"/>` +
    (inside ? `<path class="cross" d="M${x(now[0]) - 8} ${y(now[1]) - 8}l16 16m0 -16l-16 16"/>` : "") + dots + "</svg>";
  for (const dot of chart.querySelectorAll(".point")) {
    const point = points[Number(dot.dataset.point)];
    dot.setAttribute("aria-label", pointText(point).replaceAll("\n", ", "));
    const choose = () => choosePoint(name, point);
    dot.addEventListener("click", choose);
    dot.addEventListener("keydown", (event) => (event.key === "Enter" || event.key === " ") && (event.preventDefault(), choose()));
    for (const event of ["pointerenter", "focus"]) dot.addEventListener(event, () => { $("point-" + name).textContent = pointText(point); });
  }
  rove([...chart.querySelectorAll(".point")], $("front-go"));
  return chart;
}

function pointText(point) {
  return [`${number(point.ram_bytes)} bytes of RAM, ${number(point.flash_bytes_estimate)} of flash, ${milliseconds(point.milliseconds_estimate)} ms`, ...point.changes].join("\n");
}

// Compiles the program of a point: its option is a budget.
function choosePoint(name, point) {
  const bytes = /--(?:ram|flash-size) (\d+)/.exec(point.options)[1];
  clearBudgets();
  $(frontOf[name].control).value = bytes;
  $("level").value = levels.indexOf("balanced");
  fronts.focus = [name, bytes];
  changed();
}

function showFront() {
  if (!fronts.searching && fronts.key !== frontKey()) fronts.found = null;
  const shown = Object.entries(fronts.found || {}).filter(([name, front]) => frontOf[name] && front.points.length);
  if (!fronts.found && !fronts.searching) $("front-status").textContent = "";
  show("front", ...shown.map(([name, front]) => make("div", {}, make("h4", { text: `Milliseconds over ${frontOf[name].title}` }), frontChart(name, front),
    make("p", { class: "note lines", id: "point-" + name, "aria-live": "polite", text: "Point at a program, or choose it. A ring or a cross is the program of this page. Times are the search's estimates: the verdict's may differ by some per cent." }))));
  const [name, bytes] = fronts.focus || [];
  const at = name && fronts.found?.[name]?.points.findIndex((p) => p.options.endsWith(" " + bytes));
  if (at >= 0 && !fronts.searching) document.querySelectorAll(`#front .front`)[shown.findIndex(([one]) => one === name)]?.querySelectorAll(".point")[at]?.focus({ preventScroll: true });
  fronts.focus = null;
}

// The part of the time that a program which was not compared may save.
function most(found) {
  const parts = found.flatMap((front) => front.points.map((point) => 1 - point.cycles_least / point.cycles_estimate));
  return `${(Math.ceil(Math.max(0, ...parts) * 1000) / 10).toFixed(1)} %`;
}

const frontKey = () => JSON.stringify([state.digest, state.file, frontOptions()]);

async function findFront() {
  show("front-fault");
  Object.assign(fronts, { key: frontKey(), found: {}, searching: true });
  $("front-status").textContent = "Searching …";
  const said = (ended) => {
    const all = Object.values(fronts.found), count = all.reduce((sum, front) => sum + front.points.length, 0);
    $("front-status").textContent = `${number(count)} programs. ` + (ended || (all.some((front) => !front.whole) ? "The time ended: smaller ones may be missing. " : "") +
      (all.some((front) => !front.proven) ? `Not all choices were compared: another one saves at most ${most(all)} of the time.` : ""));
  };
  try {
    const { ram_front, flash_front } = await interrupting("Searching …", (progress) => ask("front", frontOptions(), { seconds: Number($("front-seconds").value) }, {}, progress), ({ what }) => {
      const { of, points, ...front } = JSON.parse(what);
      fronts.found[of] = { ...front, points: points.reverse() };
      $("front-status").textContent = `Searching: ${points.length} programs over ${frontOf[of].title} so far.`;
      showFront();
    });
    Object.assign(fronts, { found: { ram_front, flash_front }, searching: false });
    said();
  } catch (fault) {
    fronts.searching = false;
    if (fault instanceof Stopped) said("Cancelled. ");
    else {
      $("front-status").textContent = "";
      showFaultIn("front-fault", fault);
    }
  }
  showFront();
}

function listenToFront() { $("front-go").addEventListener("click", findFront); }
