#include "nook/model/model.h"

#include <string.h>

#include "nook/model/rules.h"

namespace nook {
int32_t OperatorView::code() const { return operator_code(kind()); }

Table OperatorView::options() const {
  const SoundTable options = table_[fields::Operator::builtin_options];
  return options.empty() ? Table() : Table(file_, static_cast<uint32_t>(options.at() - file_.data()));
}

Span<const uint8_t> OperatorView::custom_options() const {
  return sound_bytes(file_, table_, fields::Operator::custom_options,
                     fields::Operator::large_custom_options_offset);
}

Model Model::trusted(Span<const uint8_t> file) {
  return Model(file, SoundTable(file.data() + detail::load<uint32_t>(file.data())));
}

SubgraphView Model::subgraph(uint32_t i) const {
  return SubgraphView(file_, root_[fields::Model::subgraphs][i], root_[fields::Model::operator_codes]);
}

Span<const uint8_t> Model::buffer(uint32_t i) const {
  return sound_bytes(file_, buffers_[i], fields::Buffer::data, fields::Buffer::offset);
}

bool Model::from_onnx() const {
  const Span<const char> text = description();
  return text.size() >= sizeof kFromOnnx - 1 && memcmp(text.data(), kFromOnnx, sizeof kFromOnnx - 1) == 0;
}

Span<const char> Model::metadata_name(uint32_t i) const {
  return root_[fields::Model::metadata][i][fields::Metadata::name].span();
}

Span<const uint8_t> Model::metadata(uint32_t i) const {
  return buffer(root_[fields::Model::metadata][i][fields::Metadata::buffer]);
}

Span<const uint8_t> Model::metadata(const char* name) const {
  const SoundTables all = root_[fields::Model::metadata];
  for (uint32_t i = 0; i < all.size(); ++i) {
    const SoundTable entry = all[i];
    const Vector<char> candidate = entry[fields::Metadata::name];
    uint32_t same = 0;
    while (same < candidate.size() && name[same] && name[same] == candidate[same]) ++same;
    if (same == candidate.size() && !name[same]) return buffer(entry[fields::Metadata::buffer]);
  }
  return {};
}

}  // namespace nook
