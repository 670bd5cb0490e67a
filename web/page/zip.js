// Archives without compression, so that a browser offers many files as one; and reading of archives (.npz).
"use strict";

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let bit = 0; bit < 8; bit++) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1;
  return n >>> 0;
});

function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = crcTable[(crc ^ byte) & 255] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

const zipNumbers = { 2: "setUint16", 4: "setUint32" };

// A record of numbers: [value, bytes] each.
function zipRecord(fields) {
  const size = fields.reduce((sum, [, bytes]) => sum + bytes, 0);
  const view = new DataView(new ArrayBuffer(size));
  let at = 0;
  for (const [value, bytes] of fields) {
    view[zipNumbers[bytes]](at, value, true);
    at += bytes;
  }
  return new Uint8Array(view.buffer);
}

// `files` is {path: Uint8Array}. All times are 1980, so that equal files give equal archives.
function zip(files) {
  const parts = [], directory = [], epoch = 0x21, utf8 = 0x0800;
  let offset = 0;
  for (const [path, bytes] of Object.entries(files)) {
    const name = new TextEncoder().encode(path);
    const common = [[20, 2], [utf8, 2], [0, 2], [0, 2], [epoch, 2], [crc32(bytes), 4], [bytes.length, 4],
                    [bytes.length, 4], [name.length, 2], [0, 2]];
    const local = zipRecord([[0x04034b50, 4], ...common]);
    parts.push(local, name, bytes);
    directory.push(zipRecord([[0x02014b50, 4], [20, 2], ...common, [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]]), name);
    offset += local.length + name.length + bytes.length;
  }
  const bytes = directory.reduce((sum, part) => sum + part.length, 0), count = directory.length / 2;
  const end = zipRecord([[0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [bytes, 4], [offset, 4], [0, 2]]);
  const all = new Uint8Array(offset + bytes + end.length);
  let at = 0;
  for (const part of [...parts, ...directory, end]) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

// The files of an archive, {path: Uint8Array}. `inflate` decompresses bytes that have no header.
async function unzip(bytes, inflate) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), files = {};
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end--;
  if (end < 0) throw new Error("is not an archive, or is cut off");
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    const method = view.getUint16(at + 10, true), size = view.getUint32(at + 20, true), from = view.getUint32(at + 42, true);
    const nameSize = view.getUint16(at + 28, true);
    const path = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameSize));
    const start = from + 30 + view.getUint16(from + 26, true) + view.getUint16(from + 28, true);
    if (method !== 0 && method !== 8) throw new Error(`${path}: has a compression that is not deflate`);
    if (start + size > bytes.length) throw new Error(`${path}: is cut off`);
    const content = bytes.subarray(start, start + size);
    files[path] = method === 8 ? await inflate(content) : content;
    at += 46 + nameSize + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return files;
}

// The compiler has no decompressor: it reads archives whose files are stored.
async function stored(bytes, inflate) { return zip(await unzip(bytes, inflate)); }

if (typeof module !== "undefined") module.exports = { crc32, zip, unzip, stored };
