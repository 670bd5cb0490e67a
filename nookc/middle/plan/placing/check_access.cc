#include "nookc/middle/plan/placing/check_access.h"

#include <algorithm>

#include "nookc/graph/ethos_u.h"
#include "nookc/middle/lower/unit_calls.h"

namespace nookc {
namespace {

enum class Access { kReads, kWrites };

class Check {
 public:
  explicit Check(const Program& program) : p_(program) {}

  Status run() const {
    for (const Call& call : p_.calls) {
      const std::string unit = unit_of(p_, call).empty() ? "cpu" : unit_of(p_, call);
      const std::string who = describe(p_.graph, p_.graph.nodes[index(call.node)]);
      for (const Location& at : call.in)
        if (const Status fine = reaches(unit, Access::kReads, at, who); !fine) return fine.diag();
      for (const Location& at : call.out)
        if (const Status fine = reaches(unit, Access::kWrites, at, who); !fine) return fine.diag();
      const bool commands = call.code == EthosU::kCode;
      for (const Access access : {Access::kReads, Access::kWrites})
        if (const Status fine = commands ? reaches(unit, access, call.state, who) : Status(Done{}); !fine)
          return fine.diag();
      if (call.op.scratch == 0 && !commands) continue;
      const Location scratch{Location::Kind::kScratch, call.scratch_pool, call.scratch_offset};
      for (const Access access : {Access::kReads, Access::kWrites})
        if (const Status fine = reaches(unit, access, scratch, who); !fine) return fine.diag();
    }
    for (TensorId t : p_.graph.inputs)
      if (const Status fine = application(t, Access::kWrites); !fine) return fine.diag();
    for (TensorId t : p_.graph.outputs)
      if (const Status fine = application(t, Access::kReads); !fine) return fine.diag();
    return Done{};
  }

 private:
  Status application(TensorId t, Access access) const {
    return reaches("cpu", access, p_.location[index(t)], "tensor '" + p_.graph[t].name + "'");
  }

  // The application is responsible for access to its own buffers.
  Status reaches(const std::string& unit, Access access, const Location& at, const std::string& who) const {
    const MemoryPool* pool = nullptr;
    if (at.kind == Location::Kind::kScratch || at.kind == Location::Kind::kKept)
      pool = &p_.scratch_pools[static_cast<size_t>(at.index)].pool;
    if (at.kind == Location::Kind::kConstant)
      pool = &p_.constant_pools[static_cast<size_t>(p_.constants[static_cast<size_t>(at.index)].pool)].pool;
    if (!pool) return Done{};
    const auto& units = access == Access::kReads ? pool->readers : pool->writers;
    if (std::ranges::find(units, unit) != units.end()) return Done{};
    return Diag{Exit::kDoesNotFit, "N1002", p_.graph.file + ": " + who,
                "the plan is wrong: " + unit + " can't " + (access == Access::kReads ? "read" : "write") +
                    " what is in " + pool->name,
                "this is a defect of nook: report it with the model"};
  }

  const Program& p_;
};

}  // namespace

Status check_access(const Program& program) { return Check(program).run(); }

}  // namespace nookc
