"""Floor 0: the numbers. Knows NumPy, and nothing of lessons, learners or screens."""
