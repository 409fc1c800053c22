"""Measurements of the running program, from outside. They print; they assert nothing about time.

python -m tests.benchmarks              all of them
python -m tests.benchmarks start keys   some of them
python -m tests.benchmarks --json -n 5  as JSON, five rounds each
"""
