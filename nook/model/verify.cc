#include "nook/model/verify.h"

#include "nook/model/rules.h"

namespace nook {
namespace {

constexpr uint32_t kSchemaVersion = 3;

// The check of one field. Every field that is read through SoundTable has a rule. Rules are data: code for
// each field would be three times as large.
struct Rule {
  enum Kind : uint8_t {
    kScalar,          // any value
    kVector,          // a vector; its elements have `detail` bytes
    kTensorNumbers,   // a vector of tensor numbers or -1
    kTables,          // a vector of tables; its length is stored in count_[detail]
    kTable,           // a table whose content is not checked
    kIndex,           // a number below count_[detail]
    kOperatorNumber,  // the number of an OperatorCode: not negative
    kBeyond,          // offset of bytes outside of the flatbuffer; their size is in the next slot
  };
  uint8_t slot;
  Kind kind;
  uint8_t detail;
  uint8_t bytes;  // size within the table
};

enum Counted : uint8_t { kCodes, kBuffers, kSubgraphs, kTensors, kUncounted, kCounted };

constexpr Rule rule(uint16_t slot, Rule::Kind kind, size_t detail, size_t bytes = 4) {
  return {static_cast<uint8_t>(slot), kind, static_cast<uint8_t>(detail), static_cast<uint8_t>(bytes)};
}
template <class T>
constexpr Rule scalar(Field<T> field) {
  return rule(field.slot, Rule::kScalar, 0, sizeof(T));
}
template <class T>
constexpr Rule vector(VectorField<T> field) {
  return rule(field.slot, Rule::kVector, sizeof(T));
}
constexpr Rule tensor_numbers(VectorField<int32_t> field) {
  return rule(field.slot, Rule::kTensorNumbers, 4);
}
constexpr Rule tables(TablesField field, Counted count) { return rule(field.slot, Rule::kTables, count); }
constexpr Rule table(TableField field) { return rule(field.slot, Rule::kTable, 0); }
constexpr Rule index(Field<uint32_t> field, Counted limit) { return rule(field.slot, Rule::kIndex, limit); }
constexpr Rule beyond(Field<uint64_t> offset) { return rule(offset.slot, Rule::kBeyond, 0, 8); }

constexpr Rule kModelRules[] = {
    scalar(fields::Model::version),
    vector(fields::Model::description),
    tables(fields::Model::operator_codes, kCodes),
    tables(fields::Model::buffers, kBuffers),
    tables(fields::Model::subgraphs, kSubgraphs),
    tables(fields::Model::metadata, kUncounted),
    tables(fields::Model::signature_defs, kUncounted),
};
constexpr Rule kOperatorCodeRules[] = {
    vector(fields::OperatorCode::custom_code),
    scalar(fields::OperatorCode::version),
    scalar(fields::OperatorCode::deprecated_builtin_code),
    rule(fields::OperatorCode::builtin_code.slot, Rule::kOperatorNumber, 0),
};
constexpr Rule kBufferRules[] = {
    vector(fields::Buffer::data),
    scalar(fields::Buffer::size),
    beyond(fields::Buffer::offset),
};
constexpr Rule kSubgraphRules[] = {
    vector(fields::SubGraph::name),
    tables(fields::SubGraph::tensors, kTensors),
    tables(fields::SubGraph::operators, kUncounted),
    tensor_numbers(fields::SubGraph::inputs),
    tensor_numbers(fields::SubGraph::outputs),
};
constexpr Rule kTensorRules[] = {
    vector(fields::Tensor::shape),
    vector(fields::Tensor::name),
    index(fields::Tensor::buffer, kBuffers),
    vector(fields::Tensor::shape_signature),
    scalar(fields::Tensor::type),
    scalar(fields::Tensor::is_variable),
    scalar(fields::Tensor::external_buffer),
    table(fields::Tensor::sparsity),
    table(fields::Tensor::quantization),
};
constexpr Rule kQuantizationRules[] = {
    vector(fields::QuantizationParameters::scale),
    vector(fields::QuantizationParameters::zero_point),
    scalar(fields::QuantizationParameters::details_type),
    scalar(fields::QuantizationParameters::quantized_dimension),
};
constexpr Rule kOperatorRules[] = {
    index(fields::Operator::opcode_index, kCodes),
    tensor_numbers(fields::Operator::inputs),
    tensor_numbers(fields::Operator::outputs),
    tensor_numbers(fields::Operator::intermediates),
    scalar(fields::Operator::builtin_options_type),
    table(fields::Operator::builtin_options),
    vector(fields::Operator::custom_options),
    scalar(fields::Operator::large_custom_options_size),
    beyond(fields::Operator::large_custom_options_offset),
};
constexpr Rule kMetadataRules[] = {
    vector(fields::Metadata::name),
    index(fields::Metadata::buffer, kBuffers),
};
constexpr Rule kSignatureRules[] = {
    vector(fields::SignatureDef::signature_key),
    index(fields::SignatureDef::subgraph_index, kSubgraphs),
    tables(fields::SignatureDef::inputs, kUncounted),
    tables(fields::SignatureDef::outputs, kUncounted),
};
constexpr Rule kSignatureTensorRules[] = {
    vector(fields::TensorMap::name),
    index(fields::TensorMap::tensor_index, kTensors),
};

// Every function returns whether to continue; if not, `fault` says why.
class Verifier {
 public:
  explicit Verifier(Span<const uint8_t> file)
      : file_(file), words_left_(static_cast<uint32_t>(file.size())) {}

