// Audits a page as Lighthouse does, without a network, and leaves its findings as JSON in <pre id="audit">: text with too
// little contrast or too small, images and controls without a name, a page wider than the window.
window.addEventListener("load", () => setTimeout(() => {
  const still = document.createElement("style");
  still.textContent = "* { transition: none !important }";
  document.head.append(still);
  document.body.setAttribute("data-md-color-scheme", scheme);
  const found = [];
  const channels = (color) => (color.match(/[\d.]+/g) || []).map(Number);
  const over = (front, back) => {
    const alpha = front.length > 3 ? front[3] : 1;
    return front.slice(0, 3).map((value, i) => value * alpha + back[i] * (1 - alpha));
  };
  const background = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) layers.push(channels(getComputedStyle(at).backgroundColor));
    return layers.reverse().reduce((below, layer) => over(layer.length > 2 ? layer : [0, 0, 0, 0], below), [255, 255, 255]);
  };
  const luminance = (color) => {
    const [r, g, b] = color.map((value) => value / 255).map((v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a, b) => {
    const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
    return (high + 0.05) / (low + 0.05);
  };
  const visible = (element) => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && getComputedStyle(element).visibility === "visible";
  };
  const name = (element) => `${element.tagName.toLowerCase()} "${(element.textContent || "").trim().slice(0, 40)}"`;

  const seen = new Set();
  for (const element of document.querySelectorAll("article *")) {
    const text = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!text || !visible(element) || element.matches(".headerlink, script, style")) continue;
    const style = getComputedStyle(element), back = background(element);
    const size = parseFloat(style.fontSize), need = size >= 24 ? 3 : 4.5;
    const have = contrast(over(channels(style.color), back), back);
    const key = `${style.color} ${back}`;
    if (have < need && !seen.has(key)) {
      seen.add(key);
      found.push(`${name(element)}: contrast ${have.toFixed(2)}, need ${need}`);
    }
    if (size < 10) found.push(`${name(element)}: ${size} pixels`);
  }
  for (const image of document.images) if (!image.alt) found.push(`${image.src}: no alternative text`);
  for (const control of document.querySelectorAll("button, input:not([type=hidden]), a[href]")) {
    const label = control.textContent.trim() || control.getAttribute("aria-label") || control.title || control.placeholder ||
        (control.labels && control.labels.length > 0);
    if (visible(control) && !label) found.push(`${control.outerHTML.slice(0, 80)}: no name`);
  }
  if (!document.documentElement.lang) found.push("the page does not say its language");
  const wide = document.documentElement.scrollWidth;
  if (wide > window.innerWidth) found.push(`the page is ${wide} pixels wide, the window ${window.innerWidth}`);
  const out = document.createElement("pre");
  out.id = "audit";
  out.textContent = JSON.stringify(found).replace(/</g, "\\u003c");
  document.body.append(out);
}, 500));
