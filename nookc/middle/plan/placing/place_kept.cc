#include "nookc/middle/plan/placing/place_kept.h"

#include <algorithm>
#include <map>

#include "nookc/middle/lower/padded.h"
#include "nookc/middle/plan/placing/annotate.h"
#include "nookc/middle/plan/placing/pools_of.h"

namespace nookc {
namespace {

class Placing {
 public:
  Placing(Program& program, const Storage& storage, const CompileOptions& options)
      : p_(program), storage_(storage), options_(options), pools_(complete_pools(options.pools)) {}

  Status run() {
    for (Kept& kept : p_.kept)
      if (const Status placed = place(kept); !placed) return placed;
    for (size_t i = 0; i < p_.location.size(); ++i)
      locate(TensorId{static_cast<uint32_t>(i)}, p_.location[i]);
    for (Call& call : p_.calls) {
      for (size_t k = 0; k < call.in.size(); ++k) locate(call.in_tensors[k], call.in[k]);
      for (size_t k = 0; k < call.out.size(); ++k) locate(call.out_tensors[k], call.out[k]);
    }
    return Done{};
  }

 private:
  // Places the state in the first allowed pool that has room.
  Status place(Kept& kept) {
    const Placement wish = kept.tensor == TensorId::kNone ? Placement{} : p_.graph[kept.tensor].placement;
    bool named = false;
    for (size_t i = 0; i < p_.scratch_pools.size(); ++i) {
      PoolUse& use = p_.scratch_pools[i];
      if (!may_be_in(use.pool, wish)) continue;
      named = true;
      if (kept.bytes > room_in(use)) continue;
      kept.pool = static_cast<int32_t>(i), kept.offset = use.kept_bytes;
      use.kept_bytes += padded(kept.bytes);
      const Location at{Location::Kind::kKept, kept.pool, kept.offset};
      if (kept.tensor == TensorId::kNone)
        p_.calls[static_cast<size_t>(kept.call)].state = at;
      else
        of_root_[kept.tensor] = at;
      return Done{};
    }
    const std::string where = p_.graph.file + ": '" + kept.name + "'";
    if (!named)
      return Diag{Exit::kUsage, "N2018", where, "it is state, and no pool can hold state",
                  "--place or the units of the workspace pools"};
    return Diag{Exit::kDoesNotFit, "N1001", where,
                "no pool has room for its " + std::to_string(kept.bytes) + " bytes of persistent memory",
                "a larger workspace pool"};
  }

  // A limit on the scratch alone does not apply here.
  int64_t room_in(const PoolUse& use) const {
    const auto pool = std::ranges::find(pools_, use.pool.name, &MemoryPool::name);
    const int64_t size = pool != pools_.end() && pool->size > 0 ? pool->size : INT32_MAX;
    return (size - use.kept_bytes) / nook::kBufferAlignment * nook::kBufferAlignment;
  }

  bool may_be_in(const MemoryPool& pool, const Placement& wish) const {
    if (!wish.pool.empty() && wish.pool != pool.name) return false;
    const auto has = [](const std::vector<std::string>& list, const std::string& name) {
      return std::ranges::find(list, name) != list.end();
    };
    if (!wish.candidates.empty() && !has(wish.candidates, pool.name)) return false;
    const bool units = std::ranges::all_of(
        options_.units, [&](const UnitWish& wish_of_unit) { return has(pool.readers, wish_of_unit.unit); });
    return units && has(pool.readers, "cpu") && has(pool.writers, "cpu");
  }

  void locate(TensorId t, Location& at) const {
    if (at.kind != Location::Kind::kKept) return;
    const auto found = of_root_.find(storage_.root[index(t)]);
    at = found == of_root_.end() ? Location{} : found->second;
    if (at.kind == Location::Kind::kKept) at.offset += storage_.offset[index(t)];
  }

  Program& p_;
  const Storage& storage_;
  const CompileOptions& options_;
  const std::vector<MemoryPool> pools_;
  std::map<TensorId, Location> of_root_;
};

}  // namespace

Status place_kept(Program& program, const Storage& storage, const CompileOptions& options) {
  return Placing(program, storage, options).run();
}

}  // namespace nookc
