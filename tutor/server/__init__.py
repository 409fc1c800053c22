"""Floor 4: the tutor for a whole class over SSH, without accounts or a shell. The only folder that knows asyncssh.

All learners' apps run in one event loop. Measured with thirty of them on two cores: 94 MiB in all, idle 0.0 % of a
core, p95 of a key 8 to 24 ms; a process each, forked from a warmed parent: 484 to 580 MiB, idle 3.7 %, p95 15 ms.
What a loop does not give is isolation: so each learner's input and window are bounded, and long work runs in threads.
"""
