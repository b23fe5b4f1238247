# SPDX-License-Identifier: Apache-2.0
# For gdb: a finding's schedule, step by step, forwards and backwards.
#
# `mazurka replay --gdb` loads it. The program waits in __mz_debugger_stop for
# what we write into __mz_debugger (debugger.h), and stops in __mz_replay_stop
# when a thread of the program begins its step: there the thread's own frames are
# on the stack, and gdb's commands (next, print, break) work as ever.

import gdb
import json

GO, STEP = 0, 1

# What a parked thread has on top of its stack (memory/fiber.c), from its stack
# pointer on: registers in this order, then where it goes on.
SAVED = {
    "i386:x86-64": ["r15", "r14", "r13", "r12", "rbx", "rbp", "rip"],
}


def word(text):
    return int(gdb.parse_and_eval("(unsigned long)" + text))


def read_word(address):
    memory = gdb.selected_inferior().read_memory(address, 8)
    return int.from_bytes(bytes(memory), "little")


def write_word(address, value):
    gdb.selected_inferior().write_memory(address, value.to_bytes(8, "little"))


class Replay:
    """The program as far as we know it: `now` is what it said at its last stop."""

    def __init__(self):
        self.now = None
        self.inside = False  # a step has begun and not ended: we cannot command
        self.busy = False  # we let the program run, not the user
        self.written = None  # what mz watch has found last: address, step

    def address(self):
        return word("&__mz_debugger")

    def read(self):
        text = read_word(self.address() + 16)
        memory = gdb.Value(text).cast(gdb.lookup_type("char").pointer())
        self.now = json.loads(memory.string(errors="replace"))

    def alive(self):
        return gdb.selected_inferior().pid != 0

    def need(self):
        if not self.alive() or self.now is None:
            raise gdb.GdbError("the program is not being replayed")

    # ---------------------------------------------------------------- moving

    def here(self):
        """Where the program has stopped: its name, or None if it has ended."""
        if not self.alive():
            return None
        frame = gdb.newest_frame()
        return frame.name() or ""

    def resume(self):
        """On to the next of our stops, or to anything that the user set."""
        self.busy = True
        try:
            gdb.execute("continue", to_string=True)
        finally:
            self.busy = False
        return self.look()

    def look(self):
        name = self.here()
        self.inside = name != "__mz_debugger_stop"
        if not self.inside:
            self.read()
        return name

    def finish_step(self, through=False):
        """On until the program waits for us. False: it stopped elsewhere, where
        something is found (unless `through`) or where the user wants it."""
        ours = ["__mz_debugger_stop", "__mz_replay_stop"]
        if through:
            ours.append("__mz_found_stop")
        while self.inside:
            if self.resume() not in ours:
                return False
        return True

    def tell(self, command, position):
        address = self.address()
        write_word(address, command)
        write_word(address + 8, position)

    def go(self, position):
        if self.now["position"] == position:
            return True
        self.tell(GO, position)
        return self.resume() == "__mz_debugger_stop"

    def begin(self):
        """Begin the step before which the program stands."""
        if self.now["position"] == len(self.now["steps"]):
            return True
        last = self.now["position"] == len(self.now["steps"]) - 1
        crashes(last)
        self.tell(STEP, 0)
        return self.resume() == "__mz_replay_stop"

    def move(self, position):
        """To the beginning of a step; beyond the last one: to its end."""
        last = len(self.now["steps"]) - 1
        if self.inside and self.current() == last and position > last:
            self.finish_step()
        else:
            with Breakpoints(position > self.current()):
                there = self.finish_step() and self.go(min(position, last))
            if there and self.begin() and position > last:
                self.finish_step()
        if self.alive():
            to_the_program()
            self.show()

    def relevant(self):
        """The numbers, from 0, of the steps that explain the finding."""
        count = len(self.now["steps"])
        return [n - 1 for n in self.now.get("relevant", [])
                if isinstance(n, int) and 0 < n <= count]

    # --------------------------------------------------------------- showing

    def current(self):
        """The number of the step that has begun, or of the next one."""
        return self.now["position"] if self.now else 0

    def show(self):
        steps, at = self.now["steps"], self.current()
        if at < len(steps):
            found = self.here() == "__mz_found_stop"
            gdb.write(f"step {at + 1} of {len(steps)}: {row_text(steps[at])}\n")
            if found:
                gdb.write(f"{self.now['finding']}: {self.now['message']}\n")
        else:
            gdb.write(f"after all {len(steps)} steps: {self.now['finding']}"
                      f" in {self.now['thread']}: {self.now['message']}\n")
            threads("")
        if self.inside:
            gdb.execute("frame")

    def find(self, name):
        for thread in self.now["threads"]:
            if thread["name"] == name:
                return thread
        known = ", ".join(t["name"] for t in self.now["threads"])
        raise gdb.GdbError(f"no thread {name}; there are: {known}")

    def runs(self, thread):
        """Is it the one whose step has begun?"""
        at = self.current()
        steps = self.now["steps"]
        return self.inside and at < len(steps) and \
            steps[at]["thread"] == thread["name"]


