// Runs a function that may crash or never end in a separate process.
#pragma once
#include <functional>
#include <string>

namespace generated {

// Returns the answer of `question`, which may write to `counts`, plain data of `bytes` bytes; or the reason
// why the process ended: among others, more than `seconds` of processor time.
std::string isolated(const std::function<std::string()>& question, void* counts, size_t bytes, int seconds);

}  // namespace generated
