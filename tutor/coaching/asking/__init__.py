"""What pages ask, one class for each kind of question, and the numbers drawn for them."""
