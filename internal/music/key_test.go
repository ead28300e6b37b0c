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
