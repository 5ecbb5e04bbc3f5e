# Says at the end of configuring what is built, and with which libraries.
include(FeatureSummary)

foreach(option CUDA CLI TESTS EXAMPLES BENCH FUZZ INSTALL)
  get_property(help CACHE TILEWRIGHT_${option} PROPERTY HELPSTRING)
  add_feature_info(TILEWRIGHT_${option} TILEWRIGHT_${option} ${help})
endforeach()
feature_summary(WHAT ENABLED_FEATURES DISABLED_FEATURES PACKAGES_FOUND QUIET_ON_EMPTY)
