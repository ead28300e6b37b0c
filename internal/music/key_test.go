package music_test

import (
	"testing"

	"sonora/internal/music"
)

func TestKeyNames(t *testing.T) {
	for _, c := range []struct {
		text, name, camelot, open string
	}{
		{"A minor", "Am", "8A", "1m"},
		{"C", "C", "8B", "1d"},
		{"F#", "F#", "2B", "7d"},
		{"Gb major", "F#", "2B", "7d"},
		{"ebm", "Ebm", "2A", "7m"},
		{"d♯ min", "Ebm", "2A", "7m"},
		{"12A", "C#m", "12A", "5m"},
		{"11d", "Bb", "6B", "11d"},
		{"Cb", "B", "1B", "6d"},
	} {
		k, err := music.ParseKey(c.text)
		if err != nil || k.String() != c.name || k.Camelot() != c.camelot || k.OpenKey() != c.open {
			t.Errorf("%q is %s %s %s, %v; want %s %s %s", c.text, k, k.Camelot(), k.OpenKey(), err, c.name, c.camelot, c.open)
		}
	}
	for _, text := range []string{"X", "13A", "0m", "A dorian", "#", "Ammm", "é"} {
		if k, err := music.ParseKey(text); music.CodeOf(err) != music.Invalid {
			t.Errorf("%q is %s, %v; want a refusal", text, k, err)
		}
	}
}

func TestKeysParseAndMixSymmetrically(t *testing.T) {
	for k := range music.Key(24) {
		for _, text := range []string{k.String(), k.Camelot(), k.OpenKey()} {
			if back, err := music.ParseKey(text); back != k || err != nil {
				t.Errorf("%s of %d reads as %d, %v", text, k, back, err)
			}
		}
		for _, other := range k.Compatible() {
			found := false
			for _, back := range other.Compatible() {
				found = found || back == k
			}
			if !found {
				t.Errorf("%s mixes with %s but not the other way", k, other)
			}
		}
	}
}

func TestWheel(t *testing.T) {
	for _, c := range []struct {
		a, b   string
		fifths int
		modes  bool
	}{{"8A", "8A", 0, false}, {"8A", "8B", 0, true}, {"8A", "9A", 1, false}, {"12B", "1B", 1, false}, {"2A", "8A", 6, false}, {"11A", "2B", 3, true}} {
		a, _ := music.ParseKey(c.a)
		b, _ := music.ParseKey(c.b)
		if fifths, modes := a.Wheel(b); fifths != c.fifths || modes != c.modes {
			t.Errorf("%s and %s are %d fifths apart, modes %v", c.a, c.b, fifths, modes)
		}
	}
}
