"""Where tables and records are kept."""
