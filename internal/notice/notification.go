// Package notice is the domain of notifications: what people are told, and
// on which of their devices.
package notice

import (
	"strings"
	"time"

	"sonora/internal/music"
)

// Kind says what a notification tells.
type Kind string

// What people are told of.
const (
	NoticeAnnouncement   Kind = "announcement"             // What is the operator's text
	NoticeNewMusic       Kind = "new-music"                // Count tracks of the followed artist What
	NoticePlaylistChange Kind = "playlist-change"          // Who added Count tracks to the playlist What
	NoticePlaylistJoined Kind = "playlist-joined"          // Who joined the playlist What
	NoticeNewFollower    Kind = "new-follower"             // Who follows the person
	NoticeNewPlaylist    Kind = "followed-person-playlist" // Who made the playlist What
	NoticeStationTrouble Kind = "station-trouble"          // What goes wrong on the station Who
	NoticeNewEpisode     Kind = "new-episode"              // Count episodes of the podcast Who, the latest What
)

// Data is what the sentence of a notification names. Who is "" when
// it was more than one person.
type Data struct {
	Who   string `json:"who,omitempty"`
	What  string `json:"what,omitempty"`
	Count int    `json:"count,omitempty"`
	Image string `json:"image,omitempty"` // path of a picture
}

// Notification tells one person of one thing.
type Notification struct {
	ID        string
	AccountID string
	Kind      Kind
	// Topic is the same for what happens to the same thing again: the person's
	// notification of it changes then, and is new once more. "" is a topic of its own.
	Topic     string
	Actor     string // id of the account it names, "" for none; it goes with that account
	Data      Data
	Link      string // path in the web app
	CreatedAt time.Time
	ReadAt    time.Time // zero: unread
}

// Digest says how often unread notifications are sent by mail.
type Digest string

// How often.
const (
	DigestNever  Digest = "never"
	DigestDaily  Digest = "daily"
	DigestWeekly Digest = "weekly"
)

// Digests lists every choice.
var Digests = []Digest{DigestNever, DigestDaily, DigestWeekly}

// Choices are how a person wants to be told, besides on the page.
type Choices struct {
	Digest Digest
	Email  bool // no mail but about the account without it
	Push   bool // no push to any device without it
}

const (
	maxAnnouncement     = 500
	maxAnnouncementLink = 1000
)

// Announcement is what the operator tells everybody.
type Announcement struct{ Text, Link string }

// Check tidies what the operator wrote and returns what breaks a rule.
func (a *Announcement) Check() error {
	a.Text, a.Link = music.Tidy(a.Text), music.Tidy(a.Link)
	f := music.FieldErrors{}
	f.Require("text", a.Text, "Write what you want to tell.")
	f.CheckText("text", a.Text, maxAnnouncement)
	f.CheckLine("link", a.Link, maxAnnouncementLink)
	if len(f["link"]) == 0 && a.Link != "" && !music.IsWebAddress(a.Link) && !IsAppPath(a.Link) {
		f.Add("link", "Enter a path of this site such as /library, or an address that begins with https://.")
	}
	return f.Err("text", "link")
}

// IsAppPath admits paths of the web app. Browsers read // and /\ as another site.
func IsAppPath(text string) bool {
	return strings.HasPrefix(text, "/") && !strings.HasPrefix(text, "//") && !strings.ContainsAny(text, "\\ \"'<>`{}|^")
}
