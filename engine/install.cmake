# Installs headers, libraries and package files, so that find_package(holdfast) provides holdfast::engine. The layers
# are exported one by one; holdfast::engine links all of them except holdfast::race.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

get_property(holdfast_layers DIRECTORY ${CMAKE_CURRENT_LIST_DIR} PROPERTY BUILDSYSTEM_TARGETS)
install(TARGETS ${holdfast_layers} EXPORT holdfast-targets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
install(DIRECTORY ${CMAKE_CURRENT_LIST_DIR}/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/holdfast/engine
  COMPONENT development FILES_MATCHING PATTERN "*.h")

set(package_directory ${CMAKE_INSTALL_LIBDIR}/cmake/holdfast)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/holdfast-config.cmake.in
  ${PROJECT_BINARY_DIR}/holdfast-config.cmake INSTALL_DESTINATION ${package_directory})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/holdfast-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/holdfast-config.cmake ${PROJECT_BINARY_DIR}/holdfast-config-version.cmake
  DESTINATION ${package_directory} COMPONENT development)
install(EXPORT holdfast-targets NAMESPACE holdfast:: DESTINATION ${package_directory} COMPONENT development)
