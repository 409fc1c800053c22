"""Judging one answer: how near is near enough, what fits, and what the learner is told."""
