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
