package analytics

import "time"

// Source is what somebody heard. The numbers are stored.
type Source int64

// The sources.
const (
	TrackSource Source = iota + 1
	MixSource
	EpisodeSource
	StationSource
)

// Kind is a kind of items that have sums of their own. The names are stored.
type Kind string

// The kinds of items.
const (
	Tracks    Kind = "track"
	Albums    Kind = "album"
	Artists   Kind = "artist"
	Mixes     Kind = "mix"
	Podcasts  Kind = "podcast"
	Episodes  Kind = "episode"
	Stations  Kind = "station"
	Devices   Kind = "device"
	Countries Kind = "country"
)

// subject is what is summed up: the items of a kind, the sources, or the people.
type subject string

const (
	total  subject = "total"  // by source
	person subject = "person" // a set
)

func (k Kind) subject() subject { return subject(k) }

// isSet reports whether only the presence of a number is stored.
func (s subject) isSet() bool { return s == person }

// slots is the number of slots in an hour.
func (s subject) slots() int64 {
	if s == Stations.subject() {
		return 12 // how many people listen is shown in steps of five minutes
	}
	return 4
}

// Slot is the resolution of all sums.
const Slot = 15 * time.Minute

const (
	hourMillis = int64(time.Hour / time.Millisecond)
	// topLevel is the level of the longest periods.
	topLevel = 2
)

// hoursOf is the length of the periods of each level.
var hoursOf = [topLevel + 1]int64{1, 24, 32 * 24}

// slot returns which hour a time is in, and which slot of it.
func (s subject) slot(millis int64) (hour, slot int64) {
	return millis / hourMillis, millis % hourMillis * s.slots() / hourMillis
}
