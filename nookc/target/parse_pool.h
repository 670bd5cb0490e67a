#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "nookc/core/diag.h"
#include "nookc/target/memory_pool.h"

namespace nookc {

// Reads "name=dtcm,size=64KiB,hint=48KiB,align=32,section=.dtcm,readers=cpu+npu,writers=cpu,clock=480MHz,
// read_bandwidth=8,write_bandwidth=8,read_latency=0,write_latency=0". Only the name is required. Diag N2010
// names the key and the error.
Result<MemoryPool> parse_pool(const std::string& text, bool constant);

// Reads a JSON object with the same keys, and "kind": "workspace" or "constant". Sizes are numbers or texts
// as above.
Result<MemoryPool> parse_pool(const nlohmann::json& json);

// A list of pools, or an object with such a list as "pools".
Result<std::vector<MemoryPool>> parse_pools(const nlohmann::json& json);

}  // namespace nookc
