"""Stands in for the package `flamme-rouge`, which only `make bench` installs: the same door."""
