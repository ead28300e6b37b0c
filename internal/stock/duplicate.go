package stock

import (
	"time"

	"sonora/internal/music"
)

// Candidate is a track that may hold the same recording as others, with what shows it.
type Candidate struct {
	Seq       int64
	ID        string
	Sound     uint64 // music.AudioFile.AudioKey
	Recording string // MusicBrainz ID; "" if unknown
	ArtistID  string
	Title     string // sort key
	Duration  time.Duration
}

// Copy is one of several files of the same recording.
type Copy struct {
	Track music.Track
	File  File
}

// MaxApart is how much the lengths of two files of one recording may differ: encoders
// add silence, and so do players that record CDs.
const MaxApart = 3 * time.Second

// mark is what two files of one recording share.
type mark struct {
	sound                    uint64
	recording, artist, title string
}

func (c *Candidate) marks() (marks []mark) {
	marks = append(marks, mark{sound: c.Sound})
	if c.Recording != "" {
		marks = append(marks, mark{recording: c.Recording})
	}
	if c.ArtistID != "" && c.Title != "" {
		marks = append(marks, mark{artist: c.ArtistID, title: c.Title})
	}
	return marks
}

// Duplicates returns the groups of at least two candidates that hold the same
// recording, in their order. Two do if their sound is the same byte by byte; or if they
// are the same recording at MusicBrainz, or have the same artist and title, and are
// equally long. alike compares how two tracks sound, where both are analysed: tracks
// that sound different are different recordings, such as two concerts.
func Duplicates(all []Candidate, alike func(a, b int64) (same, known bool)) [][]Candidate {
	first := FirstOf(len(all), func(i int) []mark { return all[i].marks() }, func(i, j int) bool {
		a, b := &all[i], &all[j]
		if a.Sound == b.Sound {
			return true
		}
		if (a.Duration - b.Duration).Abs() > MaxApart {
			return false
		}
		same, known := alike(a.Seq, b.Seq)
		return same || !known
	})
	var groups [][]Candidate
	at := map[int]int{}
	for i, f := range first {
		g, known := at[f]
		if !known {
			g = len(groups)
			at[f], groups = g, append(groups, nil)
		}
		groups[g] = append(groups[g], all[i])
	}
	several := groups[:0]
	for _, g := range groups {
		if len(g) > 1 {
			several = append(several, g)
		}
	}
	return several
}

// FirstOf returns for each of n files the first one of the same recording, by its
// index. Files may be of one recording if they share a mark; same decides, unless it is
// nil. Two files of which each repeats a third one are of one recording as well.
func FirstOf[M comparable](n int, marksOf func(i int) []M, same func(i, j int) bool) []int {
	earlier := make([]int, n) // a file of the same recording, or the file itself
	first := func(i int) int {
		for earlier[i] != i {
			i = earlier[i]
		}
		return i
	}
	marked := map[M][]int{}
	for i := range n {
		earlier[i] = i
		for _, m := range marksOf(i) {
			for _, other := range marked[m] {
				if same == nil || first(i) != first(other) && same(i, other) {
					a, b := first(i), first(other)
					earlier[max(a, b)] = min(a, b)
				}
			}
			if same != nil || len(marked[m]) == 0 {
				marked[m] = append(marked[m], i)
			}
		}
	}
	for i := range earlier {
		earlier[i] = first(i)
	}
	return earlier
}
