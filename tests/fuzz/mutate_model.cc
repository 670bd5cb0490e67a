#include "tests/fuzz/mutate_model.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "nook/model/model.h"
#include "tests/model/objects.h"
#include "tests/test.h"

namespace fuzz {
namespace {

namespace fb = objects::fb;

class Mutation {
 public:
  Mutation(fb::ModelT& model, unsigned seed)
      : model_(model),
        rng_(seed),
        graph_(*model.subgraphs[chance(2) ? 0 : rng_.next() % model.subgraphs.size()]) {}

  void run() {
    for (int n = rng_.in(1, 3); n > 0; --n) one();
  }

 private:
  template <class T>
  T& any(std::vector<T>& of) {
    return of[rng_.next() % of.size()];
  }
  bool chance(int of) { return rng_.in(1, of) == 1; }
  int32_t any_tensor() {
    return chance(16) ? -1 : rng_.in(0, static_cast<int32_t>(graph_.tensors.size()) - 1);
  }

  void one() {
    const int kind = rng_.in(0, 17);
    if (kind == 14) return subgraphs();
    if (kind == 15) return chains();
    if (kind == 16) return plan();
    if (graph_.tensors.empty()) return;
    fb::TensorT& tensor = *any(graph_.tensors);
    switch (kind) {
      case 0:
        return shape(tensor);
      case 1:
      case 2:
        return rename_size();
      case 3:
        return scales(tensor);
      case 4:
        return zero_points(tensor);
      case 5:
        return type(tensor);
      case 6:
        return bytes();
      case 7:
        return resize_bytes();
      case 8:
        tensor.buffer = static_cast<uint32_t>(rng_.in(0, static_cast<int32_t>(model_.buffers.size())));
        return;
      case 9:
        return edge();
      case 10:
        return operators();
      case 11:
      case 12:
        return options();
      default:
        return interface(tensor);
    }
  }

  int32_t size_near(int32_t old) {
    constexpr int32_t kSizes[] = {0,  1,  2,  3,  4,   5,   7,    8,       9,         15, 16,
                                  17, 31, 33, 64, 127, 256, 4097, 1 << 20, INT32_MAX, -1};
    const int64_t near[] = {old + int64_t{1}, old - int64_t{1}, old * int64_t{2}, old / 2};
    if (chance(2)) return static_cast<int32_t>(std::clamp<int64_t>(near[rng_.next() % 4], -1, INT32_MAX));
    return kSizes[rng_.next() % (chance(4) ? std::size(kSizes) : 13)];
  }

  void shape(fb::TensorT& tensor) {
    if (tensor.shape.empty() || chance(12)) {
      tensor.shape.push_back(1);
    } else if (chance(12)) {
      tensor.shape.erase(tensor.shape.begin() + rng_.in(0, static_cast<int32_t>(tensor.shape.size()) - 1));
    } else {
      int32_t& size = any(tensor.shape);
      size = size_near(size);
    }
  }

  // Replaces one size by another in all shapes, or in one dimension of all, so that they still match.
  void rename_size() {
    const fb::TensorT& like = *any(graph_.tensors);
    if (like.shape.empty()) return;
    const size_t axis = rng_.next() % like.shape.size();
    const int32_t from = like.shape[axis], to = size_near(from);
    const bool everywhere = chance(2);
    for (auto& tensor : graph_.tensors)
      for (size_t i = 0; i < tensor->shape.size(); ++i)
        if (tensor->shape[i] == from && (everywhere || i == axis)) tensor->shape[i] = to;
    fit_all();
  }

  static int64_t bytes_of(const fb::TensorT& tensor) {
    int64_t count = tensor.type == fb::TensorType_INT8 ? 1 : tensor.type == fb::TensorType_INT64 ? 8 : 4;
    for (const int32_t size : tensor.shape) count = std::min<int64_t>(count * std::max(size, 0), 1 << 20);
    return count;
  }

