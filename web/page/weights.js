// The weights of the chosen operator: a histogram of each channel, and how far the channels differ.
"use strict";

const weighing = { known: new Map(), of: null };  // answers by operator, for one model and its borders

// How the channels of a constant differ: the largest magnitude of each, and of these the extremes.
function spreadOf({ channels }) {
  const largest = channels.map((c) => Math.max(Math.abs(c.min), Math.abs(c.max)));
  const most = Math.max(...largest), alive = largest.filter((x) => x > 0), least = alive.length ? Math.min(...alive) : 0;
  return { largest, most, least, widest: largest.indexOf(most), narrowest: largest.indexOf(least), zero: largest.length - alive.length };
}

function spreadText(constant) {
  const { most, least, widest, narrowest, zero } = spreadOf(constant), { channels, scales } = constant;
  if (channels.length < 2) return `Values from ${real(constant.min)} to ${real(constant.max)}, root mean square ${real(channels[0].rms)}.`;
  const times = least > 0 ? most / least : 1, steps = Math.max(1, Math.floor(127 / times));
  const lines = [`${number(constant.channel_count)} channels.`];
  if (times < 1.05) lines.push(`The largest magnitude is ${real(most)} in all of them: one scale would do.`);
  else lines.push(`The largest magnitude is ${real(most)} in channel ${widest} and ${real(least)} in channel ${narrowest}: ${tidy(times, 1)} times less.`);
  if (times >= 1.05) lines.push(scales > 1 ? `Each channel has a scale of its own; with one for all, channel ${narrowest} would use ${steps} of 127 steps.`
    : `${scales === 1 ? "One scale for all" : "With one scale for all"}: channel ${narrowest} ${scales === 1 ? "uses" : "would use"} ${steps} of 127 steps.`);
  if (zero) lines.push(`${zero === 1 ? "One channel is" : zero + " channels are"} 0 throughout.`);
  if (channels.length < constant.channel_count) lines.push(`The picture shows the first ${number(channels.length)}.`);
  return lines.join(" ");
}

const binName = ({ min, max }, bin, bins) => `${real(min + (max - min) * bin / bins)} to ${real(min + (max - min) * (bin + 1) / bins)}`;

// Channels to the right, values up; the darker, the more of a channel's values are in the bin. A line of columns for the
// least and the largest value of each channel.
function channelPicture(constant) {
  const { channels, min, max } = constant, bins = channels[0].bins.length;
  const step = Math.max(2, Math.min(28, Math.floor(900 / channels.length))), high = 7, left = 62, width = channels.length * step, height = bins * high;
  const y = (value) => (max > min ? height - (value - min) / (max - min) * height : height / 2);
  const columns = channels.map((channel, c) => {
    const most = Math.max(...channel.bins);
    const boxes = channel.bins.map((count, bin) => (count ? `<rect x="${c * step}" y="${height - (bin + 1) * high}" width="${step}" height="${high}" opacity="${(0.15 + 0.85 * count / most).toFixed(2)}"/>` : "")).join("");
    const range = `<path d="M${c * step + step / 2} ${y(channel.max).toFixed(1)}V${y(channel.min).toFixed(1)}"/>`;
    return `<g class="channel" data-channel="${c}"><rect class="whole" x="${c * step}" y="0" width="${step}" height="${height}"/>${boxes}${range}</g>`;
  }).join("");
  const zero = min < 0 && max > 0 ? `<path class="zero" d="M0 ${y(0).toFixed(1)}H${width}"/><text x="-6" y="${(y(0) + 4).toFixed(1)}">0</text>` : "";
  const svg = `<svg viewBox="${-left} -14 ${width + left + 4} ${height + 38}" width="${width + left + 4}" height="${height + 38}">` +
    `<g>${columns}${zero}<text x="-6" y="10">${real(max)}</text><text x="-6" y="${height}">${real(min)}</text>` +
    `<text class="first" x="0" y="${height + 18}">channel 0</text>${width > 150 ? `<text x="${width}" y="${height + 18}">${channels.length - 1}</text>` : ""}</g></svg>`;
  const box = make("div", { class: "scroll weights", role: "slider", tabindex: "0", "aria-label": `Histograms of ${constant.name} by channel`,
                            "aria-valuemin": "0", "aria-valuemax": String(channels.length - 1), "aria-valuenow": "0" });
  box.innerHTML = svg;
  return box;
}

const oneHistogram = (constant, bins) => {
  const most = Math.max(1, ...bins), list = make("div", { class: "histogram", "aria-hidden": "true" });
  list.append(...bins.map((count, bin) => make("i", { style: `--part:${count / most}`, title: `${binName(constant, bin, bins.length)}: ${number(count)}` })));
  return list;
};

