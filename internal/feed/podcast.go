// Package feed is the domain of podcasts: subscribed feeds and those published
// here, their episodes, and subscriptions.
package feed

import (
	"slices"
	"strings"
	"time"

	"sonora/internal/music"
)

// Podcast is a show: one of a subscribed feed, or one published here.
type Podcast struct {
	ID        string
	OwnerID   string // who publishes it here; "" for a subscribed feed
	PrivateTo string // the account whose private feed it is; "" for everybody
	FeedURL   string // "" for one published here

	Title       string
	Author      string
	Description string // safe HTML
	Link        string
	Language    string   // such as en or es-MX
	Categories  []string // the first is the main one; "Arts > Books" for one inside another
	Explicit    bool
	Medium      string // podcast, music, audiobook … as in the Podcasting 2.0 namespace
	GUID        string // podcast:guid of the feed: a UUID of its URL
	ImageURL    string // URL of the feed's picture
	Cover       string // name of the stored picture; "" for none
	FundingURL  string
	FundingText string
	Email       string // of the owner, in the feed; only if published here
	IsPublic    bool   // if published here: visitors see it, and its feed needs no credentials
	StationID   string // if published here: the station of its live items; "" for none

	Episodes  int
	NewestAt  time.Time     // of the latest episode; zero if there is none
	Plays     int           // in the last 30 days
	Problem   music.Message // why the feed could not be read the last time, or only in part
	PolledAt  time.Time
	CreatedAt time.Time

	Subscription *Subscription // the viewer's; nil if not subscribed
}

// IsOwn reports whether it is published here.
func (p *Podcast) IsOwn() bool { return p.OwnerID != "" }

// MayChange reports whether the viewer manages a podcast that is published
// here.
func (p *Podcast) MayChange(v music.Viewer) bool {
	return p.IsOwn() && v.SignedIn() && (p.OwnerID == v.AccountID || v.IsAdmin())
}

// Subscription is a person's settings for a podcast.
type Subscription struct {
	AutoDownload bool    // new episodes are downloaded to this server
	Keep         int     // how many of them, 1 to 100
	Speed        float64 // 0.5 to 3
	SkipSilence  bool
	Notify       bool // of new episodes
	CreatedAt    time.Time
}

// NewSubscription returns the defaults of a new subscription.
func NewSubscription() Subscription { return Subscription{Keep: 5, Speed: 1} }

// Limits of podcasts.
const (
	MaxSubscriptions = 10_000 // per person
	MaxOwnPodcasts   = 100    // published per person
	MaxOwnEpisodes   = 5_000  // per podcast published here
	maxKept          = 100
)

// Check returns the rules it breaks.
func (s *Subscription) Check() error {
	f := music.FieldErrors{}
	f.Within("keep", float64(s.Keep), 1, maxKept)
	f.Within("speed", s.Speed, 0.5, 3)
	return f.Err("keep", "speed")
}

// Mediums are the mediums that can be published, the default first.
var Mediums = []string{"podcast", "music", "audiobook", "newsletter", "blog"}

const maxEmail = 254

// NewPodcast returns a podcast published here with the defaults of the form.
func NewPodcast() Podcast {
	return Podcast{Medium: Mediums[0], Language: "en", IsPublic: true, Categories: []string{}}
}

// Check normalizes the fields and returns the rules they break, by form field.
func (p *Podcast) Check() error {
	for _, text := range []*string{&p.Title, &p.Author, &p.Description, &p.Link, &p.Language, &p.FundingURL, &p.FundingText, &p.Email} {
		*text = music.Tidy(*text)
	}
	p.tidyCategories()
	f := music.FieldErrors{}
	f.Require("title", p.Title, "Title is required.")
	f.CheckLine("title", p.Title, music.MaxTitle)
	f.CheckLine("author", p.Author, music.MaxTitle)
	f.CheckText("description", p.Description, maxNotes)
	f.CheckAddress("link", p.Link, false)
	f.CheckLine("language", p.Language, music.MaxWord)
	if !isLanguageTag(p.Language) {
		f.Add("language", "Write a language as a short code such as en or es-MX.")
	}
	f.CheckAddress("fundingUrl", p.FundingURL, false)
	f.CheckLine("fundingText", p.FundingText, 128)
	f.CheckLine("email", p.Email, maxEmail)
	if p.Email != "" && !strings.Contains(p.Email, "@") {
		f.Add("email", "Enter a valid email address.")
	}
	if !slices.Contains(Mediums, p.Medium) {
		f.Add("medium", "Choose one of %s.", strings.Join(Mediums, ", "))
	}
	return f.Err("title", "description", "language", "categories")
}

func (p *Podcast) tidyCategories() {
	kept := []string{}
	for _, c := range p.Categories {
		if c = music.Tidy(c); c != "" && !slices.Contains(kept, c) && len(kept) < 5 && len(c) <= music.MaxWord {
			kept = append(kept, c)
		}
	}
	p.Categories = kept
}

// isLanguageTag reports whether a text is a language code as in RSS: letters
// and digits between hyphens.
func isLanguageTag(text string) bool {
	for part := range strings.SplitSeq(text, "-") {
		if len(part) < 1 || len(part) > 8 || strings.ContainsFunc(part, func(r rune) bool {
			return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9')
		}) {
			return false
		}
	}
	return true
}
