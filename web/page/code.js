// The generated files: the call first, then the others; all of them as one archive, in every format.
"use strict";

const formatNotes = {
  c: "Functions and structs. main.c shows the call; add --declare-memory, or declare the scratch yourself as the header says.",
  managed: "A C++ class on managed tensors.", weights: "Only the constants, for graphs written by hand.",
  standalone: "With kernels and a CMakeLists.txt: builds on its own.", cmake: "With kernels and a CMakeLists.txt: builds on its own.",
  makefile: "With kernels and a Makefile: make builds a library.", arduino: "An Arduino library with an example sketch.",
  platformio: "A PlatformIO library with an example.", "esp-idf": "A component for ESP-IDF.", zephyr: "A module for Zephyr.",
  "cmsis-pack": "A pack for Keil MDK, IAR and CMSIS-Toolbox.",
  micropython: "A user C module of MicroPython.",
  esphome: "A component of ESPHome, for wake words and sensors.",
  rust: "A no_std crate: cargo compiles the C and the safe interface around it.",
  tvm: "With microTVM's interface, tvmgen_default_run(), as a folder in Model Library Format.",
  runner: "Firmware for your board, which nook run, validate and bench --port reach over a serial port. Fill in board.c and clock.c.",
  mlf: "One tar in Model Library Format.",
  image: "Only a compiler for the core makes one binary of the model: the archive has the model and the command for a machine that has it. Below is the C that goes into it.",
};

const decode = (content) => new TextDecoder().decode(content);
const isText = (path) => !/\.(bin|tar|zip|pack)$/.test(path);

const quoted = (word) => `'${word.replaceAll("'", "'\\''")}'`;

// A script that makes the chosen format next to the model.
function scriptOfFormat() {
  const { command } = state.answer, options = command.slice(`nook compile ${state.file}`.length);
  return `#!/bin/sh\nnook compile ${quoted(state.file)}${options}${commandFormat()} -o .\n`;
}

// The call, if a program can make it, is first.
function sources() {
  const { files, main } = state.answer;
  return main && !Object.keys(files).some((path) => path.endsWith("main.c")) ? { "main.c": new TextEncoder().encode(main), ...files } : files;
}

function showFiles() {
  const files = sources(), before = $("path").value;
  const first = (path) => (/(^|\/)main\.c$|\.ino$/.test(path) ? 0 : path.endsWith(state.answer.report.name + ".h") ? 1 : path.startsWith("nook/") || path.startsWith("src/nook/") ? 3 : 2);
  const paths = Object.keys(files).sort((a, b) => first(a) - first(b) || a.localeCompare(b));
  $("path").replaceChildren(...select(paths.map((path) => [path, `${path} (${bytes(files[path].length)})`])).children);
  $("path").value = paths.includes(before) ? before : paths[0];
  const refused = state.inC ? `${$("format").value} was refused, as the error says: these files, and Download, are in format c. ` : "";
  $("format-note").textContent = refused + (formatNotes[formatOfAnswer()] || "");
  $("download").textContent = refused ? "Download in format c" : "Download";
  showSource();
}

const formatOfAnswer = () => (state.inC ? "c" : $("format").value);

const mostShown = 400000;  // characters

// What Download saves: a pack or a tar as it is, other files as one archive.
function download() {
  const format = formatOfAnswer(), text = (content) => new TextEncoder().encode(content);
  let files = format === "c" ? sources() : state.answer.files;
  if (ofTheCommand.includes(format)) files = { [state.file]: state.model, ...state.external, [`make_${format}.sh`]: text(scriptOfFormat()) };
  const paths = Object.keys(files);
  if (paths.length === 1 && /\.(pack|tar)$/.test(paths[0])) save(paths[0].split("/").pop(), files[paths[0]]);
  else save(state.answer.report.name + ".zip", zip(files));
}

function showSource() {
  const path = $("path").value, content = sources()[path];
  if (!content) return;
  const text = isText(path) ? decode(content.subarray(0, mostShown)) : `${number(content.length)} bytes`;
  show("source", ...coloured(text, path), content.length > mostShown ? `\n… ${number(content.length - mostShown)} more bytes: download them` : "");
}

const cWords = /(\/\*[\s\S]*?\*\/|\/\/[^\n]*)|("(?:[^"\\\n]|\\.)*")|\b(static|const|void|int|return|if|else|for|while|struct|typedef|extern|enum|sizeof|unsigned|char|float|u?int(?:8|16|32|64)_t)\b/g;

// Comments, texts and words of C in colours; long files stay plain.
function coloured(text, path) {
  if (!/\.(c|h|cc|cpp|ino)$/.test(path) || text.length > 60000) return [text];
  const parts = [];
  let at = 0;
  for (const found of text.matchAll(cWords)) {
    parts.push(text.slice(at, found.index), make("span", { class: found[1] ? "c-comment" : found[2] ? "c-text" : "c-word", text: found[0] }));
    at = found.index + found[0].length;
  }
  return [...parts, text.slice(at)];
}
