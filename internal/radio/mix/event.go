package mix

// Event is what happened to an item within a block.
type Event struct {
	Kind  EventKind
	Item  *Item
	Frame int64 // of the mixer's clock: frames since New, exact within a block

	// Seconds is of Started: how long the item will be heard, 0 while unknown;
	// of Ended: how long it was heard.
	Seconds float64
	// Join is of Started: how it was joined to what played before.
	Join Join
	Err  error // of Failed; nobody outside needs to see it
}

// EventKind says what happened.
type EventKind string

// Kinds of events. Each item has Started and Ended, or Failed alone.
const (
	Started EventKind = "started"
	Ended   EventKind = "ended"
	Failed  EventKind = "failed" // it cannot be played; the next is asked for
)

// Join is how two items are joined.
type Join string

// Joins.
const (
	NoJoin Join = ""      // after silence, or at once after the end
	Blend  Join = "blend" // both at their usual level: an equal-power crossfade
	Fade   Join = "fade"  // the one before fades out by itself
	Rise   Join = "rise"  // the one after fades in by itself
	Beat   Join = "beat"  // an equal-power crossfade on the beat
	Cut    Join = "cut"   // skipped
)