  bool model(const Table& root);

  ModelFault fault;

 private:
  bool fail(Fault why, uint8_t slot, uint32_t need, uint32_t have);
  bool spend(uint32_t words, uint8_t slot);
  bool numbers_in_range(const Vector<int32_t>& list, uint8_t slot);
  bool elements(const Table& t, uint32_t at, const Rule& rule);
  bool bytes_outside(const Table& t, uint8_t slot);
  bool follow(const Table& t, const Rule& rule);
  bool part(Part kind, uint32_t index, const Table& t, Span<const Rule> rules);
  bool each(const Table& parent, TablesField field, Part kind, Span<const Rule> rules);
  bool subgraph(uint32_t i, const Table& t);
  bool signature_tensors(const Tables& subgraphs, const Table& signature);

  static constexpr uint8_t kItself = 255;

  Span<const uint8_t> file_;
  uint32_t words_left_;
  uint32_t count_[kCounted] = {};
};

bool Verifier::fail(Fault why, uint8_t slot, uint32_t need, uint32_t have) {
  fault.fault = why, fault.slot = slot;
  fault.need = static_cast<int32_t>(need), fault.have = static_cast<int32_t>(have);
  return false;
}

// A normal file refers to each of its bytes once or, if its writer shared equal strings and vectors, a few
// times. A hostile one can refer to one long vector from every element of another. The budget is one word per
// byte of the file: four times the need of a file without sharing, and it keeps the work linear.
bool Verifier::spend(uint32_t words, uint8_t slot) {
  if (words > words_left_) return fail(Fault::kRepeated, slot, 0, 0);
  words_left_ -= words;
  return true;
}

bool Verifier::numbers_in_range(const Vector<int32_t>& list, uint8_t slot) {
  const uint32_t limit = count_[kTensors];
  for (uint32_t i = 0; i < list.size(); ++i)
    if (static_cast<uint32_t>(list[i]) + 1 > limit) return fail(Fault::kIndex, slot, limit, list[i]);
  return true;
}

bool Verifier::elements(const Table& t, uint32_t at, const Rule& rule) {
  detail::Elements found;
  const uint32_t bytes = rule.kind == Rule::kTables ? 4 : rule.detail;
  if (at != Table::kMissing && !t.elements_at(at, bytes, &found))
    return fail(Fault::kOutside, rule.slot, 0, 0);
  if (rule.kind == Rule::kTables) count_[rule.detail] = found.count();
  if (!spend(1 + static_cast<uint32_t>((size_t{found.count()} * bytes + 3) / 4), rule.slot)) return false;
  return rule.kind != Rule::kTensorNumbers || numbers_in_range(Vector<int32_t>(found), rule.slot);
}

bool Verifier::bytes_outside(const Table& t, uint8_t slot) {
  Span<const uint8_t> bytes;
  if (!bytes_beyond(file_, t, slot, &bytes)) return fail(Fault::kOutside, slot, 0, 0);
  return spend(static_cast<uint32_t>(bytes.size() / 4), slot);
}

bool Verifier::follow(const Table& t, const Rule& rule) {
  const uint32_t at = t.find(rule.slot, rule.bytes);
  if (at == Table::kMalformed) return fail(Fault::kOutside, rule.slot, 0, 0);
  switch (rule.kind) {
    case Rule::kScalar:
      return true;
    case Rule::kTable: {
      if (at == Table::kMissing) return true;
      const uint32_t to = t.target(at);
      if (to == Table::kMalformed || !Table(file_, to).sound()) return fail(Fault::kOutside, rule.slot, 0, 0);
      return spend(1, rule.slot);
    }
    case Rule::kIndex: {
      const uint32_t number = at == Table::kMissing ? 0 : detail::load<uint32_t>(file_.data() + at);
      const uint32_t limit = count_[rule.detail];
      return number < limit || fail(Fault::kIndex, rule.slot, limit, number);
    }
    case Rule::kOperatorNumber:
      return operator_code(t) >= 0 || fail(Fault::kOperator, rule.slot, 0, operator_code(t));
    case Rule::kBeyond:
      return at == Table::kMissing || bytes_outside(t, rule.slot);
    default:
      return elements(t, at, rule);
  }
}

// Checks a table of this kind: it exists, and its fields obey the rules.
bool Verifier::part(Part kind, uint32_t index, const Table& t, Span<const Rule> rules) {
  fault.part = kind, fault.index = static_cast<int32_t>(index), fault.offset = t.at();
  if (!t.sound()) return fail(Fault::kOutside, kItself, 0, 0);
  if (!spend(1, kItself)) return false;
  for (const Rule& rule : rules)
    if (!follow(t, rule)) return false;
  return true;
}

bool Verifier::each(const Table& parent, TablesField field, Part kind, Span<const Rule> rules) {
  const Tables list = parent[field];
  for (uint32_t i = 0; i < list.size(); ++i)
    if (!part(kind, i, list[i], rules)) return false;
  return true;
}

bool Verifier::subgraph(uint32_t i, const Table& t) {
  namespace field = fields::SubGraph;
  fault.subgraph = static_cast<int32_t>(i);
  if (!part(Part::kSubgraph, i, t, kSubgraphRules)) return false;
  const Tables tensors = t[field::tensors];
  for (uint32_t k = 0; k < tensors.size(); ++k) {
    const Table tensor = tensors[k];
    if (!part(Part::kTensor, k, tensor, kTensorRules)) return false;
    const Table quantization = tensor[fields::Tensor::quantization];
    if (!quantization.empty() && !part(Part::kQuantization, k, quantization, kQuantizationRules))
      return false;
  }
  return each(t, field::operators, Part::kOperator, kOperatorRules);
}

bool Verifier::signature_tensors(const Tables& subgraphs, const Table& signature) {
  namespace field = fields::SignatureDef;
  count_[kTensors] = subgraphs[signature[field::subgraph_index]][fields::SubGraph::tensors].size();
  return each(signature, field::inputs, Part::kSignatureTensor, kSignatureTensorRules) &&
         each(signature, field::outputs, Part::kSignatureTensor, kSignatureTensorRules);
}

bool Verifier::model(const Table& root) {
  namespace field = fields::Model;
  if (!part(Part::kModel, 0, root, kModelRules)) return false;
  const uint32_t version = root[field::version];
  if (version != kSchemaVersion)
    return fail(Fault::kVersion, static_cast<uint8_t>(field::version.slot), kSchemaVersion, version);
  if (count_[kSubgraphs] == 0)
    return fail(Fault::kNoSubgraph, static_cast<uint8_t>(field::subgraphs.slot), 0, 0);
  if (!each(root, field::operator_codes, Part::kOperatorCode, kOperatorCodeRules)) return false;
  if (!each(root, field::buffers, Part::kBuffer, kBufferRules)) return false;
  const Tables subgraphs = root[field::subgraphs], signatures = root[field::signature_defs];
  for (uint32_t i = 0; i < subgraphs.size(); ++i)
    if (!subgraph(i, subgraphs[i])) return false;
  fault.subgraph = -1;
  if (!each(root, field::metadata, Part::kMetadata, kMetadataRules)) return false;
  if (!each(root, field::signature_defs, Part::kSignature, kSignatureRules)) return false;
  for (uint32_t i = 0; i < signatures.size(); ++i)
    if (!signature_tensors(subgraphs, signatures[i])) return false;
  return true;
}

}  // namespace

ModelFault verify_model(Span<const uint8_t> file, const Table& root) {
  Verifier verifier(file);
  return verifier.model(root) ? ModelFault() : verifier.fault;
}

}  // namespace nook
