"""What an operator does with a whole store: copy, back up, restore, verify."""
