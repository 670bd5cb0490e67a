// Folders of samples: dropped, or chosen. Sub-folders are classes, in the order of their names.
"use strict";

const sampleKinds = [".npy", ".npz", ".png", ".jpg", ".jpeg", ".csv", ".wav", ".bin", ".raw"];

const ofEntry = (entry) => new Promise((resolve, reject) => entry.file(resolve, reject));

// A reader gives some of the entries at a time, and none at the end.
async function entriesIn(folder) {
  const reader = folder.createReader(), all = [];
  for (;;) {
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

// [path, file] of all files below these entries.
async function filesBelow(entries, path = "") {
  const all = [];
  for (const entry of entries) {
    if (entry.isDirectory) all.push(...await filesBelow(await entriesIn(entry), path + entry.name + "/"));
    else all.push([path + entry.name, await ofEntry(entry)]);
  }
  return all;
}

// The parts of the paths after the folders that all of them share.
function withoutCommon(paths) {
  const parts = paths.map((path) => path.split("/"));
  while (parts.length > 0 && parts.every((part) => part.length > 1 && part[0] === parts[0][0])) parts.forEach((part) => part.shift());
  return parts;
}

// Sorts the files of a folder: {samples: files in order, labels: a file or null, classes: names, of: class of each
// sample, others: number of files that are neither}. Without sub-folders there are no classes.
function sortFolder(files) {
  const seen = files.filter(([path]) => !path.split("/").some((part) => part.startsWith(".")));
  const isLabels = ([path]) => /(^|\/)labels\.(txt|npy)$/i.test(path);
  const kept = seen.filter((one) => !isLabels(one) && sampleKinds.includes(extension(one[0]))).sort(([a], [b]) => (a < b ? -1 : 1));
  const parts = withoutCommon(kept.map(([path]) => path)), classes = [...new Set(parts.filter((part) => part.length > 1).map(([first]) => first))].sort();
  const byClass = classes.length > 1 && parts.every((part) => part.length > 1);
  return { samples: kept.map(([, file]) => file), labels: seen.find(isLabels)?.[1] || null, classes: byClass ? classes : [],
           of: byClass ? parts.map(([first]) => classes.indexOf(first)) : [], others: seen.length - kept.length - seen.filter(isLabels).length };
}

const textFile = (name, text) => ({ path: "labels/" + name, attached: { ["labels/" + name]: new TextEncoder().encode(text) } });

// {samples, labels, classes, truth, remark} as the compiler reads them. `truth`: the class of each sample, if it is known.
async function readFolder(files, input) {
  const { samples: chosen, labels: file, classes, of, others } = sortFolder(files);
  if (chosen.length === 0) throw new NookError({ exit: 4, code: "N4025", where: "the folder", what: "there are no samples", hint: "samples are " + sampleKinds.join(", ") });
  const samples = await readSamples(chosen, input, classes.length > 0);
  let labels = null, truth = [];
  if (classes.length) {
    truth = samples.from.map((k) => of[k]);
    labels = textFile("labels.txt", truth.join("\n") + "\n");
  } else if (file) {
    labels = await readLabels(file);
    if (extension(file.name) === ".txt") truth = (await file.text()).trim().split(/\s+/).map(Number);
  }
  const said = [`${number(chosen.length)} files.`, samples.remark];
  if (classes.length) said.push(`Labels by sub-folder: ${classes.map((name, i) => `${i} ${name}`).join(", ")}.`);
  else if (labels) said.push(`Labels: ${file.name}.`);
  if (others) said.push(`${number(others)} other files were left out.`);
  return { samples, labels, classes, truth, remark: said.filter(Boolean).join(" ") };
}

// A button that opens the browser's dialogue for a folder.
function folderButton(id, take) {
  const input = make("input", { type: "file", id, webkitdirectory: "", class: "hidden-input", tabindex: "-1", "aria-label": "Folder of samples" });
  input.addEventListener("change", async () => {
    if (input.files.length) await take([...input.files].map((file) => [file.webkitRelativePath || file.name, file]));
    input.value = "";
  });
  return make("span", {}, input, button("Choose a folder", () => input.click(), { title: "Pictures, WAVs or arrays; sub-folders are classes" }));
}

async function takeQuantizeFolder(files) {
  show("q-fault");
  try {
    const { samples, labels, remark } = await readFolder(files, modelInput());
    Object.assign(quantizing, { samples, labels: labels || quantizing.labels });
    $("q-remark").textContent = remark;
  } catch (fault) {
    showFaultIn("q-fault", fault);
  }
}

async function takeRunFolder(files) {
  show("r-fault");
  try {
    const { samples, classes, truth, remark } = await readFolder(files, modelInput());
    running.samples = { ...samples, classes, truth };
    $("r-remark").textContent = remark;
  } catch (fault) {
    showFaultIn("r-fault", fault);
  }
}

const isModel = (path) => /\.(tflite|onnx|data)$/i.test(path);

// A dropped model is opened; a folder or files without a model are samples for Quantize or Run.
async function takeDropped(files, entries) {
  const all = entries.every(Boolean) && entries.length ? await filesBelow(entries) : [...files].map((file) => [file.name, file]);
  if (all.length === 0) return;
  if (all.some(([path]) => isModel(path))) await openFiles(all.map(([, file]) => file));
  else if (!state.answer?.report) await openFiles(all.map(([, file]) => file));
  else if (state.tab === "quantize") await takeQuantizeFolder(all);
  else {
    selectTab("run");
    await takeRunFolder(all);
  }
}
