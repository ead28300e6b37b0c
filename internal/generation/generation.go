// Package generation is the domain of music that people ask the server for: the
// built-in composer or a provider makes it, and an operator reviews it before it
// may become public.
package generation

import (
	"encoding/json"
	"time"

	"sonora/internal/music"
)

// BuiltIn is the provider's name of the composer that is part of this program.
const BuiltIn = "built-in"

// Uploaded is the provider's name of music that a person uploaded and that an operator
// reviews because it sounds like music that AI made here.
const Uploaded = "upload"

// Lane is where a generation waits for its turn. Work for the composer takes a
// processor, and work with services is waiting, so that neither delays the other.
type Lane string

// The lanes.
const (
	Composer Lane = "composer"
	Services Lane = "services"
)

// LaneOf returns the lane of a provider's generations.
func LaneOf(provider string) Lane {
	if provider == BuiltIn {
		return Composer
	}
	return Services
}

// Brief is the longest piece that counts as brief: the composer may make several of
// them for one person at once, as for the two decks of a DJ.
const Brief = 90 * time.Second

// State is the state of a generation.
type State string

// The states of a generation. Those of the built-in composer follow each other as
// queued, composing, finishing and ready; those of a provider as queued, submitted,
// fetching, finishing and ready.
const (
	Queued    State = "queued"
	Composing State = "composing"
	Submitted State = "submitted" // a provider makes it
	Fetching  State = "fetching"  // its file is on its way from the provider
	Finishing State = "finishing" // its file becomes a track
	Ready     State = "ready"
	Failed    State = "failed"
	Cancelled State = "cancelled"
)

// IsBusy reports whether a job works on a generation in this state.
func (s State) IsBusy() bool {
	return s == Composing || s == Submitted || s == Fetching || s == Finishing
}

// IsWaited reports whether a generation in this state is still to become ready.
func (s State) IsWaited() bool { return s == Queued || s.IsBusy() }

// Stage is what the built-in composer does with a generation.
type Stage string

// The stages of a composition, in order.
const (
	Planning Stage = "plan"
	Writing  Stage = "write" // notes
	Mixing   Stage = "mix"   // sound, which can be heard while it grows
	Filing   Stage = "file"
)

// Verdict is what operators say about a generation.
type Verdict string

// The verdicts. A generation has none before it is ready.
const (
	Pending  Verdict = "pending"
	Approved Verdict = "approved"
	Rejected Verdict = "rejected"
)

// Generation is one request for music and what became of it.
type Generation struct {
	ID        string
	OwnerID   string
	OwnerName string
	ParentID  string // generation that it changes, or the first of its order; "" for none
	Provider  string
	Prompt    string // what the person asked for, or the change that they asked for
	Seed      uint64 // below MaxSeed

	State    State
	Stage    Stage
	Reason   music.Message // why it failed
	Progress float64       // 0 to 1
	Playable time.Duration // how much can be heard, from the beginning
	Job      string        // job that works on it, or did

	Title    string
	Style    string        // name of a style of the composer; of other providers, any text
	BPM      float64       // 0 if unknown
	Key      string        // "D minor"; "" if unknown
	Duration time.Duration // planned, and exact once it is ready
	Plan     json.RawMessage
	Remote   json.RawMessage // the job of another provider, as package ai keeps it
	TrackID  string          // "" before it is ready, and once the track is deleted
	Cost     Money
	Review   Review

	CreatedAt time.Time
	UpdatedAt time.Time
	StartedAt time.Time // when a job first took it; zero before
}

// IsGood reports whether a piece needs no operator if it is like nothing else: the
// composer made it, with at least a score. A score of 0 has operators review everything.
func (x *Generation) IsGood(least float64) bool {
	return x.Provider == BuiltIn && least > 0 && x.Review.Score >= least
}

// Hold describes an upload that an operator reviews.
type Hold struct {
	IsPublic bool `json:"isPublic"` // what its owner wants
}

// BecomesPublic reports whether the track is for everybody as things stand: an operator
// approved it, and the owner of an upload wants it.
func (x *Generation) BecomesPublic() (bool, error) {
	if x.Provider != Uploaded || x.Review.Verdict != Approved {
		return x.Review.Verdict == Approved, nil
	}
	var h Hold
	err := json.Unmarshal(x.Remote, &h)
	return h.IsPublic, err
}

// Order returns the ID of the first generation of an order: of some services, one order
// brings several pieces.
func (x *Generation) Order() string {
	if x.Provider != BuiltIn && x.ParentID != "" {
		return x.ParentID
	}
	return x.ID
}

// Settle takes back the cost of an order that was never sent.
func (x *Generation) Settle() {
	if len(x.Remote) == 0 {
		x.Cost = 0
	}
}

