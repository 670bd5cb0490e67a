// Loads nook.wasm and calls it: in a page, in a worker and in Node. core/core.cc describes requests.
"use strict";

class NookError extends Error {
  constructor({ exit, code, where, what, hint }) {
    super((where ? where + ": " : "") + what);
    Object.assign(this, { name: "NookError", exit, code, where, what, hint });
  }
}

// The part of the C library's system interface that nook needs: a clock, and an output for a last message.
function imports(module, memory, words) {
  const system = {
    clock_time_get(id, precision, at) {
      const now = typeof performance === "undefined" ? Date.now() : performance.now();
      new DataView(memory().buffer).setBigUint64(at, BigInt(Math.round(now * 1e6)), true);
      return 0;
    },
    fd_write(file, vectors, count, written) {
      const view = new DataView(memory().buffer);
      let bytes = 0;
      for (let i = 0; i < count; i++) {
        const at = view.getUint32(vectors + 8 * i, true), size = view.getUint32(vectors + 8 * i + 4, true);
        words.push(new TextDecoder().decode(new Uint8Array(memory().buffer, at, size)));
        bytes += size;
      }
      view.setUint32(written, bytes, true);
      return 0;
    },
    proc_exit(code) { throw new Error("it ended with " + code); },
    environ_sizes_get(count, bytes) {
      const view = new DataView(memory().buffer);
      view.setUint32(count, 0, true);
      view.setUint32(bytes, 0, true);
      return 0;
    },
    environ_get() { return 0; },
    emscripten_notify_memory_growth() {},
  };
  const all = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    all[from] = all[from] || {};
    all[from][name] = system[name] || (() => 52);  // not supported
  }
  return all;
}

function unpack(memory, at) {
  const view = new DataView(memory.buffer), decoder = new TextDecoder();
  let from = at + 4;
  const number = () => { from += 4; return view.getUint32(from - 4, true); };
  const bytes = () => {
    const size = number();
    from += size;
    return new Uint8Array(memory.buffer.slice(from - size, from));
  };
  const json = JSON.parse(decoder.decode(bytes()));
  const files = {};
  for (let left = number(); left > 0; left--) {
    const path = decoder.decode(bytes());
    files[path] = bytes();
  }
  return { json, files };
}

// Each call has its own instance, so that all memory is released, even after a fault.
async function callNook(module, request, model) {
  const words = [];
  let instance = null;
  instance = await WebAssembly.instantiate(module, imports(module, () => instance.exports.memory, words));
  const { memory, nook_allocate: allocate, nook_call: call, _initialize: start } = instance.exports;
  const give = (bytes) => {
    const at = allocate(bytes.length);
    if (at === 0) throw new Error("there is no memory for the model");
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    return at;
  };
  try {
    if (start) start();
    const text = new TextEncoder().encode(JSON.stringify(request)), given = model || new Uint8Array(0);
    const textAt = give(text), modelAt = give(given);
    const result = call(textAt, text.length, modelAt, given.length);
    if (result === 0) throw new Error("there is no memory for the result");
    const { json, files } = unpack(memory, result);
    if (json.error) throw new NookError(json.error);
    return { ...json, files };
  } catch (error) {
    if (error instanceof NookError) throw error;
    const what = "the compiler stopped: " + (words.join("").trim() || error.message);
    throw new NookError({ exit: 3, code: "N3001", where: request.file || "", what,
                          hint: "a model of this size may need more memory than there is here: use the command" });
  }
}

if (typeof module !== "undefined") module.exports = { NookError, callNook };
