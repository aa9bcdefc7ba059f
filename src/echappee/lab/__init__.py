"""Many games at once: simulate, measure, compare."""
