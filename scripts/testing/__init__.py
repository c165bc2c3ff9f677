"""What scripts/test does: a table of steps, run in order while the budget lasts, and a summary of what they counted."""
