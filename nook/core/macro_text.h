/* The text that a macro stands for, or its name if it is not defined. */
#ifndef NOOK_CORE_MACRO_TEXT_H_
#define NOOK_CORE_MACRO_TEXT_H_

#define NOOK_TEXT(macro)    #macro
#define NOOK_TEXT_OF(macro) NOOK_TEXT(macro)

#endif
