"""Floor 0: what people type, and how numbers are printed."""
