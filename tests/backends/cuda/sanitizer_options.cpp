// NVRTC is not built with the thread sanitizer, which therefore misses how its threads agree with each other.
#ifdef __SANITIZE_THREAD__
extern "C" const char* __tsan_default_suppressions();  // NOLINT(bugprone-reserved-identifier): the sanitizer's name

extern "C" const char* __tsan_default_suppressions() { return "race:libnvrtc\n"; }
#endif
