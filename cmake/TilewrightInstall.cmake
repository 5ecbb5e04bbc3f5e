# Installs the library so that find_package(tilewright) gives the targets of the build, and the program if it is built.
include(CMakePackageConfigHelpers)

set(modules tilewright_core tilewright_sim tilewright_kernels tilewright_backends)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/tilewright)

install(TARGETS tilewright_library ${modules} EXPORT tilewright)
install(EXPORT tilewright NAMESPACE tilewright:: DESTINATION ${package_dir} FILE tilewright-targets.cmake)
set_target_properties(tilewright_library PROPERTIES EXPORT_NAME tilewright)

# Headers in a folder detail are for .cpp files, those of the worker for that program: they include libraries that a
# user need not have.
foreach(room core sim kernels backends)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/${room} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tilewright
          FILES_MATCHING PATTERN *.hpp PATTERN detail EXCLUDE PATTERN worker EXCLUDE)
endforeach()

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/tilewright-config.cmake.in
                              ${PROJECT_BINARY_DIR}/tilewright-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/tilewright-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/tilewright-config.cmake ${PROJECT_BINARY_DIR}/tilewright-config-version.cmake
        DESTINATION ${package_dir})

if(TARGET tilewright_cli)
  set_target_properties(tilewright_cli PROPERTIES INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
  install(TARGETS tilewright_cli)
endif()
