/* The start of the second core, in addition to the two functions of nook/cores.h. */
#ifndef SECOND_CORE_H_
#define SECOND_CORE_H_

/* Calls `work` on the second core, again and again. */
void start_second_core(void (*work)(void));

#endif
