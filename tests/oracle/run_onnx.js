// Runs ONNX models in ONNX Runtime without its own simplifications: node run_onnx.js PACKAGE FOLDER...
// Each folder has model.onnx and input.bin, floats; its first output goes to want.bin.
const fs = require('fs');
const path = require('path');
const [, , place, ...folders] = process.argv;
const ort = require(place);

async function run(folder) {
  const session = await ort.InferenceSession.create(path.join(folder, 'model.onnx'),
                                                    {graphOptimizationLevel: 'disabled', intraOpNumThreads: 1});
  const bytes = fs.readFileSync(path.join(folder, 'input.bin'));
  const shape = JSON.parse(fs.readFileSync(path.join(folder, 'shape.json')));
  const floats = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  const results = await session.run({[session.inputNames[0]]: new ort.Tensor('float32', floats, shape)});
  const y = results[session.outputNames[0]].data;
  fs.writeFileSync(path.join(folder, 'want.bin'), Buffer.from(y.buffer, y.byteOffset, y.byteLength));
  await session.release();
}

(async () => {
  for (const folder of folders) {
    try {
      await run(folder);
    } catch (error) {
      fs.writeFileSync(path.join(folder, 'refused.txt'), String(error));
    }
  }
})();
