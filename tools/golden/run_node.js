// Runs an ONNX model in onnxruntime-node: run_node.js MODULE MODEL INPUTS OUTPUTS
// MODULE is the folder of the package. Files as in run_tflite.c; prints the implementation that computed.
const fs = require('fs');
const path = require('path');

const ARRAYS = {float32: Float32Array, float64: Float64Array, int8: Int8Array, uint8: Uint8Array, bool: Uint8Array,
                int16: Int16Array, uint16: Uint16Array, int32: Int32Array, uint32: Uint32Array, int64: BigInt64Array,
                uint64: BigUint64Array};

// nook's replacement for each type that it does not compute in.
const STORED = {int64: Int32Array, uint64: Int32Array, uint32: Int32Array, float64: Float32Array};

function elements(file, type, shape, ort) {
  const bytes = fs.readFileSync(file);
  const known = shape.map((n) => (typeof n === 'number' && n > 0 ? n : 1));  // open dimensions: 1
  const array = ARRAYS[type];
  if (!array) throw new Error(`${file}: inputs of type ${type} are not read`);
  const count = known.reduce((a, b) => a * b, 1), stored = STORED[type] || array;
  if (bytes.length !== count * stored.BYTES_PER_ELEMENT)
    throw new Error(`${file} has ${bytes.length} bytes, need ${count * stored.BYTES_PER_ELEMENT}`);
  const values = new stored(new Uint8Array(bytes).buffer);  // at an address that is a multiple of 8
  const wide = array.BYTES_PER_ELEMENT === 8 && type !== 'float64' ? BigInt : Number;
  return new ort.Tensor(type, stored === array ? values : array.from(values, wide), known);
}

function written(type, data) {
  const stored = STORED[type];
  const values = stored ? stored.from(data, Number) : data;
  return Buffer.from(values.buffer, values.byteOffset, values.byteLength);
}

async function main(module, model, inputs, outputs) {
  const ort = require(module);
  const session = await ort.InferenceSession.create(model, {graphOptimizationLevel: 'disabled'});
  for (let k = 0; fs.existsSync(path.join(inputs, `run${k}_input0.bin`)); ++k) {
    const feeds = {};
    session.inputMetadata.forEach((given, i) => {
      feeds[given.name] = elements(path.join(inputs, `run${k}_input${i}.bin`), given.type, given.shape, ort);
    });
    const results = await session.run(feeds);
    session.outputNames.forEach((name, j) => {
      fs.writeFileSync(path.join(outputs, `run${k}_output${j}.bin`), written(results[name].type, results[name].data));
    });
  }
  console.log('onnxruntime-node ' + require(path.join(module, 'package.json')).version);
}

main(...process.argv.slice(2)).catch((error) => {
  console.error(error.message);
  process.exit(1);
});
