// A compact notation for models with control flow: tensors of int32 (or bool) and the operators between them,
// subgraph by subgraph.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "schema_generated.h"

namespace control {

namespace fb = nook::tflite;

using Numbers = std::vector<std::vector<int32_t>>;  // per input or output

struct Tensor {
  fb::TensorType type = fb::TensorType_INT32;
  std::vector<int32_t> shape = {1};
  std::vector<int32_t> data = {};  // empty: not a constant
};

struct Op {
  fb::BuiltinOperator code;
  std::vector<int32_t> in, out;
  int32_t first = 0, second = 0;  // subgraphs: then and else, condition and body
  std::string name = {};          // name of a variable, or of a custom operator
};

struct Subgraph {
  std::vector<Tensor> tensors;
  std::vector<int32_t> in, out;
  std::vector<Op> ops;

  int32_t add(Tensor t) {
    tensors.push_back(std::move(t));
    return static_cast<int32_t>(tensors.size()) - 1;
  }
  int32_t input(Tensor t = {}) {
    in.push_back(add(std::move(t)));
    return in.back();
  }
  int32_t constant(std::vector<int32_t> values) {
    const auto count = static_cast<int32_t>(values.size());
    return add({fb::TensorType_INT32, {count}, std::move(values)});
  }
  int32_t op(fb::BuiltinOperator code, std::vector<int32_t> operands, Tensor result = {}) {
    const int32_t y = add(std::move(result));
    ops.push_back({code, std::move(operands), {y}});
    return y;
  }
  int32_t custom(const std::string& name, std::vector<int32_t> operands, Tensor result = {}) {
    const int32_t y = op(fb::BuiltinOperator_CUSTOM, std::move(operands), std::move(result));
    ops.back().name = name;
    return y;
  }
  int32_t plus(int32_t a, int32_t b, Tensor result = {}) {
    return op(fb::BuiltinOperator_ADD, {a, b}, std::move(result));
  }
  int32_t less(int32_t a, int32_t b) {
    return op(fb::BuiltinOperator_LESS, {a, b}, {fb::TensorType_BOOL, {1}});
  }
  // Returns as many results as `results` has.
  std::vector<int32_t> call(fb::BuiltinOperator code, std::vector<int32_t> operands, int32_t first,
                            int32_t second, std::vector<Tensor> results) {
    std::vector<int32_t> made;
    for (Tensor& t : results) made.push_back(add(std::move(t)));
    ops.push_back({code, std::move(operands), made, first, second});
    return made;
  }
  std::vector<int32_t> loop(std::vector<int32_t> carried, int32_t condition, int32_t body) {
    std::vector<Tensor> results;
    for (int32_t t : carried)
      results.push_back({tensors[static_cast<size_t>(t)].type, tensors[static_cast<size_t>(t)].shape});
    return call(fb::BuiltinOperator_WHILE, std::move(carried), condition, body, std::move(results));
  }
  std::vector<int32_t> branch(std::vector<int32_t> operands, int32_t then, int32_t other,
                              std::vector<Tensor> results) {
    return call(fb::BuiltinOperator_IF, std::move(operands), then, other, std::move(results));
  }
};

inline std::string write(const std::vector<Subgraph>& subgraphs) {
  flatbuffers::FlatBufferBuilder b;
  std::vector<std::pair<fb::BuiltinOperator, std::string>> codes;  // with the names of custom operators
  std::vector<flatbuffers::Offset<fb::Buffer>> buffers = {fb::CreateBuffer(b)};
  std::vector<flatbuffers::Offset<fb::SubGraph>> graphs;
  for (const Subgraph& g : subgraphs) {
    std::vector<flatbuffers::Offset<fb::Tensor>> tensors;
    for (const Tensor& t : g.tensors) {
      uint32_t buffer = 0;
      if (!t.data.empty()) {
        b.ForceVectorAlignment(t.data.size() * 4, 1, 16);
        const auto bytes = b.CreateVector(reinterpret_cast<const uint8_t*>(t.data.data()), t.data.size() * 4);
        buffer = static_cast<uint32_t>(buffers.size());
        buffers.push_back(fb::CreateBuffer(b, bytes));
      }
      tensors.push_back(fb::CreateTensorDirect(b, &t.shape, t.type, buffer,
                                               ("t" + std::to_string(tensors.size())).c_str()));
    }
    std::vector<flatbuffers::Offset<fb::Operator>> ops;
    for (const Op& op : g.ops) {
      uint32_t code = 0;
      const bool custom = op.code == fb::BuiltinOperator_CUSTOM;
      const std::pair key(op.code, custom ? op.name : std::string());
      while (code < codes.size() && codes[code] != key) ++code;
      if (code == codes.size()) codes.push_back(key);
      auto type = fb::BuiltinOptions_NONE;
      flatbuffers::Offset<void> options;
      if (op.code == fb::BuiltinOperator_IF)
        type = fb::BuiltinOptions_IfOptions, options = fb::CreateIfOptions(b, op.first, op.second).Union();
      if (!op.name.empty() && !custom)
        type = fb::BuiltinOptions_VarHandleOptions,
        options = fb::CreateVarHandleOptionsDirect(b, "", op.name.c_str()).Union();
      if (op.code == fb::BuiltinOperator_CALL_ONCE)
        type = fb::BuiltinOptions_CallOnceOptions, options = fb::CreateCallOnceOptions(b, op.first).Union();
      if (op.code == fb::BuiltinOperator_WHILE)
        type = fb::BuiltinOptions_WhileOptions,
        options = fb::CreateWhileOptions(b, op.first, op.second).Union();
      ops.push_back(fb::CreateOperatorDirect(b, code, &op.in, &op.out, type, options));
    }
    graphs.push_back(fb::CreateSubGraph(b, b.CreateVector(tensors), b.CreateVector(g.in),
                                        b.CreateVector(g.out), b.CreateVector(ops)));
  }
  std::vector<flatbuffers::Offset<fb::OperatorCode>> all;
  for (const auto& [code, custom] : codes) {
    const auto name = custom.empty() ? flatbuffers::Offset<flatbuffers::String>() : b.CreateString(custom);
    all.push_back(fb::CreateOperatorCode(b, static_cast<int8_t>(code < 127 ? code : 127), name, 1, code));
  }
  b.Finish(fb::CreateModel(b, 3, b.CreateVector(all), b.CreateVector(graphs), 0, b.CreateVector(buffers)),
           fb::ModelIdentifier());
  return {reinterpret_cast<const char*>(b.GetBufferPointer()), b.GetSize()};
}

inline std::span<const std::byte> view(const std::string& tflite) {
  return std::as_bytes(std::span(tflite.data(), tflite.size()));
}

inline const Tensor kFlag = {fb::TensorType_BOOL, {1}};
inline const Tensor kName = {fb::TensorType_RESOURCE, {1}};  // names a variable
inline const Tensor kPair = {fb::TensorType_INT32, {2}};

// i < n; the loop carries i, n and more.
inline Subgraph until_n(const std::vector<Tensor>& more) {
  Subgraph g;
  const int32_t i = g.input(), n = g.input();
  for (const Tensor& t : more) g.input(t);
  g.out = {g.less(i, n)};
  return g;
}

// i + 1, n, and the other carried values.
inline Subgraph next_turn(const std::vector<Tensor>& more) {
  Subgraph g;
  const int32_t i = g.input(), n = g.input();
  for (const Tensor& t : more) g.input(t);
  g.out = {g.plus(i, g.constant({1})), n};
  return g;
}

// main(x, n): i = 0, the loop, its results.
inline Subgraph loop_from_zero(const std::vector<Tensor>& more, int32_t condition, int32_t body) {
  Subgraph g;
  const int32_t n = g.input();
  std::vector<int32_t> carried = {g.constant({0}), n};
  for (const Tensor& t : more) carried.push_back(g.input(t));
  g.out = g.loop(carried, condition, body);
  return g;
}

// main(flag, a, b): the results of an IF, and their sum.
inline Subgraph if_main(int32_t then, int32_t other) {
  Subgraph g;
  const int32_t flag = g.input(kFlag), a = g.input(kPair), b = g.input(kPair);
  const std::vector<int32_t> y = g.branch({flag, a, b}, then, other, {kPair, kPair});
  g.out = {y[0], y[1], g.plus(y[0], y[1], kPair), a};
  return g;
}

inline Subgraph two_pairs() {
  Subgraph g;
  g.input(kPair), g.input(kPair);
  return g;
}

// main(n, x): adds 5 to x, n times.
inline std::vector<Subgraph> counter() {
  Subgraph body = next_turn({{}});
  body.out.push_back(body.plus(2, body.constant({5})));
  return {loop_from_zero({{}}, 1, 2), until_n({{}}), body};
}

}  // namespace control
