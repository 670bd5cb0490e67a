// Loads nook.wasm and calls it: in a page, in a worker and in Node. core/core.cc describes requests.
"use strict";

class NookError extends Error {
  constructor({ exit, code, where, what, hint }) {
    super((where ? where + ": " : "") + what);
    Object.assign(this, { name: "NookError", exit, code, where, what, hint });
  }
}

// The part of the C library's system interface that nook needs: a clock, and an output for a last message.
function imports(module, memory, words, progress) {
  const text = (at, size) => new TextDecoder().decode(new Uint8Array(memory().buffer, at, size));
  const system = {
    nook_progress(what, size, done, of) { progress({ what: text(what, size), done, of }); },
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
        words.push(text(at, size));
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

// The bytes of the model and then of each file that the request names.
function joined(model, attached) {
  const parts = [model || new Uint8Array(0), ...Object.values(attached)];
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

// One instance for all calls. After a fault, and after a call that took much memory, the next call gets a new one,
// because an instance never gives memory back.
class Nook {
  static mostKept = 256 << 20;

  constructor(module) {
    this.module = module;
    this.instance = null;
    this.started = 0;  // instances so far
    this.words = [];
    this.progress = () => {};
  }

  async start() {
    if (this.instance) return;
    this.words = [];
    const memory = () => this.instance.exports.memory;
    const made = imports(this.module, memory, this.words, (doing) => this.progress(doing));
    this.instance = await WebAssembly.instantiate(this.module, made);
    this.started++;
    if (this.instance.exports._initialize) this.instance.exports._initialize();
  }

  // `attached`: {name: bytes}.
  async call(request, model, attached = {}) {
    await this.start();
    const { memory, nook_allocate: allocate, nook_free: free, nook_call: call } = this.instance.exports;
    const give = (bytes) => {
      const at = allocate(bytes.length);
      if (at === 0) throw new Error("there is no memory for the model");
      new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
      return at;
    };
    try {
      const list = Object.entries(attached).map(([name, bytes]) => [name, bytes.length]);
      const text = new TextEncoder().encode(JSON.stringify({ ...request, attached: list }));
      const given = joined(model, attached), textAt = give(text), modelAt = give(given);
      const result = call(textAt, text.length, modelAt, given.length);
      if (result === 0) throw new Error("there is no memory for the result");
      const { json, files } = unpack(memory, result);
      free(result);
      const listens = ["listen", "push"].includes(request.do);  // the model that listens lives in the instance
      if (memory.buffer.byteLength > Nook.mostKept && !listens) this.instance = null;
      if (json.error) throw new NookError(json.error);
      return { ...json, files };
    } catch (error) {
      if (error instanceof NookError) throw error;
      this.instance = null;
      const what = "the compiler stopped: " + (this.words.join("").trim() || error.message);
      throw new NookError({ exit: 3, code: "N3001", where: request.file || "", what,
                            hint: "a model of this size may need more memory than there is here: use the command" });
    }
  }
}

if (typeof module !== "undefined") module.exports = { NookError, Nook };
