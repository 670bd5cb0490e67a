#include "nookc/back/emit/together.h"

#include <algorithm>
#include <map>

#include "nookc/back/emit/c_text.h"
#include "nookc/back/emit/parts.h"
#include "nookc/core/identifier.h"

namespace nookc {
namespace {

// Whether an array of `a` may stand for `b`. Constants that the application passes by pointer are at offsets
// of one image.
bool serves(const CompiledNetwork& by, const Constant& a, const CompiledNetwork& of, const Constant& b) {
  const MemoryPool& from = by.program->constant_pools[static_cast<size_t>(a.pool)].pool;
  const MemoryPool& to = of.program->constant_pools[static_cast<size_t>(b.pool)].pool;
  return a.type == b.type && a.alignment >= b.alignment && from.name == to.name && *a.bytes == *b.bytes;
}

bool by_pointer(const Interface& face, const Constant& constant) {
  return face.constant[static_cast<size_t>(constant.pool)].by_pointer;
}

struct Stored {
  size_t network, constant;
};

}  // namespace

int64_t share_constants(const std::vector<CompiledNetwork>& networks) {
  int64_t saved = 0;
  std::multimap<size_t, Stored> stored;  // by number of bytes
  for (size_t n = 0; n < networks.size(); ++n) {
    const CompiledNetwork& network = networks[n];
    const Interface face = interface_of(*network.program, *network.options);
    const std::vector<Constant>& constants = network.program->constants;
    for (size_t i = 0; i < constants.size(); ++i) {
      if (constants[i].bytes->empty() || by_pointer(face, constants[i])) continue;
      const auto [first, last] = stored.equal_range(constants[i].bytes->size());
      const auto found = std::find_if(first, last, [&](const auto& one) {
        const CompiledNetwork& other = networks[one.second.network];
        return serves(other, other.program->constants[one.second.constant], network, constants[i]);
      });
      if (found == last) {
        stored.emplace(constants[i].bytes->size(), Stored{n, i});
        continue;
      }
      const CompiledNetwork& other = networks[found->second.network];
      if (found->second.network == n) continue;
      const EmitContext c{*other.program, *other.options, interface_of(*other.program, *other.options)};
      network.options->elsewhere[i] = {constant_symbol(c, found->second.constant),
                                       c.face.name + "_constants.h"};
      saved += static_cast<int64_t>(constants[i].bytes->size());
    }
  }
  return saved;
}

std::set<Bytes> packed_apart(const std::vector<CompiledNetwork>& networks) {
  std::map<Bytes, std::set<Bytes>> copies;
  for (const CompiledNetwork& network : networks) {
    const Graph& graph = network.program->graph;
    for (const Constant& c : network.program->constants)
      if (c.tensor != TensorId::kNone && graph[c.tensor].constant())
        copies[*graph[c.tensor].data].insert(*c.bytes);
  }
  std::set<Bytes> apart;
  for (const auto& [weights, packed] : copies)
    if (packed.size() > 1) apart.insert(weights);
  return apart;
}

namespace {

PoolTogether& pool_of(std::vector<PoolTogether>& all, const std::string& role, const InterfacePool& pool,
                      const std::string& prefix) {
  const std::string macro = pool.macro.substr(prefix.size());
  const auto found = std::ranges::find(all, macro, &PoolTogether::macro);
  PoolTogether& here = found == all.end() ? all.emplace_back(PoolTogether{role, pool.pool, macro}) : *found;
  here.alignment = std::max(here.alignment, pool.alignment);
  return here;
}

}  // namespace

std::vector<PoolTogether> memory_together(const std::vector<CompiledNetwork>& networks) {
  std::vector<PoolTogether> all;
  for (const CompiledNetwork& network : networks) {
    const Interface face = interface_of(*network.program, *network.options);
    for (const InterfacePool& pool : face.scratch) {
      PoolTogether& scratch = pool_of(all, "scratch", pool, face.prefix);
      scratch.bytes = std::max(scratch.bytes, pool.bytes);
    }
    for (const InterfacePool& pool : face.persistent) {
      PoolTogether& kept = pool_of(all, "persistent", pool, face.prefix);
      kept.bytes = network.shares_state ? pool.bytes : kept.bytes + pool.bytes;
    }
    for (size_t i = 0; i < face.constant.size(); ++i) {
      int64_t& bytes = pool_of(all, "constant", face.constant[i], face.prefix).bytes;
      bytes += face.constant[i].bytes;
      for (const auto& [constant, where] : network.options->elsewhere)
        if (const Constant& c = network.program->constants[constant]; static_cast<size_t>(c.pool) == i)
          bytes -= static_cast<int64_t>(c.bytes->size());
    }
  }
  std::ranges::stable_sort(all, {}, [](const PoolTogether& pool) {
    return pool.role == "scratch" ? 0 : pool.role == "persistent" ? 1 : 2;
  });
  return all;
}

File emit_together(const std::string& name, const std::vector<CompiledNetwork>& networks) {
  std::string headers, names;
  for (const CompiledNetwork& network : networks) {
    const Interface face = interface_of(*network.program, *network.options);
    headers += "#include \"" + face.name + ".h\"\n";
    names += (names.empty() ? "" : ", ") + face.name;
  }
  const std::string prefix = upper(name);
  std::string text = "/* The networks of " + name + ": " + names + ".\n * Generated by nook " +
                     c_comment(networks[0].options->provenance.version) + ", do not edit. */\n#ifndef " +
                     prefix + "_H_\n#define " + prefix + "_H_\n\n" + headers +
                     "\n/* One scratch serves all of them, one run at a time: the most that any needs. */\n";
  const auto sizes = [&](const std::string& role) {
    std::string all;
    for (const PoolTogether& pool : memory_together(networks))
      if (pool.role == role)
        all += "#define " + prefix + "_" + pool.macro + "_BYTES " + std::to_string(pool.bytes) +
               "\n#define " + prefix + "_" + pool.macro + "_ALIGN " + std::to_string(pool.alignment) + "\n";
    return all;
  };
  text += sizes("scratch");
  if (std::ranges::any_of(networks, &CompiledNetwork::shares_state))
    text +=
        "\n/* They share variables: all of them get the same persistent memory. Call the reset function of "
        "each "
        "that\n * has one before the first run; it sets the network's own state and the variables that it "
        "uses. "
        "*/\n" +
        sizes("persistent");
  return {name + ".h", text + "\n#endif\n"};
}

}  // namespace nookc
