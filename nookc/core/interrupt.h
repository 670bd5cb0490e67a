// Ctrl-C as a request to finish early with the results so far.
#pragma once

namespace nookc {

// From now on the first SIGINT only makes interrupted() true; a second one ends the process at once. For
// commands that can show partial results.
void take_interrupts();

// Whether a SIGINT arrived since take_interrupts().
bool interrupted();

}  // namespace nookc
