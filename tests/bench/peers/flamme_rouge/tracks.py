"""The one road that is asked for."""

AVENUE_CORSO_PASEO = "avenue-corso-paseo"
