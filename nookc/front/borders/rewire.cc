#include "nookc/front/borders/rewire.h"

#include <string_view>

#include "schema_generated.h"

namespace nookc {
namespace {

namespace fb = nook::tflite;
template <class T>
using List = flatbuffers::Vector<flatbuffers::Offset<T>>;

constexpr size_t kAlignment = 64;  // alignment of the old file in the new one

// Names the parts that a new head would invalidate: bytes addressed relative to the start of the file, and
// metadata that refers to operators by number.
std::string trouble(const fb::Model& model) {
  const char* const outside = "parts of the model lie outside of its flatbuffer";
  if (model.external_buffers() || model.external_buffer_groups()) return outside;
  for (uint32_t i = 0; model.buffers() && i < model.buffers()->size(); ++i)
    if (model.buffers()->Get(i)->offset() > 1) return outside;
  for (uint32_t i = 0; i < model.subgraphs()->size(); ++i) {
    const List<fb::Operator>* const operators = model.subgraphs()->Get(i)->operators();
    for (uint32_t k = 0; operators && k < operators->size(); ++k)
      if (operators->Get(k)->large_custom_options_offset() > 1) return outside;
  }
  for (uint32_t i = 0; model.metadata() && i < model.metadata()->size(); ++i) {
    const flatbuffers::String* const name = model.metadata()->Get(i)->name();
    const std::string_view text = name ? name->string_view() : std::string_view();
    if (text == "OfflineMemoryAllocation" || text == "NookRowChains")
      return "its metadata " + std::string(text) + " refers to operators or tensors by number";
  }
  return {};
}

class Rewirer {
 public:
  explicit Rewirer(std::span<const std::byte> bytes)
      : old_(bytes), model_(*fb::GetModel(bytes.data())), b_(bytes.size() + (1 << 16)) {}

  // Rewires the first subgraph.
  std::vector<std::byte> run(const Wires& wires) {
    begin();
    std::vector<flatbuffers::Offset<fb::SubGraph>> graphs = {subgraph(wires)};
    for (uint32_t i = 1; i < model_.subgraphs()->size(); ++i)
      graphs.push_back(kept(model_.subgraphs()->Get(i)));
    return finish(graphs, kept(model_.signature_defs()));
  }

  // Swaps the subgraph of a signature with the first one, and likewise the signatures.
  std::vector<std::byte> run(uint32_t signature) {
    begin();
    const uint32_t first = model_.signature_defs()->Get(signature)->subgraph_index();
    std::vector<flatbuffers::Offset<fb::SubGraph>> graphs;
    for (uint32_t i = 0; i < model_.subgraphs()->size(); ++i)
      graphs.push_back(kept(model_.subgraphs()->Get(i == 0 ? first : i == first ? 0 : i)));
    std::vector<flatbuffers::Offset<fb::SignatureDef>> signatures;
    for (uint32_t i = 0; i < model_.signature_defs()->size(); ++i) {
      const fb::SignatureDef& old = *model_.signature_defs()->Get(i == 0           ? signature
                                                                  : i == signature ? 0
                                                                                   : i);
      const uint32_t of = old.subgraph_index();
      signatures.push_back(fb::CreateSignatureDef(b_, kept(old.inputs()), kept(old.outputs()),
                                                  kept(old.signature_key()),
                                                  of == first ? 0
                                                  : of == 0   ? first
                                                              : of));
    }
    return finish(graphs, b_.CreateVector(signatures));
  }

 private:
  void begin() {
    // A flatbuffer builder begins at the end.
    const size_t padding = (kAlignment - old_.size() % kAlignment) % kAlignment;
    const std::vector<uint8_t> zeros(padding);
    b_.PushBytes(zeros.data(), padding);
    b_.PushBytes(reinterpret_cast<const uint8_t*>(old_.data()), old_.size());
    b_.Align(kAlignment);
  }

  std::vector<std::byte> finish(const std::vector<flatbuffers::Offset<fb::SubGraph>>& graphs,
                                flatbuffers::Offset<List<fb::SignatureDef>> signatures) {
    const auto subgraphs = b_.CreateVector(graphs);
    b_.Finish(fb::CreateModel(b_, model_.version(), kept(model_.operator_codes()), subgraphs,
                              kept(model_.description()), kept(model_.buffers()),
                              kept(model_.metadata_buffer()), kept(model_.metadata()), signatures),
              fb::ModelIdentifier());
    const std::byte* const first = reinterpret_cast<const std::byte*>(b_.GetBufferPointer());
    return {first, first + b_.GetSize()};
  }

