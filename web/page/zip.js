// Archives without compression, so that a browser offers many files as one.
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

if (typeof module !== "undefined") module.exports = { crc32, zip };