class Breakpoints:
    """Within, the user's are on or not: they are not for going back."""

    def __init__(self, on):
        self.off = [] if on else [p for p in gdb.breakpoints()
                                  if p.enabled and p.visible]

    def __enter__(self):
        for point in self.off:
            point.enabled = False

    def __exit__(self, *unused):
        for point in self.off:
            if point.is_valid():
                point.enabled = True


replay = Replay()


def crashes(stop):
    """A crash of the program stops gdb only in the last step."""
    how = "stop print" if stop else "nostop noprint"
    gdb.execute(f"handle SIGSEGV SIGBUS SIGFPE SIGILL {how} pass",
                to_string=True)


def row_text(row):
    place = f"   {row['file']}:{row['line']}" if row.get("file") else ""
    return f"{row.get('thread', row.get('name'))}: {row.get('text', '')}{place}"


def to_the_program():
    """Select the first frame that is the program's: ours have no source."""
    frame = gdb.newest_frame()
    while frame and not frame.find_sal().symtab:
        frame = frame.older()
    if frame:
        frame.select()
    return frame


class Parked:
    """Within, gdb sees a parked thread's frames; nothing is run meanwhile."""

    def __init__(self, thread):
        architecture = gdb.newest_frame().architecture().name()
        self.names = SAVED.get(architecture)
        if not self.names:
            raise gdb.GdbError(f"stacks of {architecture} are not known")
        self.stack = thread["stack"]

    def __enter__(self):
        gdb.newest_frame().select()
        self.before = {n: word("$" + n) for n in self.names + ["rsp"]}
        values = {n: read_word(self.stack + 8 * i)
                  for i, n in enumerate(self.names)}
        values["rsp"] = self.stack + 8 * len(self.names)
        self.put(values)
        to_the_program()

    def __exit__(self, *unused):
        gdb.newest_frame().select()
        self.put(self.before)
        to_the_program()

    def put(self, values):
        for name, value in values.items():
            gdb.execute(f"set ${name} = {value}", to_string=True)


def in_thread(thread, action):
    if replay.runs(thread):
        to_the_program()
        return action()
    with Parked(thread):
        return action()


def program_frames():
    """Those of the program, newest first."""
    frame, frames = gdb.newest_frame(), []
    while frame:
        if frame.find_sal().symtab:
            frames.append(frame)
        frame = frame.older()
    return frames


def frame_lines():
    lines = []
    for frame in program_frames():
        sal = frame.find_sal()
        lines.append(f"{frame.name()} at {sal.symtab.filename}:{sal.line}")
    return lines


def leave_runtime():
    """Out of our own functions, as far as the step that has begun goes there:
    so that gdb's next and step are about the program's lines."""
    if not replay.inside or gdb.newest_frame().find_sal().symtab:
        return
    frame = to_the_program()
    if frame:
        point = gdb.Breakpoint(f"*{frame.pc()}", internal=True, temporary=True)
        point.silent = True
        replay.resume()


def on_stop(event):
    """The user's own command has brought the program to the end of a step, or
    to a breakpoint in the middle of one."""
    if replay.busy:
        return
    if replay.look() != "__mz_debugger_stop":
        return
    if replay.current() < len(replay.now["steps"]):
        gdb.write("the step has ended; mz step begins the next one\n")
    replay.show()


# ------------------------------------------------------------------ commands


class Mz(gdb.Command):
    """A finding's schedule, forwards and backwards.

mz step [N]        begin the next step (the N-th from here)
mz next            begin the next of the steps that explain the finding
mz back [N]        begin the step before this one (the N-th before)
mz goto N          begin step N
mz steps           the schedule, and where we are in it
mz threads         the program's threads, with their stacks
mz where [THREAD]  a thread's stack
mz in THREAD COMMAND
                   a command of gdb with that thread's frame selected
mz watch EXPR      the last write of EXPR before here: go there

In a step gdb's own commands work: next, print, break, watch."""

    def __init__(self):
        super().__init__("mz", gdb.COMMAND_RUNNING, gdb.COMPLETE_NONE, True)

    def invoke(self, argument, from_tty):
        gdb.execute("help mz")


class Part(gdb.Command):
    def __init__(self, name, action):
        self.__doc__ = action.__doc__
        self.action = action
        super().__init__("mz " + name, gdb.COMMAND_RUNNING)

    def invoke(self, argument, from_tty):
        replay.need()
        self.action(argument.strip())


def number(text, otherwise):
    try:
        return int(text) if text else otherwise
    except ValueError:
        raise gdb.GdbError(f"{text} is no number")


def step(argument):
    """Begin the next step, or the N-th from here."""
    ahead = number(argument, 1)
    replay.move(max(0, replay.current() + (ahead if replay.inside else ahead - 1)))


