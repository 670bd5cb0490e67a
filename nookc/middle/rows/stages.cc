#include "nookc/middle/rows/stages.h"

#include <algorithm>

#include "nookc/middle/lower/unit_calls.h"

namespace nookc {
namespace {

// Whether an operand consists of rows of a single image; nothing else can be computed row by row.
bool is_image(const Tensor& t) { return t.shape.rank == 4 && t.shape.dim[0] == 1 && t.bytes() > 0; }
int32_t height(const Tensor& t) { return t.shape.dim[1]; }
int32_t row_bytes(const Tensor& t) { return t.bytes() / height(t); }

// A constant that applies to every row, such as one number per channel.
bool same_for_all_rows(const Tensor& t) {
  return t.constant() && t.shape.back(2) == 1 && t.shape.back(3) == 1;
}

class Finding {
 public:
  Finding(const Program& program, const Storage& storage, const CompileOptions& options,
          const std::vector<KernelRows>& rows)
      : p_(program), storage_(storage), options_(options), rows_(rows) {}

  RowStages run() {
    auto memory = std::make_shared<std::vector<std::shared_ptr<uint64_t[]>>>();
    memory_ = memory.get();
    found_.memory = memory;
    found_.one_row.resize(p_.calls.size());
    for (size_t i = 0; i < p_.calls.size(); ++i) found_.of_call.push_back(stage(i));
    return std::move(found_);
  }

 private:
  const Tensor& tensor(TensorId t) const { return p_.graph[t]; }

  // Whether an image owns no bytes: rings and rows belong to an image that does, unlike a part of another
  // image or a view of a constant.
  bool is_elsewhere(TensorId t) const {
    if (t == TensorId::kNone || tensor(t).constant()) return false;
    return storage_.part(p_.graph, t) || tensor(storage_.root[index(t)]).constant();
  }

  std::optional<RowStage> stage(size_t i) {
    const Call& call = p_.calls[i];
    if (call.out_tensors.size() != 1) return {};
    if (!unit_of(p_, call).empty()) return {};  // its device computes rows in its own order
    if (std::ranges::any_of(call.in_tensors, [&](TensorId t) { return is_elsewhere(t); })) return {};
    if (is_elsewhere(call.out_tensors[0])) return {};
    RowStage s;
    s.call = static_cast<int32_t>(i);
    s.out = storage_.root[index(call.out_tensors[0])];
    const Tensor& out = tensor(call.out_tensors[0]);
    const bool image = is_image(out);
    s.turns = s.height = s.held = image ? height(out) : 1, s.row_bytes = out.bytes() / s.height;
    bool fits = false;
    const nook::FormRow& form = form_of(call);
    s.by = form.rows;
    if (s.by == nook::ByRows::kWindow) fits = image && window(form, call, s);
    if (s.by == nook::ByRows::kSlice) fits = image && slice(call, s);
    if (s.by == nook::ByRows::kSums) fits = sums(form, call, s);
    if (!fits) return {};
    return s;
  }

  RowRead read_of(const Call& call, size_t operand) const {
    const Tensor& in = tensor(call.in_tensors[operand]);
    RowRead read;
    read.operand = operand, read.tensor = storage_.root[index(call.in_tensors[operand])];
    read.height = height(in), read.row_bytes = row_bytes(in);
    return read;
  }

  // Operators with filters, which read several rows.
  bool window(const nook::FormRow& form, const Call& call, RowStage& s) const {
    const size_t data = op_row(call).signature.first(nook::Role::kData);
    const Tensor& in = tensor(call.in_tensors[data]);
    if (!is_image(in) || in.constant()) return false;
    for (size_t k = 0; k < call.in_tensors.size(); ++k)
      if (k != data && call.in_tensors[k] != TensorId::kNone && !tensor(call.in_tensors[k]).constant())
        return false;
    if (sums(form, call, s)) return true;
    RowRead read = read_of(call, data);
    read.window = form.window(call.op.params);
    s.reads.push_back(read);
    return read.window.exists();
  }

  // Operators that read each input row once and complete their output with the last.
  bool sums(const nook::FormRow& form, const Call& call, RowStage& s) const {
    const Tensor& in = tensor(call.in_tensors[0]);
    s.sum_bytes = form.sum_bytes(call.op.params);
    if (s.sum_bytes == 0 || !is_image(in) || in.constant()) return false;
    s.reads.push_back(read_of(call, 0));
    s.turns = s.reads[0].height;
    return true;
  }

  // Operators whose rows are independent: they are prepared again, for images of one row.
  bool slice(const Call& call, RowStage& s) {
    for (size_t k = 0; k < call.in_tensors.size(); ++k) {
      const TensorId t = call.in_tensors[k];
      if (t == TensorId::kNone || same_for_all_rows(tensor(t))) continue;
      if (tensor(t).constant() || !is_image(tensor(t)) || height(tensor(t)) != s.height) return false;
      s.reads.push_back(read_of(call, k));
    }
    return !s.reads.empty() && prepare_one_row(call, found_.one_row[static_cast<size_t>(s.call)]);
  }

  // The graph with images of one row; everything else is unchanged.
  const Graph& graph_of_rows() {
    if (graph_) return *graph_;
    graph_ = p_.graph;
    for (Tensor& t : graph_->tensors)
      if (!t.constant() && t.shape.rank == 4) t.shape.dim[1] = 1;
    return *graph_;
  }

  bool prepare_one_row(const Call& call, nook::Prepared& to) {
    const Graph& rows = graph_of_rows();
    const Node& node = rows.nodes[index(call.node)];
    const size_t at = index(call.node);
    const KernelRows allowed = at < rows_.size() ? rows_[at] : KernelRows::kAll;
    Chosen chosen = choose_kernel(rows, node, {options_.target, false, allowed, false, options_.flash});
    if (!chosen.op) return false;
    to = *chosen.op;
    memory_->push_back(std::move(chosen.memory));
    return to.form == call.op.form;
  }

  const Program& p_;
  const Storage& storage_;
  const CompileOptions& options_;
  const std::vector<KernelRows>& rows_;
  std::vector<std::shared_ptr<uint64_t[]>>* memory_ = nullptr;
  std::optional<Graph> graph_;  // the graph with images of one row
  RowStages found_;
};

}  // namespace

RowStream stream_of(const Graph& graph) {
  RowStream stream;
  stream.tensor = graph.inputs[0];
  stream.height = height(graph[stream.tensor]), stream.row_bytes = row_bytes(graph[stream.tensor]);
  return stream;
}

bool reads_rows_of(const RowStream& stream, const RowRead& read) {
  return read.height == stream.height && read.row_bytes == stream.row_bytes;
}

RowStages find_stages(const Program& program, const Storage& storage, const CompileOptions& options,
                      const std::vector<KernelRows>& rows) {
  return Finding(program, storage, options, rows).run();
}

}  // namespace nookc
