package autodj

import (
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
)

// The sentences without arguments.
var (
	reasonAsked  = music.Say("Somebody requested it.")
	reasonPeople = music.Say("Put here by hand.")
	waitsArtist  = music.Say("It waits: its artist was heard a moment ago, or will be soon.")
	waitsAlbum   = music.Say("It waits: its album was heard a moment ago, or will be soon.")
	waitsTitle   = music.Say("It waits: its title was heard a moment ago, or will be soon.")
	waitsTurn    = music.Say("It waits for its turn.")
	refusedGone  = music.Say("Its file cannot be played any more.")
)

// Codes of the reasons that name the rule which gave way.
const (
	ruleAlbum  = "album"
	ruleArtist = "artist"
	ruleTitle  = "title"
	ruleRepeat = "repeat"
)

// reason returns why a song was chosen, and which rule gave way.
func (p *planner) reason(c *choice) music.Message {
	o, name := &p.Rules.Options, c.pool.Name
	apart := minutes(int(c.apart / time.Minute))
	switch c.breach {
	case none:
	case recent:
		return music.Say("Every other song in “%s” was played more recently.", name)
	case album:
		return music.Coded(ruleAlbum, "Nothing else in “%s” keeps %s between two tracks of one album. This one leaves %s.", name, minutes(o.AlbumMinutes), apart)
	case artist:
		return music.Coded(ruleArtist, "Nothing else in “%s” keeps %s between two tracks of one artist. This one leaves %s.", name, minutes(o.ArtistMinutes), apart)
	case title:
		return music.Coded(ruleTitle, "Nothing else in “%s” keeps %s between two tracks of one title. This one leaves %s.", name, minutes(o.TitleMinutes), apart)
	case repeat:
		return music.Coded(ruleRepeat, "“%s” has no other track to play.", name)
	}
	return music.Say("Next in the shuffle of “%s”.", name)
}

func minutes(n int) music.Message { return music.Say("%d minutes", n) }

// waits returns why a request has to wait, for the rule that it would break.
func waits(b breach) music.Message {
	switch b {
	case artist:
		return waitsArtist
	case album:
		return waitsAlbum
	case title, repeat:
		return waitsTitle
	case none, recent:
	}
	return waitsTurn
}

// skipped returns the log entry of a slot whose file cannot be played. reason
// may be zero.
func skipped(s *station.Slot, reason music.Message) music.Message {
	if reason.IsZero() {
		return music.Say("%s is skipped: its file cannot be played.", nameOf(s))
	}
	return music.Say("%s is skipped. %s", nameOf(s), reason)
}

// nameOf returns the name of a slot for people.
func nameOf(s *station.Slot) string {
	return station.StreamTitle{Artist: s.Artist, Title: s.Title}.String()
}
