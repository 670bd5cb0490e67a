#include "nookc/cli/signatures.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "nookc/back/interface/interface.h"
#include "nookc/core/identifier.h"
#include "nookc/core/text.h"
#include "nookc/front/borders/signatures.h"
#include "nookc/front/import/file_kind.h"
#include "nookc/middle/lower/padded.h"
#include "nookc/middle/plan/placing/annotate.h"

namespace nookc {
namespace {

// Each signature is compiled alone first; the needs of the others are known afterwards.
constexpr int kMostRounds = 4;

using PoolBytes = std::map<std::string, int64_t>;

struct Joint {
  const ModelOptions& model;
  const Provenance& provenance;
  bool events;
  const PackageFacts& facts;
  std::set<std::string> named;                       // variables of the model
  std::vector<SharedVariable> variables;             // named by several signatures
  std::vector<PoolBytes> own;                        // per signature: state that it does not share
  std::shared_ptr<const std::set<Bytes>> elsewhere;  // as CompileOptions::elsewhere
  Signatures all;
};

const std::string& pool_of(const Program& program, const Kept& kept) {
  return program.scratch_pools[static_cast<size_t>(kept.pool)].pool.name;
}

bool is_shared(const Joint& d, const Program& program, const Kept& kept) {
  return std::ranges::any_of(d.variables, [&](const SharedVariable& variable) {
    return nookc::is_shared(program.graph, kept.tensor, variable);
  });
}

PoolBytes own_state(const Joint& d, const Program& program) {
  PoolBytes bytes;
  for (const Kept& kept : program.kept)
    if (!is_shared(d, program, kept)) bytes[pool_of(program, kept)] += padded(kept.bytes);
  return bytes;
}

// The needs of the others, for one signature.
std::shared_ptr<const Beside> beside(const Joint& d, size_t signature) {
  auto made = std::make_shared<Beside>();
  made->variables = d.variables;
  const bool shares = !d.variables.empty();
  for (size_t i = 0; i < d.own.size(); ++i)
    for (const auto& [pool, bytes] : d.own[i]) {
      if (i < signature) (shares ? made->before : made->earlier)[pool] += bytes;
      if (i > signature) (shares ? made->after : made->later)[pool] += bytes;
    }
  return made;
}

// Compiles each signature with regard to the others.
Status compile_each(Joint& d) {
  Signatures& all = d.all;
  all.models.clear();
  d.own.resize(all.keys.size());
  std::set<std::string> taken;
  for (size_t i = 0; i < all.keys.size(); ++i) {
    ModelOptions options = d.model;
    options.elsewhere = d.elsewhere, options.beside = beside(d, i);
    options.borders.signature = all.keys[i];
    options.reports = true;  // the notes say that the other signatures are left out
    options.name = unique(all.name + "_" + identifier(all.keys[i], "signature"), taken);
    Result<CompiledModel> compiled = compile_model(options, d.provenance);
    if (!compiled) return compiled.diag();
    compiled->emit.stated.notes.clear();
    compiled->emit.events = d.events, compiled->emit.facts = d.facts;
    d.own[i] = own_state(d, compiled->program);
    all.models.push_back(*std::move(compiled));
  }
  return Done{};
}

// A variable of one signature; several use it if it is in two of them.
struct Use {
  SharedVariable variable;
  nook::DType type;
  int signatures = 0;
};

Status add_use(const Tensor& tensor, std::map<std::string, Use>& uses) {
  const std::string name = "'" + printable(tensor.name) + "'";
  if (tensor.source >= 0)
    return refused_signatures("options that change the file make a tensor of the variable " + name,
                              "compile one signature with --signature, or leave out --input-shape, "
                              "--input-value and --io");
  Use& use = uses[tensor.name];
  if (use.signatures++ == 0) use.variable = {tensor.name, tensor.bytes(), nullptr}, use.type = tensor.type;
  if (use.type != tensor.type || use.variable.bytes != tensor.bytes())
    return refused_signatures("two signatures have different tensors for the variable " + name,
                              "compile one of them with --signature");
  const std::shared_ptr<const Bytes>& first = use.variable.first;
  if (first && tensor.first && *first != *tensor.first)
    return refused_signatures("two signatures give the variable " + name + " different initial values",
                              "compile one of them with --signature");
  if (tensor.first) use.variable.first = tensor.first;
  return Done{};
}

// Finds the variables that several signatures share: one may assign what another reads.
Status find_shared(Joint& d) {
  std::map<std::string, Use> uses;
  for (const CompiledModel& model : d.all.models)
    for (const Tensor& tensor : model.program.graph.tensors)
      if (tensor.variable && d.named.contains(tensor.name))
        if (const Status fits = add_use(tensor, uses); !fits) return fits;
  for (auto& [name, use] : uses)
    if (use.signatures > 1) d.variables.push_back(use.variable), d.all.variables.push_back(name);
  return Done{};
}

// The sizes of the pools that have one, by their names in C.
PoolBytes pool_sizes(Joint& d) {
  PoolBytes sizes;
  const auto add = [&](const std::vector<InterfacePool>& pools, const std::vector<PoolUse>& uses) {
    for (size_t i = 0; i < uses.size(); ++i)
      if (uses[i].pool.size > 0) sizes[pools[i].pool] = uses[i].pool.size;
  };
  for (const CompiledModel& model : d.all.models) {
    const Interface face = interface_of(model.program, model.emit);
    add(face.scratch, model.program.scratch_pools), add(face.constant, model.program.constant_pools);
  }
  return sizes;
}

Status check_pools(Joint& d) {
  PoolBytes needs;
  for (const PoolTogether& pool : memory_together(d.all.networks())) needs[pool.pool] += pool.bytes;
  for (const auto& [pool, size] : pool_sizes(d))
    if (needs[pool] > size)
      return Diag{Exit::kDoesNotFit,
                  "N1001",
                  "--all-signatures",
                  "the pool '" + pool + "' has " + std::to_string(size) + " bytes, and all signatures need " +
                      std::to_string(needs[pool]),
                  "a larger pool, or one signature with --signature",
                  needs[pool] - size};
  return Done{};
}

// Shared variables must be at the same place in all networks.
Status check_places(const Joint& d) {
  std::map<std::string, std::pair<std::string, int32_t>> places;
  for (const CompiledModel& model : d.all.models)
    for (const Kept& kept : model.program.kept) {
      if (!is_shared(d, model.program, kept)) continue;
      const std::pair place{pool_of(model.program, kept), kept.offset};
      if (places.emplace(kept.name, place).first->second != place)
        return refused_signatures(
            "two signatures can't place the variable '" + printable(kept.name) + "' alike",
            "leave out --place and --candidates for it");
    }
  return Done{};
}

// Compiles all signatures again until the memory that each keeps is settled: their plans leave room for one
// another.
Status settle_state(Joint& d) {
  if (!d.variables.empty()) {
    d.own.clear();
    if (const Status done = compile_each(d); !done) return done;
  } else if (pool_sizes(d).empty()) {
    return Done{};
  }
  for (int round = 0; round < kMostRounds; ++round) {
    const std::vector<PoolBytes> before = d.own;
    if (const Status done = compile_each(d); !done) return done;
    if (d.own == before) break;
  }
  return check_places(d);
}

}  // namespace

Diag refused_signatures(const std::string& what, const std::string& hint) {
  return {Exit::kUsage, "N2054", "--all-signatures", what, hint};
}

std::vector<CompiledNetwork> Signatures::networks() {
  std::vector<CompiledNetwork> all;
  for (CompiledModel& model : models) all.push_back({&model.program, &model.emit, !variables.empty()});
  return all;
}

Result<Signatures> compile_together(const ModelOptions& model, bool events, const PackageFacts& facts,
                                    const Provenance& provenance) {
  const Result<std::vector<std::byte>> file = read_model(model.model);
  if (!file) return file.diag();
  Joint d{model, provenance, events, facts, variable_names(*file), {}, {}, nullptr, {}};
  d.all.name = model.name, d.all.keys = signature_names(*file);
  if (d.all.keys.size() < 2)
    return refused_signatures(
        d.all.keys.empty() ? "the model has no signatures" : "the model has one signature", "leave it out");
  if (d.all.name.empty()) d.all.name = model_name(model.model);
  if (const Status done = compile_each(d); !done) return done.diag();
  if (const Status found = find_shared(d); !found) return found.diag();
  if (const Status done = settle_state(d); !done) return done.diag();
  // Weights that signatures would pack in different ways are compiled again, to be shared as they are.
  std::set<Bytes> apart = packed_apart(d.all.networks());
  if (!apart.empty()) {
    d.elsewhere = std::make_shared<const std::set<Bytes>>(std::move(apart));
    if (const Status done = compile_each(d); !done) return done.diag();
  }
  d.all.saved = share_constants(d.all.networks());
  if (const Status fits = check_pools(d); !fits) return fits.diag();
  return std::move(d.all);
}

}  // namespace nookc
