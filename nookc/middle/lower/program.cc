#include "nookc/middle/lower/program.h"

#include <functional>

namespace nookc {
namespace {

// The size of a Params struct and its tables in the constants of a 32-bit target.
int64_t params_bytes(const Call& call) {
  int64_t bytes = 0;
  visit_params(form_of(call), call.op.params, [&](const nook::ParamsField& f) {
    if (f.kind == nook::ParamsField::Kind::kTable) bytes += 4;
    bytes += static_cast<int64_t>(nook::size_of(f.type)) * f.count;
  });
  return bytes;
}

template <class Items, class Bytes>
int64_t sum_of(const Items& items, const Bytes& of) {
  int64_t sum = 0;
  for (const auto& item : items) sum += std::invoke(of, item);
  return sum;
}

}  // namespace

const nook::OpRow& op_row(const Call& call) { return op_row(call.code); }

const nook::FormRow& form_of(const Call& call) {
  return op_row(call).forms[static_cast<size_t>(call.op.form)];
}

int64_t Program::macs() const { return sum_of(calls, &Call::macs); }

int64_t Program::argument_bytes() const { return sum_of(calls, params_bytes); }

int64_t Program::constant_bytes(int32_t pool) const {
  const PoolUse& use = constant_pools[static_cast<size_t>(pool)];
  if (use.pool.by_pointer) return use.bytes;
  int64_t sum = pool == arguments_pool ? argument_bytes() : 0;
  for (const Constant& c : constants)
    if (c.pool == pool) sum += static_cast<int64_t>(c.bytes->size());
  return sum;
}

int64_t Program::constant_bytes() const {
  int64_t sum = 0;
  for (size_t p = 0; p < constant_pools.size(); ++p) sum += constant_bytes(static_cast<int32_t>(p));
  return sum;
}

int64_t Program::input_bytes() const {
  return sum_of(graph.inputs, [&](TensorId t) { return graph[t].bytes(); });
}

int64_t Program::kept_bytes() const { return sum_of(scratch_pools, &PoolUse::kept_bytes); }

int64_t Program::output_bytes() const {
  return sum_of(graph.outputs, [&](TensorId t) { return graph[t].bytes(); });
}

}  // namespace nookc
