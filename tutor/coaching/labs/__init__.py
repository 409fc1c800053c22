"""The laboratories as values: what each shows and what can be done with it, whichever front end draws it."""
