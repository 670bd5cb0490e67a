// The layout of --help.
#pragma once
#include <memory>

namespace CLI {
class FormatterBase;
}

namespace nookc {

// Formats help in lines of at most 80 characters, or of the terminal's width up to 100. A flag with an
// optional value is "--flag[=NAME,...]". Options that an option excludes or needs are omitted: the error
// names them.
std::shared_ptr<CLI::FormatterBase> help_text();

}  // namespace nookc
