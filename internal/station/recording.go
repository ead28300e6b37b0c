package station

import (
	"time"

	"sonora/internal/music"
)

// Recording is a show that went out live, kept. It becomes a Mix.
type Recording struct {
	ID        string
	StationID string // "" when the station is gone
	Station   string // its name; ""
	AccountID string // whose mix it becomes; "" for nobody
	DJ        string
	Title     string
	BeganAt   time.Time
	EndedAt   time.Time // zero while it goes on
	Format    string    // one of MixFormats
	Size      int64     // bytes of all of it
	Duration  time.Duration
	Trim      Trim
	Tracklist []TracklistEntry
	State     RecordingState
	Reason    string // of a failure; ""
	MixID     string // ""
	OwnerID   string // of the station; ""
}

// Trim is what of a recording is heard, at frame bounds.
type Trim struct {
	From, To         time.Duration // To 0: to the end
	FromByte, ToByte int64
}

// TracklistEntry says what was on air from a moment on.
type TracklistEntry struct {
	Seconds float64 `json:"seconds"` // from the beginning of the file
	Artist  string  `json:"artist"`
	Title   string  `json:"title"`
	TrackID string  `json:"trackId"` // of the library; ""
}

// RecordingState says how far a recording is.
type RecordingState string

// States of recordings.
const (
	RecordingRunning RecordingState = "recording"
	RecordingReady   RecordingState = "ready"
	RecordingFailed  RecordingState = "failed"
	RecordingGone    RecordingState = "gone" // its sound is to be deleted; nobody sees it
)

// MayManage reports whether a viewer may change a recording: whose show it
// was, the owner of the station, and the operator.
func (r *Recording) MayManage(v music.Viewer) bool {
	return v.IsAdmin() || v.AccountID != "" && (v.AccountID == r.AccountID || v.AccountID == r.OwnerID)
}

// Heard is how much of it is heard.
func (r *Recording) Heard() time.Duration {
	to := r.Trim.To
	if to == 0 {
		to = r.Duration
	}
	return to - r.Trim.From
}
