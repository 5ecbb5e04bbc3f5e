include(GNUInstallDirs)

# What every target of the project is compiled with.
#
# No contraction of a * b + c to one rounding: the simulated device's samples are the same bytes on every compiler
# and processor.
add_library(tilewright_flags INTERFACE)
target_compile_features(tilewright_flags INTERFACE cxx_std_20)
target_compile_options(tilewright_flags INTERFACE -ffp-contract=off -Wall -Wextra -Wpedantic -Wshadow -Wconversion)

# tilewright_module(NAME [PUBLIC libraries...] [PRIVATE libraries...])
#
# The library tilewright::NAME of all .cpp files in and below the current folder.
function(tilewright_module name)
  cmake_parse_arguments(MODULE "" "" "PUBLIC;PRIVATE" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  set(target tilewright_${name})
  add_library(${target} ${sources})
  add_library(tilewright::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON)
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>)
  target_link_libraries(${target} PUBLIC ${MODULE_PUBLIC} PRIVATE $<BUILD_INTERFACE:tilewright_flags> ${MODULE_PRIVATE})
endfunction()
