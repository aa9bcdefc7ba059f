"""The full-screen table: the same session as at the prompt, with keys and a mouse."""
