package kernel

import (
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"
)

func TestFold(t *testing.T) {
	for text, want := range map[string]string{
		"Beyoncé": "beyonce", "BEYONCE\u0301": "beyonce", "Straße": "strasse", "Łódź": "lodz", "Ærø": "aero", "AC/DC": "ac dc",
		"  Don’t   Stop ": "dont stop", "!!!": "!!!", " ? ! ": "? !", "Ｆｕｌｌ": "full", "東京": "東 京",
		"İstanbul": "istanbul", "ﬁnal": "final", "أُغنية": "اغنية", "R.E.M.": "r e m", "": "", "a\u200bb": "ab", "x\x00y": "xy",
	} {
		if got := Fold(text); got != want {
			t.Errorf("fold(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestSearchWords(t *testing.T) {
	for text, want := range map[string]string{
		"AC/DC": "ac dc acdc", "Rock & Roll": "rock roll", "!!!": "!!!", "love love": "love", "東京": "東 京",
	} {
		if got := strings.Join(SearchWords(text), " "); got != want {
			t.Errorf("searchWords(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestIdentity(t *testing.T) {
	same := [][2]string{{"Beyoncé", "BEYONCE\u0301"}, {"the  band ", "The Band"}, {"Ａ", "a"}}
	other := [][2]string{{"Beyoncé", "Beyonce"}, {"か", "が"}, {strings.Repeat("x", 900) + "a", strings.Repeat("x", 900) + "b"}}
	for _, p := range same {
		if Identity(p[0]) != Identity(p[1]) {
			t.Errorf("%q and %q are two", p[0], p[1])
		}
	}
	for _, p := range other {
		if Identity(p[0]) == Identity(p[1]) {
			t.Errorf("%q and %q are one", p[0], p[1])
		}
	}
}

func TestFoldProperties(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := rapid.String().Draw(rt, "text")
		folded := Fold(text)
		if !utf8.ValidString(folded) || !norm.NFC.IsNormalString(folded) {
			rt.Fatalf("fold(%q) = %q is not NFC", text, folded)
		}
		if strings.ContainsAny(folded, "\x00\t\n") || strings.Contains(folded, "  ") || strings.TrimSpace(folded) != folded {
			rt.Fatalf("fold(%q) = %q has odd spaces", text, folded)
		}
		if composed := Fold(norm.NFC.String(text)); composed != folded {
			rt.Fatalf("fold(%q) = %q, but of its NFC %q", text, folded, composed)
		}
		if again := Fold(folded); again != folded {
			rt.Fatalf("fold(%q) = %q, again %q", text, folded, again)
		}
		if key := SortKey(text); len(key) > MaxSort || !utf8.ValidString(key) {
			rt.Fatalf("sortKey(%q) = %q", text, key)
		}
		if key := Identity(text); len(key) > maxKey || strings.ContainsRune(key, 0) || !utf8.ValidString(key) {
			rt.Fatalf("identity(%q) = %q", text, key)
		}
		for _, w := range SearchWords(text) {
			if w == "" || strings.ContainsRune(w, ' ') || utf8.RuneCountInString(w) > maxWord {
				rt.Fatalf("searchWords(%q) has %q", text, w)
			}
		}
	})
}

func TestPathTextProperties(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		path := string(rapid.SliceOf(rapid.Byte()).Draw(rt, "path"))
		text := PathText(path)
		if !utf8.ValidString(text) || TextPath(text) != path {
			rt.Fatalf("pathText(%q) = %q, back %q", path, text, TextPath(text))
		}
	})
}
