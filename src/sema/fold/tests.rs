//! Folding against values computed by other means.