  // Makes constants and scales per channel as long as the shapes require.
  void fit_all() {
    for (auto& tensor : graph_.tensors) {
      if (tensor->buffer < model_.buffers.size()) {
        std::vector<uint8_t>& data = model_.buffers[tensor->buffer]->data;
        const int64_t need = bytes_of(*tensor);
        if (!data.empty() && need > 0 && need <= 1 << 14) data.resize(static_cast<size_t>(need), 3);
      }
      if (!tensor->quantization || tensor->quantization->scale.size() < 2) continue;
      const auto axis = static_cast<size_t>(tensor->quantization->quantized_dimension);
      if (axis >= tensor->shape.size() || tensor->shape[axis] < 1 || tensor->shape[axis] > 4096) continue;
      tensor->quantization->scale.resize(static_cast<size_t>(tensor->shape[axis]), 0.01f);
      tensor->quantization->zero_point.resize(tensor->quantization->scale.size());
    }
  }

  void scales(fb::TensorT& tensor) {
    if (!tensor.quantization) tensor.quantization = std::make_unique<fb::QuantizationParametersT>();
    std::vector<float>& scale = tensor.quantization->scale;
    constexpr float kSome[] = {0.0f,  1e-43f,      1.0f, 1e-38f, 1e-10f, 1e-3f,
                               0.25f, 0.99999994f, 2.0f, 1e10f,  3e38f,  -1.0f};
    if (scale.empty() || chance(10)) scale.resize(rng_.next() % 5, 0.5f);
    if (scale.empty()) return;
    float& one = any(scale);
    one = chance(3)    ? one * rng_.real(0.25f, 4.0f)
          : chance(12) ? std::numeric_limits<float>::quiet_NaN()
          : chance(12) ? std::numeric_limits<float>::infinity()
                       : kSome[rng_.next() % std::size(kSome)];
  }

  void zero_points(fb::TensorT& tensor) {
    if (!tensor.quantization) return;
    std::vector<int64_t>& zeros = tensor.quantization->zero_point;
    if (zeros.empty()) zeros.resize(tensor.quantization->scale.size());
    if (!zeros.empty())
      any(zeros) = chance(8) ? int64_t{rng_.in(INT32_MIN / 2, INT32_MAX / 2)} << 8 : rng_.in(-130, 130);
    if (chance(8)) tensor.quantization->quantized_dimension = rng_.in(-1, 4);
  }

  void type(fb::TensorT& tensor) {
    constexpr fb::TensorType kTypes[] = {fb::TensorType_INT8,  fb::TensorType_FLOAT32, fb::TensorType_INT32,
                                         fb::TensorType_INT16, fb::TensorType_UINT8,   fb::TensorType_INT64};
    const fb::TensorType from = tensor.type, to = kTypes[rng_.next() % std::size(kTypes)];
    tensor.type = to;
    if (chance(2))
      for (auto& other : graph_.tensors)
        if (other->type == from) other->type = to;
    fit_all();
  }

  void bytes() {
    std::vector<uint8_t>& data = any(model_.buffers)->data;
    for (int n = rng_.in(1, 8); n > 0 && !data.empty(); --n) {
      uint8_t& byte = any(data);
      byte = static_cast<uint8_t>(chance(3) ? 0 : chance(2) ? byte ^ 0x80 : rng_.next());
    }
    if (chance(8)) std::ranges::fill(data, static_cast<uint8_t>(chance(2) ? 0 : rng_.next()));
  }

  void resize_bytes() {
    std::vector<uint8_t>& data = any(model_.buffers)->data;
    data.resize(chance(4) ? 0 : std::min<size_t>(data.size() + rng_.next() % 9, 1 << 14));
  }

  void edge() {
    if (graph_.operators.empty()) return;
    fb::OperatorT& op = *any(graph_.operators);
    std::vector<int32_t>& side = chance(4) ? op.outputs : op.inputs;
    if (side.empty() || chance(8)) {
      side.push_back(any_tensor());
    } else if (chance(8)) {
      side.pop_back();
    } else if (chance(4)) {
      std::swap(any(side), any(side));
    } else {
      any(side) = any_tensor();
    }
  }

