# The sources are those that this port lies in; vcpkg_from_github can take their place once a version is published.
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../../../.." ABSOLUTE)

# `native` in the manifest would be too strict: it refuses the triplets that differ in the linkage only.
cmake_host_system_information(RESULT machine QUERY OS_PLATFORM)
if(NOT "${VCPKG_TARGET_ARCHITECTURE} ${machine}" MATCHES "^(x64 x86_64|arm64 aarch64)$")
  message(FATAL_ERROR "glossweave is built for the machine that builds it: this is ${machine}, not ${VCPKG_TARGET_ARCHITECTURE}")
endif()

# One build, with optimization, serves programs of both configurations: the interface is C.
set(VCPKG_BUILD_TYPE release)
set(VCPKG_POLICY_MISMATCHED_NUMBER_OF_BINARIES enabled)

if(VCPKG_LIBRARY_LINKAGE STREQUAL "static")
  set(GLOSSWEAVE_KIND static)
else()
  set(GLOSSWEAVE_KIND shared)
endif()

# What scripts/install is told; cargo finds libxml2 and libxslt by pkg-config.
set(ENV{KIND} "${GLOSSWEAVE_KIND}")
set(ENV{PREFIX} "${CURRENT_PACKAGES_DIR}")
set(ENV{CMAKEDIR} "${CURRENT_PACKAGES_DIR}/share/${PORT}")
set(ENV{LIBDIR} "")
set(ENV{INCLUDEDIR} "")
set(ENV{DESTDIR} "")
set(ENV{DEBUG_FILES} "")
# vcpkg wants the licences in its own file.
set(ENV{DOCDIR} "${CURRENT_BUILDTREES_DIR}/licenses")
set(ENV{CARGO_TARGET_DIR} "${CURRENT_BUILDTREES_DIR}/${TARGET_TRIPLET}-rel")
set(ENV{PKG_CONFIG_PATH} "${CURRENT_INSTALLED_DIR}/lib/pkgconfig:${CURRENT_INSTALLED_DIR}/share/pkgconfig")
vcpkg_execute_required_process(
  COMMAND "${SOURCE_PATH}/scripts/install"
  WORKING_DIRECTORY "${SOURCE_PATH}"
  LOGNAME "install-${TARGET_TRIPLET}")

vcpkg_fixup_pkgconfig()
configure_file("${CMAKE_CURRENT_LIST_DIR}/usage" "${CURRENT_PACKAGES_DIR}/share/${PORT}/usage" @ONLY)
file(GLOB GLOSSWEAVE_LICENSES "${CURRENT_BUILDTREES_DIR}/licenses/LICENSE*")
vcpkg_install_copyright(FILE_LIST ${GLOSSWEAVE_LICENSES})
