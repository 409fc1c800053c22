"""Floor 4: generic Textual widgets. They import no lesson."""
