# CPack's settings for the Debian package. pack_debian.py prepares the files, and passes their paths and the settings
# that depend on the binary as environment variables.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME holdfast)
set(CPACK_PACKAGE_VERSION $ENV{HOLDFAST_PACKAGE_VERSION})
set(CPACK_PACKAGE_CONTACT "$ENV{HOLDFAST_PACKAGE_MAINTAINER}")
set(CPACK_PACKAGE_DIRECTORY $ENV{HOLDFAST_PACKAGE_DIRECTORY})
set(CPACK_INSTALLED_DIRECTORIES "$ENV{HOLDFAST_PACKAGE_FILES};/")
set(CPACK_PACKAGING_INSTALL_PREFIX /)
# CPack also needs a name for its working files.
set(CPACK_PACKAGE_FILE_NAME holdfast)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE $ENV{HOLDFAST_PACKAGE_ARCHITECTURE})
set(CPACK_DEBIAN_PACKAGE_DEPENDS "$ENV{HOLDFAST_PACKAGE_DEPENDS}")
set(CPACK_DEBIAN_PACKAGE_SECTION database)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "in-memory server with DynamoDB's semantics")
set(CPACK_PACKAGE_DESCRIPTION "Any AWS SDK can be pointed at it, to test applications without AWS. It answers
and refuses as DynamoDB does, and finds the races of an application: 'holdfast
shake' runs a test suite against a server that does what AWS may do, and the
race lab runs a test under every order of its requests.
.
Nothing is stored on disk. A service for systemd is installed, and neither
enabled nor started.")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA $ENV{HOLDFAST_PACKAGE_CONTROL}/conffiles
  ${CMAKE_CURRENT_LIST_DIR}/postinst ${CMAKE_CURRENT_LIST_DIR}/postrm ${CMAKE_CURRENT_LIST_DIR}/prerm)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
