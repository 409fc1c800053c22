"""Floor 4: the screens of the app."""
