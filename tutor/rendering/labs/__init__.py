"""The laboratories as lines: for a screen, and read out for those who hear or feel a text."""
