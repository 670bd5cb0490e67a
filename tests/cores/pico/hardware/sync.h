/* The declarations of pico-sdk that examples/two_cores uses. */
void __mem_fence_acquire(void);
void __mem_fence_release(void);
