"""Tables: what happened at them, what can be done, clocks, and bots that sit at them."""
