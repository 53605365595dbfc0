/** A worker that cannot be started. */
throw new Error("this worker never starts");
