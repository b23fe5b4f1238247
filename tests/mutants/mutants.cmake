# SPDX-License-Identifier: Apache-2.0
# Each mutant is a test; once is enough, in the plain debug build. `make test` runs a
# third of them, another one after each commit; `make mutants` all.
add_executable(mutate mutants/mutate.c)
if(CMAKE_BUILD_TYPE STREQUAL Debug)
  add_test(NAME mutants-apply
           COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/mutants/apply.sh
                   $<TARGET_FILE:mutate>)
  set(third 0)
  file(GLOB mutants CONFIGURE_DEPENDS mutants/*/*.mutant)
  foreach(mutant ${mutants})
    get_filename_component(name ${mutant} NAME_WE)
    add_test(NAME mutant-${name}
             COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/mutants/run ${mutant})
    set_tests_properties(mutant-${name} PROPERTIES LABELS "mutant;third-${third}"
                         ENVIRONMENT BUILD=${CMAKE_BINARY_DIR})
    math(EXPR third "(${third} + 1) % 3")
  endforeach()
  add_test(NAME mutants-judged
           COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/mutants/test_run.sh)
  set_tests_properties(mutants-judged PROPERTIES
                       ENVIRONMENT BUILD=${CMAKE_BINARY_DIR})
endif()
