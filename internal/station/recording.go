package station

import (
	"time"

	"sonora/internal/djmix"
	"sonora/internal/music"
)

// Recording is a recorded live show. It becomes a Mix.
type Recording struct {
	ID        string
	StationID string // "" if the station was deleted
	Station   string // name of the station; ""
	AccountID string // the owner of the mix; "" for nobody
	DJ        string
	Title     string
	BeganAt   time.Time
	EndedAt   time.Time // zero while it is running
	Format    string    // one of MixFormats
	Size      int64     // bytes of the whole file
	Duration  time.Duration
	Trim      Trim
	Tracklist []djmix.Entry // of the whole file
	State     RecordingState
	Reason    music.Message // of a failure; may be zero
	MixID     string        // ""
	OwnerID   string        // of the station; ""
}

// Trim is the audible part of a recording, at frame boundaries.
type Trim struct {
	From, To         time.Duration // To 0: to the end
	FromByte, ToByte int64
}

// RecordingState is the progress of a recording.
type RecordingState string

// States of recordings.
const (
	RecordingRunning RecordingState = "recording"
	RecordingReady   RecordingState = "ready"
	RecordingFailed  RecordingState = "failed"
	RecordingGone    RecordingState = "gone" // its sound will be deleted; nobody sees it
)

// MayManage reports whether a viewer may change a recording: the DJ, the owner
// of the station, and operators.
func (r *Recording) MayManage(v music.Viewer) bool {
	return v.IsAdmin() || v.AccountID != "" && (v.AccountID == r.AccountID || v.AccountID == r.OwnerID)
}

// Heard returns the duration of the audible part.
func (r *Recording) Heard() time.Duration {
	to := r.Trim.To
	if to == 0 {
		to = r.Duration
	}
	return to - r.Trim.From
}

// HeardTracklist returns the tracklist of the audible part, with times from its
// beginning.
func (r *Recording) HeardTracklist() []djmix.Entry {
	return djmix.Part(r.Tracklist, r.Trim.From.Seconds(), r.Heard().Seconds())
}

// SetHeardTracklist replaces the tracklist of the audible part, whose times are
// from its beginning. What was trimmed off keeps its entries.
func (r *Recording) SetHeardTracklist(heard []djmix.Entry) {
	from := r.Trim.From.Seconds()
	to := from + r.Heard().Seconds()
	list := []djmix.Entry{}
	for _, e := range r.Tracklist {
		if e.Seconds < from {
			list = append(list, e)
		}
	}
	for _, e := range heard {
		e.Seconds += from
		list = append(list, e)
	}
	for _, e := range r.Tracklist {
		if e.Seconds >= to {
			list = append(list, e)
		}
	}
	r.Tracklist = list
}
