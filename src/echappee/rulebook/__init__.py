"""The contract between a game and everything else: records, compilation, chance, declarations."""
