# SPDX-License-Identifier: Apache-2.0
# cmake -DEXPECT=VERDICT -P MazurkaRunTest.cmake -- COMMAND…: run it and see that
# the last line says what was expected.

set(command)
set(here FALSE)
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(i RANGE ${last})
  if(here)
    list(APPEND command "${CMAKE_ARGV${i}}")
  elseif("${CMAKE_ARGV${i}}" STREQUAL "--")
    set(here TRUE)
  endif()
endforeach()

execute_process(COMMAND ${command} OUTPUT_VARIABLE output
                RESULT_VARIABLE code ECHO_OUTPUT_VARIABLE)
string(REGEX MATCH "[^\n]*\n$" verdict "${output}")
string(STRIP "${verdict}" verdict)
if(NOT verdict MATCHES "^mazurka: ${EXPECT}:" AND
   NOT verdict MATCHES "^mazurka: unsafe: ${EXPECT} at ")
  message(FATAL_ERROR "expected ${EXPECT}, exit code ${code}: ${verdict}")
endif()
