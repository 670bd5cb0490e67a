#!/usr/bin/env node
// nook-tinyml: the commands of nook that need neither a compiler nor a board, on the user's files.
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const nook = require("./index.js");

const commands = {
  compile: "write the C files of a model: --target or --board, -o FOLDER",
  fit: "the boards that a model fits",
  quantize: "make an int8 model of a float one: --samples DATA, -o FILE",
  run: "run a model on this machine: --data DATA or random inputs, --output-dir FOLDER",
  inspect: "the operators and inputs of a model",
  boards: "the boards that nook knows",
};

class Usage extends Error {}

// The options of a command line by the table that the compiler has: {options, own: {output, json, force}, model}.
function parse(words, table) {
  const parsed = { options: {}, own: {}, model: "" };
  const own = { "-o": "output", "--output": "output", "--output-dir": "output", "--json": "json", "--force": "force" };
  for (let i = 0; i < words.length; i++) {
    const [word, ...rest] = words[i].startsWith("--") ? words[i].split("=") : [words[i]];
    const given = rest.length ? rest.join("=") : null;
    const value = () => given ?? words[++i] ?? (() => { throw new Usage(`${word} needs a value`); })();
    if (own[word]) {
      parsed.own[own[word]] = own[word] === "output" ? value() : true;
      continue;
    }
    const option = table.find(({ flag }) => flag && flag === word);
    if (!option && !word.startsWith("-") && !parsed.model) parsed.model = word;
    else if (!option) throw new Usage(`there is no option ${word}`);
    else if (option.kind === "flag") parsed.options[option.key] = true;
    else if (option.kind === "names") parsed.options[option.key] = given ?? true;
    else if (option.kind === "list") (parsed.options[option.key] ||= []).push(value());
    else if (option.kind === "text") parsed.options[option.key] = value();
    else parsed.options[option.key] = Number(value());
  }
  return parsed;
}

// The files that an option names, by normal paths: the option is changed to match.
function attach(options, keys) {
  const files = {};
  for (const key of keys) {
    if (!options[key]) continue;
    const name = path.normalize(options[key]);
    options[key] = name.replace(/[\\/]+$/, "");
    if (!fs.statSync(name).isDirectory()) files[name] = new Uint8Array(fs.readFileSync(name));
    else for (const file of fs.readdirSync(name)) {
      const whole = path.join(name, file);
      if (fs.statSync(whole).isFile()) files[whole] = new Uint8Array(fs.readFileSync(whole));
    }
  }
  return files;
}

// External weights of an ONNX model are files in its folder.
function besideModel(model) {
  const files = {};
  if (!model.endsWith(".onnx")) return files;
  const folder = path.dirname(model);
  for (const file of fs.readdirSync(folder))
    if (/\.(data|bin|weights?)$/.test(file)) files[file] = new Uint8Array(fs.readFileSync(path.join(folder, file)));
  return files;
}

// Files are not replaced unless --force says so, or they are equal.
function write(folder, files, force) {
  const paths = Object.keys(files).map((name) => path.join(folder, name));
  const there = paths.filter((to, i) => fs.existsSync(to) && !fs.readFileSync(to).equals(Object.values(files)[i]));
  if (there.length && !force) throw new Usage(`${there[0]} exists and differs: --force overwrites it`);
  Object.values(files).forEach((content, i) => {
    fs.mkdirSync(path.dirname(paths[i]), { recursive: true });
    fs.writeFileSync(paths[i], content);
  });
  return paths;
}

const print = (line) => process.stdout.write(line + "\n");
const printJson = (value) => print(JSON.stringify(value, null, 2));

function need(own, what) {
  if (!own.output) throw new Usage(`${what} is required`);
  return own.output;
}

const acts = {
  async compile({ options, own, model, bytes }) {
    const folder = need(own, "-o FOLDER"), { files, report } = await nook.compile(bytes, model, options, besideModel(model));
    const written = write(folder, files, own.force);
    const text = files[`${report.name}.report.txt`];
    if (own.json) printJson(report);
    else print((text ? new TextDecoder().decode(text) + "\n" : "") + "Written:\n" + written.map((name) => "  " + name).join("\n"));
  },
  async fit({ options, own, model, bytes }) {
    const boards = await nook.fit(bytes, model, options, besideModel(model));
    if (own.json) return printJson(boards);
    for (const one of boards)
      print([one.verdict.padEnd(6), one.board.padEnd(24), `RAM ${one.ram_bytes + one.stack_bytes}`.padEnd(14), `flash ${one.flash_bytes + one.code_bytes}`.padEnd(16), one.options].join(" "));
  },
  async quantize({ options, own, model, bytes }) {
    const to = need(own, "-o FILE"), files = { ...besideModel(model), ...attach(options, ["samples", "labels", "ranges_from"]) };
    const { files: made, file, report } = await nook.quantize(bytes, model, options, files);
    write(path.dirname(to), { [path.basename(to)]: made[file] }, own.force);
    if (own.json) return printJson({ ...report, file: to });
    print(`${to}: ${report.after.file_bytes} bytes, the float model has ${report.before.file_bytes}`);
    if (report.accuracy) print(`accuracy: float ${report.accuracy.float}, quantized ${report.accuracy.quantized}`);
    if (report.output_decibels !== undefined) print(`signal to noise of the first output: ${report.output_decibels} dB`);
  },
  async run({ options, own, model, bytes }) {
    const folder = need(own, "--output-dir FOLDER"), { files, runs } = await nook.run(bytes, model, options, { ...besideModel(model), ...attach(options, ["data"]) });
    const written = write(folder, files, own.force);
    if (own.json) printJson({ model, runs: runs.length, outputs: written });
    else print(`${runs.length} ${runs.length === 1 ? "run" : "runs"}, outputs in ${folder}`);
  },
  async inspect({ model, bytes }) { printJson(await nook.inspect(bytes, model)); },
};

function help() {
  print("Usage: nook-tinyml COMMAND MODEL [OPTIONS]\n");
  for (const [name, what] of Object.entries(commands)) print(`  ${name.padEnd(10)} ${what}`);
  print("\nOptions are those of the nook command: nook-tinyml COMMAND --help lists them. Commands that start a compiler or a\nboard (validate, bench, run --target) are the nook command's only.");
}

async function main() {
  const [command, ...words] = process.argv.slice(2);
  if (!command || command === "--help" || command === "-h") return help();
  const facts = await nook.about();
  if (command === "--version") return print(`nook ${facts.version}`);
  if (!commands[command]) throw new Usage(`there is no command '${command}': one of ${Object.keys(commands).join(", ")}`);
  if (command === "boards") return facts.boards.forEach((b) => print([b.board.padEnd(24), b.target.padEnd(12), String(b.ram_bytes).padStart(9), String(b.flash_bytes).padStart(9), b.part].join(" ")));
  const table = facts.options[command === "fit" ? "compile" : command] || [];
  if (words.includes("--help")) return table.filter(({ flag }) => flag).forEach(({ flag, one_of: words }) => print(`  ${flag} ${words.join("|")}`));
  const parsed = parse(words, table);
  if (!parsed.model) throw new Usage("name a model");
  await acts[command]({ ...parsed, bytes: new Uint8Array(fs.readFileSync(parsed.model)) });
}

main().catch((error) => {
  const known = error instanceof nook.NookError;
  const code = known ? error.code : error instanceof Usage ? "N2000" : "N4001";
  process.stderr.write(`error[${code}] ${error.message}\n${known && error.hint ? "  hint: " + error.hint + "\n" : ""}`);
  process.exitCode = known ? error.exit : error instanceof Usage ? 2 : 4;
});
