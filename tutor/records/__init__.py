"""Floor 1: the only code that writes to disk."""
