#include "nook/model/model.h"

#include "nook/model/rules.h"

namespace nook {
namespace {

// Either of the two places where the format keeps bytes. Null when the file has neither.
Span<const uint8_t> bytes_of(Span<const uint8_t> file, const Table& table, uint16_t within, uint16_t beyond) {
  const Vector<uint8_t> inside = table[VectorField<uint8_t>{within}];
  Span<const uint8_t> outside;
  if (!inside.empty() || !bytes_beyond(file, table, beyond, &outside) || outside.empty())
    return inside.span();
  return outside;
}

}  // namespace

int32_t OperatorView::code() const { return operator_code(code_); }

Span<const uint8_t> OperatorView::custom_options() const {
  return bytes_of(file_, table_, fields::Operator::custom_options.slot,
                  fields::Operator::large_custom_options_offset.slot);
}

SubgraphView::SubgraphView(Span<const uint8_t> file, const Table& table, const Tables& codes)
    : file_(file),
      table_(table),
      codes_(codes),
      tensors_(table[fields::SubGraph::tensors]),
      operators_(table[fields::SubGraph::operators]) {}

OperatorView SubgraphView::op(uint32_t i) const {
  const Table table = operators_[i];
  return OperatorView(file_, table, codes_[table[fields::Operator::opcode_index]]);
}

SubgraphView Model::subgraph(uint32_t i) const {
  return SubgraphView(file_, root_[fields::Model::subgraphs][i], root_[fields::Model::operator_codes]);
}

Span<const uint8_t> Model::buffer(uint32_t i) const {
  return bytes_of(file_, buffers_[i], fields::Buffer::data.slot, fields::Buffer::offset.slot);
}

Span<const char> Model::metadata_name(uint32_t i) const {
  return root_[fields::Model::metadata][i][fields::Metadata::name].span();
}

Span<const uint8_t> Model::metadata(uint32_t i) const {
  return buffer(root_[fields::Model::metadata][i][fields::Metadata::buffer]);
}

Span<const uint8_t> Model::metadata(const char* name) const {
  for (uint32_t i = 0; i < metadata_count(); ++i) {
    const Span<const char> candidate = metadata_name(i);
    size_t same = 0;
    while (same < candidate.size() && name[same] && name[same] == candidate[same]) ++same;
    if (same == candidate.size() && !name[same]) return metadata(i);
  }
  return {};
}

}  // namespace nook
