// Runs the compiler for the page: in a worker if the browser allows one, otherwise in the page itself. One request is
// alive; stop() ends it, and with it everything that waits.
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
  let nook = null;
  self.onmessage = async ({ data }) => {
    if (data.module) nook = new Nook(data.module);
    if (!data.request) return;
    nook.progress = (doing) => self.postMessage({ id: data.id, doing });
    try {
      self.postMessage({ id: data.id, answer: await nook.call(data.request, data.model, data.attached) });
    } catch (error) {
      const { exit = 3, code = "N3001", where = "", what = error.message, hint = "" } = error;
      self.postMessage({ id: data.id, fault: { exit, code, where, what, hint } });
    }
  };
}

class Stopped extends Error {}

// A worker that is ended and replaced to stop it. The compiled module is kept, so that a new one starts at once.
class WorkerEngine {
  constructor(module) {
    const source = [NookError, imports, unpack, joined, Nook].map(String).join("\n") + `\n(${workerMain})();`;
    this.url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    this.module = module;
    this.waiting = new Map();
    this.last = 0;
    this.start();
  }

  start() {
    this.worker = new Worker(this.url);
    this.worker.postMessage({ module: this.module });
    this.worker.onmessage = ({ data }) => this.take(data);
    this.worker.onerror = () => this.refuse(new Error("no worker"));
  }

  take({ id, doing, fault, answer }) {
    const asked = this.waiting.get(id);
    if (!asked) return;
    if (doing) {
      asked.progress(doing);
      return;
    }
    this.waiting.delete(id);
    if (fault) asked.reject(new NookError(fault));
    else asked.resolve(answer);
  }

  refuse(why) {
    const all = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of all) reject(why);
  }

  ask(request, model, attached, progress) {
    return new Promise((resolve, reject) => {
      this.waiting.set(++this.last, { resolve, reject, progress });
      this.worker.postMessage({ id: this.last, request, model, attached });
    });
  }

  another() { return new WorkerEngine(this.module); }

  end() {
    this.worker.terminate();
    this.refuse(new Stopped("stopped"));
  }

  stop() {
    if (this.waiting.size === 0) return;
    this.worker.terminate();
    this.start();
    this.refuse(new Stopped("stopped"));
  }
}

// In the page itself, where a request can't be stopped while it runs; one that is stopped has no answer.
class PageEngine {
  constructor(module) {
    this.nook = new Nook(module);
    this.run = 0;
  }

  async ask(request, model, attached, progress) {
    const run = this.run;
    await new Promise((resolve) => setTimeout(resolve));  // lets the page show that it computes
    if (run !== this.run) throw new Stopped("stopped");
    this.nook.progress = progress;
    const answer = await this.nook.call(request, model, attached);
    if (run !== this.run) throw new Stopped("stopped");
    return answer;
  }

  another() { return new PageEngine(this.nook.module); }

  end() { this.stop(); }

  stop() { this.run++; }
}

async function startEngine(base64) {
  const module = await WebAssembly.compile(await unzipped(base64));
  const engine = new WorkerEngine(module);
  try {
    await engine.ask({ do: "about" }, null, {}, () => {});
    return engine;
  } catch {  // a page loaded from a file may not start workers
    return new PageEngine(module);
  }
}
