package online

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestScore(t *testing.T) {
	base := song{title: "Ámbar", artist: "Los Ejes", first: "Los Ejes", duration: 200 * time.Second}
	with := func(change func(*song)) song {
		s := base
		change(&s)
		return s
	}
	for name, c := range map[string]struct {
		other    song
		min, max float64
	}{
		"the same":             {base, 1, 1},
		"accents, case, marks": {with(func(s *song) { s.title, s.artist = "AMBAR!", "los-ejes" }), 1, 1},
		"another version":      {with(func(s *song) { s.title = "Ámbar (Remastered 2011)" }), 0.9, 0.99},
		"with a guest":         {with(func(s *song) { s.artist = "Los Ejes feat. Somebody Famous" }), 0.9, 0.99},
		"much longer":          {with(func(s *song) { s.duration = time.Hour }), 0.79, 0.81},
		"a little longer":      {with(func(s *song) { s.duration += 5 * time.Second }), 0.95, 0.99},
		"length not known":     {with(func(s *song) { s.duration = 0 }), 1, 1},
		"artist not known":     {with(func(s *song) { s.artist = "" }), 1, 1},
		"another artist":       {with(func(s *song) { s.artist, s.first = "Zyx Quux", "Zyx Quux" }), 0.65, 0.75},
		"another title":        {with(func(s *song) { s.title = "Violet Hour" }), 0.45, 0.55},
		"nothing known":        {song{}, 0, 0},
	} {
		if got := score(base, c.other); got < c.min || got > c.max {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestScoreIsASymmetricShare(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(label string) song {
			return song{rapid.String().Draw(t, label), rapid.String().Draw(t, label), rapid.String().Draw(t, label), time.Duration(rapid.Int64Range(0, 1e13).Draw(t, label))}
		}
		a, b := draw("a"), draw("b")
		x, y := score(a, b), score(b, a)
		if x != y || !(x >= 0 && x <= 1) {
			t.Fatalf("%v and %v", x, y)
		}
		if a.title != "" && score(a, a) != 1 {
			t.Fatalf("with itself: %v", score(a, a))
		}
	})
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"recordings":[{"id":"b1a9c0e9-d987-4042-ae91-78d6a3267d69","title":"x","releases":[{"id":"b1a9c0e9-d987-4042-ae91-78d6a3267d69"}]}]}`))
	f.Add([]byte(`[{"trackName":"Song 0","artistName":"Ana","duration":1,"plainLyrics":"a\u2028b"}]`))
	f.Fuzz(func(t *testing.T, body []byte) {
		track := song0()
		if list, err := decodeRecordings(body); err == nil {
			for _, m := range rank(track, list) {
				if clean(m.Title) != m.Title || !validID.MatchString(m.RecordingID) || m.Score < 0 || m.Score > 1 {
					t.Errorf("%+v", m)
				}
			}
		}
		if list, err := decodeList(body); err == nil {
			if text := choose(track, list); cleanLines(text) != text {
				t.Errorf("%q", text)
			}
		}
	})
}
