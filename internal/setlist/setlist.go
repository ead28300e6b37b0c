// Package setlist is the domain of automixes, the sets that the server mixes for
// people.
package setlist

import (
	"encoding/json"
	"time"

	"sonora/internal/music"
)

// State is the state of an automix.
type State string

// The states of an automix.
const (
	Planning  State = "planning"  // its tracks are chosen, analysed and ordered
	Rendering State = "rendering" // its sound is rendered, or a changed join is
	Ready     State = "ready"
	Failed    State = "failed"
	Gone      State = "gone" // deleted; its sound is still to be deleted
)

// Automix is a set that the server mixes for a person. Wishes, Score and Sound
// are JSON that package automix reads and writes.
type Automix struct {
	ID        string
	OwnerID   string // "" if the account is deleted
	Title     string
	State     State
	Reason    music.Message // why it failed, or why the last change of a join failed
	Progress  float64       // 0 to 1, while it is being made
	Playable  time.Duration // how much of it can be played, from the beginning
	Revision  int           // grows with each change of the sound; 0 without sound
	Duration  time.Duration // 0 until it is planned
	Size      int64         // bytes of the sound
	Tracks    int
	Missed    int // number of requirements that the sound does not meet; -1 until it is measured
	MixID     string
	CreatedAt time.Time
	UpdatedAt time.Time

	Wishes   json.RawMessage // what the person asked for
	Score    json.RawMessage // tracks and joins; empty until it is planned, and in lists
	Waveform []byte          // in changes only: a new waveform; nil keeps the old one
	Sound    json.RawMessage // how the sound was mastered, and its measurements; empty until then, and in lists
}

// IsBusy reports whether an automix is being made.
func (a *Automix) IsBusy() bool { return a.State == Planning || a.State == Rendering }

// Limits bound the number of automixes.
type Limits struct {
	Kept  int // automixes that one person may keep
	Queue int // automixes that may be in the making, of all people
}

// The errors for automixes beyond the limits.
var (
	ErrRunning = music.NewError(music.Conflict, "Another mix of yours is being made. Wait until it is ready, or delete it.").Coded(music.CodeLimitReached)
	ErrKept    = music.NewError(music.Conflict, "You keep as many mixes as possible. Delete one first.").Coded(music.CodeLimitReached)
	ErrQueue   = music.NewError(music.Unavailable, "Too many mixes are being made on this server. Try again in a few minutes.")
)

// AutomixChange reports the progress of an automix to its owner's tabs.
type AutomixChange struct {
	ID       string  `json:"id" doc:"ID of the automix."`
	State    State   `json:"state" enum:"planning,rendering,ready,failed,gone" doc:"Its state; gone: it was deleted."`
	Progress float64 `json:"progress" doc:"0 to 1, while it is made."`
	Playable float64 `json:"playable" doc:"Seconds that can be heard."`
}
