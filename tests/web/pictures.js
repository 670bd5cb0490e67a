// Pictures of the page: pictures.js keep FROM TO writes a PNG with at most 256 colours; pictures.js compare A B prints
// {size: [width, height] of both, changed: the part of the blocks that differ}.
"use strict";
const fs = require("node:fs");
const zlib = require("node:zlib");

const block = 16;  // pixels
const least = 14;  // levels by which the mean of a block has to differ: fonts and edges differ by less

function chunksOf(png) {
  const chunks = [];
  for (let at = 8; at < png.length;) {
    const size = png.readUInt32BE(at);
    chunks.push([png.toString("latin1", at + 4, at + 8), png.subarray(at + 8, at + 8 + size)]);
    at += 12 + size;
  }
  return chunks;
}

const paeth = (a, b, c) => {
  const [da, db, dc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
  return da <= db && da <= dc ? a : db <= dc ? b : c;
};

// {width, height, pixels: RGB} of a PNG with 8 bits, in RGB, RGBA or of a palette, as browsers and this script write.
function read(path) {
  const chunks = chunksOf(fs.readFileSync(path)), head = chunks[0][1];
  const width = head.readUInt32BE(0), height = head.readUInt32BE(4), kind = head[9], bytes = { 2: 3, 6: 4, 3: 1 }[kind];
  const palette = chunks.find(([name]) => name === "PLTE")?.[1];
  const raw = zlib.inflateSync(Buffer.concat(chunks.filter(([name]) => name === "IDAT").map(([, data]) => data)));
  const all = Buffer.alloc(width * height * bytes), line = width * bytes;
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (line + 1)];
    for (let x = 0; x < line; x++) {
      const at = y * line + x, a = x >= bytes ? all[at - bytes] : 0, b = y > 0 ? all[at - line] : 0, c = x >= bytes && y > 0 ? all[at - line - bytes] : 0;
      all[at] = raw[y * (line + 1) + 1 + x] + [0, a, b, (a + b) >> 1, paeth(a, b, c)][filter];
    }
  }
  const pixels = Buffer.alloc(3 * width * height);
  for (let i = 0; i < width * height; i++)
    for (let c = 0; c < 3; c++) pixels[3 * i + c] = kind === 3 ? palette[3 * all[i] + c] : all[bytes * i + c];
  return { width, height, pixels };
}

// The 256 colours that most pixels have; the others become the nearest of them.
function colours(pixels) {
  const counts = new Map(), keyAt = (i) => (pixels[3 * i] << 16) | (pixels[3 * i + 1] << 8) | pixels[3 * i + 2];
  for (let i = 0; i < pixels.length / 3; i++) counts.set(keyAt(i), (counts.get(keyAt(i)) || 0) + 1);
  const parts = (key) => [key >> 16, (key >> 8) & 255, key & 255];
  const kept = [...counts].sort(([, a], [, b]) => b - a).slice(0, 256).map(([key]) => parts(key)), places = new Map();
  for (const key of counts.keys()) {
    const [r, g, b] = parts(key), distance = ([x, y, z]) => (x - r) ** 2 + (y - g) ** 2 + (z - b) ** 2;
    let best = 0;
    kept.forEach((one, i) => { if (distance(one) < distance(kept[best])) best = i; });
    places.set(key, best);
  }
  return { palette: Buffer.from(kept.flat()), all: Buffer.alloc(pixels.length / 3).map((_, i) => places.get(keyAt(i))) };
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]), all = Buffer.alloc(body.length + 8);
  all.writeUInt32BE(data.length, 0);
  body.copy(all, 4);
  let crc = -1;
  for (const byte of body) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  all.writeInt32BE(~crc, body.length + 4);
  return all;
}

function keep(from, to) {
  const { width, height, pixels } = read(from), { palette, all } = colours(pixels), head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) all.copy(lines, y * (width + 1) + 1, y * width, (y + 1) * width);
  fs.writeFileSync(to, Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), chunk("IHDR", head), chunk("PLTE", palette),
    chunk("IDAT", zlib.deflateSync(lines, { level: 9 })), chunk("IEND", Buffer.alloc(0))]));
}

function compare(a, b) {
  const one = read(a), other = read(b), size = [one, other].map(({ width, height }) => [width, height]);
  if (String(size[0]) !== String(size[1])) return { size, changed: 1 };
  let changed = 0, all = 0;
  for (let top = 0; top < one.height; top += block)
    for (let left = 0; left < one.width; left += block, all++) {
      const sums = [0, 0, 0];
      let count = 0;
      for (let y = top; y < Math.min(one.height, top + block); y++)
        for (let x = left; x < Math.min(one.width, left + block); x++, count++)
          for (let c = 0; c < 3; c++) sums[c] += one.pixels[3 * (y * one.width + x) + c] - other.pixels[3 * (y * one.width + x) + c];
      changed += sums.some((sum) => Math.abs(sum) / count > least);
    }
  return { size, changed: changed / all };
}

const [what, from, to] = process.argv.slice(2);
if (what === "keep") keep(from, to);
else console.log(JSON.stringify(compare(from, to)));
