// Ctrl-C as a request to come to an end, not as an end.
#pragma once

namespace nookc {

// From here on the first SIGINT only makes interrupted() true; a second one ends the process at once. For
// commands that have something to show for the time so far.
void take_interrupts();

// Whether there was a SIGINT since take_interrupts().
bool interrupted();

}  // namespace nookc
