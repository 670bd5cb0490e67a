// Sound and frames for a network that runs on one hop after another: the microphone, files, and features of sound.
"use strict";

// The reason why there is no microphone, and the way out.
const microphoneFaults = {
  NotAllowedError: ["the browser refused the microphone", "allow it for this page, next to the address, and press again"],
  NotFoundError: ["there is no microphone", "connect one and press again"],
  NotReadableError: ["another program uses the microphone", "close it and press again"],
  none: ["this browser gives the page no microphone", "open the page from https or from localhost"],
};

function microphoneFault(error) {
  const [what, wayOut] = microphoneFaults[error.name] || ["the microphone failed: " + error.message, "press again"];
  return new NookError({ exit: 4, code: "Microphone", where: "", what, hint: wayOut + ", or choose a WAV" });
}

// Runs on the thread of the sound.
function tapMain() {
  class Tap extends AudioWorkletProcessor {
    constructor() {
      super();
      this.kept = [];
    }

    process([[channel]]) {
      if (channel) this.kept.push(...channel);
      if (this.kept.length >= 1024) this.port.postMessage(Float32Array.from(this.kept.splice(0)));
      return true;
    }
  }
  registerProcessor("tap", Tap);
}

// Samples at another rate, between neighbours: browsers that record at their own rate alone.
function resampler(from, to) {
  let rest = new Float32Array(0), at = 0;
  return (chunk) => {
    if (from === to) return chunk;
    const all = new Float32Array(rest.length + chunk.length), made = [];
    all.set(rest);
    all.set(chunk, rest.length);
    for (; at + 1 < all.length; at += from / to) {
      const whole = Math.floor(at);
      made.push(all[whole] + (all[whole + 1] - all[whole]) * (at - whole));
    }
    const used = Math.min(Math.floor(at), all.length);
    rest = all.slice(used);
    at -= used;
    return Float32Array.from(made);
  };
}

// Calls `take` with samples from -1 to 1 at the rate; returns how to stop.
async function openMicrophone(rate, take) {
  if (!navigator.mediaDevices?.getUserMedia || !globalThis.AudioWorkletNode) throw microphoneFault({ name: "none" });
  const plain = { channelCount: 1, echoCancellation: false, noiseSuppression: false, autoGainControl: false };
  let stream, context;
  try {
    stream = await navigator.mediaDevices.getUserMedia({ audio: plain });
  } catch (error) {
    throw microphoneFault(error);
  }
  const stop = () => {
    stream.getTracks().forEach((track) => track.stop());
    context?.close();
  };
  try {
    context = new AudioContext({ sampleRate: rate });
    let source;
    try {
      source = context.createMediaStreamSource(stream);
    } catch {  // a browser that does not change the rate of a microphone
      context.close();
      context = new AudioContext();
      source = context.createMediaStreamSource(stream);
    }
    const script = URL.createObjectURL(new Blob([`(${tapMain})();`], { type: "text/javascript" }));
    await context.audioWorklet.addModule(script);
    URL.revokeObjectURL(script);
    const tap = new AudioWorkletNode(context, "tap"), quiet = new GainNode(context, { gain: 0 }), resample = resampler(context.sampleRate, rate);
    tap.port.onmessage = ({ data }) => take(resample(data));
    source.connect(tap).connect(quiet).connect(context.destination);
    await context.resume();
  } catch (error) {
    stop();
    throw microphoneFault(error);
  }
  return stop;
}

// The sound of a file at the rate: of all channels the first.
async function soundOf(content, rate) {
  try {
    const decoded = await new OfflineAudioContext(1, 1, rate).decodeAudioData(content.slice().buffer);
    return decoded.getChannelData(0);
  } catch {
    throw new Error("the browser can't decode this sound: need a WAV, such as 16-bit PCM");
  }
}

// The numbers of an array in NumPy's format: {type, shape, values}.
function readNpy(content) {
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  if (content.length < 12 || content[0] !== 0x93) throw new Error("it is no .npy");
  const long = content[6] > 1, start = (long ? 12 : 10) + (long ? view.getUint32(8, true) : view.getUint16(8, true));
  const head = new TextDecoder().decode(content.slice(long ? 12 : 10, start));
  const descr = /'descr': '([^']*)'/.exec(head)?.[1], shape = (/'shape': \(([^)]*)\)/.exec(head)?.[1] || "").split(",").filter((d) => d.trim()).map(Number);
  const kind = { "|u1": ["uint8", Uint8Array], "|i1": ["int8", Int8Array], "<i2": ["int16", Int16Array], "<f4": ["float32", Float32Array], "<f8": ["float64", Float64Array] }[descr];
  if (!kind || head.includes("'fortran_order': True")) throw new Error("need an array of uint8, int8, int16, float32 or float64 in the order of C, have " + (descr || "none"));
  return { type: kind[0], shape, values: new kind[1](content.slice(start).buffer) };
}

// The frames of a file: {values, own: integers of the input's type, sound: they are samples of sound}.
async function framesOf(file, input, rate) {
  const content = new Uint8Array(await file.arrayBuffer()), kind = extension(file.name);
  if (kind === ".npy") {
    const { type, values } = readNpy(content);
    return { values, own: type === input.type && type !== "float32", sound: false };
  }
  if (kind === ".csv" || kind === ".txt") {
    const values = new TextDecoder().decode(content).split(/[\s,;]+/).filter(Boolean).map(Number);
    if (values.some(Number.isNaN)) throw new Error("need numbers alone");
    return { values: Float64Array.from(values), own: false, sound: false };
  }
  if (kind === ".bin" || kind === ".raw") {
    const type = numberTypes[input.type];
    if (content.length % type.BYTES_PER_ELEMENT !== 0) throw new Error(`need numbers of ${input.type}, have ${content.length} bytes`);
    return { values: new type(content.buffer), own: true, sound: false };
  }
  return { values: await soundOf(content, rate), own: false, sound: true };
}

const numberTypes = { int8: Int8Array, uint8: Uint8Array, int16: Int16Array, uint16: Uint16Array, int32: Int32Array, float32: Float32Array };

// Real numbers as the elements of an input, rounded to the nearest.
function elements(values, { type, scale, zero_point: zero = 0 }) {
  const all = new numberTypes[type](values.length);
  if (type === "float32") all.set(values);
  else {
    const [least, most] = { int8: [-128, 127], uint8: [0, 255], int16: [-32768, 32767], uint16: [0, 65535], int32: [-2147483648, 2147483647] }[type];
    values.forEach((x, i) => { all[i] = Math.min(most, Math.max(least, Math.round(x / (scale || 1)) + zero)); });
  }
  return new Uint8Array(all.buffer);
}
