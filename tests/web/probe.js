// What test_web.py asks the page about itself; the answer goes to the window around it.
const blocked = [];
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
  status.textContent = status.textContent.replace(/ in \d+ ms/, "");  // the browser's time is virtual here
  const said = JSON.stringify({
    fault: document.getElementById("fault").textContent, requests, blocked,
    overflow: root.scrollWidth - root.clientWidth, unlabelled: unlabelled(), contrast: faint(),
    buffers: document.querySelectorAll("#map .buffer").length,
    boards: document.querySelectorAll("#boards tbody tr").length,
    changes: document.querySelectorAll("#changes tbody tr").length,
    header: document.getElementById("source").textContent,
    dark: luminance(getComputedStyle(document.body).backgroundColor) < 0.2,
    first: Number(document.body.dataset.ready),
  });
  parent.postMessage(said, "*");
})();
