// Elements, numbers as texts, tables.
"use strict";

const $ = (id) => document.getElementById(id);

const number = (n) => n.toLocaleString("en-US");
const tidy = (n, digits) => n.toFixed(digits).replace(/\.0+$/, "");  // 256, not 256.0
const bytes = (n) => (Math.abs(n) < 10240 ? `${number(n)} B` : Math.abs(n) < 1048576 ? `${tidy(n / 1024, 1)} KiB` : `${tidy(n / 1048576, 2)} MiB`);
const milliseconds = (ms) => (ms === null || ms === undefined ? "–" : ms < 10 ? tidy(ms, 2) : ms < 100 ? tidy(ms, 1) : number(Math.round(ms)));
const signed = (n, show = number) => (n === 0 ? "±0" : (n > 0 ? "+" : "−") + show(Math.abs(n)));
const real = (x) => (x === null || x === undefined ? "–" : Math.abs(x) >= 1e5 || (x !== 0 && Math.abs(x) < 1e-3) ? x.toExponential(2) : tidy(x, 4).replace(/(\.\d*?)0+$/, "$1"));

function make(tag, { text, on = {}, ...attributes } = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  for (const [event, act] of Object.entries(on)) element.addEventListener(event, act);
  if (text !== undefined) element.textContent = text;
  element.append(...children);
  return element;
}

const button = (text, act, more = {}) => make("button", { type: "button", text, on: { click: act }, ...more });
const field = (text, control) => make("label", { text: text + " " }, control);
const check = (text, attributes = {}) => {
  const box = make("input", { type: "checkbox", ...attributes });
  return [box, make("label", { class: "check" }, box, " " + text)];
};
const select = (values, attributes = {}) =>
  make("select", attributes, ...values.map((v) => (Array.isArray(v) ? make("option", { value: v[0], text: v[1] }) : make("option", { value: v, text: v }))));

// `columns`: [title, is a number]; `rows`: lists of texts or elements, the first of which names the row; a row may have
// a `class`.
function table(caption, columns, rows) {
  const head = make("tr", {}, ...columns.map(([title, right]) => make("th", { scope: "col", text: title, class: right ? "n" : "" })));
  const body = rows.map((cells) => make("tr", cells.class ? { class: cells.class } : {}, ...cells.map((cell, i) => {
    const element = make(i === 0 ? "th" : "td", { class: columns[i][1] ? "n" : "", ...(i === 0 ? { scope: "row" } : {}) });
    element.append(cell);
    return element;
  })));
  return make("table", { "aria-label": caption }, make("thead", {}, head), make("tbody", {}, ...body));
}

function show(id, ...content) { $(id).replaceChildren(...content); }

// Lets a group of elements be one stop of the Tab key: the arrow keys move within, Escape leaves.
function rove(parts, leave) {
  parts.forEach((part, i) => part.setAttribute("tabindex", i === 0 ? "0" : "-1"));
  parts.forEach((part, i) => part.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const to = event.key === "Home" ? 0 : event.key === "End" ? parts.length - 1 : step ? i + step : -1;
    if (event.key === "Escape") leave?.focus();
    if (event.key === "Escape" || !parts[to]) return;
    event.preventDefault();
    part.setAttribute("tabindex", "-1");
    parts[to].setAttribute("tabindex", "0");
    parts[to].focus();
  }));
}

function save(name, content) {
  const url = URL.createObjectURL(new Blob([content], { type: "application/octet-stream" }));
  make("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

// Copies a text and says so on the button, which has its own text again after the last copy.
async function copy(from, text) {
  from.dataset.text ||= from.textContent;
  let said = "Copied";
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    said = "Copy failed: select the text";
  }
  from.textContent = said;
  $("status").append(make("span", { class: "said", text: " " + said }));
  clearTimeout(Number(from.dataset.timer));
  document.querySelectorAll("#status .said:not(:last-child)").forEach((one) => one.remove());
  from.dataset.timer = setTimeout(() => { from.textContent = from.dataset.text; document.querySelector("#status .said")?.remove(); }, 1500);
}
