// The layout of --help.
#pragma once
#include <memory>

namespace CLI {
class FormatterBase;
}

namespace nookc {

// Lays help out in lines of at most 80 characters, or of the terminal's width up to 100. A flag that may have
// a value is "--flag[=NAME,...]". What an option excludes or needs is left out: the error names it.
std::shared_ptr<CLI::FormatterBase> help_text();

}  // namespace nookc
