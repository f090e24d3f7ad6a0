"""The solvers as machine code, where there is a C compiler; see docs/solvers.md."""
