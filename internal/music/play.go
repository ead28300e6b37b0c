package music

import "time"

// Play is one listen to a track.
type Play struct {
	ID        string // chosen by the client, so that a report sent twice counts once
	AccountID string
	TrackID   string
	StartedAt time.Time
	Listened  time.Duration // sound heard, pauses excluded
}

// PlayCounts is how long a listen counts however long the track is.
const PlayCounts = 30 * time.Second

// CountsAsPlay reports whether a listen counts: 30 seconds, or half of the track.
func CountsAsPlay(listened, duration time.Duration) bool {
	return listened >= PlayCounts || (duration > 0 && listened*2 >= duration)
}

const (
	// clockSkew is how far ahead a client's clock may be.
	clockSkew = time.Minute
	// maxRepeats bounds what one report can claim of a track: somebody may
	// go back in it, but not without end.
	maxRepeats = 4
)

// OldestReport is how long a player may have been offline with a report.
const OldestReport = 60 * 24 * time.Hour

// Plausible is a listen to a track of some duration, 0 when that is unknown, as
// far as it can be. A client whose clock says what cannot be, a time before
// earliest or after now, is taken to mean what was heard just now.
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
