"""Requests: routes and what they take and give, who may ask, and how much."""
