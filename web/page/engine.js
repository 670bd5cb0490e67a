// Runs the compiler for the page: in a worker if the browser allows one, otherwise in the page itself.
"use strict";

function bytesOf(base64) {
  return Uint8Array.from(atob(base64.trim()), (c) => c.charCodeAt(0));
}

async function unzipped(base64) {
  const stream = new Blob([bytesOf(base64)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

// The worker runs core.js and this.
function workerMain() {
  let module = null;
  self.onmessage = async ({ data }) => {
    try {
      if (data.wasm) module = WebAssembly.compile(data.wasm);
      const answer = data.wasm ? (await module, {}) : await callNook(await module, data.request, data.model);
      self.postMessage({ id: data.id, answer });
    } catch (error) {
      const { exit = 3, code = "N3001", where = "", what = error.message, hint = "" } = error;
      self.postMessage({ id: data.id, fault: { exit, code, where, what, hint } });
    }
  };
}

function workerEngine(wasm) {
  const source = [NookError, imports, unpack, callNook].map(String).join("\n") + `\n(${workerMain})();`;
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const worker = new Worker(url), waiting = new Map();
  let last = 0;
  const ask = (message) => new Promise((resolve, reject) => {
    waiting.set(++last, { resolve, reject });
    worker.postMessage({ id: last, ...message });
  });
  worker.onmessage = ({ data }) => {
    const { resolve, reject } = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.fault) reject(new NookError(data.fault));
    else resolve(data.answer);
  };
  worker.onerror = () => {
    for (const { reject } of waiting.values()) reject(new Error("no worker"));
    waiting.clear();
  };
  return ask({ wasm }).then(() => (request, model) => ask({ request, model }));
}

async function startEngine(base64) {
  const wasm = await unzipped(base64);
  try {
    return await workerEngine(wasm);
  } catch {  // a page loaded from a file may not start workers
    const module = await WebAssembly.compile(wasm);
    return (request, model) => callNook(module, request, model);
  }
}
