// The compiler for Node; index.d.ts describes its functions.
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const { NookError, callNook } = require("./core.js");

let loading = null;
function compiler() {
  loading = loading || WebAssembly.compile(fs.readFileSync(path.join(__dirname, "nook.wasm")));
  return loading;
}

async function compile(model, file, options = {}) {
  return callNook(await compiler(), { do: "compile", file, options }, model);
}

async function fit(model, file, options = {}) {
  return (await callNook(await compiler(), { do: "fit", file, options }, model)).boards;
}

async function about() {
  const { files, ...facts } = await callNook(await compiler(), { do: "about" });
  return facts;
}

module.exports = { NookError, compile, fit, about };