def next_relevant(argument):
    """Begin the next of the steps that explain the finding; the last one goes
on to where it is found."""
    at = replay.current() if replay.inside else replay.current() - 1
    later = [n for n in replay.relevant() if n > at]
    replay.move(later[0] if later else len(replay.now["steps"]))


def back(argument):
    """Begin the step before this one, or the N-th before."""
    replay.move(max(0, replay.current() - number(argument, 1)))


def goto(argument):
    """Begin step N."""
    replay.move(max(0, number(argument, 1) - 1))


def steps(argument):
    """The schedule, where we are in it, and (*) what explains the finding."""
    relevant = replay.relevant()
    for i, row in enumerate(replay.now["steps"]):
        mark = "=>" if i == replay.current() else "  "
        star = "*" if i in relevant else " "
        gdb.write(f"{mark}{star}{i + 1:4}  {row_text(row)}\n")


def threads(argument):
    """The program's threads, with their stacks."""
    for thread in replay.now["threads"]:
        runs = replay.runs(thread)
        state = "runs" if runs else "is at" if thread.get("enabled") else "waits"
        gdb.write(f"{'*' if runs else ' '} {thread['name']} {state}"
                  f" {thread.get('text', '')}\n")
        for line in in_thread(thread, frame_lines):
            gdb.write(f"      {line}\n")


def where(argument):
    """A thread's stack; of the one whose step it is, if none is named."""
    steps_now = replay.now["steps"]
    if not argument:
        at = min(replay.current(), len(steps_now) - 1)
        argument = steps_now[at]["thread"]
    in_thread(replay.find(argument), lambda: gdb.execute("backtrace"))


def run_in(argument):
    """mz in THREAD COMMAND: with that thread's frame selected."""
    name, _, command = argument.partition(" ")
    if not command:
        raise gdb.GdbError("mz in THREAD COMMAND")
    in_thread(replay.find(name), lambda: gdb.execute(command))


def watch(argument):
    """The last write of EXPR before here: go to it, in the program's stack."""
    if not argument:
        raise gdb.GdbError("mz watch EXPR")
    value = gdb.parse_and_eval(argument)
    if value.address is None:
        raise gdb.GdbError(f"{argument} is not in memory")
    start, size = int(value.address), value.type.sizeof

    def now():
        return bytes(gdb.selected_inferior().read_memory(start, size))

    wanted, here = now(), replay.current()
    last = min(here + replay.inside, len(replay.now["steps"]))
    again = replay.inside and replay.written == (start, here)
    with Breakpoints(False):
        replay.finish_step(through=True)
        if again:  # that write is known: what was there before it?
            last = here
            replay.go(here)
            wanted = now()
        found = None
        while last > 0 and found is None:
            last -= 1
            replay.go(last)
            if now() != wanted:
                found = last
    if found is not None:
        replay.written = (start, found)
        stop_at_write(start, size)
        return
    gdb.write(f"{argument} has had this value since the start\n")
    replay.move(here)


def stop_at_write(start, size):
    """Begin that step and stop at the write in it."""
    if not replay.begin():
        return
    kind = {1: "char", 2: "short", 4: "int", 8: "long"}.get(size)
    what = f"*({kind} *) {start}" if kind else f"*(char (*)[{size}]) {start}"
    point = gdb.Breakpoint(what, gdb.BP_WATCHPOINT, gdb.WP_WRITE, True)
    point.silent = True
    replay.resume()
    if point.is_valid():
        point.delete()
    frame = to_the_program()
    replay.show()
    # It is seen when the instruction is over: the line is the one before.
    sal = gdb.find_pc_line(frame.pc() - 1) if frame else None
    if sal and sal.symtab:
        gdb.write(f"  written at {sal.symtab.filename}:{sal.line}\n")
    for line in frame_lines()[1:]:
        gdb.write(f"  called by {line}\n")


Mz()
for name, action in (("step", step), ("next", next_relevant), ("back", back),
                     ("goto", goto), ("steps", steps), ("threads", threads), ("where", where),
                     ("in", run_in), ("watch", watch)):
    Part(name, action)


def start():
    for setting in ("breakpoint pending on", "pagination off",
                    "print thread-events off", "confirm off"):
        gdb.execute("set " + setting)
    for function in ("__mz_debugger_stop", "__mz_replay_stop",
                     "__mz_found_stop"):
        point = gdb.Breakpoint(function, internal=True)
        point.silent = True
    for command in ("next", "step"):
        gdb.execute(f"define hook-{command}\npython leave_runtime()\nend")
    gdb.events.stop.connect(on_stop)
    crashes(False)
    replay.busy = True
    gdb.execute("run", to_string=True)
    replay.busy = False
    if replay.look() != "__mz_debugger_stop":
        return
    gdb.write(f"{replay.now['finding']}: {replay.now['message']}\n")
    first = replay.relevant()[:1] or [len(replay.now["steps"]) - 1]
    replay.move(max(0, first[0]))
    gdb.write("mz next, mz step, mz back, mz steps, mz threads, mz watch EXPR;"
              " help mz says more\n")


start()