  // An offset to an object of the old file. Offsets count from the end.
  template <class T>
  flatbuffers::Offset<T> kept(const T* there) const {
    if (!there) return 0;
    const auto at = static_cast<size_t>(reinterpret_cast<const std::byte*>(there) - old_.data());
    const size_t whole = (old_.size() + kAlignment - 1) / kAlignment * kAlignment;
    return static_cast<flatbuffers::uoffset_t>(whole - at);
  }

  flatbuffers::Offset<fb::SubGraph> subgraph(const Wires& wires) {
    const fb::SubGraph& old = *model_.subgraphs()->Get(0);
    std::vector<flatbuffers::Offset<fb::Tensor>> tensors;
    for (size_t i = 0; i < wires.tensors.size(); ++i)
      tensors.push_back(tensor(wires, old, static_cast<int32_t>(i)));
    std::vector<flatbuffers::Offset<fb::Operator>> operators;
    for (size_t i = 0; i < wires.ops.size(); ++i)
      if (!wires.ops[i].gone)
        operators.push_back(op(*old.operators()->Get(static_cast<uint32_t>(i)), wires.ops[i]));
    const auto all_operators = b_.CreateVector(operators);
    const auto all_tensors = b_.CreateVector(tensors);
    return fb::CreateSubGraph(b_, all_tensors, kept(old.inputs()), kept(old.outputs()), all_operators,
                              kept(old.name()), old.debug_metadata_index());
  }

  flatbuffers::Offset<fb::Tensor> tensor(const Wires& wires, const fb::SubGraph& old, int32_t number) {
    const auto of = [&](int32_t t) { return old.tensors()->Get(static_cast<uint32_t>(t)); };
    const Wires::Tensor& t = wires.tensors[Wires::number(number)];
    const fb::Tensor* const own = of(number);
    if (t.type_of == number && t.shape_of == number) return kept(own);
    const fb::Tensor *typed = of(t.type_of), *shaped = of(t.shape_of);
    return fb::CreateTensor(b_, kept(shaped->shape()), typed->type(), own->buffer(), kept(own->name()),
                            kept(typed->quantization()), own->is_variable(), 0, 0, shaped->has_rank());
  }

  flatbuffers::Offset<fb::Operator> op(const fb::Operator& old, const Wires::Op& now) {
    if (!now.changed) return kept(&old);
    const auto outputs = b_.CreateVector(now.out);
    const auto inputs = b_.CreateVector(now.in);
    const auto options = [this](const void* there) {
      return flatbuffers::Offset<void>(kept(static_cast<const fb::Operator*>(there)).o);
    };
    return fb::CreateOperator(b_, old.opcode_index(), inputs, outputs, old.builtin_options_type(),
                              options(old.builtin_options()), kept(old.custom_options()),
                              old.custom_options_format(), kept(old.mutating_variable_inputs()),
                              kept(old.intermediates()), 0, 0, old.builtin_options_2_type(),
                              options(old.builtin_options_2()), old.debug_metadata_index());
  }

  std::span<const std::byte> old_;
  const fb::Model& model_;
  flatbuffers::FlatBufferBuilder b_;
};

}  // namespace

Result<std::vector<std::byte>> rewire(std::span<const std::byte> bytes, const std::string& file,
                                      const Wires& wires) {
  const std::string wrong = trouble(*fb::GetModel(bytes.data()));
  if (wrong.empty()) return Rewirer(bytes).run(wires);
  return Diag{Exit::kUnsupported, "N3016", file, wrong + "; --io and --io-layout can't change it",
              "leave them out, or use the model from before that metadata was added"};
}

Result<std::vector<std::byte>> with_signature_first(std::span<const std::byte> bytes, const std::string& file,
                                                    uint32_t signature) {
  const fb::Model& model = *fb::GetModel(bytes.data());
  const std::string wrong = trouble(model);
  if (wrong.empty()) return Rewirer(bytes).run(signature);
  return Diag{Exit::kUnsupported, "N3016", file, wrong + "; --signature can't change it",
              "leave it out, or use the model from before that metadata was added"};
}

}  // namespace nookc
