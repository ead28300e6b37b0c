package music

import (
	"strings"
	"time"
)

// NotificationKind says what a notification tells.
type NotificationKind string

// What people are told of.
const (
	NoticeAnnouncement   NotificationKind = "announcement"             // What is the operator's text
	NoticeNewMusic       NotificationKind = "new-music"                // Count tracks of the followed artist What
	NoticePlaylistChange NotificationKind = "playlist-change"          // Who added Count tracks to the playlist What
	NoticePlaylistJoined NotificationKind = "playlist-joined"          // Who joined the playlist What
	NoticeNewFollower    NotificationKind = "new-follower"             // Who follows the person
	NoticeNewPlaylist    NotificationKind = "followed-person-playlist" // Who made the playlist What
	NoticeStationTrouble NotificationKind = "station-trouble"          // What goes wrong on the station Who
	NoticeNewEpisode     NotificationKind = "new-episode"              // Count episodes of the podcast Who, the latest What
)

// NotificationData is what the sentence of a notification names. Who is "" when
// it was more than one person.
type NotificationData struct {
	Who   string `json:"who,omitempty"`
	What  string `json:"what,omitempty"`
	Count int    `json:"count,omitempty"`
	Image string `json:"image,omitempty"` // path of a picture
}

// Notification tells one person of one thing.
type Notification struct {
	ID        string
	AccountID string
	Kind      NotificationKind
	// Topic is the same for what happens to the same thing again: the person's
	// notification of it changes then, and is new once more. "" is a topic of its own.
	Topic     string
	Actor     string // id of the account it names, "" for none; it goes with that account
	Data      NotificationData
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

// NotificationChoices are how a person wants to be told, besides on the page.
type NotificationChoices struct {
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
	a.Text, a.Link = Tidy(a.Text), Tidy(a.Link)
	f := FieldErrors{}
	f.require("text", a.Text, "Write what you want to tell.")
	f.CheckText("text", a.Text, maxAnnouncement)
	f.CheckLine("link", a.Link, maxAnnouncementLink)
	if len(f["link"]) == 0 && a.Link != "" && !IsWebAddress(a.Link) && !IsAppPath(a.Link) {
		f.Add("link", "Enter a path of this site such as /library, or an address that begins with https://.")
	}
	return f.Err("text", "link")
}

// IsAppPath admits paths of the web app. Browsers read // and /\ as another site.
func IsAppPath(text string) bool {
	return strings.HasPrefix(text, "/") && !strings.HasPrefix(text, "//") && !strings.ContainsAny(text, "\\ \"'<>`{}|^")
}
