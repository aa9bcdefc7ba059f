"""Our games as other libraries want them."""
