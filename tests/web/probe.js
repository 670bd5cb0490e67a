// Answers test_web.py's questions about the page; sends the answer to the parent window.
const blocked = [];
const sliding = !location.hash;  // a screenshot shows the page before the slider moves
document.addEventListener("securitypolicyviolation", (event) => blocked.push(event.violatedDirective + " " + event.blockedURI));

function luminance(colour) {
  const [r, g, b] = colour.match(/[\d.]+/g).map(Number).map((c) => {
    const s = c / 255;
    return s <= 0.03928 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function background(element) {
  for (let at = element; at; at = at.parentElement) {
    const colour = getComputedStyle(at).backgroundColor;
    if (!colour.startsWith("rgba(0, 0, 0, 0")) return colour;
  }
  return "rgb(255, 255, 255)";
}

// Texts whose contrast is below 4.5 to 1.
function faint() {
  const found = [];
  for (const element of document.querySelectorAll("body *:not(script):not(option)")) {
    const own = [...element.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
    if (!own || element.closest("svg") || element.getClientRects().length === 0) continue;
    const [a, b] = [luminance(getComputedStyle(element).color), luminance(background(element))].sort((x, y) => y - x);
    if ((a + 0.05) / (b + 0.05) < 4.5) found.push(element.tagName + " " + element.textContent.trim().slice(0, 30));
  }
  return found;
}

function unlabelled() {
  return [...document.querySelectorAll("input, select, button")].filter((control) =>
    control.tagName !== "BUTTON" && !control.labels.length && !control.getAttribute("aria-label")).map((control) => control.id);
}

// Controls that a finger can't hit: smaller than 24 pixels.
function small() {
  return [...document.querySelectorAll("select, button, .button, .check, input[type=range]")].filter((control) => {
    const { width, height } = control.getBoundingClientRect();
    return control.getClientRects().length > 0 && (width < 24 || height < 24);
  }).map((control) => control.id || control.textContent);
}

// Headings in order, with one h1: screen readers navigate by them.
function headlines() {
  const ranks = [...document.querySelectorAll("h1, h2, h3")].filter((h) => h.getClientRects().length > 0).map((h) => Number(h.tagName[1]));
  const skipped = ranks.some((rank, i) => i > 0 && rank > ranks[i - 1] + 1);
  return ranks.filter((rank) => rank === 1).length === 1 && ranks[0] === 1 && !skipped;
}

// Pictures and regions without a name, and references to missing elements.
function unnamed() {
  const found = [...document.querySelectorAll("[role=img], [role=group], section, main, form, [tabindex='0']")].filter((element) => {
    if (element.getClientRects().length === 0 || element.id === "result" || element.closest("svg") === element) return false;
    const by = element.getAttribute("aria-labelledby");
    return !element.getAttribute("aria-label") && !(by && document.getElementById(by)) && !element.querySelector(":scope > title");
  });
  return found.map((element) => element.tagName + " " + (element.id || element.className.baseVal || element.className));
}

// Moves a slider as the arrow keys do, and waits for the command that says so.
async function slide(id, value, until) {
  const slider = document.getElementById(id);
  slider.value = String(value);
  for (const event of ["input", "change"]) slider.dispatchEvent(new Event(event, { bubbles: true }));
  const says = () => document.getElementById("command").textContent;
  while (!says().includes(until)) await new Promise((resolve) => setTimeout(resolve, 20));
  return says();
}

// The details of a picture that focus alone shows.
function focused(picture, parts, detail) {
  const part = document.querySelector(`#${picture} ${parts}`);
  part.focus();
  return document.activeElement === part && document.getElementById(detail).textContent === part.querySelector("title").textContent;
}

function wait(what) {
  return new Promise((resolve) => {
    const look = () => (document.body.dataset[what] || !document.getElementById("fault").hidden ? resolve() : setTimeout(look, 20));
    look();
  });
}

(async () => {
  await wait("loaded");
  const before = performance.getEntriesByType("resource").length;
  document.getElementById("sample").click();
  await wait("done");
  const requests = performance.getEntriesByType("resource").slice(before).map((entry) => entry.name).filter((name) => !name.startsWith("blob:"));
  const root = document.documentElement, status = document.getElementById("status");
  status.textContent = status.textContent.replace(/ in \d+ ms/, "");  // the browser's clock is virtual here
  const seen = {
    fault: document.getElementById("fault").textContent, requests, blocked,
    overflow: root.scrollWidth - root.clientWidth, unlabelled: unlabelled(), contrast: faint(),
    buffers: document.querySelectorAll("#map .buffer").length,
    boards: document.querySelectorAll("#boards tbody tr").length,
    changes: document.querySelectorAll("#changes tbody tr").length,
    header: document.getElementById("source").textContent,
    dark: luminance(getComputedStyle(document.body).backgroundColor) < 0.2,
    small: small(), headlines: headlines(), unnamed: unnamed(), language: root.lang,
    times: document.querySelectorAll("#time .bar title").length, estimate: document.getElementById("time").textContent,
    keyboard: [focused("map", ".buffer", "detail"), focused("time", ".bar[tabindex]", "time-detail")],
  };
  root.scrollTop = 0;
  if (sliding) seen.sliders = [await slide("level", 3, "-O ram"), await slide("pool", 6, "name=fast")];
  parent.postMessage(JSON.stringify(seen), "*");
})();
