"""Floor 4: the tutor as lines, one after the other, for pipes, dumb terminals, screen readers and braille lines.

It drives the same session as the screens do. It reads lines from a source and writes lines to a sink that it is
given; it knows no terminal, no Textual and no standard stream.
"""
