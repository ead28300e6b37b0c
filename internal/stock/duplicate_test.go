package stock

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// TestDuplicates finds files of the same recording by their sound, by MusicBrainz, and
// by their tags with their length, unless they sound different.
func TestDuplicates(t *testing.T) {
	song := func(seq int64, sound uint64, recording, artist, title string, seconds float64) Candidate {
		return Candidate{Seq: seq, ID: string(rune('a' + seq)), Sound: sound, Recording: recording, ArtistID: artist, Title: title, Duration: time.Duration(seconds * float64(time.Second))}
	}
	unknown := func(int64, int64) (same, known bool) { return false, false }
	for name, c := range map[string]struct {
		all   []Candidate
		alike func(a, b int64) (same, known bool)
		want  []string
	}{
		"the same sound, other tags":     {[]Candidate{song(0, 7, "", "x", "one", 200), song(1, 8, "", "x", "two", 200), song(2, 7, "", "y", "three", 90)}, unknown, []string{"ac"}},
		"the same tags and length":       {[]Candidate{song(0, 1, "", "x", "one", 200), song(1, 2, "", "x", "one", 202.5)}, unknown, []string{"ab"}},
		"the same tags, another length":  {[]Candidate{song(0, 1, "", "x", "one", 200), song(1, 2, "", "x", "one", 204)}, unknown, nil},
		"the same title by others":       {[]Candidate{song(0, 1, "", "x", "one", 200), song(1, 2, "", "y", "one", 200)}, unknown, nil},
		"no artist":                      {[]Candidate{song(0, 1, "", "", "one", 200), song(1, 2, "", "", "one", 200)}, unknown, nil},
		"one recording at MusicBrainz":   {[]Candidate{song(0, 1, "r", "x", "one", 200), song(1, 2, "r", "y", "uno", 201)}, unknown, []string{"ab"}},
		"no recording is no recording":   {[]Candidate{song(0, 1, "", "x", "one", 200), song(1, 2, "", "y", "uno", 201)}, unknown, nil},
		"the same tags, other sound":     {[]Candidate{song(0, 1, "", "x", "one", 200), song(1, 2, "", "x", "one", 200)}, func(int64, int64) (bool, bool) { return false, true }, nil},
		"the same sound in spite of all": {[]Candidate{song(0, 1, "", "x", "one", 200), song(1, 1, "", "x", "one", 200)}, func(int64, int64) (bool, bool) { return false, true }, []string{"ab"}},
		"two groups, and one by a third": {[]Candidate{song(0, 1, "", "x", "one", 200), song(1, 2, "", "z", "zwei", 90), song(2, 9, "", "x", "one", 202), song(3, 2, "", "z", "zwei", 90), song(4, 8, "", "x", "one", 204)}, unknown, []string{"ace", "bd"}},
		"a live version among two":       {[]Candidate{song(0, 1, "", "x", "one", 200), song(1, 2, "", "x", "one", 200), song(2, 3, "", "x", "one", 200)}, func(a, b int64) (bool, bool) { return a != 1 && b != 1, true }, []string{"ac"}},
		"nothing":                        {nil, unknown, nil},
	} {
		var got []string
		for _, group := range Duplicates(c.all, c.alike) {
			var ids strings.Builder
			for _, one := range group {
				ids.WriteString(one.ID)
			}
			got = append(got, ids.String())
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
