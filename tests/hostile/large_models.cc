// Writes models that demand much of a compiler for their size: one file each, <name>.tflite.
//
// usage: large_models FOLDER [NAME]
#include <functional>

#include "tests/hostile/net.h"

namespace hostile {
namespace {

constexpr auto kReshape = fb::BuiltinOperator_RESHAPE, kRelu = fb::BuiltinOperator_RELU,
               kPad = fb::BuiltinOperator_PAD, kDense = fb::BuiltinOperator_FULLY_CONNECTED,
               kJoin = fb::BuiltinOperator_CONCATENATION, kAdd = fb::BuiltinOperator_ADD,
               kTanh = fb::BuiltinOperator_TANH;

fb::ConcatenationOptionsT axis(int32_t at) {
  fb::ConcatenationOptionsT options;
  options.axis = at;
  return options;
}

Net chain_of(fb::BuiltinOperator code, Shape shape, int count) {
  Net net;
  net.output(net.chain(code, net.input(std::move(shape)), count));
  return net;
}

// Enlarging a single tensor is enough to move all sections of the chain below it.
Net images(int count) {
  Net net;
  const int32_t image = net.chain(kRelu, net.input({1, 8, 8, 2}), count);
  const int32_t large = net.tensor({1, 8, 8, 64});
  net.op(kJoin, std::vector<int32_t>(32, image), large, axis(3));
  const int32_t end = net.tensor({1, 8, 8, 64});
  net.op(kTanh, {large}, end);
  net[end].quantization->scale = {1.0f / 128};
  net.output(end);
  return net;
}

int32_t padded(Net& net, int32_t to) {
  const int32_t large = net.tensor({1, to}, 0.01f);
  net.op(kPad, {net.constant({1, 1}), net.integers({2, 2}, {0, 0, 0, to - 1})}, large, fb::PadOptionsT{});
  return large;
}

// Unread constants of 60 MB.
Net pads(int count) {
  Net net;
  for (int i = 0; i < count; ++i) padded(net, 60 << 20);
  net.output(net.chain(kRelu, net.input({1, 4}), 1));
  return net;
}

// Weights of [4096][4096] created by a PAD, multiplied repeatedly.
Net products(int count) {
  Net net;
  const int32_t weights = net.tensor({4096, 4096}, 0.01f);
  net.op(kPad, {net.constant({1, 1}), net.integers({2, 2}, {0, 4095, 0, 4095})}, weights, fb::PadOptionsT{});
  int32_t rows = net.tensor({4096, 4096}, 0.01f);
  net.op(kPad, {net.constant({1, 1}), net.integers({2, 2}, {0, 4095, 0, 4095})}, rows, fb::PadOptionsT{});
  for (int i = 0; i < count; ++i) {
    const int32_t out = net.tensor({4096, 4096}, 0.01f);
    net.op(kDense, {rows, weights, -1}, out, fb::FullyConnectedOptionsT{});
    rows = out;
  }
  net.output(net.chain(kRelu, rows, 1));
  net.input({1, 4});
  return net;
}

// Windows of 2800 x 2800 over a constant image.
Net pool() {
  Net net;
  const int32_t image = net.tensor({1, 6000, 6000, 1}, 0.01f), out = net.tensor({1, 6000, 6000, 1}, 0.01f);
  net.op(kPad, {net.constant({1, 1, 1, 1}), net.integers({4, 2}, {0, 0, 0, 5999, 0, 5999, 0, 0})}, image,
         fb::PadOptionsT{});
  fb::Pool2DOptionsT options;
  options.filter_height = options.filter_width = 2800, options.stride_h = options.stride_w = 1;
  net.op(fb::BuiltinOperator_MAX_POOL_2D, {image}, out, options);
  net.output(net.chain(kRelu, out, 1));
  net.input({1, 4});
  return net;
}

Net wide_join(int count) {
  Net net;
  const int32_t x = net.input({1, 4});
  std::vector<int32_t> parts;
  for (int i = 0; i < count; ++i) parts.push_back(net.chain(kRelu, x, 1));
  const int32_t whole = net.tensor({count, 4});
  net.op(kJoin, parts, whole, axis(0));
  net.output(whole);
  return net;
}

// Each joins its predecessor with itself.
Net joins(int count) {
  Net net;
  int32_t x = net.input({1, 4});
  for (int i = 0; i < count; ++i) {
    const int32_t a = net.chain(kRelu, x, 1), b = net.chain(kRelu, x, 1), whole = net.tensor({2, 4});
    net.op(kJoin, {a, b}, whole, axis(0));
    const int32_t begin = net.integers({2}, {0, 0}), end = net.integers({2}, {1, 4}),
                  one = net.integers({2}, {1, 1});
    x = net.tensor({1, 4});
    net.op(fb::BuiltinOperator_STRIDED_SLICE, {whole, begin, end, one}, x, fb::StridedSliceOptionsT{});
  }
  net.output(x);
  return net;
}

// Every operator reads the results of all previous ones.
Net all_by_all(int count) {
  Net net;
  std::vector<int32_t> all = {net.input({1, 1})};
  for (int i = 0; i < count; ++i) {
    const int32_t whole = net.tensor({1, static_cast<int32_t>(all.size())});
    net.op(kJoin, all, whole, axis(1));
    const int32_t part = net.tensor({1, 1});
    net.op(fb::BuiltinOperator_STRIDED_SLICE,
           {whole, net.integers({2}, {0, 0}), net.integers({2}, {1, 1}), net.integers({2}, {1, 1})}, part,
           fb::StridedSliceOptionsT{});
    all.push_back(part);
  }
  net.output(all.back());
  return net;
}

Net outputs(int count) {
  Net net;
  const int32_t x = net.input({1, 4});
  for (int i = 0; i < count; ++i) net.output(net.chain(kRelu, x, 1));
  return net;
}

// One buffer that each layer packs separately.
Net shared_weights(int layers, int size) {
  Net net;
  const uint32_t buffer =
      net.buffer(std::vector<uint8_t>(static_cast<size_t>(size) * static_cast<size_t>(size), 1));
  int32_t x = net.input({1, size});
  for (int i = 0; i < layers; ++i) {
    const int32_t y = net.tensor({1, size}, 0.5f, i % 200 - 100);
    net.op(kDense, {x, net.constant({size, size}, buffer), -1}, y, fb::FullyConnectedOptionsT{});
    x = y;
  }
  net.output(x);
  return net;
}

// Layers with millions of channels whose weights are not constant.
Net wide_layers(int count) {
  Net net;
  const int32_t one = net.input({1, 1}), weights = net.input({1 << 22, 1});
  for (int i = 0; i < count; ++i) {
    const int32_t out = net.tensor({1, 1 << 22});
    net.op(kDense, {one, weights, -1}, out, fb::FullyConnectedOptionsT{});
    net.output(out);
  }
  return net;
}

// Images with one row per byte.
Net tall(int count) {
  Net net;
  const int32_t weights = net.constant({2, 3, 3, 2});
  int32_t x = net.input({1, 1 << 27, 1, 2});
  for (int i = 0; i < count; ++i) {
    const int32_t y = net.tensor({1, 1 << 27, 1, 2});
    fb::Conv2DOptionsT options;
    options.stride_h = options.stride_w = 1;
    net.op(fb::BuiltinOperator_CONV_2D, {x, weights, -1}, y, options);
    x = y;
  }
  net.output(x);
  return net;
}

// Images of a few hundred rows, repeatedly.
Net rows(int count, int height) {
  Net net;
  const uint32_t buffer = net.buffer(std::vector<uint8_t>(36, 1));
  int32_t x = net.input({1, height, 4, 2});
  for (int i = 0; i < count; ++i) {
    const int32_t y = net.tensor({1, height, 4, 2});
    fb::Conv2DOptionsT options;
    options.stride_h = options.stride_w = 1;
    net.op(fb::BuiltinOperator_CONV_2D, {x, net.constant({2, 3, 3, 2}, buffer), -1}, y, options);
    x = y;
  }
  net.output(x);
  return net;
}

// A name that every operator uses, and a name that consists of separators only.
Net long_names(int count) {
  Net net;
  const int32_t x = net.input({1, 4});
  net[x].name = std::string(300000, '/');
  int32_t sum = x;
  for (int i = 0; i < count; ++i) {
    const int32_t next = net.tensor({1, 4});
    net.op(kAdd, {x, sum}, next, fb::AddOptionsT{});
    sum = next;
  }
  net.output(sum);
  net[sum].name = std::string(300000, 'n');
  return net;
}

// Branches that can run in any order.
Net branches(int count) {
  Net net;
  const int32_t x = net.input({1, 64});
  std::vector<int32_t> ends;
  for (int i = 0; i < count; ++i) {
    const int32_t wide = net.tensor({1, 64 + i % 7});
    const int32_t weights = net.constant({64 + i % 7, 64});
    net.op(kDense, {x, weights, -1}, wide, fb::FullyConnectedOptionsT{});
    const int32_t narrow = net.tensor({1, 1 + i % 3});
    net.op(kDense, {wide, net.constant({1 + i % 3, 64 + i % 7}), -1}, narrow, fb::FullyConnectedOptionsT{});
    ends.push_back(narrow);
  }
  int32_t size = 0;
  for (const int32_t end : ends) size += net[end].shape[1];
  const int32_t whole = net.tensor({1, size});
  net.op(kJoin, ends, whole, axis(1));
  net.output(whole);
  return net;
}

// Sums that tie channels of early layers to channels of late ones.
Net residual(int count, int channels) {
  Net net;
  const uint32_t buffer =
      net.buffer(std::vector<uint8_t>(static_cast<size_t>(channels) * static_cast<size_t>(channels)));
  int32_t x = net.input({1, channels}), before = x;
  for (int i = 0; i < count; ++i) {
    const int32_t y = net.tensor({1, channels}), sum = net.tensor({1, channels});
    net.op(kDense, {x, net.constant({channels, channels}, buffer), -1}, y, fb::FullyConnectedOptionsT{});
    net.op(kAdd, {y, before}, sum, fb::AddOptionsT{});
    before = y, x = sum;
  }
  net.output(x);
  return net;
}

// Tensors that nothing reads.
Net idle_tensors(int count) {
  Net net;
  net.output(net.chain(kRelu, net.input({1, 4}), 1));
  for (int i = 0; i < count; ++i) net.tensor({1, 4});
  return net;
}

struct Case {
  const char* name;
  std::function<Net()> make;
};

const Case kCases[] = {
    {"reshapes",
     [] {
       return chain_of(kReshape, {1, 64}, 16000);
     }},
    {"vectors",
     [] {
       return chain_of(kRelu, {1, 64}, 3000);
     }},
    {"images", [] { return images(1000); }},
    {"pads", [] { return pads(24); }},
    {"products", [] { return products(3); }},
    {"pool", [] { return pool(); }},
    {"wide_join", [] { return wide_join(2000); }},
    {"joins", [] { return joins(500); }},
    {"all_by_all", [] { return all_by_all(250); }},
    {"outputs", [] { return outputs(1000); }},
    {"too_many_outputs", [] { return outputs(5000); }},
    {"shared_weights", [] { return shared_weights(2000, 512); }},
    {"wide_layers", [] { return wide_layers(100); }},
    {"tall", [] { return tall(20); }},
    {"rows", [] { return rows(400, 600); }},
    {"long_names", [] { return long_names(4000); }},
    {"branches", [] { return branches(340); }},
    {"residual", [] { return residual(2000, 256); }},
    {"idle_tensors", [] { return idle_tensors(60000); }},
    {"too_many_operators",
     [] {
       return chain_of(kRelu, {1, 64}, 40000);
     }},
};

}  // namespace
}  // namespace hostile

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  for (const hostile::Case& one : hostile::kCases)
    if (argc < 3 || one.name == std::string(argv[2]))
      one.make().write(argv[1] + ("/" + std::string(one.name)) + ".tflite");
  return 0;
}
