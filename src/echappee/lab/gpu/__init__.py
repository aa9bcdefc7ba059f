"""Many games on a GPU: arrays that live there, and kernels with one game a thread."""