const allBins = ({ channels }) => channels[0].bins.map((_, bin) => channels.reduce((sum, c) => sum + c.bins[bin], 0));

// One constant: its picture by channel, of which one channel is described. Arrow keys move, Home and End go to the ends.
function weightsOf(constant) {
  const { channels } = constant, head = make("h4", { text: `${constant.name}: ${constant.type} ${constant.shape.join(" × ")}` });
  const words = make("p", { class: "note", text: spreadText(constant) });
  const whole = make("div", { class: "histogram-of" }, oneHistogram(constant, allBins(constant)), make("p", { class: "note", text: `all values, ${real(constant.min)} to ${real(constant.max)}` }));
  if (channels.length < 2) return make("div", { class: "constant" }, head, words, whole);
  const picture = channelPicture(constant), one = make("div", { class: "histogram-of" });
  const tell = (c) => {
    const { min, max, rms, bins } = channels[c], text = `channel ${c}: ${real(min)} to ${real(max)}, root mean square ${real(rms)}`;
    picture.querySelectorAll(".channel").forEach((part, i) => part.classList.toggle("chosen", i === c));
    picture.setAttribute("aria-valuenow", String(c));
    picture.setAttribute("aria-valuetext", text);
    one.replaceChildren(oneHistogram(constant, bins), make("p", { class: "note", text }));
  };
  const at = (event) => event.target.closest?.(".channel")?.dataset.channel;
  for (const kind of ["pointerover", "click"]) picture.addEventListener(kind, (event) => { if (at(event) !== undefined) tell(Number(at(event))); });
  picture.addEventListener("keydown", (event) => {
    const now = Number(picture.getAttribute("aria-valuenow"));
    const to = { ArrowRight: now + 1, ArrowUp: now + 1, ArrowLeft: now - 1, ArrowDown: now - 1, Home: 0, End: channels.length - 1 }[event.key];
    if (event.key === "Escape") $("tab-operators").focus();
    if (to === undefined) return;
    event.preventDefault();
    if (channels[to]) tell(to);
  });
  tell(spreadOf(constant).widest);
  return make("div", { class: "constant" }, head, words, picture, make("div", { class: "two" }, one, whole));
}

// The answer stays known while the model and its borders stay the same. Nothing is asked while the compiler works: the
// worker has one request after the other.
async function weightsFor(node) {
  const key = JSON.stringify(borders());
  if (weighing.of !== state.model || weighing.key !== key) Object.assign(weighing, { of: state.model, key, known: new Map() });
  if (!weighing.known.has(node)) {
    const asked = ask("weights", { ...borders(), operator: node });
    weighing.known.set(node, asked);
    asked.catch(() => weighing.known.delete(node));
  }
  return weighing.known.get(node);
}

// The attributes of an operator, and the types and scales of its tensors.
function tensorsOf(attributes, inputs, outputs) {
  const row = (role) => (t) => [t.name, role, t.type, t.shape.join(" × "), t.scales ? `${number(t.scales)} scales` : t.scale === undefined ? "–" : real(t.scale), t.zero_point ?? "–"];
  const box = make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Tensors of the operator" });
  box.append(table("Tensors of the operator", [["tensor"], [""], ["type"], ["shape"], ["scale", true], ["zero", true]], [...inputs.map(row("reads")), ...outputs.map(row("writes"))]));
  return make("div", {}, make("p", { class: "note", id: "op-attributes", text: attributes.trim() ? `Attributes: ${attributes.trim()}` : "No attributes." }), box);
}

async function showWeights(op) {
  $("weights-section").hidden = !op;
  if (!op) return;
  const still = () => state.selected === op.index;
  $("weights-head").textContent = `Weights of ${operatorLabel(op)}`;
  if (op.node < 0) {
    show("weights", make("p", { class: "note", text: "nook made this operator: the model has no weights for it." }));
    return;
  }
  show("weights", make("p", { class: "note", text: "The weights are being read …" }));
  try {
    const { constants, attributes, inputs, outputs } = await weightsFor(op.node);
    if (!still()) return;
    show("weights", tensorsOf(attributes, inputs, outputs), ...(constants.length ? constants.map(weightsOf) : [make("p", { class: "note", text: "This operator has no weights of its own." })]));
  } catch (fault) {
    if (!still()) return;
    show("weights", make("p", { class: "note", text: fault instanceof Stopped ? "The weights were not read: choose the operator again." : fault.message }));
  }
}
