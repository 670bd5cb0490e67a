#include "nookc/front/import/regions.h"

#include <algorithm>
#include <cstdint>

#include "nookc/graph/any_attrs.h"

namespace nookc {
namespace {

constexpr size_t kNoNode = SIZE_MAX;

}  // namespace

void RegionWriter::mark(RegionMark::Kind kind, TensorId condition, const std::string& label) {
  graph_->regions.marks.push_back({kind, graph_->nodes.size(), condition, label, -1, {}, {}});
}

void RegionWriter::begin_if(TensorId condition, const std::string& label) {
  mark(RegionMark::Kind::kIf, condition, label);
}
void RegionWriter::done(int32_t source, const std::vector<TensorId>& results) {
  mark(RegionMark::Kind::kDone);
  graph_->regions.marks.back().source = source, graph_->regions.marks.back().results = results;
}
void RegionWriter::begin_else() { mark(RegionMark::Kind::kElse); }
void RegionWriter::end_if() { mark(RegionMark::Kind::kEndIf); }

void RegionWriter::rename(TensorId given, TensorId input) {
  if ((*graph_)[given].constant()) graph_->regions.copied.push_back(input);  // constants have one name each
  Node node;
  node.attrs = reshape();
  node.in = {given};
  node.out = {input};
  graph_->nodes.push_back(std::move(node));
}

// A tensor that owns its bytes.
TensorId RegionWriter::copy(TensorId value, const std::string& name) {
  Tensor tensor = (*graph_)[value];
  tensor.name = name;
  tensor.data = nullptr, tensor.variable = false, tensor.source = -1;
  const TensorId to = graph_->add(std::move(tensor));
  rename(value, to);
  graph_->regions.copied.push_back(to);
  return to;
}

void RegionWriter::join(TensorId value, TensorId to) {
  graph_->regions.joined.emplace_back(value, to);
  graph_->regions.copied.push_back(value), graph_->regions.copied.push_back(to);
  given_.insert(value);
  made_.try_emplace(to, maker(value));
}

// The node that produced a value; for a result of an IF or WHILE, the first node inside that did.
size_t RegionWriter::maker(TensorId value) {
  for (; scanned_ < graph_->nodes.size(); ++scanned_)
    for (TensorId t : graph_->nodes[scanned_].out) made_.try_emplace(t, scanned_);
  const auto found = made_.find(value);
  return found == made_.end() ? kNoNode : found->second;
}

// Whether a value was computed at or after node `from` and owns its bytes.
bool RegionWriter::is_own(size_t from, TensorId value) {
  if ((*graph_)[value].variable) return false;  // the variable keeps them
  const size_t node = maker(value);
  if (node == kNoNode || node < from || given_.contains(value)) return false;
  const std::vector<TensorId>& out = graph_->nodes[node].out;
  const bool renamed = std::ranges::find(out, value) != out.end() && op_row(graph_->nodes[node]).renames;
  return !renamed;
}

void RegionWriter::give(size_t from, const std::vector<TensorId>& results,
                        const std::vector<TensorId>& values) {
  for (size_t k = 0; k < results.size(); ++k)
    join(is_own(from, values[k]) ? values[k] : copy(values[k], (*graph_)[results[k]].name), results[k]);
}

void RegionWriter::begin_loop(const std::vector<TensorId>& carried, const std::vector<TensorId>& given,
                              const std::string& label) {
  for (size_t k = 0; k < carried.size(); ++k) join(copy(given[k], (*graph_)[carried[k]].name), carried[k]);
  mark(RegionMark::Kind::kLoop, TensorId::kNone, label);
  graph_->regions.marks.back().carried = carried;
  loops_.push_back(graph_->nodes.size());
}

void RegionWriter::break_unless(TensorId condition) { mark(RegionMark::Kind::kBreakUnless, condition); }

// A tensor that may be carried, or be a view of a carried one, is copied twice: it could be written before it
// is read.
void RegionWriter::end_loop(const std::vector<TensorId>& carried, const std::vector<TensorId>& next) {
  std::vector<TensorId> values = next;
  for (size_t k = 0; k < values.size(); ++k)
    if (values[k] != carried[k] && !(*graph_)[values[k]].constant() && !is_own(loops_.back(), values[k]))
      values[k] = copy(values[k], (*graph_)[values[k]].name);
  for (size_t k = 0; k < values.size(); ++k)
    if (values[k] != carried[k]) join(copy(values[k], (*graph_)[carried[k]].name), carried[k]);
  mark(RegionMark::Kind::kEndLoop);
  loops_.pop_back();
}

}  // namespace nookc
