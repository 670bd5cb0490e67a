// Compiles models with the npm package: reads a list of [model, options, folder] from stdin, writes the files of each.
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const nook = require(path.resolve(process.argv[2]));

async function main() {
  for (const [model, options, folder] of JSON.parse(fs.readFileSync(0, "utf8"))) {
    fs.mkdirSync(folder, { recursive: true });
    try {
      const { files } = await nook.compile(fs.readFileSync(model), path.basename(model), options);
      for (const [name, content] of Object.entries(files)) {
        fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
        fs.writeFileSync(path.join(folder, name), content);
      }
    } catch (error) {
      fs.writeFileSync(path.join(folder, "error"), `${error.exit} ${error.code}`);
    }
  }
}

main();
