#include "nookc/lower/program.h"

namespace nookc {
namespace {

// Adds up what a Params struct takes in the constants of a 32-bit target, tables included.
struct Size {
  int64_t bytes = 0;
  template <class T>
  void value(const char*, const T&) {
    bytes += sizeof(T);
  }
  template <class T>
  void table(const char*, const T*, int32_t count) {
    bytes += 4 + int64_t{sizeof(T)} * count;
  }
};

int64_t params_bytes(const Call& call) {
  Size size;
  visit_form(call.code, call.op.form, [&]<class Form>(std::type_identity<Form>) {
    Form::fields(size, *static_cast<const typename Form::Params*>(call.op.params));
  });
  return size.bytes;
}

}  // namespace

int64_t Program::macs() const {
  int64_t sum = 0;
  for (const Call& call : calls) sum += call.macs;
  return sum;
}

int64_t Program::argument_bytes() const {
  int64_t sum = 0;
  for (const Call& call : calls) sum += params_bytes(call);
  return sum;
}

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
  int64_t sum = 0;
  for (TensorId t : graph.inputs) sum += graph[t].bytes();
  return sum;
}

int64_t Program::output_bytes() const {
  int64_t sum = 0;
  for (TensorId t : graph.outputs) sum += graph[t].bytes();
  return sum;
}

}  // namespace nookc
