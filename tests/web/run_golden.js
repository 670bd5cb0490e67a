// Runs models with the npm package: reads a list of [folder, model] from stdin, whose run{k}_input{i}.bin are inputs;
// prints [folder, number of outputs compared, the largest difference from run{k}_output{j}.bin or the error].
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const nook = require(path.resolve(process.argv[2]));

function inputsOf(folder) {
  const names = fs.readdirSync(folder).filter((name) => /^run\d+_input\d+\.bin$/.test(name));
  return Object.fromEntries(names.map((name) => ["in/" + name, new Uint8Array(fs.readFileSync(path.join(folder, name)))]));
}

// The largest difference relative to the largest number; only floats may differ.
function difference(content, golden, type) {
  if (golden.equals(content)) return 0;
  if (type !== "float32" || golden.length !== content.length) return Infinity;
  const floats = (bytes) => new Float32Array(new Uint8Array(bytes).buffer), [a, b] = [floats(content), floats(golden)];
  const largest = b.reduce((most, x) => (Number.isFinite(x) ? Math.max(most, Math.abs(x)) : most), 0);
  const far = (x, y) => (Object.is(x, y) || x === y ? 0 : Math.abs(x - y) / largest);
  return a.reduce((most, x, i) => Math.max(most, far(x, b[i])), 0);
}

async function compare([folder, model]) {
  let compared = 0, worst = 0;
  try {
    const { files, runs } = await nook.run(fs.readFileSync(model), path.basename(model), { data: "in" }, inputsOf(folder));
    runs.forEach(({ outputs }, k) => outputs.forEach(({ type }, j) => {
      const name = `run${k}_output${j}.bin`, golden = path.join(folder, name);
      if (!fs.existsSync(golden)) return;
      compared++;
      worst = Math.max(worst, difference(files[name], fs.readFileSync(golden), type));
    }));
    return [folder, compared, worst === Infinity ? "other bytes" : worst];
  } catch (error) {
    return [folder, compared, `${error.code || ""} ${error.message}`];
  }
}

(async () => {
  const all = [];
  for (const job of JSON.parse(fs.readFileSync(0, "utf8"))) all.push(await compare(job));
  console.log(JSON.stringify(all));
})();
