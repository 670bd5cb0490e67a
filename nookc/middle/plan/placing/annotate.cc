#include "nookc/middle/plan/placing/annotate.h"

#include <algorithm>

#include "nookc/core/identifier.h"
#include "nookc/core/text.h"
#include "nookc/middle/plan/solving/task.h"
#include "nookc/target/target.h"

namespace nookc {
namespace {

Diag bad_wish(const std::string& text, const std::string& what, const std::string& hint) {
  return {Exit::kUsage, "N2018", "'" + text + "'", what, hint};
}

bool number_after(const std::string& text, const std::string& prefix, int64_t* number) {
  return text.starts_with(prefix) && parse_int(text.substr(prefix.size()), number);
}

struct Annotation {
  Graph& graph;
  std::vector<MemoryPool> pools;
};

const MemoryPool* find(const Annotation& d, const std::string& name) {
  for (const MemoryPool& pool : d.pools)
    if (pool.name == name) return &pool;
  return nullptr;
}

// The tensors that have this name in reports and in C.
std::vector<Tensor*> called_in_reports(Annotation& d, const std::string& subject) {
  std::vector<Tensor*> found;
  for (Tensor& t : d.graph.tensors)
    if (!t.name.empty() && identifier(t.name, "") == subject) found.push_back(&t);
  return found;
}

Diag several(const Wish& wish, const std::vector<Tensor*>& tensors) {
  std::string numbers;
  for (size_t i = 0; i < tensors.size() && i < 8; ++i)
    numbers += (i ? ", #" : "#") + std::to_string(tensors[i]->source);
  return bad_wish(wish.text,
                  std::to_string(tensors.size()) + " tensors are called '" + wish.subject + "' in short",
                  "one of them by its number: " + numbers);
}

Diag unknown(const Annotation& d, const Wish& wish, const std::string& pool) {
  return {Exit::kUsage, "N2011", "'" + wish.text + "'", "there is no pool '" + pool + "'",
          "pools: " + pool_names(d.pools)};
}

bool is_meant(const Annotation& d, const Tensor& t, const std::string& subject) {
  int64_t number = 0;
  if (t.name == subject || (number_after(subject, "#", &number) && t.source == number)) return true;
  for (size_t i = 0; i < d.graph.inputs.size(); ++i)
    if (d.graph.input_names[i] == subject && &d.graph[d.graph.inputs[i]] == &t) return true;
  for (size_t i = 0; i < d.graph.outputs.size(); ++i)
    if (d.graph.output_names[i] == subject && &d.graph[d.graph.outputs[i]] == &t) return true;
  return false;
}

// Writes a wish into a placement; keeps only its candidate pools of the right kind.
void mark(const Annotation& d, Placement& placement, const Wish& wish, bool constant) {
  if (!wish.pool.empty()) {
    placement.pool = wish.pool, placement.offset = wish.offset;
    return;
  }
  placement.candidates.clear();
  for (const std::string& pool : wish.candidates)
    if (find(d, pool)->constant == constant) placement.candidates.push_back(pool);
}

bool apply_to_operators(Annotation& d, const Wish& wish) {
  bool met = false;
  int64_t number = -1;
  number_after(wish.subject, "op:", &number);
  for (Node& node : d.graph.nodes) {
    if (node.erased() || (node.source != number && op_name(node) != wish.subject)) continue;
    met = true;
    for (const TensorId t : node.out) mark(d, d.graph[t].placement, wish, false);
    for (const TensorId t : node.in)
      if (t != TensorId::kNone && d.graph[t].constant()) mark(d, d.graph[t].placement, wish, true);
    mark(d, node.scratch, wish, false);
  }
  return met;
}

Status apply(Annotation& d, const Wish& wish) {
  for (const std::string& pool : wish.candidates)
    if (!find(d, pool)) return unknown(d, wish, pool);
  if (!wish.pool.empty() && !find(d, wish.pool)) return unknown(d, wish, wish.pool);
  bool met = false;
  for (Tensor& t : d.graph.tensors)
    if (is_meant(d, t, wish.subject)) met = true, mark(d, t.placement, wish, t.constant());
  if (!met && wish.pool.empty()) met = apply_to_operators(d, wish);
  if (!met) {
    const std::vector<Tensor*> called = called_in_reports(d, wish.subject);
    if (called.size() > 1) return several(wish, called);
    for (Tensor* t : called) met = true, mark(d, t->placement, wish, t->constant());
  }
  if (!met)
    return bad_wish(wish.text,
                    "the model has no tensor '" + wish.subject + "'" +
                        (wish.pool.empty() ? " and no operator of this name or number" : ""),
                    wish.pool.empty() ? "nook inspect lists tensors and operators; #12 is a tensor, op:3 an "
                                        "operator by number"
                                      : "nook inspect lists tensors; #12 is a tensor by number");
  return Done{};
}

}  // namespace

Result<Wish> parse_place(const std::string& text) {
  const auto wrong = [&] {
    return bad_wish(text, "need tensor=pool or tensor=pool@offset", "--place conv_1=dtcm@4096");
  };
  const size_t equals = text.rfind('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) return wrong();
  Wish wish;
  wish.text = text;
  wish.subject = text.substr(0, equals);
  wish.pool = text.substr(equals + 1);
  if (const size_t at = wish.pool.find('@'); at != std::string::npos) {
    int64_t offset = 0;
    if (!parse_int(wish.pool.substr(at + 1), &offset) || offset < 0 || offset > INT32_MAX) return wrong();
    wish.offset = static_cast<int32_t>(offset);
    wish.pool.resize(at);
  }
  if (wish.pool.empty()) return wrong();
  return wish;
}

Result<Wish> parse_candidates(const std::string& text) {
  const size_t equals = text.rfind('=');
  Wish wish;
  wish.text = text;
  if (equals != std::string::npos) {
    wish.subject = text.substr(0, equals);
    wish.candidates = split_text(text.substr(equals + 1), ',');
  }
  if (wish.subject.empty() || wish.candidates.empty())
    return bad_wish(text, "need tensor=pool,pool or op:3=pool,pool", "--candidates CONV_2D=dtcm,sram");
  return wish;
}

Status annotate(Graph& graph, const std::vector<Wish>& wishes, const std::vector<MemoryPool>& pools) {
  Annotation d{graph, complete_pools(pools)};
  for (const Wish& wish : wishes)
    if (const Status applied = apply(d, wish); !applied) return applied.diag();
  return Done{};
}

bool is_shared(const Graph& graph, TensorId t, const SharedVariable& variable) {
  if (t == TensorId::kNone) return false;
  const Tensor& tensor = graph[t];
  return tensor.variable && tensor.source < 0 && tensor.name == variable.name;
}

void annotate_shared(Graph& graph, const CompileOptions& options) {
  if (!options.beside) return;
  std::vector<std::string> workspaces;
  for (const MemoryPool& pool : complete_pools(options.pools))
    if (!pool.constant) workspaces.push_back(pool.name);
  for (size_t i = 0; i < graph.tensors.size(); ++i)
    for (const SharedVariable& variable : options.beside->variables) {
      if (!is_shared(graph, TensorId{static_cast<uint32_t>(i)}, variable)) continue;
      graph.tensors[i].first = variable.first;
      Placement& placement = graph.tensors[i].placement;
      if (!placement.requested()) placement.candidates = workspaces;
    }
}

std::vector<MemoryPool> complete_pools(const std::vector<MemoryPool>& pools) {
  std::vector<MemoryPool> all = pools;
  for (const MemoryPool& pool : default_pools())
    if (std::ranges::none_of(pools, [&](const MemoryPool& p) { return p.constant == pool.constant; }))
      all.push_back(pool);
  return all;
}

}  // namespace nookc
