package feed

import (
	"math"
	"slices"
	"strings"
	"time"

	"sonora/internal/music"
	"sonora/internal/origin"
)

// Episode is one item of a Podcast.
type Episode struct {
	ID           string
	PodcastID    string
	PodcastTitle string
	GUID         string
	Title        string
	Description  string // safe HTML
	Link         string
	AudioURL     string // of a subscribed feed; "" if published here
	MIME         string
	Size         int64 // bytes; 0 while unknown
	Duration     time.Duration
	Season       int // 0 for none
	Number       int // 0 for none
	Kind         EpisodeKind
	Explicit     bool
	Chapters     ChapterSource
	Transcripts  []TranscriptRef
	People       []Person

	State       EpisodeState // if published here; otherwise published
	PublishedAt time.Time    // of a scheduled episode: when it is published
	TrackID     string       // if published here: the track with its audio
	MixID       string       // if published here: the mix with its audio
	File        string       // key of the downloaded copy; "" for none
	Plays       int          // since the beginning
	CreatedAt   time.Time

	Position time.Duration // the viewer's position
	Done     bool          // the viewer finished it
	HeardAt  time.Time     // when the viewer last listened; zero for never
}

// EpisodeKind is the kind of an episode, as in itunes:episodeType.
type EpisodeKind string

// Kinds of episodes.
const (
	EpisodeFull    EpisodeKind = "full"
	EpisodeTrailer EpisodeKind = "trailer"
	EpisodeBonus   EpisodeKind = "bonus"
)

// EpisodeKinds lists every kind, the default first.
var EpisodeKinds = []EpisodeKind{EpisodeFull, EpisodeTrailer, EpisodeBonus}

// EpisodeState says whether an episode published here is published yet.
type EpisodeState string

// States of episodes.
const (
	EpisodePublished EpisodeState = "published"
	EpisodeDraft     EpisodeState = "draft"
	EpisodeScheduled EpisodeState = "scheduled"
)

// ErrInEpisode is the error of a change that would take the sound away from a
// published or scheduled episode.
var ErrInEpisode = music.NewError(music.Conflict, "An episode of a podcast has this sound. Delete the episode or make it a draft first.")

// EpisodeStates lists every state, the default first.
var EpisodeStates = []EpisodeState{EpisodePublished, EpisodeDraft, EpisodeScheduled}

// HasSoundOf reports whether two episodes published here have the same audio.
func (e *Episode) HasSoundOf(other *Episode) bool {
	return e.TrackID == other.TrackID && e.MixID == other.MixID
}

// TakeSound gives an episode published here the audio of another.
func (e *Episode) TakeSound(of *Episode) {
	e.TrackID, e.MixID, e.Size, e.Duration, e.MIME = of.TrackID, of.MixID, of.Size, of.Duration, of.MIME
}

// Chapter is a part of an episode.
type Chapter struct {
	Start float64 `json:"start"` // seconds
	End   float64 `json:"end"`   // seconds; 0 if unknown
	Title string  `json:"title"`
	URL   string  `json:"url"` // https, "" for none
}

// ChapterSource is where the chapters of an episode are: in the feed, or at a
// URL. Without either, they are read from the audio and the notes.
type ChapterSource struct {
	List []Chapter `json:"list,omitempty"`
	URL  string    `json:"url,omitempty"`
}

// TranscriptRef is where a transcript of an episode is. Text is the transcript
// of an episode published here.
type TranscriptRef struct {
	URL      string `json:"url,omitempty"`
	MIME     string `json:"type"`
	Language string `json:"language,omitempty"`
	Text     string `json:"text,omitempty"`
}

// Person takes part in an episode, as podcast:person names them.
type Person struct {
	Name string `json:"name"`
	Role string `json:"role"` // host, guest …
	URL  string `json:"url"`
}

// TranscriptLine is a part of a transcript with its time.
type TranscriptLine struct {
	Start   float64 `json:"start"` // seconds
	End     float64 `json:"end"`   // seconds; 0 if unknown
	Speaker string  `json:"speaker"`
	Text    string  `json:"text"`
}

// Limits of episodes.
const (
	MaxChapters   = 500
	MaxLines      = 20_000
	maxNotes      = 40_000  // characters
	maxTranscript = 900_000 // bytes
	maxPeople     = 50
)

