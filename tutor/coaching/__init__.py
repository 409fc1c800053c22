"""Floor 2: what the learner did, and what to say about it. Knows nothing of screens."""