// MaxSeed is the limit of seeds, which any JSON number can hold exactly.
const MaxSeed = 1 << 53

// Review is what is known of the quality of a generation, and what operators
// decided.
type Review struct {
	Verdict      Verdict // "" before it is ready
	Reason       string  // in the words of the operator
	Score        float64 // 0 to 10; NoScore until it is measured
	Parts        json.RawMessage
	Likeness     json.RawMessage // a list of Likeness; empty until it is compared with the library
	ReviewerID   string          // "" for none, or for the server itself
	ReviewerName string
	At           time.Time // zero before the first decision
}

// The ways in which music may be like a track.
const (
	LikeTune  = "tune"  // the same notes, perhaps in another key and tempo
	LikeSound = "sound" // the same recording, or a part of it
)

// Likeness is a track of the library that a generation is like.
type Likeness struct {
	TrackID string  `json:"trackId"`
	Title   string  `json:"title"`
	Kind    string  `json:"kind"`    // LikeTune or LikeSound
	Share   float64 `json:"share"`   // how alike they are, 0 to 1
	At      float64 `json:"at"`      // s, in the generation
	OtherAt float64 `json:"otherAt"` // s, in the track
}

// NoScore is the score of a generation that is not measured.
const NoScore = -1

// Money is an amount in millionths of a dollar.
type Money int64

// Dollars returns the amount in dollars.
func (m Money) Dollars() float64 { return float64(m) / 1e6 }

// Message is one line of a person's conversation with the composer.
type Message struct {
	ID           string
	AccountID    string
	Content      string        // what the person wrote; "" in a reply
	Reply        music.Message // what the server answered; zero for what the person wrote
	GenerationID string        // music that a reply announces; "" for none
	CreatedAt    time.Time
}

// IsReply reports whether the server wrote the message.
func (m *Message) IsReply() bool { return m.Content == "" }

// Log records what a generation cost, and how it ended.
type Log struct {
	ID           string
	AccountID    string // "" if the account is deleted
	OwnerName    string
	GenerationID string
	Provider     string
	Prompt       string
	Status       string // success, failed or cancelled
	Cost         Money
	CreatedAt    time.Time
}

// The values of Log.Status.
const (
	LogSuccess   = "success"
	LogFailed    = "failed"
	LogCancelled = "cancelled"
)

// Waiting is a queued generation.
type Waiting struct {
	ID       string
	OwnerID  string
	Lane     Lane
	Duration time.Duration
	ServedAt time.Time // when a job last took a generation of the owner in this lane; zero for never
}

// Limits bound the number of generations that wait, and that a person asks for.
type Limits struct {
	Own   int       // queued generations of one person
	All   int       // queued generations of all people
	Since time.Time // from when those of one person count; zero for no limit
	Made  int64     // generations of one person since then
}

// The errors for generations beyond the limits.
var (
	ErrOwn   = music.NewError(music.Conflict, "You have as many pieces waiting as possible. Wait until one is ready, or cancel one.").Coded(music.CodeLimitReached)
	ErrMade  = music.NewError(music.Conflict, "You have had as many pieces made this month as possible.").Coded(music.CodeLimitReached)
	ErrQueue = music.NewError(music.Conflict, "Too many pieces are waiting on this server. Try again in a few minutes.").Coded(music.CodeLimitReached)
)

// ErrNotReviewed is the error for music that others do not hear yet.
var ErrNotReviewed = music.NewError(music.Conflict, "Music that AI made on this server becomes public when an operator has approved it. You can hear it meanwhile.")

// Event is the type of the event that reports a Change to the owner.
const Event = "generation"

// EventConversation is the type of the event that tells a person's pages that the
// conversation with the composer changed. It has no data.
const EventConversation = "conversation"

// ConversationChanged returns an event of that type.
func ConversationChanged(accountID string) music.Event {
	return music.Event{Type: EventConversation, Account: accountID}
}

// EventReviews is the type of the event for operators when a generation was added
// to the review or decided. It has no data.
const EventReviews = "reviews"

// ReviewsChanged is an event of that type.
var ReviewsChanged = music.Event{Type: EventReviews, ForOperators: true}

// Report reports the progress of a generation to its owner's tabs.
type Report struct {
	ID       string  `json:"id" doc:"ID of the generation."`
	State    string  `json:"state" enum:"queued,composing,submitted,fetching,finishing,ready,failed,cancelled,deleted" doc:"Its state; deleted: it is gone."`
	Stage    string  `json:"stage" doc:"What the built-in composer does: plan, write, mix or file; may be empty."`
	Progress float64 `json:"progress" doc:"0 to 1."`
	Playable float64 `json:"playable" doc:"Seconds that can be heard."`
}

// Deleted is the state in the Report of a deletion.
const Deleted = "deleted"