  void operators() {
    if (graph_.operators.empty()) return;
    const size_t at = rng_.next() % graph_.operators.size();
    switch (rng_.in(0, 3)) {
      case 0:
        return std::swap(graph_.operators[at], any(graph_.operators));
      case 1:
        graph_.operators.erase(graph_.operators.begin() + static_cast<ptrdiff_t>(at));
        return;
      case 2:
        return again(at);
      default:
        graph_.operators[at]->opcode_index =
            static_cast<uint32_t>(rng_.next() % model_.operator_codes.size());
    }
  }

  // Repeats an operator after itself, with the result in a new tensor, which the later operators read.
  void again(size_t at) {
    fb::OperatorT copy = *graph_.operators[at];
    if (copy.outputs.empty() || copy.outputs[0] < 0 || graph_.operators.size() > 64) return;
    const int32_t old = copy.outputs[0], fresh = static_cast<int32_t>(graph_.tensors.size());
    graph_.tensors.push_back(std::make_unique<fb::TensorT>(*graph_.tensors[static_cast<size_t>(old)]));
    for (size_t i = at + 1; i < graph_.operators.size(); ++i)
      if (chance(2)) std::ranges::replace(graph_.operators[i]->inputs, old, fresh);
    if (!copy.inputs.empty() && chance(2)) copy.inputs[0] = old;
    copy.outputs[0] = fresh;
    graph_.operators.insert(graph_.operators.begin() + static_cast<ptrdiff_t>(at) + 1,
                            std::make_unique<fb::OperatorT>(copy));
    if (chance(2)) graph_.outputs.push_back(fresh);
  }

  template <class Number>
  void number(Number& of) {
    constexpr int64_t kSome[] = {
        0, 1, 2, 3, 5, -1, 127, 4096, 754974722, 1 << 29, (1 << 30) - 1, INT32_MAX, INT32_MIN};
    of = static_cast<Number>(kSome[rng_.next() % (chance(4) ? std::size(kSome) : 5)]);
  }
  void activation(fb::ActivationFunctionType& of) {
    of = static_cast<fb::ActivationFunctionType>(rng_.in(0, chance(8) ? 5 : 3));
  }
  void padding(fb::Padding& of) { of = of == fb::Padding_SAME ? fb::Padding_VALID : fb::Padding_SAME; }

  template <class Options>
  void spatial(Options& o) {
    const int choice = rng_.in(0, 5);
    if (choice == 0) padding(o.padding);
    if (choice == 1) number(o.stride_w);
    if (choice == 2) number(o.stride_h);
    if (choice == 3) activation(o.fused_activation_function);
    if constexpr (requires { o.dilation_w_factor; })
      number(choice == 4 ? o.dilation_w_factor : o.dilation_h_factor);
    if constexpr (requires { o.filter_width; }) number(choice == 4 ? o.filter_width : o.filter_height);
    if constexpr (requires { o.depth_multiplier; })
      if (chance(4)) number(o.depth_multiplier);
  }

