// Package djmix is the domain of published DJ mixes: their tracklists, the
// comments on them, and what one person sees of a mix.
package djmix

import (
	"cmp"
	"slices"
	"time"

	"sonora/internal/music"
)

// Entry is a song of a mix or recording, and the moment from which it is heard.
type Entry struct {
	Seconds float64 `json:"seconds"` // from the beginning
	Artist  string  `json:"artist"`
	Title   string  `json:"title"`
	TrackID string  `json:"trackId"` // of the library; ""
}

// Name returns "Artist – Title", or the title alone.
func (e *Entry) Name() string {
	if e.Artist == "" {
		return e.Title
	}
	return e.Artist + " – " + e.Title
}

const (
	// MaxEntries is the maximum length of a tracklist.
	MaxEntries = 2000

	maxLine   = 300
	maxID     = 64
	maxLength = 48 * time.Hour // of a mix of unknown length
)

// CheckTracklist normalizes and sorts a tracklist that people wrote, and returns
// the rules it breaks. length is that of the sound, 0 if unknown.
func CheckTracklist(list []Entry, length time.Duration) error {
	f := music.FieldErrors{}
	if len(list) > MaxEntries {
		f.Add("tracklist", "There are too many entries.")
		return f.Err()
	}
	end := cmp.Or(length, maxLength).Seconds()
	for i := range list {
		e := &list[i]
		e.Artist, e.Title = music.Tidy(e.Artist), music.Tidy(e.Title)
		f.CheckLine("tracklist", e.Artist, maxLine)
		f.CheckLine("tracklist", e.Title, maxLine)
		f.CheckLine("tracklist", e.TrackID, maxID)
		if e.Title == "" || e.Seconds < 0 || e.Seconds > end {
			f.Add("tracklist", "Each entry needs a title and a time within the recording.")
		}
		if err := f.Err(); err != nil {
			return err
		}
	}
	slices.SortStableFunc(list, bySeconds)
	return nil
}

// KeepTracks leaves entries only those of their tracks that heard returns: tracks
// that the person who wrote the tracklist may hear.
func KeepTracks(list []Entry, heard func(trackIDs []string) ([]music.Track, error)) error {
	var ids []string
	for i := range list {
		if list[i].TrackID != "" {
			ids = append(ids, list[i].TrackID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	tracks, err := heard(ids)
	if err != nil {
		return err
	}
	isHeard := map[string]bool{}
	for i := range tracks {
		isHeard[tracks[i].ID] = true
	}
	for i := range list {
		if !isHeard[list[i].TrackID] {
			list[i].TrackID = ""
		}
	}
	return nil
}

// Part returns the tracklist of a part of the sound, which begins at from and has a
// length, both in seconds; 0 for up to the end. Of several entries before the
// beginning, the last one is audible. The entries may be in any order.
func Part(list []Entry, from, length float64) []Entry {
	part := []Entry{}
	for _, e := range slices.SortedStableFunc(slices.Values(list), bySeconds) {
		e.Seconds -= from
		if length > 0 && e.Seconds >= length {
			break
		}
		if e.Seconds <= 0 {
			e.Seconds, part = 0, part[:0]
		}
		part = append(part, e)
	}
	return part
}

func bySeconds(a, b Entry) int { return cmp.Compare(a.Seconds, b.Seconds) }
