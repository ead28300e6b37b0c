package store

import (
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"sonora/internal/discovery"
	"sonora/internal/music"
)

func TestFold(t *testing.T) {
	for text, want := range map[string]string{
		"Beyoncé": "beyonce", "BEYONCE\u0301": "beyonce", "Straße": "strasse", "Łódź": "lodz", "Ærø": "aero", "AC/DC": "ac dc",
		"  Don’t   Stop ": "dont stop", "!!!": "!!!", " ? ! ": "? !", "Ｆｕｌｌ": "full", "東京": "東 京",
		"İstanbul": "istanbul", "ﬁnal": "final", "أُغنية": "اغنية", "R.E.M.": "r e m", "": "", "a\u200bb": "ab", "x\x00y": "xy",
	} {
		if got := fold(text); got != want {
			t.Errorf("fold(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestSearchWords(t *testing.T) {
	for text, want := range map[string]string{
		"AC/DC": "ac dc acdc", "Rock & Roll": "rock roll", "!!!": "!!!", "love love": "love", "東京": "東 京",
	} {
		if got := strings.Join(searchWords(text), " "); got != want {
			t.Errorf("searchWords(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestIdentity(t *testing.T) {
	same := [][2]string{{"Beyoncé", "BEYONCE\u0301"}, {"the  band ", "The Band"}, {"Ａ", "a"}}
	other := [][2]string{{"Beyoncé", "Beyonce"}, {"か", "が"}, {strings.Repeat("x", 900) + "a", strings.Repeat("x", 900) + "b"}}
	for _, p := range same {
		if identity(p[0]) != identity(p[1]) {
			t.Errorf("%q and %q are two", p[0], p[1])
		}
	}
	for _, p := range other {
		if identity(p[0]) == identity(p[1]) {
			t.Errorf("%q and %q are one", p[0], p[1])
		}
	}
}

func TestFoldProperties(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := rapid.String().Draw(rt, "text")
		folded := fold(text)
		if !utf8.ValidString(folded) || !norm.NFC.IsNormalString(folded) {
			rt.Fatalf("fold(%q) = %q is not NFC", text, folded)
		}
		if strings.ContainsAny(folded, "\x00\t\n") || strings.Contains(folded, "  ") || strings.TrimSpace(folded) != folded {
			rt.Fatalf("fold(%q) = %q has odd spaces", text, folded)
		}
		if composed := fold(norm.NFC.String(text)); composed != folded {
			rt.Fatalf("fold(%q) = %q, but of its NFC %q", text, folded, composed)
		}
		if again := fold(folded); again != folded {
			rt.Fatalf("fold(%q) = %q, again %q", text, folded, again)
		}
		if key := sortKey(text); len(key) > maxSort || !utf8.ValidString(key) {
			rt.Fatalf("sortKey(%q) = %q", text, key)
		}
		if key := identity(text); len(key) > maxKey || strings.ContainsRune(key, 0) || !utf8.ValidString(key) {
			rt.Fatalf("identity(%q) = %q", text, key)
		}
		for _, w := range searchWords(text) {
			if w == "" || strings.ContainsRune(w, ' ') || utf8.RuneCountInString(w) > maxWord {
				rt.Fatalf("searchWords(%q) has %q", text, w)
			}
		}
	})
}

func TestPathTextProperties(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		path := string(rapid.SliceOf(rapid.Byte()).Draw(rt, "path"))
		text := pathText(path)
		if !utf8.ValidString(text) || textPath(text) != path {
			rt.Fatalf("pathText(%q) = %q, back %q", path, text, textPath(text))
		}
	})
}

// FuzzCursor checks that a cursor is what the server issued, or refused.
func FuzzCursor(f *testing.F) {
	o := trackOrders[music.TracksByTitle]
	f.Add("")
	f.Add(cursor{Order: o.name, Key: "title", Seq: 7}.String())
	f.Add(cursor{Order: "other", Seq: -1}.String())
	f.Add("1eyJvIjoi")
	f.Fuzz(func(t *testing.T, text string) {
		for _, o := range []order{o, tracksLiked} {
			c, err := parseCursor(text, o)
			if err != nil {
				if music.CodeOf(err) != music.Invalid {
					t.Errorf("parseCursor(%q): %v", text, err)
				}
				continue
			}
			if c.String() != text || c.Order != o.name {
				t.Errorf("parseCursor(%q) = %+v", text, c)
			}
		}
	})
}

// FuzzSearch checks that no text is an error.
func FuzzSearch(f *testing.F) {
	s, err := Open(f.Context(), "sqlite:"+filepath.Join(f.TempDir(), "fuzz.db"), Options{})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() {
		if err := s.Close(); err != nil {
			f.Error(err)
		}
	})
	for _, text := range []string{"", "a", `"`, `a" OR "b`, "AC/DC", "東京", "!!!", "\x00", "\xff", "NEAR(", "a*", strings.Repeat("x y ", 500)} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if _, err := s.Search(t.Context(), music.Viewer{}, discovery.Query{Text: text, Limit: 20}); err != nil {
			t.Errorf("Search(%q): %v", text, err)
		}
	})
}
