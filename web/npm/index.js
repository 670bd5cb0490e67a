// The compiler for Node; index.d.ts describes its functions.
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const zlib = require("node:zlib");
const { NookError, Nook } = require("./core.js");
const { stored } = require("./zip.js");

let compiled = null, nook = null, last = Promise.resolve();

const wasm = () => (compiled = compiled || WebAssembly.compile(fs.readFileSync(path.join(__dirname, "nook.wasm"))));

// One call after the other, in one instance.
function call(request, model, files) {
  nook = nook || wasm().then((module) => new Nook(module));
  const answer = last.then(async () => (await nook).call(request, model, files));
  last = answer.catch(() => {});
  return answer;
}

const inflate = async (content) => new Uint8Array(zlib.inflateRawSync(content));

// The compiler has no decompressor: it reads archives whose members are stored.
async function readable(files) {
  const all = {};
  for (const [name, content] of Object.entries(files)) {
    try {
      all[name] = name.endsWith(".npz") ? await stored(content, inflate) : content;
    } catch (error) {
      throw new NookError({ exit: 4, code: "N4022", where: name, what: error.message, hint: "write it with numpy.savez(), or copy it again" });
    }
  }
  return all;
}

const compile = (model, file, options = {}, files = {}) => call({ do: "compile", file, options }, model, files);
const fit = async (model, file, options = {}, files = {}) => (await call({ do: "fit", file, options }, model, files)).boards;
async function front(model, file, options = {}, seconds = 0, files = {}) {
  const { ram_front, flash_front } = await call({ do: "front", file, options, seconds }, model, files);
  return { ram_front, flash_front };
}

async function map(before, after) {
  const bytes = (report) => new TextEncoder().encode(JSON.stringify(report));
  const { files, ...compared } = await call({ do: "map", file: "before.json" }, bytes(before), { "after.json": bytes(after) });
  return compared;
}

const quantize = async (model, file, options = {}, files = {}) => call({ do: "quantize", file, options }, model, await readable(files));
const run = async (model, file, options = {}, files = {}) => call({ do: "run", file, options }, model, await readable(files));

// A model that listens has an instance of its own, so that no other call ends it.
async function listen(model, file, options = {}, files = {}) {
  const own = new Nook(await wasm()), { files: none, ...facts } = await own.call({ do: "listen", file, options }, model, files);
  let before = Promise.resolve();
  const push = (bytes) => {
    const answer = before.then(() => own.call({ do: "push" }, bytes));
    before = answer.catch(() => {});
    return answer;
  };
  return { ...facts, push };
}

const weights = async (model, file, options, files = {}) => {
  const { files: none, ...answer } = await call({ do: "weights", file, options }, model, files);
  return answer;
};

async function inspect(model, file) {
  const { files, ...inspected } = await call({ do: "inspect", file }, model);
  return inspected;
}

async function about() {
  const { files, ...facts } = await call({ do: "about" });
  return facts;
}

module.exports = { NookError, compile, fit, front, map, quantize, run, listen, weights, inspect, about };
