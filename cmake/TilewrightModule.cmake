include(GNUInstallDirs)

# What every target of the project is compiled with.
#
# No contraction of a * b + c to one rounding: the simulated device's samples are the same bytes on every compiler
# and processor.
add_library(tilewright_flags INTERFACE)
target_compile_features(tilewright_flags INTERFACE cxx_std_20)
target_compile_options(tilewright_flags INTERFACE -ffp-contract=off -Wall -Wextra -Wpedantic -Wshadow -Wconversion)

# tilewright_module(NAME [PUBLIC targets...] [PRIVATE targets...] [HEADER_ONLY targets...] [EXCLUDE regex...])
#
# The library tilewright::NAME of all .cpp files in and below the current folder, less those whose path fits an EXCLUDE;
# an interface library while there are none. HEADER_ONLY is what only .cpp files include and nothing links: who uses an
# install does not need it.
#
# Headers are found as "NAME/x.hpp" and as <tilewright/NAME/x.hpp>, in the build tree too.
function(tilewright_module name)
  cmake_parse_arguments(MODULE "" "" "PUBLIC;PRIVATE;HEADER_ONLY;EXCLUDE" ${ARGN})
  set(target tilewright_${name})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  foreach(excluded IN LISTS MODULE_EXCLUDE)
    list(FILTER sources EXCLUDE REGEX ${excluded})
  endforeach()
  if(sources)
    set(scope PUBLIC)
    add_library(${target} ${sources})
    target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:tilewright_flags> ${MODULE_PRIVATE}
                                            "$<BUILD_INTERFACE:${MODULE_HEADER_ONLY}>")
    set_target_properties(${target} PROPERTIES
      POSITION_INDEPENDENT_CODE ON
      VERSION ${PROJECT_VERSION}
      SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
      INSTALL_RPATH $ORIGIN)
  else()
    set(scope INTERFACE)
    add_library(${target} INTERFACE)
  endif()
  add_library(tilewright::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(${target} ${scope} cxx_std_20)
  target_link_libraries(${target} ${scope} ${MODULE_PUBLIC})
  target_include_directories(${target} ${scope}
    "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>"
    "$<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>"
    "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>"
    "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/tilewright>")
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/include/tilewright)
  file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/include/tilewright/${name} SYMBOLIC)
endfunction()
