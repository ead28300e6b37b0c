package exchange

import (
	"cmp"
	"slices"

	"sonora/internal/codec/takeout"
	"sonora/internal/music"
)

// Report is the result of an import, or what it would be.
type Report struct {
	Applied      bool
	Plays        Plays
	Likes        Likings
	Lists        []List
	ListsLeftOut int // playlists beyond maxLists
	MissingCount int
	Missing      []Missing // the first maxMissing, those heard most at first
}

// Plays counts what became of listens.
type Plays struct {
	Total    int
	New      int // taken
	Known    int // that the person has already
	Short    int // too short for a play
	Undated  int // without a time, or with an impossible one
	NotFound int // of songs that are not in the library
}

// Likings counts what became of likes.
type Likings struct{ Total, New, Known, NotFound int }

// List is a playlist of a file.
type List struct {
	Name    string
	Found   int
	Missing int
	LeftOut int  // tracks beyond those that a playlist may have
	Exists  bool // the person has a playlist of this name, which stays as it is

	tracks      []string
	title       string // at the source
	description string
	isPublic    bool
}

// Missing is a song that is not in the library.
type Missing struct {
	Text      string
	Plays     int
	Ambiguous bool // several tracks fit equally well
}

const (
	maxMissing = 10_000
	maxLists   = 2000
)

// addMissing lists the songs without a track.
func (w *work) addMissing() {
	r := w.report
	for i := range w.songs {
		if w.matches[i].TrackID != "" {
			continue
		}
		r.MissingCount++
		r.Missing = append(r.Missing, Missing{textOf(&w.songs[i]), w.missed[i], w.matches[i].Ambiguous})
	}
	slices.SortStableFunc(r.Missing, func(a, b Missing) int { return cmp.Compare(b.Plays, a.Plays) })
	r.Missing = r.Missing[:min(len(r.Missing), maxMissing)]
}

// textOf returns a description by which people recognise a song.
func textOf(s *takeout.Song) string {
	text := cmp.Or(s.Title, s.RecordingID)
	if s.Artist != "" {
		text = s.Artist + " – " + text
	}
	return music.Shorten(music.OneLine(text, 0), maxShown)
}
