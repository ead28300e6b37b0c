package music

import "time"

// Play is one play of a track.
type Play struct {
	ID        string // chosen by the client, so that a repeated report counts once
	AccountID string
	TrackID   string
	StartedAt time.Time
	Listened  time.Duration // sound heard, without pauses
	UserAgent string        // of the player; "" if unknown
	Country   string        // ISO 3166-1 alpha-2; "" if unknown
}

// PlayCounts is the listening time after which a play counts for a track of any
// length.
const PlayCounts = 30 * time.Second

// CountsAsPlay reports whether a play counts: after 30 seconds or half of the
// track.
func CountsAsPlay(listened, duration time.Duration) bool {
	return listened >= PlayCounts || (duration > 0 && listened*2 >= duration)
}

const (
	// clockSkew is how far a client's clock may be ahead.
	clockSkew = time.Minute
	// maxRepeats limits the listening time of one report, as a multiple of the
	// track's length. People may seek back, but not endlessly.
	maxRepeats = 4
)

// OldestReport is how old a player's report may be after being offline.
const OldestReport = 60 * 24 * time.Hour

// Plausible returns the play with its values limited to what is possible for a
// track of the given duration, which is 0 if unknown. If the start is before
// earliest or after now, the client's clock is wrong; the play then counts as
// heard just now.
func (p Play) Plausible(earliest, now time.Time, duration time.Duration) Play {
	p.Listened = max(0, p.Listened)
	if duration > 0 {
		p.Listened = min(p.Listened, maxRepeats*duration)
	}
	latest := now.Add(clockSkew)
	if p.StartedAt.After(latest) || p.StartedAt.Before(earliest) {
		p.StartedAt = now.Add(-p.Listened)
	}
	p.Listened = min(p.Listened, latest.Sub(p.StartedAt))
	return p
}
