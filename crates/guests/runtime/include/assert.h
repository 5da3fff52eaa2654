/* Assertions (S11). As the C standard requires, each inclusion checks NDEBUG again. */
#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
_Noreturn void __assert_fail(const char *assertion, const char *file, unsigned line, const char *function);
#define assert(condition) \
    ((condition) ? (void)0 : __assert_fail(#condition, __FILE__, __LINE__, __extension__ __PRETTY_FUNCTION__))
#endif

#ifndef static_assert
#define static_assert _Static_assert
#endif
