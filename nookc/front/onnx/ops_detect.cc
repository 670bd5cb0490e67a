// Operators of ONNX that choose among the boxes of a detector.
#include <algorithm>
#include <optional>
#include <tuple>

#include "nook/ops/non_max_suppression/non_max_suppression_op.h"
#include "nookc/front/onnx/ops.h"

namespace nookc::onnx {
namespace {

// A single number that is known before the model runs; nothing: it is not given.
std::string number(Mapper& m, size_t i, const char* name, std::optional<double>* to) {
  if (!m.given(i)) return {};
  const ConstantPtr known = m.constant(i);
  if (!known) return std::string(name) + " is computed when the model runs";
  if (known->size() != 1) return std::string(name) + ": need one number";
  *to = single(*known, 0);
  return {};
}

}  // namespace

// The result has as many rows as there can be. Those after the last chosen box are -1, as the size of a
// tensor of nook never changes.
std::string map_non_max_suppression(Mapper& m) {
  std::optional<double> most, overlap, score;
  for (const auto& [i, name, to] :
       {std::tuple{size_t{2}, "max_output_boxes_per_class", &most},
        std::tuple{size_t{3}, "iou_threshold", &overlap}, std::tuple{size_t{4}, "score_threshold", &score}})
    if (std::string wrong = number(m, i, name, to); !wrong.empty()) return wrong;
  const Value boxes = m.in(0), scores = m.in(1);
  if (boxes.shape.size() != 3 || scores.shape.size() != 3) return "boxes and scores: need three dimensions";
  const int64_t form = m.node().integer("center_point_box", 0);
  if (form != 0 && form != 1) return "center_point_box: need 0 or 1, have " + std::to_string(form);
  nook::NonMaxSuppression::Attrs attrs;
  attrs.centred = form == 1;
  attrs.most = static_cast<int32_t>(std::clamp(most.value_or(0), 0.0, static_cast<double>(boxes.shape[1])));
  if (attrs.most == 0) return "max_output_boxes_per_class: need at least 1; without it, nothing is chosen";
  attrs.iou_threshold = static_cast<float>(overlap.value_or(0));
  attrs.limited = score.has_value(), attrs.score_threshold = static_cast<float>(score.value_or(0));
  const Dims rows = {scores.shape[0] * scores.shape[1] * attrs.most, 3};
  const TensorId y = m.fresh(rows, kWhole);
  m.emit(attrs, {m.plain(in_memory(m, boxes)), m.plain(in_memory(m, scores))}, {y});
  m.give(0, m.value(y, rows, plain_order(2), kWhole));
  m.note("NonMaxSuppression gives all " + std::to_string(rows[0]) +
         " rows: those after the last chosen box are -1");
  return {};
}

}  // namespace nookc::onnx
