package words

import (
	"strings"
	"testing"
)

func TestNotice(t *testing.T) {
	for _, c := range []struct {
		language, kind string
		facts          Facts
		want           string
	}{
		{"en", "announcement", Facts{What: "Back at nine."}, "Back at nine."},
		{"en", "new-music", Facts{What: "Nina", Count: 1}, "Nina: a new track."},
		{"es", "new-music", Facts{What: "Nina", Count: 12}, "Nina: 12 canciones nuevas."},
		{"en", "playlist-change", Facts{Who: "Ada", What: "Run", Count: 3}, "Ada added 3 tracks to Run."},
		{"es", "playlist-change", Facts{What: "Run", Count: 3}, "Se han añadido 3 canciones a Run."},
		{"en", "playlist-change", Facts{What: "Run", Count: 1}, "A track was added to Run."},
		{"en", "new-follower", Facts{Who: "{what}", What: "no"}, "{what} follows you."},
		{"xx", "new-follower", Facts{}, "Somebody follows you."},
		{"es", "of-tomorrow", Facts{What: "Something"}, "Something"},
	} {
		if got := Notice(c.language, c.kind, c.facts); got != c.want {
			t.Errorf("%s %s %+v: %q, want %q", c.language, c.kind, c.facts, got, c.want)
		}
	}
	if NoticeTitle("es", "new-music") != "Música nueva" || NoticeTitle("en", "of-tomorrow") != "" {
		t.Error("titles")
	}
}

// TestNoticesMatchBetweenLanguages checks that every sentence exists in both
// languages with the same arguments.
func TestNoticesMatchBetweenLanguages(t *testing.T) {
	for kind, english := range notices["en"] {
		spanish := notices["es"][kind]
		for i, pair := range [][2]string{{english.one, spanish.one}, {english.many, spanish.many}, {english.oneNameless, spanish.oneNameless}, {english.manyNameless, spanish.manyNameless}} {
			for _, gap := range []string{"{who}", "{what}", "{count}"} {
				if strings.Contains(pair[0], gap) != strings.Contains(pair[1], gap) {
					t.Errorf("%s, sentence %d: %s is in %q or %q only", kind, i, gap, pair[0], pair[1])
				}
			}
			if (pair[0] == "") != (pair[1] == "") || (english.title == "") != (spanish.title == "") {
				t.Errorf("%s, sentence %d is missing in a language", kind, i)
			}
		}
	}
	if len(notices["en"]) != len(notices["es"]) {
		t.Error("the languages have different kinds")
	}
}
