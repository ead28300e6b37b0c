package mix

// Event reports what happened to an item in a block.
type Event struct {
	Kind  EventKind
	Item  *Item
	Frame int64 // of the mixer's clock: frames since New, exact within a block

	// Seconds is how long the item will be audible (Started; 0 while unknown)
	// or was audible (Ended).
	Seconds float64
	// Join is how the item was joined to the previous one (Started).
	Join Join
	Err  error // of Failed; not for people
}

// EventKind is the kind of an event.
type EventKind string

// Kinds of events. Each item has Started and Ended, or only Failed.
const (
	Started EventKind = "started"
	Ended   EventKind = "ended"
	Failed  EventKind = "failed" // it cannot be played; the next one is requested
)

// Join is how two items are joined.
type Join string

// Joins.
const (
	NoJoin Join = ""      // after silence, or immediately after the end
	Blend  Join = "blend" // both at their usual level: an equal-power crossfade
	Fade   Join = "fade"  // the first one fades out by itself
	Rise   Join = "rise"  // the second one fades in by itself
	Beat   Join = "beat"  // an equal-power crossfade on the beat
	Cut    Join = "cut"   // skipped
)
