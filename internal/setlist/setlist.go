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
	Rendering State = "rendering" // its sound is made, or that of a join once more
	Ready     State = "ready"
	Failed    State = "failed"
	Gone      State = "gone" // deleted; its sound has to be deleted too
)

// Automix is a set that the server mixes for a person. What the person asked
// for and what came of it is JSON, which package automix reads and writes.
type Automix struct {
	ID        string
	OwnerID   string // "" if the account was deleted
	Title     string
	State     State
	Reason    music.Message // why it failed, or why a join could not be changed
	Progress  float64       // 0 to 1, while it is made
	Playable  time.Duration // how much of it can be heard
	Revision  int           // counts up with every change of the sound; 0 without sound
	Duration  time.Duration // 0 until it is planned
	Size      int64         // bytes of the sound
	Tracks    int
	Missed    int // limits that the sound exceeds; -1 until it is measured
	MixID     string
	CreatedAt time.Time
	UpdatedAt time.Time

	Wishes json.RawMessage // what the person asked for
	Score  json.RawMessage // tracks and joins; "" until it is planned, and in lists
	Sound  json.RawMessage // how the sound was mastered, and what was measured; "" until then, and in lists
}

// IsBusy reports whether an automix is being made.
func (a *Automix) IsBusy() bool { return a.State == Planning || a.State == Rendering }

// Limits limit how many automixes there may be.
type Limits struct {
	Kept  int // of a person
	Queue int // that are being made, of all people
}

// Errors for automixes beyond the limits.
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
