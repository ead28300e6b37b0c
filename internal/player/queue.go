package player

import (
	"time"

	"sonora/internal/music"
)

// MaxQueue is the maximum number of tracks in a Queue.
const MaxQueue = 10_000

// Queue is what a person wants to hear next, so that they can go on in another app.
type Queue struct {
	TrackIDs  []string
	Current   int           // position of the current track in the queue
	Position  time.Duration // in the current track
	ChangedAt time.Time
	ChangedBy string // name of the app
}

const maxAppName = 100

// Check normalizes a queue and returns the rules it breaks.
func (q *Queue) Check() error {
	f := music.FieldErrors{}
	if len(q.TrackIDs) > MaxQueue {
		f.Add("id", "The queue is too long to be kept.")
	}
	if q.Current < 0 || q.Current >= max(1, len(q.TrackIDs)) {
		f.Add("current", "The current song is not in the queue.")
	}
	q.Position = max(0, q.Position)
	if runes := []rune(music.Tidy(q.ChangedBy)); len(runes) > maxAppName {
		q.ChangedBy = string(runes[:maxAppName])
	} else {
		q.ChangedBy = string(runes)
	}
	return f.Err("id", "current")
}

// Bookmark is a place in a track where a person wants to go on.
type Bookmark struct {
	Track     music.Track
	Position  time.Duration
	Comment   string
	CreatedAt time.Time
	ChangedAt time.Time
}

// Limits of bookmarks.
const (
	MaxBookmarks = 1000 // per person
	maxComment   = 1000
)

// CheckBookmark returns the rules that a new bookmark breaks.
func CheckBookmark(position time.Duration, comment string) error {
	f := music.FieldErrors{}
	f.CheckText("comment", comment, maxComment)
	if position < 0 {
		f.Add("position", "A position is 0 or more.")
	}
	return f.Err("comment", "position")
}
