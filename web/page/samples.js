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

// One array of all samples.
function samplesOf(all, input) {
  const pieces = all.length / elementsOf(input);
  return { content: npy(all, [pieces, ...input.shape.slice(input.shape[0] === 1 ? 1 : 0)]), pieces, values: all };
}

// A line of numbers for each sample.
function csvArray(text, input) {
  const rows = text.trim().split(/\r?\n/).map((line) => line.trim().split(/[\s,;]+/).map(Number)).filter((row) => !row.some(Number.isNaN));
  const all = Float32Array.from(rows.flat()), each = elementsOf(input);
  if (all.length === 0 || all.length % each !== 0) throw new Error(`need ${each} numbers for each sample, have ${all.length} in all`);
  return samplesOf(all, input);
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
  return samplesOf(sound.slice(0, pieces * each), input);
}

// A file as pieces that the compiler reads: [content, suffix of the name, number of samples]. With several files, each
// sample is a piece.
async function piecesOf(file, input, scaled, only) {
  const content = new Uint8Array(await file.arrayBuffer()), kind = extension(file.name);
  if (isPicture(file.name)) {
    const pixels = await picturePixels(file, pictureSize(input));
    scaled.count += pixels.scaled;
    return [[pixels.content, "", 1]];
  }
  if (kind === ".npz") return [[await stored(content, inflated), "", 1]];
  const made = kind === ".csv" || kind === ".txt" ? csvArray(new TextDecoder().decode(content), input) : kind === ".wav" ? wavArray(content, input) : null;
  if (!made) return [[content, "", 1]];
  if (only) return [[made.content, ".npy", made.pieces]];
  const each = elementsOf(input);
  return Array.from({ length: made.pieces }, (_, k) => [npy(made.values.slice(k * each, (k + 1) * each), input.shape), ".npy", 1]);
}

// {path: the name for the option, attached: {name: bytes}, from: the number of each sample's file, remark}. `input`: the
// model's first input. In a folder each sample is a file; `numbered`: files of several folders may have one name.
async function readSamples(files, input, numbered = false) {
  const attached = {}, from = [], scaled = { count: 0 };
  for (const [k, file] of files.entries()) {
    try {
      const pieces = await piecesOf(file, input, scaled, files.length === 1), own = numbered || pieces.length > 1;
      pieces.forEach(([content, suffix, count], i) => {
        const before = own ? String(k).padStart(7, "0") + "_" + String(i).padStart(7, "0") + "_" : "";
        attached["samples/" + before + file.name + suffix] = content;
        from.push(...Array(count).fill(k));
      });
    } catch (error) {
      throw new NookError({ exit: 4, code: "N4025", where: file.name, what: error.message, hint: "see the model's inputs in the overview" });
    }
  }
  const names = Object.keys(attached), one = names.length === 1;
  return { path: one ? names[0] : "samples", attached, from, count: files.length,
           remark: scaled.count ? `${scaled.count} of ${files.length} pictures were scaled to the input's size, which the command does not do.` : "" };
}

async function readLabels(file) {
  const content = new Uint8Array(await file.arrayBuffer());
  return { path: "labels/" + file.name, attached: { ["labels/" + file.name]: extension(file.name) === ".npz" ? await stored(content, inflated) : content } };
}
