/** A thread that wants a whole processor for itself until it is ended. */
for (;;);
