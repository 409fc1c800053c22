"""Floor 1: lesson files, their schema and their loader. Knows nothing of people."""
