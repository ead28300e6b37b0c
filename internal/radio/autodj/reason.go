package autodj

import (
	"fmt"
	"time"

	"sonora/internal/station"
)

// Reasons are sentences in English. internal/words translates them.
const (
	reasonShuffle = "Next in the shuffle of “%s”."
	reasonRecent  = "“%s” has nothing that rested longer."
	reasonAlbum   = "Nothing else in “%s” keeps %d minutes between two tracks of one album: it is %d minutes now."
	reasonArtist  = "Nothing else in “%s” keeps %d minutes between two tracks of one artist: it is %d minutes now."
	reasonTitle   = "Nothing else in “%s” keeps %d minutes between two tracks of one title: it is %d minutes now."
	reasonRepeat  = "There is nothing else to play than this track of “%s”."
	reasonFit     = "Of “%s”, for its length: “%s” begins on time."
	reasonAsked   = "Somebody asked for it."
	reasonVoted   = "It was asked for, with %d votes."
	reasonSongs   = "“%s” comes after every %d songs."
	reasonMinutes = "“%s” comes every %d minutes."
	reasonHourly  = "“%s” comes every hour at minute %d."
	reasonVoice   = "“%s” is spoken over the next song."
	reasonPeople  = "Put here by hand."
	waitsArtist   = "It waits: its artist was heard a moment ago, or will be soon."
	waitsAlbum    = "It waits: its album was heard a moment ago, or will be soon."
	waitsTitle    = "It waits: its title was heard a moment ago, or will be soon."
	waitsTurn     = "It waits for its turn."
	refusedLong   = "It found no place within %d hours."
	refusedGone   = "Its file cannot be played any more."
	noteMissing   = "%s is skipped: its file cannot be played."
	noteGone      = "%d tracks of this station's lists are skipped: their files are missing."
	noteGoneOne   = "A track of this station's lists is skipped: its file is missing."
)

func goneNote(tracks int) string {
	if tracks == 1 {
		return noteGoneOne
	}
	return fmt.Sprintf(noteGone, tracks)
}

// reason returns why a song was chosen, and which rule gave way.
func (p *planner) reason(c *choice) string {
	o, apart := &p.Rules.Options, int(c.apart/time.Minute)
	switch c.breach {
	case none:
	case recent:
		return fmt.Sprintf(reasonRecent, c.pool.Name)
	case album:
		return fmt.Sprintf(reasonAlbum, c.pool.Name, o.AlbumMinutes, apart)
	case artist:
		return fmt.Sprintf(reasonArtist, c.pool.Name, o.ArtistMinutes, apart)
	case title:
		return fmt.Sprintf(reasonTitle, c.pool.Name, o.TitleMinutes, apart)
	case repeat:
		return fmt.Sprintf(reasonRepeat, c.pool.Name)
	}
	return fmt.Sprintf(reasonShuffle, c.pool.Name)
}

// waits returns why a request is not played yet.
func waits(b breach) string {
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

// nameOf returns the name of a slot for people.
func nameOf(s *station.Slot) string {
	return station.StreamTitle{Artist: s.Artist, Title: s.Title}.String()
}