// Check normalizes the fields of an episode and returns the rules they break,
// by form field.
func (e *Episode) Check() error {
	for _, text := range []*string{&e.Title, &e.Description, &e.Link} {
		*text = music.Tidy(*text)
	}
	f := music.FieldErrors{}
	f.Require("title", e.Title, "Title is required.")
	f.CheckLine("title", e.Title, music.MaxTitle)
	f.CheckText("description", e.Description, maxNotes)
	f.CheckAddress("link", e.Link, false)
	f.Within("season", float64(e.Season), 0, 10_000)
	f.Within("episode", float64(e.Number), 0, 1_000_000)
	if !slices.Contains(EpisodeKinds, e.Kind) {
		f.Add("kind", "Choose one of full, trailer, bonus.")
	}
	if !slices.Contains(EpisodeStates, e.State) {
		f.Add("state", "Choose one of published, draft, scheduled.")
	}
	if e.State == EpisodeScheduled && e.PublishedAt.IsZero() {
		f.Add("publishAt", "Choose when the episode comes out.")
	}
	e.checkParts(f)
	return f.Err("title", "audio", "publishAt")
}

func (e *Episode) checkParts(f music.FieldErrors) {
	if len(e.Chapters.List) > MaxChapters {
		f.Add("chapters", "There are too many chapters.")
	}
	for i := range e.Chapters.List {
		c := &e.Chapters.List[i]
		c.Title, c.URL = music.Tidy(c.Title), music.Tidy(c.URL)
		if f.CheckLine("chapters", c.Title, music.MaxTitle); c.URL != "" && !music.IsWebAddress(c.URL) {
			f.Add("chapters", "Enter a valid URL.")
		}
		if !(c.Start >= 0 && c.Start < math.MaxInt32) {
			f.Add("chapters", "A chapter begins at a number of seconds.")
		}
		if len(f["chapters"]) > 0 {
			break
		}
	}
	slices.SortStableFunc(e.Chapters.List, func(a, b Chapter) int { return int(math.Copysign(1, a.Start-b.Start)) })
	for _, t := range e.Transcripts {
		if len(t.Text) > maxTranscript {
			f.Add("transcript", "This transcript is too long.")
		}
	}
	e.checkPeople(f)
}

func (e *Episode) checkPeople(f music.FieldErrors) {
	if len(e.People) > maxPeople {
		f.Add("people", "There are too many people.")
		return
	}
	for i := range e.People {
		p := &e.People[i]
		p.Name, p.Role, p.URL = music.Tidy(p.Name), strings.ToLower(music.Tidy(p.Role)), music.Tidy(p.URL)
		f.Require("people", p.Name, "Name is required.")
		f.CheckLine("people", p.Name, music.MaxTitle)
		f.CheckLine("people", p.Role, music.MaxWord)
		if f.CheckAddress("people", p.URL, false); len(f["people"]) > 0 {
			return
		}
	}
}

// EpisodeProgress is a person's position in an episode. It is also sent to
// their other tabs.
type EpisodeProgress struct {
	EpisodeID string    `json:"episodeId" doc:"ID of the episode."`
	PodcastID string    `json:"podcastId" doc:"ID of its podcast."`
	Position  float64   `json:"position" doc:"Your position in seconds."`
	Done      bool      `json:"done" doc:"Whether you have finished it."`
	At        time.Time `json:"at" doc:"When, by the clock of the player; the latest report counts."`
}

// HeardEpisode is an episode that somebody listened to, in the order of
// listening.
type HeardEpisode struct {
	Seq int64
	Episode
}

// Sort orders podcasts.
type Sort string

// Orders of podcasts.
const (
	SortTop  Sort = "top"  // most plays in the last 30 days
	SortNew  Sort = "new"  // latest episode first
	SortName Sort = "name" // by title
)

// Filter narrows a list of podcasts; empty fields do not filter.
type Filter struct {
	Sort       Sort // "" is SortTop
	Search     string
	Subscribed bool // only the viewer's subscriptions
	Own        bool // only those the viewer publishes
}

// EpisodeFilter narrows a list of episodes; empty fields do not filter.
type EpisodeFilter struct {
	PodcastID  string
	Search     string
	Unfinished bool // started and not finished by the viewer, latest heard first
	New        bool // of the viewer's subscriptions, not finished
	Own        bool // only those the viewer publishes
	Drafts     bool // include unpublished ones, for who manages the podcast
}

// PlaysFrom returns the time since which plays count for the top podcasts.
func PlaysFrom(now time.Time) time.Time { return now.Add(-30 * 24 * time.Hour) }

// EpisodePlay is a listen to an episode of at least a minute.
type EpisodePlay struct {
	EpisodeID string
	Who       string // hash of the listener
	App       string // what played it, by its name
	AccountID string // "" for visitors
	Origin    origin.Origin
	At        time.Time
}
