"""Floor 4: colors, and the filters for terminals that show fewer of them or plain ASCII only."""
