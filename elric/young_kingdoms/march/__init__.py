"""One step of a stack: who may leave, what he may enter, what he overruns, and how he arrives. Chaosium [7]; Avalon Hill 6."""
