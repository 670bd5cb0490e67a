// A question that may crash or never end, asked in a process of its own.
#pragma once
#include <functional>
#include <string>

namespace generated {

// What `question` answers, which it may write to `counts`, plain data of `bytes` bytes; or what ended it.
std::string isolated(const std::function<std::string()>& question, void* counts, size_t bytes, int seconds);

}  // namespace generated
