// Package notice is the domain of notifications and of the devices that receive
// them.
package notice

import (
	"strings"
	"time"

	"sonora/internal/music"
)

// Kind is the kind of a notification.
type Kind string

// Kinds of notifications.
const (
	NoticeAnnouncement   Kind = "announcement"             // What is the operator's text
	NoticeNewMusic       Kind = "new-music"                // Count tracks of the followed artist What
	NoticePlaylistChange Kind = "playlist-change"          // Who added Count tracks to the playlist What
	NoticePlaylistJoined Kind = "playlist-joined"          // Who joined the playlist What
	NoticeNewFollower    Kind = "new-follower"             // Who follows the person
	NoticeNewPlaylist    Kind = "followed-person-playlist" // Who made the playlist What
	NoticeStationTrouble Kind = "station-trouble"          // What goes wrong on the station Who
	NoticeNewEpisode     Kind = "new-episode"              // Count episodes of the podcast Who, the latest What
	NoticeTrackApproved  Kind = "track-approved"           // an operator made the AI track What public
	NoticeTrackHeld      Kind = "track-held"               // the upload What waits for a review, since it sounds like music by AI
	NoticeTrackRejected  Kind = "track-rejected"           // an operator did not, or no longer does, because of Why

	NoticeScrobblingStopped Kind = "scrobbling-stopped" // the service What no longer accepts the person's token
	NoticeWebhookStopped    Kind = "webhook-stopped"    // the person's webhook at What failed for too long
)

// Data is what a notification's sentence mentions. Who is "" if several people
// did it.
type Data struct {
	Who   string `json:"who,omitempty"`
	What  string `json:"what,omitempty"`
	Count int    `json:"count,omitempty"`
	Why   string `json:"why,omitempty"`   // in a person's words
	Image string `json:"image,omitempty"` // path of a picture
}

// Notification tells one person about one thing.
type Notification struct {
	ID        string
	AccountID string
	Kind      Kind
	// Topic identifies what it is about. If the same happens again, the
	// person's notification is updated and becomes unread. "" is a topic of its
	// own.
	Topic     string
	Actor     string // ID of the account it names, "" for none; it is deleted with that account
	Data      Data
	Link      string // path in the web app
	CreatedAt time.Time
	ReadAt    time.Time // zero while unread
}

// Digest is how often unread notifications are sent by mail.
type Digest string

// The choices of digests.
const (
	DigestNever  Digest = "never"
	DigestDaily  Digest = "daily"
	DigestWeekly Digest = "weekly"
)

// Digests lists every choice.
var Digests = []Digest{DigestNever, DigestDaily, DigestWeekly}

// Choices are a person's choices of how to be notified, besides on the page.
type Choices struct {
	Digest Digest
	Email  bool // false limits mail to account matters
	Push   bool // false disables push messages on all devices
}

const (
	maxAnnouncement     = 500
	maxAnnouncementLink = 1000
)

// Announcement is a message of the operator to everybody.
type Announcement struct{ Text, Link string }

// Check normalizes the text and returns the rules it breaks.
func (a *Announcement) Check() error {
	a.Text, a.Link = music.Tidy(a.Text), music.Tidy(a.Link)
	f := music.FieldErrors{}
	f.Require("text", a.Text, "Write the text of the announcement.")
	f.CheckText("text", a.Text, maxAnnouncement)
	f.CheckLine("link", a.Link, maxAnnouncementLink)
	if len(f["link"]) == 0 && a.Link != "" && !music.IsWebAddress(a.Link) && !IsAppPath(a.Link) {
		f.Add("link", "Enter a path of this site such as /library, or an address that begins with https://.")
	}
	return f.Err("text", "link")
}

// IsAppPath reports whether a text is a path in the web app. Browsers treat //
// and /\ as another site.
func IsAppPath(text string) bool {
	return strings.HasPrefix(text, "/") && !strings.HasPrefix(text, "//") && !strings.ContainsAny(text, "\\ \"'<>`{}|^")
}

// NotificationChange reports the number of unread notifications to a person's
// tabs.
type NotificationChange struct {
	Unread *int `json:"unread,omitempty" doc:"Number of unread notifications; request it if absent."`
}
