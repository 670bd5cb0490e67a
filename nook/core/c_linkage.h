/* NOOK_BEGIN_C and NOOK_END_C enclose declarations of C functions in headers for C99 and C++. */
#ifndef NOOK_CORE_C_LINKAGE_H_
#define NOOK_CORE_C_LINKAGE_H_

#ifdef __cplusplus
#define NOOK_BEGIN_C extern "C" {
#define NOOK_END_C   }
#else
#define NOOK_BEGIN_C
#define NOOK_END_C
#endif

#endif
