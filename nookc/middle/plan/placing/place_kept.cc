#include "nookc/middle/plan/placing/place_kept.h"

#include <algorithm>
#include <map>
#include <set>

#include "nookc/middle/lower/padded.h"
#include "nookc/middle/plan/placing/annotate.h"
#include "nookc/middle/plan/placing/pools_of.h"

namespace nookc {
namespace {

struct KeptPlacing {
  Program& p;
  const Storage& storage;
  const CompileOptions& options;
  const Beside& beside;
  const std::vector<MemoryPool> pools;
  std::map<TensorId, Location> of_root;
};

// A limit on the scratch alone does not apply here.
int64_t room_in(const KeptPlacing& d, const PoolUse& use) {
  const auto pool = std::ranges::find(d.pools, use.pool.name, &MemoryPool::name);
  const int64_t size = pool != d.pools.end() && pool->size > 0 ? pool->size : INT32_MAX;
  const int64_t others = Beside::in(d.beside.earlier, use.pool.name);
  return (size - others - use.kept_bytes) / nook::kBufferAlignment * nook::kBufferAlignment;
}

bool may_be_in(const KeptPlacing& d, const MemoryPool& pool, const Placement& wish) {
  if (!wish.pool.empty() && wish.pool != pool.name) return false;
  const auto has = [](const std::vector<std::string>& list, const std::string& name) {
    return std::ranges::find(list, name) != list.end();
  };
  if (!wish.candidates.empty() && !has(wish.candidates, pool.name)) return false;
  const bool units = std::ranges::all_of(
      d.options.units, [&](const UnitWish& wish_of_unit) { return has(pool.readers, wish_of_unit.unit); });
  return units && has(pool.readers, "cpu") && has(pool.writers, "cpu");
}

// Takes bytes of the first allowed pool that has room.
Status reserve(KeptPlacing& d, const Placement& wish, Kept& kept) {
  bool named = false;
  for (size_t i = 0; i < d.p.scratch_pools.size(); ++i) {
    PoolUse& use = d.p.scratch_pools[i];
    if (!may_be_in(d, use.pool, wish)) continue;
    named = true;
    if (kept.bytes > room_in(d, use)) continue;
    kept.pool = static_cast<int32_t>(i), kept.offset = use.kept_bytes;
    use.kept_bytes += padded(kept.bytes);
    return Done{};
  }
  const std::string where = d.p.graph.file + ": '" + kept.name + "'";
  if (!named)
    return Diag{Exit::kUsage, "N2018", where, "it is state, and no pool can hold state",
                "--place or the units of the workspace pools"};
  return Diag{Exit::kDoesNotFit, "N1001", where,
              "no pool has room for its " + std::to_string(kept.bytes) + " bytes of persistent memory",
              "a larger workspace pool"};
}

Status place(KeptPlacing& d, Kept& kept) {
  const Placement wish = kept.tensor == TensorId::kNone ? Placement{} : d.p.graph[kept.tensor].placement;
  if (const Status placed = reserve(d, wish, kept); !placed) return placed;
  const Location at{Location::Kind::kKept, kept.pool, kept.offset};
  if (kept.tensor == TensorId::kNone)
    d.p.calls[static_cast<size_t>(kept.call)].state = at;
  else
    d.of_root[kept.tensor] = at;
  return Done{};
}

// Places the variables that networks share, where all of these place them. Returns the ones that this network
// has.
Result<std::set<const Kept*>> place_shared(KeptPlacing& d, const std::vector<SharedVariable>& variables) {
  std::set<const Kept*> placed;
  for (const SharedVariable& variable : variables) {
    const auto own = std::ranges::find_if(
        d.p.kept, [&](const Kept& kept) { return is_shared(d.p.graph, kept.tensor, variable); });
    Kept other{variable.name, TensorId::kNone, 0, variable.bytes};
    const Status done = own == d.p.kept.end() ? reserve(d, {}, other) : place(d, *own);
    if (!done) return done.diag();
    if (own != d.p.kept.end()) placed.insert(&*own);
  }
  return placed;
}

void locate(const KeptPlacing& d, TensorId t, Location& at) {
  if (at.kind != Location::Kind::kKept) return;
  const auto found = d.of_root.find(d.storage.root[index(t)]);
  at = found == d.of_root.end() ? Location{} : found->second;
  if (at.kind == Location::Kind::kKept) at.offset += d.storage.offset[index(t)];
}

}  // namespace

Result<std::vector<int64_t>> place_kept(Program& program, const Storage& storage,
                                        const CompileOptions& options) {
  static const Beside alone;
  const Beside& beside = options.beside ? *options.beside : alone;
  KeptPlacing d{program, storage, options, beside, complete_pools(options.pools), {}};
  const Result<std::set<const Kept*>> shared = place_shared(d, beside.variables);
  if (!shared) return shared.diag();
  for (PoolUse& use : program.scratch_pools)
    use.kept_bytes += static_cast<int32_t>(Beside::in(beside.before, use.pool.name));
  for (Kept& kept : program.kept)
    if (!shared->contains(&kept))
      if (const Status placed = place(d, kept); !placed) return placed.diag();
  std::vector<int64_t> all;
  for (size_t i = 0; i < program.scratch_pools.size(); ++i) {
    PoolUse& use = program.scratch_pools[i];
    use.kept_bytes += static_cast<int32_t>(Beside::in(beside.after, use.pool.name));
    all.push_back(use.kept_bytes + Beside::in(beside.earlier, use.pool.name) +
                  Beside::in(beside.later, use.pool.name));
    const auto here = [&](const Kept& kept) { return kept.pool == static_cast<int32_t>(i); };
    if (std::ranges::none_of(program.kept, here)) use.kept_bytes = 0;  // it is not lent to this network
  }
  for (size_t i = 0; i < program.location.size(); ++i)
    locate(d, TensorId{static_cast<uint32_t>(i)}, program.location[i]);
  for (Call& call : program.calls) {
    for (size_t k = 0; k < call.in.size(); ++k) locate(d, call.in_tensors[k], call.in[k]);
    for (size_t k = 0; k < call.out.size(); ++k) locate(d, call.out_tensors[k], call.out[k]);
  }
  return all;
}

}  // namespace nookc
