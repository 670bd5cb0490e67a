// The user's samples as the files that the compiler reads: arrays as they are, archives unpacked, pictures decoded,
// texts and sounds as arrays.
"use strict";

const extension = (name) => name.slice(name.lastIndexOf(".")).toLowerCase();
const isPicture = (name) => [".png", ".jpg", ".jpeg"].includes(extension(name));

async function inflated(content) {
  const stream = new Blob([content]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// An array in NumPy's format: `content` is a typed array.
function npy(content, shape) {
  const types = { Uint8Array: "|u1", Int8Array: "|i1", Int16Array: "<i2", Float32Array: "<f4" };
  const descr = types[content.constructor.name];
  let text = `{'descr': '${descr}', 'fortran_order': False, 'shape': (${shape.join(", ")}${shape.length === 1 ? "," : ""}), }`;
  text += " ".repeat(63 - ((text.length + 10) % 64)) + "\n";
  const head = new Uint8Array(10 + text.length);
  head.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, text.length & 255, text.length >> 8]);
  head.set(new TextEncoder().encode(text), 10);
  return joined(head, { content: new Uint8Array(content.buffer, content.byteOffset, content.byteLength) });
}

// The height and width of an input that takes pictures; null: it takes none.
function pictureSize({ shape }) {
  const dims = shape.filter((d, i) => !(i === 0 && d === 1 && shape.length > 2));
  if (dims.length === 2) return { height: dims[0], width: dims[1] };
  if (dims.length !== 3) return null;
  return [1, 3].includes(dims[2]) ? { height: dims[0], width: dims[1] } : [1, 3].includes(dims[0]) ? { height: dims[1], width: dims[2] } : null;
}

// Pixels of a picture, scaled to the size of the input if it has another one.
async function picturePixels(file, size) {
  const bitmap = await createImageBitmap(file, { premultiplyAlpha: "none", colorSpaceConversion: "none" });
  const { height, width } = size || bitmap;
  const canvas = make("canvas", { width, height }), context = canvas.getContext("2d", { willReadFrequently: true });
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, width, height);
  const pixels = context.getImageData(0, 0, width, height).data;
  return { content: npy(new Uint8Array(pixels.buffer), [height, width, 4]), scaled: bitmap.width !== width || bitmap.height !== height };
}

const elementsOf = (input) => input.shape.reduce((a, b) => a * b, 1);

// A line of numbers for each sample.
function csvArray(text, input) {
  const rows = text.trim().split(/\r?\n/).map((line) => line.trim().split(/[\s,;]+/).map(Number)).filter((row) => !row.some(Number.isNaN));
  const all = Float32Array.from(rows.flat()), each = elementsOf(input);
  if (all.length === 0 || all.length % each !== 0) throw new Error(`need ${each} numbers for each sample, have ${all.length} in all`);
  return npy(all, [all.length / each, ...input.shape.slice(input.shape[0] === 1 ? 1 : 0)]);
}

// The sound in pieces of the input's length, at its own rate: 16-bit PCM becomes -1 to 1, of all channels the first.
function wavArray(content, input) {
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  let at = 12, channels = 0, bits = 0;
  while (at + 8 <= content.length && view.getUint32(at, false) !== 0x64617461) {
    if (view.getUint32(at, false) === 0x666d7420) { channels = view.getUint16(at + 10, true); bits = view.getUint16(at + 22, true); }
    at += 8 + view.getUint32(at + 4, true);
  }
  if (bits !== 16 || at + 8 > content.length) throw new Error("need a WAV of 16-bit PCM");
  const count = Math.floor(Math.min(view.getUint32(at + 4, true), content.length - at - 8) / 2 / channels);
  const sound = Float32Array.from({ length: count }, (_, i) => view.getInt16(at + 8 + 2 * channels * i, true) / 32768);
  const each = elementsOf(input), pieces = Math.floor(count / each);
  if (pieces === 0) throw new Error(`need ${each} samples of sound, have ${count}: a model that hears takes sound, not features`);
  return npy(sound.slice(0, pieces * each), [pieces, ...input.shape.slice(input.shape[0] === 1 ? 1 : 0)]);
}

// {path: the name for the option, attached: {name: bytes}, remark}. `input`: the model's first input.
async function readSamples(files, input) {
  const attached = {};
  let scaled = 0;
  for (const file of files) {
    const content = new Uint8Array(await file.arrayBuffer()), kind = extension(file.name);
    try {
      if (isPicture(file.name)) {
        const pixels = await picturePixels(file, pictureSize(input));
        scaled += pixels.scaled;
        attached["samples/" + file.name] = pixels.content;
      } else if (kind === ".npz") attached["samples/" + file.name] = await stored(content, inflated);
      else if (kind === ".csv" || kind === ".txt") attached[`samples/${file.name}.npy`] = csvArray(new TextDecoder().decode(content), input);
      else if (kind === ".wav") attached[`samples/${file.name}.npy`] = wavArray(content, input);
      else attached["samples/" + file.name] = content;
    } catch (error) {
      throw new NookError({ exit: 4, code: "N4025", where: file.name, what: error.message, hint: "see the model's inputs in the overview" });
    }
  }
  const names = Object.keys(attached), one = names.length === 1;
  return { path: one ? names[0] : "samples", attached, count: files.length,
           remark: scaled ? `${scaled} of ${files.length} pictures were scaled to the input's size, which the command does not do.` : "" };
}

async function readLabels(file) {
  const content = new Uint8Array(await file.arrayBuffer());
  return { path: "labels/" + file.name, attached: { ["labels/" + file.name]: extension(file.name) === ".npz" ? await stored(content, inflated) : content } };
}
