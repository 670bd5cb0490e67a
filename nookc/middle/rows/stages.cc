#include "nookc/middle/rows/stages.h"

#include <algorithm>

#include "nookc/graph/next_values.h"
#include "nookc/middle/lower/core_actions.h"
#include "nookc/middle/lower/unit_calls.h"
#include "nookc/middle/rows/row_slice.h"
#include "nookc/middle/rows/strips.h"

namespace nookc {
namespace {

// Pixels of the longest line per step of a chain of strips.
constexpr int32_t kPixels[] = {4, 8, 16, 32, 64, 128};

// Whether an operand consists of rows of a single image; nothing else can be computed row by row.
bool is_image(const Tensor& t) { return t.shape.rank == 4 && t.shape.dim[0] == 1 && t.bytes() > 0; }
int32_t height(const Tensor& t) { return t.shape.dim[1]; }
int32_t row_bytes(const Tensor& t) { return t.bytes() / height(t); }

// A constant that applies to every row, such as one number per channel.
bool same_for_all_rows(const Tensor& t) {
  return t.constant() && t.shape.back(2) == 1 && t.shape.back(3) == 1;
}

struct StageSearch {
  const Program& p;
  const Storage& storage;
  const CompileOptions& options;
  const std::vector<KernelRows>& rows;
  std::vector<std::shared_ptr<uint64_t[]>>* memory = nullptr;
  std::optional<Graph> graph;  // the graph with images of one row
  StageTable found;
};

const Tensor& tensor(const StageSearch& d, TensorId t) { return d.p.graph[t]; }

RowRead read_of(const StageSearch& d, const Call& call, size_t operand) {
  const Tensor& in = tensor(d, call.in_tensors[operand]);
  RowRead read;
  read.operand = operand, read.tensor = d.storage.root[index(call.in_tensors[operand])];
  read.height = height(in), read.row_bytes = row_bytes(in);
  return read;
}

size_t data_operand(const Call& call) { return op_row(call).signature.first(nook::Role::kData); }

// Operators that read each input row once and complete their output with the last.
bool sums(const StageSearch& d, const nook::FormRow& form, const Call& call, RowStage& s) {
  const size_t data = data_operand(call);
  const Tensor& in = tensor(d, call.in_tensors[data]);
  s.sum_bytes = form.sum_bytes(call.op.params);
  if (s.sum_bytes == 0 || !is_image(in) || in.constant()) return false;
  s.reads.push_back(read_of(d, call, data));
  s.turns = s.reads[0].height;
  return true;
}

// Operators with filters, which read several rows.
bool window(const StageSearch& d, const nook::FormRow& form, const Call& call, RowStage& s) {
  const size_t data = data_operand(call);
  const Tensor& in = tensor(d, call.in_tensors[data]);
  if (!is_image(in) || in.constant()) return false;
  for (size_t k = 0; k < call.in_tensors.size(); ++k)
    if (k != data && call.in_tensors[k] != TensorId::kNone && !tensor(d, call.in_tensors[k]).constant())
      return false;
  if (sums(d, form, call, s)) return true;
  RowRead read = read_of(d, call, data);
  read.window = form.window(call.op.params);
  s.reads.push_back(read);
  return read.window.exists();
}

// The graph with images of one row; everything else is unchanged.
const Graph& graph_of_rows(StageSearch& d) {
  if (d.graph) return *d.graph;
  d.graph = d.p.graph;
  for (Tensor& t : d.graph->tensors)
    if (!t.constant() && t.shape.rank == 4) t.shape.dim[1] = 1;
  return *d.graph;
}

bool prepare_one_row(StageSearch& d, const Call& call, nook::Prepared& to) {
  const Graph& rows = graph_of_rows(d);
  const Node& node = rows.nodes[index(call.node)];
  const size_t at = index(call.node);
  const KernelRows allowed = at < d.rows.size() ? d.rows[at] : KernelRows::kAll;
  Chosen chosen = choose_kernel(rows, node, {d.options.target, false, allowed, false, d.options.flash});
  if (!chosen.op) return false;
  to = *chosen.op;
  d.memory->push_back(std::move(chosen.memory));
  return to.form == call.op.form;
}

// Operators whose rows are independent: they are prepared again, for images of one row.
bool slice(StageSearch& d, const Call& call, RowStage& s) {
  for (size_t k = 0; k < call.in_tensors.size(); ++k) {
    const TensorId t = call.in_tensors[k];
    if (t == TensorId::kNone || same_for_all_rows(tensor(d, t))) continue;
    if (tensor(d, t).constant() || !is_image(tensor(d, t)) || height(tensor(d, t)) != s.height) return false;
    s.reads.push_back(read_of(d, call, k));
  }
  return !s.reads.empty() && prepare_one_row(d, call, d.found.ops[static_cast<size_t>(s.call)]);
}

// A part of every row: some channels of its pixels, or some of its pixels.
bool part(StageSearch& d, const Call& call, RowStage& s) {
  const Tensor &in = tensor(d, call.in_tensors[0]), &out = tensor(d, call.out_tensors[0]);
  if (in.constant() || !is_image(in) || height(in) != s.height) return false;
  Patched params(d.p, call, d.options, d.rows, *d.memory);
  const int32_t pieces = pieces_of_row(params, s.height, in.bytes(), out.bytes());
  if (pieces == 0) return false;
  s.by = nook::ByRows::kSlice;
  s.reads.push_back(read_of(d, call, 0));
  params.set("count", pieces);
  nook::Prepared& op = d.found.ops[static_cast<size_t>(s.call)];
  op = call.op, op.params = params.params();
  return true;
}

std::optional<RowStage> stage(StageSearch& d, size_t i) {
  const Call& call = d.p.calls[i];
  if (call.out_tensors.size() != 1) return {};
  if (!unit_of(d.p, call).empty()) return {};  // its device computes rows in its own order
  if (std::ranges::any_of(call.in_tensors, [&](TensorId t) { return is_elsewhere(d.p, d.storage, t); }))
    return {};
  if (is_elsewhere(d.p, d.storage, call.out_tensors[0])) return {};
  RowStage s;
  s.call = static_cast<int32_t>(i);
  s.out = d.storage.root[index(call.out_tensors[0])];
  const Tensor& out = tensor(d, call.out_tensors[0]);
  const bool image = is_image(out);
  s.turns = s.height = s.held = image ? height(out) : 1, s.row_bytes = out.bytes() / s.height;
  bool fits = false;
  const nook::FormRow& form = form_of(call);
  s.by = form.rows;
  if (s.by == nook::ByRows::kWindow) fits = image && window(d, form, call, s);
  if (s.by == nook::ByRows::kSlice) fits = image && slice(d, call, s);
  if (s.by == nook::ByRows::kSums) fits = sums(d, form, call, s);
  if (!fits && d.options.parts_of_rows && may_slice_rows(call)) fits = image && part(d, call, s);
  if (!fits) return {};
  return s;
}

}  // namespace

RowStream stream_of(const Graph& graph) {
  RowStream stream;
  stream.tensor = graph.inputs[0];
  const Tensor& input = graph[stream.tensor];
  const int32_t pixels = pixels_in_line(input);
  stream.height = pixels > 1 ? pixels : height(input);
  stream.row_bytes = input.bytes() / stream.height;
  return stream;
}

bool reads_rows_of(const RowStream& stream, const RowRead& read) {
  return read.height == stream.height && read.row_bytes == stream.row_bytes;
}

RowStages find_stages(const Program& program, const Storage& storage, const CompileOptions& options,
                      const std::vector<KernelRows>& rows) {
  auto memory = std::make_shared<std::vector<std::shared_ptr<uint64_t[]>>>();
  StageSearch d{program, storage, options, rows, memory.get(), {}, {}};
  d.found.ops.resize(program.calls.size());
  for (size_t i = 0; i < program.calls.size(); ++i) d.found.of_call.push_back(stage(d, i));
  RowStages all{std::move(d.found), {}, memory};
  for (const int32_t pixels : kPixels) {
    if (!options.strips) break;
    StageTable strips = find_strips(program, storage, options, rows, pixels, *memory);
    const auto found = [](const std::optional<RowStage>& s) { return s.has_value(); };
    if (std::ranges::none_of(strips.of_call, found)) break;
    all.strips.push_back(std::move(strips));
  }
  const std::set<TensorId> next = next_values(program.graph);
  for (size_t i = 0; i < program.calls.size(); ++i) {
    // Both cores run it, or it writes over a value that earlier calls of a loop read.
    const auto overwrites = [&](TensorId t) { return next.contains(t); };
    if (!has_partner(program, i) && std::ranges::none_of(program.calls[i].out_tensors, overwrites)) continue;
    all.rows.of_call[i].reset();
    for (StageTable& strips : all.strips) strips.of_call[i].reset();
  }
  return all;
}

}  // namespace nookc
