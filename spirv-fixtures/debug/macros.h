// Nothing but macros: there is no code to point here, and the text is in the module all the same.
#define SCALE 3.0
#define ADD_TO(target, what) \
    target += what;          \
    target *= SCALE
