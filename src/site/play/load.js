// The browser has read the program: the thread that waits for it loads it.

globalThis.started.load(globalThis.started);
