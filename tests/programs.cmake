# SPDX-License-Identifier: Apache-2.0
# Small programs with known verdicts, each compiled, checked and replayed.
set(programs sh ${CMAKE_CURRENT_SOURCE_DIR}/programs.sh $<TARGET_FILE:mazurka>)
add_test(NAME programs COMMAND ${programs})
set_tests_properties(programs PROPERTIES TIMEOUT 900 COST 1000)
# What runs in a program is never built with sanitizers: how it undoes steps, and
# that a replay is always the same, is tested in the debug build.
if(CMAKE_BUILD_TYPE STREQUAL Sanitize)
  set_tests_properties(programs PROPERTIES ENVIRONMENT BRIEF=1)
endif()

# One or two of each kind, for `make check`.
add_test(NAME quick-programs COMMAND ${programs}
         assertion.c atomic_16_fails.c barrier_rounds.c bounded_queue.c
         c11_condition.c cleanup_handlers.c compare_exchange_fails.c cond_lost.c
         cond_timedwait.c deadlock_two.c ended_holding.c fences.c join_deep.c
         keys.c leak.c litmus_iriw.c loop_await.c loop_dynamic_changes.c
         loop_lock_queue.c loop_unroll.c mutex_recursive.c names_of_blocks.c
         nondeterminism.c null_pointer.c once.c out_of_bounds.c own_late.c
         own_race.c print.c race_lock_sometimes.c race_mixed.c release_sequence.c
         rwlock_upgrade.c section_outside.c semaphore_timed.c stack_overflow.c
         thread_pool.c timed_loop_states.c trylock_back_off.c use_after_free.c
         variadic.c yield.c)
checked(quick mazurka quick-programs)
set_tests_properties(quick-programs PROPERTIES COST 900)

# The programs of the papers' tables with their smallest parameters, and the quick
# part of the tables; once is enough, in the plain debug build.
if(CMAKE_BUILD_TYPE STREQUAL Debug)
  add_test(NAME bench-programs
           COMMAND ${programs} ${CMAKE_SOURCE_DIR}/bench/programs)
  add_test(NAME bench-tables COMMAND bench-tables --quick)
  set_tests_properties(bench-programs bench-tables PROPERTIES TIMEOUT 900
                       COST 400)
endif()
