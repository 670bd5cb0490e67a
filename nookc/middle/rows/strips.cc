#include "nookc/middle/rows/strips.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "nook/core/strips.h"
#include "nook/ops/resize_nearest_neighbor/resize_nearest_neighbor_op.h"
#include "nookc/middle/lower/carried_state.h"
#include "nookc/middle/lower/unit_calls.h"
#include "nookc/middle/rows/patched.h"
#include "nookc/middle/rows/row_slice.h"

namespace nookc {
namespace {

constexpr int32_t kMostPixels = 1 << 20;  // longer lines would take the compiler too long
constexpr int32_t kLongerStrips = 24;     // to be tried for kernels that refuse a strip
constexpr int32_t kLeastPixels = 2;       // kernels with multiply-accumulates compute pixels in pairs

struct StripSearch {
  const Program& p;
  const Storage& storage;
  const CompileOptions& options;
  const std::vector<KernelRows>& rows;
  StageMemory& memory;
  int32_t pixels = 0;          // per step of the longest line
  int32_t longest = 1;         // pixels of that line
  std::optional<Graph> graph;  // its tensors get the shapes of strips, one node at a time
  StageTable found;
};

const Tensor& tensor(const StripSearch& d, TensorId t) { return d.p.graph[t]; }

RowRead read_of(const StripSearch& d, const Call& call, size_t operand) {
  const Tensor& in = tensor(d, call.in_tensors[operand]);
  RowRead read;
  read.operand = operand, read.tensor = d.storage.root[index(call.in_tensors[operand])];
  read.height = pixels_in_line(in), read.row_bytes = in.bytes() / read.height;
  return read;
}

Patched patched(StripSearch& d, const Call& call) { return Patched(d.p, call, d.options, d.rows, d.memory); }

// Pixels of a line per step: an equal part of every line, so that each step of an operator feeds one of the
// next, but at least `least`.
int32_t pixels_per_step(const StripSearch& d, int32_t length, int32_t least) {
  const int64_t share = int64_t{d.pixels} * length / d.longest;
  return static_cast<int32_t>(std::min<int64_t>(length, std::max<int64_t>(least, share)));
}

// Whether the kernel takes every strip of the line; then `scratch` is the most that it needs for any of them.
// Kernels also refuse images too small to pay, which strips are not: the same kernel computes all of the
// line. So each strip of a filter with several taps is shown with more pixels in its middle, as many as any
// number of pixels at once divides. Kernels of one tap may need as many pixels as they compute at once, so
// they see the strips as they are.
bool takes_strips(const RowStage& s, const nook::Prepared& op, Patched& params, int32_t* scratch) {
  const nook::WindowRows& window = s.reads[0].window;
  std::set<std::tuple<int32_t, int32_t, int32_t>> seen;
  for (int32_t y = 0; y < s.height; y += s.at_once) {
    const int32_t n = nook_strip_next(y, s.at_once, s.height);
    const nook_strip in = nook_strip_under(y * window.stride - window.before,
                                           (n - 1) * window.stride + s.span, s.reads[0].height);
    if (in.count <= 0) return false;
    if (!seen.emplace(n, in.count, in.before).second) continue;
    const int32_t more = s.span > 1 ? 16 : 0;
    params.set("out_w", n + more), params.set("in_w", in.count + more * window.stride);
    params.set("pad_left", in.before);
    if (!op.kernel->accepts(params.params(), KernelRows::kAll)) return false;
    params.set("out_w", n), params.set("in_w", in.count);
    *scratch = std::max(*scratch, op.kernel->scratch(params.params()));
  }
  return true;
}

// An image of one row. Several images of one pixel are none, although their pixels form a line: the kernel
// takes them one by one.
bool is_one_row(const nook::Shape& image) {
  return image.rank == 4 && image.dim[0] == 1 && image.dim[1] == 1;
}

// Filters of one row over images of one row.
bool window(StripSearch& d, const Call& call, RowStage& s) {
  const size_t data = op_row(call).signature.first(nook::Role::kData);
  const Tensor &in = tensor(d, call.in_tensors[data]), &out = tensor(d, call.out_tensors[0]);
  if (in.constant() || !is_one_row(in.shape) || !is_one_row(out.shape) || pixels_in_line(in) == 0)
    return false;
  for (size_t k = 0; k < call.in_tensors.size(); ++k)
    if (k != data && call.in_tensors[k] != TensorId::kNone && !tensor(d, call.in_tensors[k]).constant())
      return false;
  Patched params = patched(d, call);
  if (!params.has({"in_w", "out_w", "pad_left", "filter_h", "filter_w", "stride_w", "pad_top"})) return false;
  if (params["filter_h"] != 1 || params["pad_top"] != 0) return false;
  s.span = (params["filter_w"] - 1) * params.get("dilation_w", 1) + 1;
  RowRead read = read_of(d, call, data);
  read.window = {params["stride_w"], params["pad_left"], s.span - params["pad_left"], 1};
  s.reads.push_back(read);
  const int32_t least = form_of(call).macs(call.op.params) > 0 ? kLeastPixels : 1;
  s.at_once = pixels_per_step(d, s.height, least);
  int32_t scratch = 0;
  const int32_t longest = s.span > 1 ? s.at_once : std::min(s.height, s.at_once + kLongerStrips);
  while (!takes_strips(s, call.op, params, &scratch))
    if (++s.at_once > longest) return false;
  // Strips in the middle of the line; generated code changes the fields for those at its ends.
  params.set("out_w", s.at_once), params.set("pad_left", 0);
  params.set("in_w", (s.at_once - 1) * read.window.stride + s.span);
  nook::Prepared& op = d.found.ops[static_cast<size_t>(s.call)];
  op = call.op, op.params = params.params(), op.scratch = scratch;
  return true;
}

// A mean over all pixels, not one of each of several images.
bool sums(StripSearch& d, const nook::FormRow& form, const Call& call, RowStage& s) {
  const Tensor& in = tensor(d, call.in_tensors[0]);
  s.sum_bytes = form.sum_bytes(call.op.params);
  if (s.sum_bytes == 0 || in.constant() || pixels_in_line(in) == 0) return false;
  Patched params = patched(d, call);
  if (!params.has({"width"})) return false;  // the pixels of a row: all, or one of a column
  s.reads.push_back(read_of(d, call, 0));
  s.turns = s.reads[0].height, s.at_once = pixels_per_step(d, s.turns, 1);
  params.set("width", s.at_once);
  nook::Prepared& op = d.found.ops[static_cast<size_t>(s.call)];
  op = call.op, op.params = params.params();
  return true;
}

// A constant that applies to every pixel, such as one number per channel.
bool same_for_all_pixels(const Tensor& t) {
  for (int i = 0; i + 1 < t.shape.rank; ++i)
    if (t.shape.dim[i] != 1) return false;
  return t.constant();
}

// The number of pixels per step that divides the line: an operator on pixels has Params for one size only.
int32_t divisor(const StripSearch& d, int32_t length) {
  int32_t most = pixels_per_step(d, length, 1);
  while (length % most != 0) --most;
  return most;
}

bool prepare_strip(StripSearch& d, const Call& call, const RowStage& s, nook::Prepared& to) {
  if (!d.graph) d.graph = d.p.graph;
  Graph& strips = *d.graph;
  const Node& node = strips.nodes[index(call.node)];
  std::vector<std::pair<TensorId, nook::Shape>> whole;
  for (const std::vector<TensorId>* all : {&node.in, &node.out})
    for (const TensorId t : *all) {
      const int32_t length = t == TensorId::kNone || strips[t].constant() ? 0 : pixels_in_line(strips[t]);
      const bool shortened = std::ranges::any_of(whole, [&](const auto& other) { return other.first == t; });
      if (shortened || length == 0 || s.height % length != 0) continue;  // an operand may occur twice
      whole.emplace_back(t, strips[t].shape);
      nook::Shape& shape = strips[t].shape;
      std::replace(shape.dim, shape.dim + shape.rank - 1, length, s.at_once / (s.height / length));
    }
  const size_t at = index(call.node);
  const KernelRows allowed = at < d.rows.size() ? d.rows[at] : KernelRows::kAll;
  Chosen chosen = choose_kernel(strips, node, {d.options.target, false, allowed, false, d.options.flash});
  for (const auto& [t, shape] : whole) strips[t].shape = shape;
  if (!chosen.op) return false;
  to = *chosen.op;
  d.memory.push_back(std::move(chosen.memory));
  return to.form == call.op.form;
}

// Operators on single pixels: they are prepared again, for lines as short as a strip.
bool slice(StripSearch& d, const Call& call, RowStage& s) {
  for (size_t k = 0; k < call.in_tensors.size(); ++k) {
    const TensorId t = call.in_tensors[k];
    if (t == TensorId::kNone || same_for_all_pixels(tensor(d, t))) continue;
    if (tensor(d, t).constant() || pixels_in_line(tensor(d, t)) != s.height) return false;
    s.reads.push_back(read_of(d, call, k));
  }
  s.at_once = divisor(d, s.height);
  return !s.reads.empty() && prepare_strip(d, call, s, d.found.ops[static_cast<size_t>(s.call)]);
}

// A filter of as many taps as it enlarges the line: every pixel makes pixels of its own.
bool transposed(StripSearch& d, const Call& call, RowStage& s, int32_t times) {
  Patched params = patched(d, call);
  if (!params.has({"shape.in_w", "shape.out_w", "shape.filter_h", "shape.filter_w", "shape.stride_w",
                   "shape.pad_top", "shape.pad_left"}))
    return false;
  if (params["shape.filter_h"] != 1 || params["shape.pad_top"] != 0 || params["shape.pad_left"] != 0 ||
      params["shape.filter_w"] != times || params["shape.stride_w"] != times)
    return false;
  params.set("shape.in_w", s.at_once / times), params.set("shape.out_w", s.at_once);
  if (!call.op.kernel->accepts(params.params(), KernelRows::kAll)) return false;
  nook::Prepared& op = d.found.ops[static_cast<size_t>(s.call)];
  op = call.op, op.params = params.params(), op.scratch = op.kernel->scratch(op.params);
  return true;
}

// The nearest pixel is the one before, if the line becomes 2, 4 or 8 times as long.
bool nearest(StripSearch& d, const Call& call, RowStage& s, int32_t times) {
  const auto* attrs = Graph::attrs<nook::ResizeNearestNeighbor>(d.p.graph.nodes[index(call.node)]);
  if (!attrs || attrs->align_corners || (times & (times - 1)) != 0) return false;
  if (!d.graph) d.graph = d.p.graph;
  Tensor& size = (*d.graph)[d.graph->nodes[index(call.node)].in[1]];
  const auto whole = size.data;
  const int32_t strip[] = {1, s.at_once};
  const auto* const bytes = reinterpret_cast<const std::byte*>(strip);
  size.data = std::make_shared<Bytes>(bytes, bytes + sizeof strip);
  const bool fits = prepare_strip(d, call, s, d.found.ops[static_cast<size_t>(s.call)]);
  size.data = whole;
  return fits;
}

// Operators that make several pixels of each.
bool enlarges(StripSearch& d, const Call& call, RowStage& s) {
  if (call.code != nook::OpCode::kTransposeConv && call.code != nook::OpCode::kResizeNearestNeighbor)
    return false;
  const size_t data = op_row(call).signature.first(nook::Role::kData);
  const Tensor &in = tensor(d, call.in_tensors[data]), &out = tensor(d, call.out_tensors[0]);
  const int32_t length = pixels_in_line(in);
  if (in.constant() || length == 0 || s.height % length != 0 || s.height == length) return false;
  if (!is_one_row(in.shape) || !is_one_row(out.shape)) return false;
  for (size_t k = 0; k < call.in_tensors.size(); ++k)
    if (k != data && call.in_tensors[k] != TensorId::kNone && !tensor(d, call.in_tensors[k]).constant())
      return false;
  const int32_t times = s.height / length;
  RowRead read = read_of(d, call, data);
  read.window = {1, 0, times, times};
  s.reads.push_back(read), s.by = nook::ByRows::kSlice;
  s.at_once = divisor(d, length) * times;
  return call.code == nook::OpCode::kTransposeConv ? transposed(d, call, s, times)
                                                   : nearest(d, call, s, times);
}

// A recurrent layer takes as many steps at once as there are: its state is in variable tensors.
bool recurrent(StripSearch& d, const Call& call, RowStage& s) {
  const size_t data = op_row(call).signature.first(nook::Role::kData);
  const Tensor& in = tensor(d, call.in_tensors[data]);
  if (in.constant() || pixels_in_line(in) != s.height) return false;
  for (const TensorId t : call.in_tensors)
    if (t != TensorId::kNone && t != call.in_tensors[data] && !tensor(d, t).constant() &&
        !tensor(d, t).variable)
      return false;
  Patched params = patched(d, call);
  if (!params.has({"batch", "steps"}) || params["steps"] != s.height) return false;
  s.reads.push_back(read_of(d, call, data)), s.by = nook::ByRows::kSlice;
  s.at_once = pixels_per_step(d, s.height, 1);
  params.set("steps", s.at_once);
  if (!call.op.kernel->accepts(params.params(), KernelRows::kAll)) return false;
  nook::Prepared& op = d.found.ops[static_cast<size_t>(s.call)];
  op = call.op, op.params = params.params(), op.scratch = op.kernel->scratch(op.params);
  return true;
}

// A recurrent layer whose only result is its last state, which is carried from one strip to the next.
bool gives_last(StripSearch& d, const Call& call, RowStage& s) {
  const std::optional<CarriedState> state = carried_state(d.p.graph, d.p.graph.nodes[index(call.node)]);
  if (!state || tensor(d, call.in_tensors[0]).constant()) return false;
  for (size_t k = 1; k < call.in_tensors.size(); ++k)
    if (call.in_tensors[k] != TensorId::kNone && !tensor(d, call.in_tensors[k]).constant()) return false;
  Patched params = patched(d, call);
  if (!params.has({"walk.batch", "walk.steps", "walk.last_cell"}) || params["walk.batch"] != 1) return false;
  if (pixels_in_line(tensor(d, call.in_tensors[0])) != params["walk.steps"]) return false;
  s.reads.push_back(read_of(d, call, 0)), s.by = nook::ByRows::kSums;
  s.turns = s.reads[0].height, s.at_once = pixels_per_step(d, s.turns, 1);
  s.height = s.held = 1, s.row_bytes = tensor(d, call.out_tensors[0]).bytes();
  params.set("walk.steps", s.at_once), params.set("walk.last_cell", state->has_cell() ? 1 : 0);
  if (!call.op.kernel->accepts(params.params(), KernelRows::kAll)) return false;
  s.sum_bytes = state->scratch_at + call.op.kernel->scratch(params.params());
  nook::Prepared& op = d.found.ops[static_cast<size_t>(s.call)];
  op = call.op, op.params = params.params(), op.scratch = 0;
  return true;
}

// The last pixels of a line, such as the result of a recurrent layer after its last step. The others need not
// be kept.
bool last_pixels(StripSearch& d, const Call& call, RowStage& s) {
  if (call.code != nook::OpCode::kSlice && call.code != nook::OpCode::kStridedSlice) return false;
  const Tensor &in = tensor(d, call.in_tensors[0]), &out = tensor(d, call.out_tensors[0]);
  const int32_t length = pixels_in_line(in);
  const nook::FormRow& form = form_of(call);
  if (in.constant() || length == 0 || !form.pieces) return false;
  const int32_t at = form.pieces(call.op.params), bytes = in.bytes() / length;
  if (at <= 0 || at % bytes != 0 || at + out.bytes() != in.bytes()) return false;
  Patched params = patched(d, call);
  if (!params.has({"first"})) return false;
  params.set("first", 0);
  RowRead read = read_of(d, call, 0);
  read.window = {1, -(at / bytes), length, 1};
  s.reads.push_back(read), s.by = nook::ByRows::kSlice;
  s.turns = s.height = s.held = 1, s.row_bytes = out.bytes();
  nook::Prepared& op = d.found.ops[static_cast<size_t>(s.call)];
  op = call.op, op.params = params.params();
  return true;
}

// Some channels of every pixel.
bool channels(StripSearch& d, const Call& call, RowStage& s) {
  const Tensor &in = tensor(d, call.in_tensors[0]), &out = tensor(d, call.out_tensors[0]);
  if (in.constant() || pixels_in_line(in) != s.height) return false;
  Patched params = patched(d, call);
  if (pieces_of_row(params, s.height, in.bytes(), out.bytes()) != 1) return false;
  s.at_once = divisor(d, s.height), s.by = nook::ByRows::kSlice;
  s.reads.push_back(read_of(d, call, 0));
  params.set("count", s.at_once);
  nook::Prepared& op = d.found.ops[static_cast<size_t>(s.call)];
  op = call.op, op.params = params.params();
  return true;
}

std::optional<RowStage> stage(StripSearch& d, size_t i) {
  const Call& call = d.p.calls[i];
  if (call.out_tensors.size() != 1 || !unit_of(d.p, call).empty()) return {};
  if (std::ranges::any_of(call.in_tensors, [&](TensorId t) { return is_elsewhere(d.p, d.storage, t); }))
    return {};
  if (is_elsewhere(d.p, d.storage, call.out_tensors[0])) return {};
  const Tensor& out = tensor(d, call.out_tensors[0]);
  const int32_t length = pixels_in_line(out);
  RowStage s;
  s.call = static_cast<int32_t>(i), s.out = d.storage.root[index(call.out_tensors[0])];
  s.turns = s.height = s.held = std::max(1, length), s.row_bytes = out.bytes() / s.height;
  const nook::FormRow& form = form_of(call);
  s.by = form.rows;
  bool fits = false;
  if (form.rows == nook::ByRows::kWindow) fits = length > 0 && (enlarges(d, call, s) || window(d, call, s));
  if (form.rows == nook::ByRows::kSlice) fits = length > 0 && slice(d, call, s);
  if (form.rows == nook::ByRows::kSums) fits = length == 0 && sums(d, form, call, s);
  if (call.code == nook::OpCode::kUnidirectionalSequenceLstm) fits = length > 0 && recurrent(d, call, s);
  if (!fits && may_slice_rows(call)) fits = length > 0 && channels(d, call, s);
  if (!fits && s.reads.empty()) fits = gives_last(d, call, s) || last_pixels(d, call, s);
  if (!fits) return {};
  return s;
}

}  // namespace

bool is_elsewhere(const Program& program, const Storage& storage, TensorId t) {
  if (t == TensorId::kNone || program.graph[t].constant()) return false;
  return storage.part(program.graph, t) || program.graph[storage.root[index(t)]].constant();
}

int32_t pixels_in_line(const Tensor& t) {
  if (t.shape.rank < 2 || t.bytes() <= 0) return 0;
  int32_t length = 1;
  for (int i = 0; i + 1 < t.shape.rank; ++i) {
    if (t.shape.dim[i] == 1) continue;
    if (length > 1) return 0;
    length = t.shape.dim[i];
  }
  return length > 1 && length <= kMostPixels ? length : 0;
}

StageTable find_strips(const Program& program, const Storage& storage, const CompileOptions& options,
                       const std::vector<KernelRows>& rows, int32_t pixels, StageMemory& memory) {
  StripSearch d{program, storage, options, rows, memory, pixels, 1, {}, {}};
  for (const Call& call : program.calls)
    for (const TensorId t : call.out_tensors)
      d.longest = std::max(d.longest, pixels_in_line(program.graph[t]));
  d.found.ops.resize(program.calls.size());
  for (size_t i = 0; i < program.calls.size(); ++i) d.found.of_call.push_back(stage(d, i));
  return std::move(d.found);
}

}  // namespace nookc
