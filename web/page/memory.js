// The memory map: zoom, details that stay, one stop of the Tab key.
"use strict";

const zoom = { factor: 1, least: 0.4, most: 8 };

// A picture whose parts of a class describe themselves in `detail`: pointed at or focused, for a while; chosen by a
// click or Enter, until another one is chosen. `chosen(part)` is told, and `near(part)` of the part pointed at, or null.
// `prepare()` may change the picture before.
function showPicture(id, detail, svg, parts, leave, { chosen = () => {}, near = () => {}, prepare = () => {} } = {}) {
  $(id).innerHTML = svg;
  prepare();
  $(id).querySelector("svg").setAttribute("role", "group");
  const all = [...$(id).querySelectorAll(parts)].filter((part) => part.querySelector("title"));
  let pinned = null;
  const tell = (part) => show(detail, ...(part === pinned ? [make("span", { class: "pinned", text: "Kept\n" })] : []), part.querySelector("title").textContent);
  const pin = (part) => {
    pinned?.classList.remove("chosen");
    pinned = part === pinned ? null : part;
    pinned?.classList.add("chosen");
    tell(part);
    chosen(part, part === pinned);
  };
  for (const part of all) {
    part.setAttribute("role", "img");
    part.setAttribute("aria-label", part.querySelector("title").textContent.replaceAll("\n", ", "));
    part.addEventListener("pointerenter", () => tell(part));
    part.addEventListener("pointerleave", () => pinned && tell(pinned));
    part.addEventListener("focus", () => tell(part));
    for (const event of ["pointerenter", "focus"]) part.addEventListener(event, () => near(part));
    for (const event of ["pointerleave", "blur"]) part.addEventListener(event, () => near(null));
    part.addEventListener("click", () => pin(part));
    part.addEventListener("keydown", (event) => event.key === "Enter" && pin(part));
  }
  rove(all, leave);
  return all;
}

function resizeMap() {
  const svg = $("map").querySelector("svg");
  if (!svg) return;
  const [, , width] = svg.getAttribute("viewBox").split(" ").map(Number);
  // Texts of 11 px stay at 11 px or more on a narrow screen, where the map scrolls.
  const fit = Math.max($("map").clientWidth, width);
  svg.style.width = `${Math.round(fit * zoom.factor)}px`;
}

function zoomTo(factor, at) {
  const box = $("map"), before = zoom.factor;
  zoom.factor = Math.min(zoom.most, Math.max(1, factor));
  const x = at ? at.x - box.getBoundingClientRect().left : box.clientWidth / 2;
  const y = at ? at.y - box.getBoundingClientRect().top : box.clientHeight / 2;
  const scale = zoom.factor / before;
  resizeMap();
  box.scrollLeft = (box.scrollLeft + x) * scale - x;
  box.scrollTop = (box.scrollTop + y) * scale - y;
}

// Dragging moves the map, as does scrolling; the wheel with Ctrl zooms, as in the browser.
function listenToMap() {
  const box = $("map");
  let from = null;
  box.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    zoomTo(zoom.factor * (event.deltaY < 0 ? 1.2 : 1 / 1.2), { x: event.clientX, y: event.clientY });
  }, { passive: false });
  box.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse") from = { x: event.clientX, y: event.clientY, left: box.scrollLeft, top: box.scrollTop };
  });
  window.addEventListener("pointermove", (event) => {
    if (!from) return;
    box.scrollLeft = from.left - (event.clientX - from.x);
    box.scrollTop = from.top - (event.clientY - from.y);
  });
  window.addEventListener("pointerup", () => { from = null; });
  $("map-axis").addEventListener("change", () => {
    const { factor } = zoom;
    showMap();
    markMap(state.answer.report.operators.find((op) => op.index === state.selected));
    zoomTo(factor);
    note(true);
  });
  $("zoom-in").addEventListener("click", () => zoomTo(zoom.factor * 1.5));
  $("zoom-out").addEventListener("click", () => zoomTo(zoom.factor / 1.5));
  $("zoom-fit").addEventListener("click", () => zoomTo(1));
  window.addEventListener("resize", resizeMap);
}

// The name of a buffer of the map is the first line of its title.
const bufferName = (part) => part.querySelector("title").textContent.split("\n")[0];

// Pairs of buffers of which an operator writes one over the other, which it reads for the last time: [{of, over, step}].
function inPlacePairs({ buffers }) {
  const meet = (a, b) => a.pool === b.pool && a.last === b.first && a.first < b.first && a.offset < b.offset + b.size && b.offset < a.offset + a.size;
  return buffers.flatMap((b) => buffers.filter((a) => a !== b && !a.ring && !b.ring && meet(a, b)).map((a) => ({ of: b.name, over: a.name })));
}

// Marks boxes that share a place and a time as intended.
function markInPlace() {
  const pairs = inPlacePairs(state.answer.report), boxes = [...$("map").querySelectorAll(".buffer")];
  for (const { of, over } of pairs)
    for (const box of boxes.filter((part) => bufferName(part) === of)) {
      box.classList.add("in-place");
      box.querySelector("title").textContent += `\nwritten over ${over}, which its operator reads: in place`;
    }
  $("in-place").hidden = pairs.length === 0;
}

function showMap() {
  $("in-place").hidden = true;
  if (comparing()) return;  // both builds come later
  const { map, map_in_time: timed } = state.answer, axis = $("map-axis");
  axis.options[1].disabled = !timed;  // a core without estimates
  if (!timed) axis.value = "";
  const writer = (part) => state.answer.report.operators.find((op) => part && op.outputs.includes(bufferName(part)));
  showPicture("map", "detail", axis.value ? timed : map, ".buffer, .amount", $("zoom-fit"), {
    chosen: (part, kept) => selectOperator(kept ? writer(part)?.index ?? -1 : -1, false),
    near: (part) => pointAt(writer(part)),
    prepare: markInPlace,
  });
  zoom.factor = 1;
  resizeMap();
}

// Marks the buffers that an operator writes and reads.
function markMap(op, mark = "of-operator") {
  const names = op ? [...op.outputs, ...op.inputs] : [];
  for (const part of $("map").querySelectorAll(".buffer")) part.classList.toggle(mark, names.includes(bufferName(part)));
}
