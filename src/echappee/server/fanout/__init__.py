"""How everybody who shows a table hears that it has gone on."""
