// Models with thousands of operators: the demands that a small file can make on a compiler.
#pragma once
#include <cstring>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/model/objects.h"

namespace hostile {

namespace fb = objects::fb;
using Shape = std::vector<int32_t>;

class Net {
 public:
  Net() {
    model.version = 3;
    model.buffers.push_back(std::make_unique<fb::BufferT>());
    model.subgraphs.push_back(std::make_unique<fb::SubGraphT>());
  }
  fb::SubGraphT& graph() { return *model.subgraphs[0]; }

  // An int8 activation.
  int32_t tensor(Shape shape, float scale = 0.5f, int64_t zero = 0) {
    return add(fb::TensorType_INT8, std::move(shape), {scale}, {zero}, 0);
  }
  int32_t input(Shape shape) {
    graph().inputs.push_back(tensor(std::move(shape)));
    return graph().inputs.back();
  }
  void output(int32_t tensor) { graph().outputs.push_back(tensor); }

  uint32_t buffer(std::vector<uint8_t> bytes) {
    model.buffers.push_back(std::make_unique<fb::BufferT>());
    model.buffers.back()->data = std::move(bytes);
    return static_cast<uint32_t>(model.buffers.size() - 1);
  }
  // An int8 constant in a buffer that others may share.
  int32_t constant(Shape shape, uint32_t buffer, float scale = 0.01f) {
    return add(fb::TensorType_INT8, std::move(shape), {scale}, {0}, buffer);
  }
  int32_t constant(Shape shape, float scale = 0.01f) {
    size_t bytes = 1;
    for (const int32_t size : shape) bytes *= static_cast<size_t>(size);
    return constant(std::move(shape), buffer(std::vector<uint8_t>(bytes, 1)), scale);
  }
  int32_t integers(Shape shape, const std::vector<int32_t>& values) {
    std::vector<uint8_t> bytes(values.size() * 4);
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return add(fb::TensorType_INT32, std::move(shape), {}, {}, buffer(std::move(bytes)));
  }

  template <class Options = fb::ReshapeOptionsT>
  void op(fb::BuiltinOperator code, std::vector<int32_t> in, int32_t out, Options options = {}) {
    auto node = std::make_unique<fb::OperatorT>();
    node->opcode_index = code_of(code);
    node->inputs = std::move(in), node->outputs = {out};
    if constexpr (!std::is_same_v<Options, fb::ReshapeOptionsT>)
      node->builtin_options.Set(std::move(options));
    graph().operators.push_back(std::move(node));
  }
  // A sequence of operators; returns the result of the last.
  int32_t chain(fb::BuiltinOperator code, int32_t from, int count) {
    for (; count > 0; --count) {
      const int32_t to = like(from);
      op(code, {from}, to);
      from = to;
    }
    return from;
  }
  int32_t like(int32_t tensor) {
    graph().tensors.push_back(std::make_unique<fb::TensorT>(*graph().tensors[static_cast<size_t>(tensor)]));
    graph().tensors.back()->buffer = 0;
    return last();
  }
  fb::TensorT& operator[](int32_t tensor) { return *graph().tensors[static_cast<size_t>(tensor)]; }

  std::vector<char> bytes() const {
    const std::string all = objects::written(model);
    return {all.begin(), all.end()};
  }
  void write(const std::string& path) const {
    const std::vector<char> all = bytes();
    std::ofstream(path, std::ios::binary).write(all.data(), static_cast<std::streamsize>(all.size()));
  }

  uint32_t code_of(fb::BuiltinOperator code) {
    for (size_t i = 0; i < model.operator_codes.size(); ++i)
      if (model.operator_codes[i]->builtin_code == code) return static_cast<uint32_t>(i);
    model.operator_codes.push_back(std::make_unique<fb::OperatorCodeT>());
    model.operator_codes.back()->builtin_code = code;
    model.operator_codes.back()->deprecated_builtin_code = static_cast<int8_t>(std::min<int>(code, 127));
    return static_cast<uint32_t>(model.operator_codes.size() - 1);
  }

  fb::ModelT model;

 private:
  int32_t last() { return static_cast<int32_t>(graph().tensors.size()) - 1; }
  int32_t add(fb::TensorType type, Shape shape, std::vector<float> scales, std::vector<int64_t> zeros,
              uint32_t buffer) {
    auto tensor = std::make_unique<fb::TensorT>();
    tensor->type = type, tensor->shape = std::move(shape), tensor->buffer = buffer;
    tensor->name = "t";
    tensor->quantization = std::make_unique<fb::QuantizationParametersT>();
    tensor->quantization->scale = std::move(scales), tensor->quantization->zero_point = std::move(zeros);
    graph().tensors.push_back(std::move(tensor));
    return last();
  }
};

}  // namespace hostile
