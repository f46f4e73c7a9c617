//! Overload resolution against the rules of the specification.
