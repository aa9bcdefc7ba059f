"""How the database got its shape: Alembic's steps, run when the server starts."""
