/* A function that compiled C++ requires in addition to constructors: it registers destructors of static
 * objects. A device never leaves main, so none of them runs. */
void* __dso_handle = 0;

int __cxa_atexit(void (*destructor)(void*), void* object, void* module);
int __cxa_atexit(void (*destructor)(void*), void* object, void* module) {
  (void)destructor, (void)object, (void)module;
  return 0;
}

/* The Arm ABI's name for it, with the arguments in another order. */
int __aeabi_atexit(void* object, void (*destructor)(void*), void* module);
int __aeabi_atexit(void* object, void (*destructor)(void*), void* module) {
  (void)object, (void)destructor, (void)module;
  return 0;
}
