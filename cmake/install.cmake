# SPDX-License-Identifier: Apache-2.0
# What is installed, and the Debian package: the tool, the runtime that programs
# are linked with, mazurka.h, gdb's script, and for builds: pkg-config and CMake
# files. The manual page and the completions are printed by the tool itself.

include(GNUInstallDirs)

set(generated)
function(printed file)
  add_custom_command(OUTPUT share/${file}
                     COMMAND mazurka ${ARGN} > share/${file} DEPENDS mazurka)
  set(generated ${generated} ${CMAKE_BINARY_DIR}/share/${file} PARENT_SCOPE)
endfunction()
printed(mazurka.1 help man)
printed(mazurka.bash completion bash)
printed(_mazurka completion zsh)
printed(mazurka.fish completion fish)
add_custom_target(generated DEPENDS ${generated})

set(data ${CMAKE_INSTALL_DATADIR})
set(packages lib/cmake/Mazurka)
configure_file(cmake/mazurka.pc.in share/mazurka.pc @ONLY)
include(CMakePackageConfigHelpers)
configure_package_config_file(cmake/MazurkaConfig.cmake.in
                              share/MazurkaConfig.cmake
                              INSTALL_DESTINATION ${packages}
                              PATH_VARS CMAKE_INSTALL_BINDIR
                                        CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(
  ${CMAKE_BINARY_DIR}/share/MazurkaConfigVersion.cmake
  VERSION ${PROJECT_VERSION} COMPATIBILITY AnyNewerVersion ARCH_INDEPENDENT)

set(made ${CMAKE_BINARY_DIR}/share)
install(TARGETS mazurka)
install(FILES ${runtime} DESTINATION lib/mazurka)
install(FILES include/mazurka.h DESTINATION include)
install(FILES src/runtime/gdb.py DESTINATION ${data}/mazurka)
install(FILES ${made}/mazurka.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${made}/mazurka.bash RENAME mazurka
        DESTINATION ${data}/bash-completion/completions)
install(FILES ${made}/_mazurka DESTINATION ${data}/zsh/site-functions)
install(FILES ${made}/mazurka.fish
        DESTINATION ${data}/fish/vendor_completions.d)
install(FILES ${made}/mazurka.pc DESTINATION lib/pkgconfig)
install(FILES ${made}/MazurkaConfig.cmake ${made}/MazurkaConfigVersion.cmake
              cmake/MazurkaRunTest.cmake DESTINATION ${packages})

# Programs are compiled by clang and linked with the runtime, which needs cJSON.
set(CPACK_PACKAGE_NAME mazurka)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY
    "model checker for multithreaded C programs")
set(CPACK_PACKAGE_CONTACT "the Mazurka project <mazurka@localhost>")
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "clang-${MAZURKA_LLVM_MAJOR}, libcjson-dev, libc6-dev")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "gdb")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON) # nor the tests, nor what they need
set(CPACK_STRIP_FILES OFF) # the runtime's symbols are for linking
include(CPack)