  void options() {
    if (graph_.operators.empty()) return;
    fb::OperatorT& op = *any(graph_.operators);
    if (!op.custom_options.empty()) {  // usually operators with state
      uint8_t& byte = any(op.custom_options);
      byte = static_cast<uint8_t>(chance(2) ? byte + rng_.in(-2, 2) : rng_.in(0, chance(8) ? 255 : 9));
    }
    fb::BuiltinOptionsUnion& of = op.builtin_options;
    if (auto* o = of.AsConv2DOptions()) spatial(*o);
    if (auto* o = of.AsDepthwiseConv2DOptions()) spatial(*o);
    if (auto* o = of.AsPool2DOptions()) spatial(*o);
    if (auto* o = of.AsFullyConnectedOptions())
      chance(2) ? activation(o->fused_activation_function) : void(o->keep_num_dims ^= true);
    if (auto* o = of.AsAddOptions()) activation(o->fused_activation_function);
    if (auto* o = of.AsSubOptions()) activation(o->fused_activation_function);
    if (auto* o = of.AsMulOptions()) activation(o->fused_activation_function);
    if (auto* o = of.AsSoftmaxOptions()) o->beta = chance(4) ? -1.0f : rng_.real(0.0f, 8.0f);
    if (auto* o = of.AsConcatenationOptions()) o->axis = rng_.in(-5, 5);
    if (auto* o = of.AsReducerOptions()) o->keep_dims ^= true;
    if (auto* o = of.AsReshapeOptions(); o && !o->new_shape.empty()) number(any(o->new_shape));
    if (auto* o = of.AsStridedSliceOptions()) {
      int32_t* const masks[] = {&o->begin_mask, &o->end_mask, &o->ellipsis_mask, &o->new_axis_mask,
                                &o->shrink_axis_mask};
      *masks[rng_.next() % 5] = rng_.in(0, 31);
    }
  }

  void interface(fb::TensorT& tensor) {
    if (chance(6)) {
      tensor.is_variable ^= true;
      return;
    }
    std::vector<int32_t>& side = chance(3) ? graph_.inputs : graph_.outputs;
    if (side.empty() || chance(2))
      side.push_back(any_tensor());
    else if (chance(3))
      side.pop_back();
    else
      any(side) = any_tensor();
  }

  // Adds subgraphs that IF, WHILE and CALL_ONCE run, or that never run.
  void subgraphs() {
    const auto number = [this] {
      return chance(16) ? rng_.in(-1, 99) : rng_.in(0, static_cast<int32_t>(model_.subgraphs.size()) - 1);
    };
    if (model_.subgraphs.size() < 8 && chance(3)) {
      const fb::SubGraphT& like = *any(model_.subgraphs);
      model_.subgraphs.push_back(chance(2) ? std::make_unique<fb::SubGraphT>()
                                           : std::make_unique<fb::SubGraphT>(like));
      return;
    }
    if (graph_.operators.empty()) return;
    fb::BuiltinOptionsUnion& of = any(graph_.operators)->builtin_options;
    if (auto* o = of.AsIfOptions()) (chance(2) ? o->then_subgraph_index : o->else_subgraph_index) = number();
    if (auto* o = of.AsWhileOptions())
      (chance(2) ? o->cond_subgraph_index : o->body_subgraph_index) = number();
    if (auto* o = of.AsCallOnceOptions()) o->init_subgraph_index = number();
    if (auto* o = of.AsVarHandleOptions()) o->shared_name = chance(2) ? "a" : "b";
  }

  // The words of a metadata entry with this name, which is created if it is missing.
  std::vector<uint8_t>& metadata(const char* name) {
    for (const auto& entry : model_.metadata)
      if (entry && entry->name == name && entry->buffer < model_.buffers.size())
        return model_.buffers[entry->buffer]->data;
    model_.buffers.push_back(std::make_unique<fb::BufferT>());
    auto entry = std::make_unique<fb::MetadataT>();
    entry->name = name, entry->buffer = static_cast<uint32_t>(model_.buffers.size()) - 1;
    model_.metadata.push_back(std::move(entry));
    return model_.buffers.back()->data;
  }
  void write(const char* name, const std::vector<int32_t>& words) {
    std::vector<uint8_t>& data = metadata(name);
    data.resize(words.size() * sizeof(int32_t));
    std::memcpy(data.data(), words.data(), data.size());
  }

