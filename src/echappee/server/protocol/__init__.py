"""What goes over the wire: the types of REST and of the socket. Knows nothing of who sends them."""
