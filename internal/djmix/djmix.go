package djmix

import (
	"strings"
	"time"

	"sonora/internal/music"
)

// ErrNoDJ refuses a mix without the name of its DJ.
var ErrNoDJ = music.FieldError(music.Invalid, "djName", music.Say("DJ name is required."))

// Detail is a mix as one person sees it on its page.
type Detail struct {
	music.Mix

	Tracklist []Entry
	IsLiked   bool
	CanManage bool // whether the person may change, moderate and withdraw it
}

// MayManage reports whether a viewer may change and withdraw a mix.
func MayManage(v music.Viewer, m *music.Mix) bool {
	return v.IsAdmin() || v.SignedIn() && m.OwnerID == v.AccountID
}

// maxEarlyDays is the longest early access of a mix.
const maxEarlyDays = 30

// GiveEarlyAccess begins the early access of a mix now, for a number of days; 0 ends it.
func GiveEarlyAccess(m *music.Mix, days int, now time.Time) {
	m.EarlyUntil = time.Time{}
	if days > 0 {
		m.EarlyUntil = now.AddDate(0, 0, min(days, maxEarlyDays))
	}
}

// Comment is what somebody wrote about a moment of a mix.
type Comment struct {
	ID        string
	MixID     string
	AccountID string
	ByName    string // "" if they hide their name
	At        time.Duration
	Text      string
	CreatedAt time.Time
}

// Written is a comment with the title of its mix, for the person who wrote it.
type Written struct {
	Comment

	Seq int64
	Mix string
}

// Liked is a mix that a person likes.
type Liked struct {
	MixID, Title string
	At           time.Time
	Seq          int64 // of the mix
}

// Limits of comments.
const (
	MaxCommentsPerMinute = 6 // of one person

	maxComment = 500 // characters
)

// Check normalizes a comment and returns the rules it breaks. length is that of
// the mix, 0 if unknown.
func (c *Comment) Check(length time.Duration) error {
	if length == 0 {
		length = maxLength
	}
	c.Text = music.Tidy(c.Text)
	f := music.FieldErrors{}
	f.Require("text", music.OneLine(c.Text, 0), "Write something.") // invisible characters alone are nothing
	f.CheckLine("text", c.Text, maxComment)
	f.Within("seconds", c.At.Seconds(), 0, length.Seconds())
	return f.Err("text", "seconds")
}

// CoverPath returns the path of a mix's own picture, which is stored under a
// hash.
func CoverPath(mixID, hash string) string { return coverFolder(mixID) + hash }

// CoverHash returns the hash of a mix's own picture; "" if it has none.
func CoverHash(m *music.Mix) string {
	hash, own := strings.CutPrefix(m.CoverImageURL, coverFolder(m.ID))
	if !own {
		return ""
	}
	return hash
}

func coverFolder(mixID string) string { return "/api/mixes/" + mixID + "/cover/" }
