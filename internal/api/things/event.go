package things

// WriteEvent sends a piece of an event stream.
type WriteEvent = func(format string, args ...any) error
