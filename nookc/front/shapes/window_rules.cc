#include "nook/model/fields.h"
#include "nook/ops/average_pool2d/average_pool2d_op.h"
#include "nook/ops/batch_matmul/batch_matmul_op.h"
#include "nook/ops/l2_pool2d/l2_pool2d_op.h"
#include "nook/ops/max_pool2d/max_pool2d_op.h"
#include "nook/ops/prepare/window.h"
#include "nook/ops/svdf/svdf_op.h"
#include "nookc/front/shapes/rule.h"
#include "nookc/graph/any_attrs.h"

namespace nookc::shapes {
namespace {

using nook::OpCode;

int32_t narrow(int64_t size) { return static_cast<int32_t>(size); }

// The positions of a filter along one axis.
std::optional<int64_t> positions(int64_t in, int64_t filter, int32_t stride, int32_t dilation,
                                 nook::PadMode mode, int32_t before, int32_t after) {
  if (in < 1 || filter < 1 || stride < 1 || dilation < 1) return {};
  const auto placed = nook::place({narrow(in), narrow(filter), stride, dilation}, mode, before, after);
  if (!placed) return {};
  return placed->out;
}

struct Filter {
  int64_t height, width, channels;  // channels of the result
  int32_t dilation_h = 1, dilation_w = 1;
};

template <class Attrs>
Answer slid(const Question& q, const Attrs& attrs, const Filter& filter) {
  const Dims x = q.x(0);
  if (x.size() != 4) return {};
  const nook::Padding& pad = attrs.padding;
  const auto rows =
      positions(x[1], filter.height, attrs.stride_h, filter.dilation_h, pad.mode, pad.top, pad.bottom);
  const auto columns =
      positions(x[2], filter.width, attrs.stride_w, filter.dilation_w, pad.mode, pad.left, pad.right);
  if (!rows || !columns) return {};
  return {{x[0], *rows, *columns, filter.channels}};
}

// `channels`: the dimension of the weights that counts the results' channels.
template <size_t channels>
Answer convolved(const Question& q) {
  Attrs any = q.any_attrs();
  const nook::ConvolutionAttrs& attrs = *convolution_of(any);
  const Dims w = q.x(1);
  if (w.size() != 4) return {};
  return slid(q, attrs, {w[1], w[2], w[channels], attrs.dilation_h, attrs.dilation_w});
}

template <class Op>
Answer pooled(const Question& q) {
  const auto& attrs = q.attrs<Op>();
  const Dims x = q.x(0);
  return slid(q, attrs, {attrs.filter_h, attrs.filter_w, x.empty() ? 0 : x.back()});
}

// The model states the shape.
Answer stated(const Question& q) {
  const auto y = q.values(0);
  return y ? Answer{*y} : Answer{};
}

Answer dense(const Question& q) {
  const Dims x = q.x(0), w = q.x(1);
  if (w.size() != 2 || w[1] < 1 || elements_of(x) % w[1] != 0) return {};
  if (q.options()[nook::fields::FullyConnectedOptions::keep_num_dims] && !x.empty()) {
    Dims y = x;
    y.back() = w[0];
    return {y};
  }
  const int64_t batch = elements_of(x) / w[1];
  const Dims recorded = q.recorded(0);  // kernels do not care where the batch is
  if (!recorded.empty() && recorded.back() == w[0] && elements_of(recorded) == batch * w[0])
    return {recorded};
  return {{batch, w[0]}};
}

Answer multiplied(const Question& q) {
  const auto& attrs = q.attrs<nook::BatchMatmul>();
  const Dims a = q.x(0), b = q.x(1);
  if (a.size() < 2 || b.size() < 2) return {};
  auto y = broadcast({a.begin(), a.end() - 2}, {b.begin(), b.end() - 2});
  if (!y) return {};
  y->push_back(a[a.size() - (attrs.adj_x ? 1 : 2)]);
  y->push_back(b[b.size() - (attrs.adj_y ? 2 : 1)]);
  return {*y};
}

Answer filtered(const Question& q) {
  const Dims x = q.x(0), w = q.x(1);
  const int32_t rank = q.attrs<nook::Svdf>().rank;
  if (x.size() != 2 || w.size() != 2 || rank < 1) return {};
  return {{x[0], w[0] / rank}};
}

// Operand 8 is the recurrent weight of the output gate, [cells][outputs].
Answer remembered(const Question& q) {
  constexpr size_t kRecurrent = 8;
  Dims y = q.x(0);
  const Dims w = q.x(kRecurrent);
  if (y.size() != 3 || w.size() != 2) return {};
  y.back() = w[1];
  return {y};
}

constexpr RuleRow kRules[] = {
    {OpCode::kAveragePool2D, pooled<nook::AveragePool2D>},
    {OpCode::kBatchMatmul, multiplied},
    {OpCode::kConv2D, convolved<0>},
    {OpCode::kDepthwiseConv2D, convolved<3>},
    {OpCode::kFullyConnected, dense},
    {OpCode::kL2Pool2D, pooled<nook::L2Pool2D>},
    {OpCode::kMaxPool2D, pooled<nook::MaxPool2D>},
    {OpCode::kSvdf, filtered},
    {OpCode::kTransposeConv, stated},
    {OpCode::kUnidirectionalSequenceLstm, remembered},
};

}  // namespace

std::span<const RuleRow> window_rules() { return kRules; }

}  // namespace nookc::shapes
