#include <algorithm>

#include "nookc/core/text.h"
#include "nookc/middle/plan/solving/at.h"
#include "nookc/middle/plan/solving/task.h"

namespace nookc {
namespace {

bool power_of_two(int64_t v) { return v > 0 && (v & (v - 1)) == 0; }

constexpr int64_t kMostPools = 64;  // solvers try a buffer in each pool (docs/reliability.md)

Diag diag(const Task& task, Exit exit, const char* code, const std::string& where, const std::string& what,
          const std::string& hint) {
  return Diag{exit, code, task.source + (task.source.empty() || where.empty() ? "" : ": ") + where, what,
              hint};
}

Status pool(const Task& task, size_t i) {
  const MemoryPool& p = task.pools[i];
  const auto bad = [&](const std::string& what, const std::string& hint) {
    return diag(task, Exit::kUsage, "N2010", "pool '" + p.name + "'", what, hint);
  };
  const auto word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  if (p.name.empty() || !std::ranges::all_of(p.name, word) ||
      std::isdigit(static_cast<unsigned char>(p.name[0])))
    return bad("its name becomes part of C names", "letters, digits and '_', a letter first: name=dtcm");
  for (size_t k = 0; k < i; ++k)
    if (task.pools[k].name == p.name) return bad("there are two pools of this name", "name each pool once");
  if (p.size < 0 || p.size > INT32_MAX || p.hint < 0 || p.hint > INT32_MAX)
    return bad("need a size of 1 byte to 2 GiB, have " + decimal(p.size != 0 ? p.size : p.hint),
               "size=64KiB");
  if (!power_of_two(p.alignment) || p.alignment > 65536)
    return bad("need an alignment that is a power of two, at most 65536, have " + decimal(p.alignment),
               "align=16");
  if (p.burst != 0 && (!power_of_two(p.burst) || p.burst > 65536))
    return bad("need a burst that is a power of two, at most 65536, have " + decimal(p.burst), "burst=32");
  if (p.readers.empty()) return bad("no unit can read it, so nothing can be in it", "readers=cpu");
  if (!p.constant && p.writers.empty())
    return bad("no unit can write it, so no scratch can be in it", "writers=cpu, or make it a constant pool");
  return Done{};
}

Diag unknown(const Task& task, const TaskBuffer& b, const std::string& name) {
  return diag(task, Exit::kUsage, "N2011", "buffer '" + b.name + "'", "there is no pool '" + name + "'",
              "pools: " + pool_names(task.pools));
}

Status buffer(const Task& task, const TaskBuffer& b) {
  const auto bad = [&](const std::string& what, const std::string& hint) {
    return diag(task, Exit::kUsage, "N2014", "buffer '" + b.name + "'", what, hint);
  };
  if (b.buffer.size < 0)
    return bad("need a size of 0 bytes or more, have " + decimal(b.buffer.size),
               "give it the size of the tensor");
  if (!power_of_two(b.buffer.alignment))
    return bad("need an alignment that is a power of two, have " + decimal(b.buffer.alignment),
               "1, 2, 4, 8, 16, ...");
  for (const std::string& name : b.pools)
    if (find_pool(task, name) == nook::kAnywhere) return unknown(task, b, name);
  if (!b.pool.empty() && find_pool(task, b.pool) == nook::kAnywhere) return unknown(task, b, b.pool);
  return Done{};
}

// Lists the pools, "sram, dtcm", with the units that read and write them if they are not just the cpu.
std::string pools_with_access(const Task& task) {
  std::vector<std::string> all;
  for (const MemoryPool& p : task.pools) {
    const auto list = [](const std::vector<std::string>& units) { return join_text(units, "+"); };
    const bool plain = p.readers == std::vector<std::string>{"cpu"} && p.writers == p.readers;
    all.push_back(p.name + (plain ? ""
                                  : " (readers=" + list(p.readers) +
                                        (p.constant ? "" : ",writers=" + list(p.writers)) + ")"));
  }
  return join_text(all);
}

Status reach(const Task& task, const TaskBuffer& b) {
  if (!candidate_pools(task, b).empty()) return Done{};
  const bool constant = b.buffer.kind == nook::BufferKind::kConstant;
  std::vector<std::string> needs;
  const auto need = [&](const std::vector<std::string>& units, const char* what) {
    if (!units.empty()) needs.push_back(join_text(units, " and ") + what);
  };
  need(b.users, constant ? " can read" : " can read and write");
  need(b.writers, " can write");
  need(b.readers, " can read");
  return diag(task, Exit::kDoesNotFit, "N1005", "buffer '" + b.name + "'",
              "no pool can hold it: need a " + std::string(constant ? "constant" : "workspace") + " pool" +
                  (b.pool.empty() && b.pools.empty() ? "" : " among its candidates") +
                  (needs.empty() ? "" : " that " + join_text(needs, " and ")),
              "pools: " + pools_with_access(task));
}

Status pin(const Task& task, const TaskBuffer& b) {
  if (b.buffer.pinned == nook::kAnywhere) return Done{};
  const auto bad = [&](const std::string& what, const std::string& hint) {
    return diag(task, Exit::kUsage, "N2012", "buffer '" + b.name + "'", what, hint);
  };
  const std::vector<int32_t> pools = candidate_pools(task, b);
  if (pools.size() > 1)
    return bad("it is pinned to an offset and may be in several pools", "pin it to a pool too: pool@offset");
  const MemoryPool& pool = task.pools[at(pools[0])];
  const int32_t alignment = std::max(b.buffer.alignment, pool.alignment);
  if (b.buffer.pinned < 0 || b.buffer.pinned % alignment != 0)
    return bad("it is pinned to " + decimal(b.buffer.pinned) + " in " + pool.name + ", need a multiple of " +
                   decimal(alignment),
               "the nearest below is " + decimal(std::max(0, b.buffer.pinned) / alignment * alignment));
  const int64_t end = int64_t{b.buffer.pinned} + b.buffer.size;
  if (pool.size > 0 && end > pool.size)
    return bad("it is pinned to " + decimal(b.buffer.pinned) + " in " + pool.name + " and needs " +
                   decimal(b.buffer.size) + " bytes, to " + decimal(end) + "; the pool has " +
                   decimal(pool.size),
               "the highest offset where it fits is " +
                   decimal(std::max<int64_t>(0, pool.size - b.buffer.size) / alignment * alignment));
  return Done{};
}

bool parted(const nook::Problem& p, int32_t upper, int32_t lower) {
  for (const nook::Separation& s : p.separations)
    if (s.upper == upper && s.lower == lower)
      return int64_t{p.buffers[at(upper)].pinned} - p.buffers[at(lower)].pinned >= s.bytes;
  return false;
}

// Pinned buffers that are live at the same time must not share bytes.
Status pins_together(const Task& task) {
  const TaskProblem whole(task, false);
  const nook::Problem& p = whole.problem();
  std::vector<int32_t> pinned;
  for (size_t i = 0; i < p.buffers.size(); ++i)
    if (p.buffers[i].pinned >= 0) pinned.push_back(static_cast<int32_t>(i));
  const auto offset = [&](int32_t i) { return p.buffers[at(i)].pinned; };
  std::ranges::stable_sort(pinned, {}, offset);
  for (size_t l = 0; l < pinned.size(); ++l)
    for (size_t u = l + 1; u < pinned.size(); ++u) {
      const int32_t i = std::max(pinned[l], pinned[u]), j = std::min(pinned[l], pinned[u]);
      if (offset(pinned[u]) >= int64_t{offset(pinned[l])} + p.buffers[at(pinned[l])].size) break;
      const nook::Buffer &a = p.buffers[at(i)], &b = p.buffers[at(j)];
      if (p.rules[at(i)].pools[0] != p.rules[at(j)].pools[0]) continue;
      if (a.pinned >= int64_t{b.pinned} + b.size || b.pinned >= int64_t{a.pinned} + a.size) continue;
      if (!nook::conflict_in_time(p, i, j) || parted(p, i, j) || parted(p, j, i)) continue;
      const TaskBuffer &x = task.buffers[at(whole.order()[at(j)])],
                       &y = task.buffers[at(whole.order()[at(i)])];
      return diag(task, Exit::kUsage, "N2012", "buffers '" + x.name + "' and '" + y.name + "'",
                  "they live at the same time and are pinned to overlapping bytes of " +
                      task.pools[at(p.rules[at(i)].pools[0])].name + ": [" + decimal(b.pinned) + ", " +
                      decimal(int64_t{b.pinned} + b.size) + ") and [" + decimal(a.pinned) + ", " +
                      decimal(int64_t{a.pinned} + a.size) + ")",
                  "pin one of them elsewhere, or to the pool only");
    }
  return Done{};
}

// Two neighbours on a cycle, or nothing. Repeatedly removes buffers with nothing above them; the remaining
// ones are on cycles or below them.
std::string circle_in(const Task& task, const std::vector<std::vector<int32_t>>& below) {
  std::vector<int32_t> above(below.size(), 0), free;
  for (const auto& list : below)
    for (const int32_t i : list) ++above[at(i)];
  for (size_t i = 0; i < below.size(); ++i)
    if (above[i] == 0) free.push_back(static_cast<int32_t>(i));
  size_t taken = 0;
  for (; taken < free.size(); ++taken)
    for (const int32_t i : below[at(free[taken])])
      if (--above[at(i)] == 0) free.push_back(i);
  if (taken == below.size()) return {};
  // From any remaining buffer the way up never ends, so it reaches a cycle.
  std::vector<int32_t> up(below.size(), 0);
  for (size_t i = 0; i < below.size(); ++i)
    for (const int32_t lower : below[i])
      if (above[i] > 0) up[at(lower)] = static_cast<int32_t>(i);
  int32_t here = 0;
  while (above[at(here)] == 0) ++here;
  for (size_t k = 0; k < below.size(); ++k) here = up[at(here)];
  return "'" + task.buffers[at(up[at(here)])].name + "', '" + task.buffers[at(here)].name + "'";
}

// A separation points from an earlier buffer to a later one, so a cycle is a contradiction.
Status separations(const Task& task) {
  const int32_t count = static_cast<int32_t>(task.buffers.size());
  std::vector<std::vector<int32_t>> below(at(count));
  for (const nook::Separation& s : task.separations) {
    if (s.upper < 0 || s.lower < 0 || s.upper >= count || s.lower >= count || s.bytes < 0)
      return diag(task, Exit::kUsage, "N2013", "a separation", "need two buffers and 0 bytes or more",
                  "{\"upper\": NAME, \"lower\": NAME, \"bytes\": 0}");
    below[at(s.upper)].push_back(s.lower);
  }
  if (const std::string circle = circle_in(task, below); !circle.empty())
    return diag(task, Exit::kUsage, "N2013", "separations", "they form a cycle, through " + circle,
                "the upper buffer of a separation ends where the lower one begins");
  for (const nook::Separation& s : task.separations) {
    const TaskBuffer &u = task.buffers[at(s.upper)], &l = task.buffers[at(s.lower)];
    if (u.buffer.last != l.buffer.first)
      return diag(task, Exit::kUsage, "N2013", "the separation of '" + u.name + "' above '" + l.name + "'",
                  "need the upper one's last step to be the lower one's first, have " +
                      decimal(u.buffer.last) + " and " + decimal(l.buffer.first),
                  "buffers that meet at more than one step can't share bytes");
  }
  return Done{};
}

}  // namespace

Status check_task(const Task& task) {
  if (task.pools.size() > kMostPools)
    return diag(task, Exit::kUsage, "N2010", "pools",
                "need at most " + decimal(kMostPools) + " pools, have " +
                    decimal(static_cast<int64_t>(task.pools.size())),
                "join those that cost the same");
  for (size_t i = 0; i < task.pools.size(); ++i)
    if (const Status fine = pool(task, i); !fine) return fine.diag();
  for (const TaskBuffer& b : task.buffers) {
    if (const Status fine = buffer(task, b); !fine) return fine.diag();
    if (const Status fine = reach(task, b); !fine) return fine.diag();
    if (const Status fine = pin(task, b); !fine) return fine.diag();
  }
  if (const Status fine = separations(task); !fine) return fine.diag();
  return pins_together(task);
}

}  // namespace nookc