  // Chains of operators to run row by row, from any operator on.
  void chains() {
    const auto count = static_cast<int32_t>(model_.subgraphs[0]->operators.size());
    std::vector<int32_t> words = {1, chance(16) ? count + 1 : count, 0};
    for (int32_t first = rng_.in(0, 2); first < count && (words[2] == 0 || chance(2));) {
      const int32_t length = chance(16) ? rng_.in(-1, 40) : rng_.in(2, std::max(2, count - first));
      words.insert(words.end(), {first, length}), ++words[2];
      first += std::max(1, length) + rng_.in(0, 2);
    }
    if (chance(16)) words[2] += rng_.in(-1, 1 << 20);
    write("NookRowChains", words);
  }

  // An offline plan with few distinct offsets, so that some tensors are adjacent and some overlap.
  void plan() {
    size_t tensors = 0;
    for (const auto& graph : model_.subgraphs) tensors += graph->tensors.size();
    if (chance(4)) tensors = model_.subgraphs[0]->tensors.size();
    std::vector<int32_t> words = {1, static_cast<int32_t>(model_.subgraphs.size()),
                                  static_cast<int32_t>(tensors)};
    const int32_t step = chance(2) ? 16 : 256;
    for (size_t i = 0; i < std::min<size_t>(tensors, 4096); ++i)
      words.push_back(chance(3) ? -1 : step * rng_.in(0, chance(8) ? 1 << 24 : 16) + (chance(32) ? 4 : 0));
    write("OfflineMemoryAllocation", words);
  }

  fb::ModelT& model_;
  test::Rng rng_;
  fb::SubGraphT& graph_;
};

bool has_parts(const fb::ModelT& model) {
  if (model.subgraphs.empty() || model.buffers.empty() || model.operator_codes.empty()) return false;
  const auto there = [](const auto& one) { return one != nullptr; };
  return std::ranges::all_of(model.buffers, there) &&
         std::ranges::all_of(model.subgraphs, [&](const auto& g) {
           return g && std::ranges::all_of(g->tensors, there) && std::ranges::all_of(g->operators, there);
         });
}

// A union with a type but no value, which a file may contain, can't be written.
void forget_empty_unions(fb::ModelT& model) {
  const auto forget = [](auto& one) {
    if (!one.value) one.type = {};
  };
  for (const auto& graph : model.subgraphs) {
    for (const auto& op : graph->operators) forget(op->builtin_options), forget(op->builtin_options_2);
    for (const auto& tensor : graph->tensors)
      if (tensor->quantization) forget(tensor->quantization->details);
  }
}

// flatbuffers reads 64-bit elements in place, and its verifier does not check their alignment.
bool is_aligned(const fb::Model& model) {
  if (!model.subgraphs()) return true;
  for (const fb::SubGraph* graph : *model.subgraphs()) {
    if (!graph->tensors()) continue;
    for (const fb::Tensor* tensor : *graph->tensors()) {
      const fb::QuantizationParameters* q = tensor->quantization();
      if (q && q->zero_point() && reinterpret_cast<uintptr_t>(q->zero_point()->Data()) % 8 != 0) return false;
    }
  }
  return true;
}

}  // namespace

size_t mutate_model(uint8_t* data, size_t size, size_t most, unsigned seed) {
  if (!nook::Model::open({data, size})) return 0;  // also bounds the cost of unpacking
  flatbuffers::Verifier verifier(data, size);
  if (!fb::VerifyModelBuffer(verifier) || !is_aligned(*fb::GetModel(data))) return 0;
  const std::unique_ptr<fb::ModelT> read = objects::read(data);
  fb::ModelT& model = *read;
  if (!has_parts(model)) return 0;
  forget_empty_unions(model);
  Mutation(model, seed).run();
  const std::string written = objects::written(model);
  if (written.size() > most) return 0;
  std::memcpy(data, written.data(), written.size());
  return written.size();
}

}  // namespace fuzz

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t most);

// Three changes out of four change the model, the rest change bytes.
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t most, unsigned seed) {
  if (seed % 4 != 0)
    if (const size_t changed = fuzz::mutate_model(data, size, most, seed); changed > 0) return changed;
  return LLVMFuzzerMutate(data, size, most);
}
