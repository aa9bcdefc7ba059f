"""Everything that chooses moves. A bot sees a view and possible worlds, never the state."""
