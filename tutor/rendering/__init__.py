"""Floor 3: tables, programs and plain text, for any front end. Knows rich, not Textual."""
