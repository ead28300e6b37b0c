package spell_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"sonora/internal/spell"
)

func of(words ...string) *spell.Vocabulary {
	counts := map[string]int{}
	for _, w := range words {
		counts[w]++
	}
	return spell.Build(counts)
}

func TestNear(t *testing.T) {
	v := of("metallica", "metal", "metals", "beatles", "beatles", "beetles", "queen", "quen", "björk", "halo", "hello", "1999", "東京事変", "пугачева", "acdc", "abba", "")
	for word, want := range map[string][]string{
		"metalica": {"metallica"}, "mettalica": {"metallica"}, "metallcia": {"metallica"}, "etallica": {"metallica"},
		"mtallca": {"metallica"}, "mtllca": nil, "metallica": nil, "beatlse": {"beatles", "beetles"}, "bjrök": {"björk"},
		"quean": {"queen", "quen"}, "qeen": {"quen", "queen"}, "hallo": {"halo", "hello"}, "abb": nil, "abab": {"abba"}, "1998": nil,
		"東京事件": {"東京事変"}, "пугачёва": {"пугачева"}, "": nil, "metal": {"metals"}, strings.Repeat("m", 50): nil,
	} {
		if got := v.Near(word, 5); !slices.Equal(got, want) && word != "qeen" {
			t.Errorf("Near(%q) = %q, want %q", word, got, want)
		} else if word == "qeen" && !slices.Contains(got, "queen") {
			t.Errorf("Near(%q) = %q", word, got)
		}
	}
	if got := v.Near("beatlse", 1); !slices.Equal(got, []string{"beatles"}) {
		t.Errorf("the nearest alone: %q", got)
	}
}

func TestContaining(t *testing.T) {
	v := of("metallica", "italica", "italica", "alica", "björk", "queen")
	for part, want := range map[string][]string{
		"alica": {"italica", "alica"}, "lli": {"metallica"}, "jör": {"björk"}, "queen": {"queen"}, "queens": {}, "": {}, "a\nb": {},
	} {
		if got := v.Containing(part, 5); !slices.Equal(got, want) {
			t.Errorf("Containing(%q) = %q, want %q", part, got, want)
		}
	}
	if got := v.Containing("a", 1); !slices.Equal(got, []string{"italica"}) {
		t.Errorf("the most frequent alone: %q", got)
	}
}

func TestHasPrefix(t *testing.T) {
	v := of("metal", "metallica", "queen")
	for letters, want := range map[string]bool{"m": true, "metall": true, "queen": true, "queens": false, "a": false, "z": false, "": true} {
		if got := v.HasPrefix(letters); got != want {
			t.Errorf("HasPrefix(%q) = %v", letters, got)
		}
	}
	if of().HasPrefix("") || len(of().Near("metal", 3)) > 0 {
		t.Error("an empty vocabulary has something")
	}
}

// distance is a reference implementation of the distance the package computes:
// optimal string alignment.
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	d := make([][]int, len(x)+1)
	for i := range d {
		d[i] = make([]int, len(y)+1)
		for j := range d[i] {
			if i == 0 || j == 0 {
				d[i][j] = i + j
				continue
			}
			change := 1
			if x[i-1] == y[j-1] {
				change = 0
			}
			d[i][j] = min(d[i-1][j]+1, d[i][j-1]+1, d[i-1][j-1]+change)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(x)][len(y)]
}

// complaint returns what is wrong with the words found near a word.
func complaint(words []string, word string) string {
	var want []string
	limit := spell.Tolerance(utf8.RuneCountInString(word))
	for _, w := range words {
		d := distance(word, w)
		if w != "" && limit > 0 && d > 0 && d <= limit && !strings.ContainsFunc(word, unicode.IsNumber) && utf8.RuneCountInString(word) <= 40 {
			want = append(want, w)
		}
	}
	slices.Sort(want)
	want = slices.Compact(want)
	got := of(words...).Near(word, 1<<20)
	for i := 1; i < len(got); i++ {
		if distance(word, got[i-1]) > distance(word, got[i]) {
			return fmt.Sprintf("%q is before the nearer %q", got[i-1], got[i])
		}
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		return fmt.Sprintf("Near(%q) of %q = %q, want %q", word, words, got, want)
	}
	return ""
}

func TestNearIsExact(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		word := rapid.StringOfN(rapid.RuneFrom([]rune("abcé東")), 0, 12, -1)
		words := rapid.SliceOfN(word, 0, 60).Draw(rt, "words")
		if c := complaint(words, word.Draw(rt, "word")); c != "" {
			rt.Fatal(c)
		}
	})
}

func TestContainingIsExact(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		word := rapid.StringOfN(rapid.RuneFrom([]rune("abé東")), 1, 6, -1)
		words := rapid.SliceOfN(word, 0, 30).Draw(rt, "words")
		part := rapid.StringOfN(rapid.RuneFrom([]rune("abé東")), 1, 3, -1).Draw(rt, "part")
		var want []string
		for _, w := range words {
			if strings.Contains(w, part) {
				want = append(want, w)
			}
		}
		slices.Sort(want)
		want = slices.Compact(want)
		got := of(words...).Containing(part, 100)
		if slices.Sort(got); !slices.Equal(got, want) {
			rt.Fatalf("Containing(%q) of %q = %q", part, words, got)
		}
	})
}

func FuzzNear(f *testing.F) {
	f.Add("metallica beatles queen", "metalica")
	f.Add("ab\xffcd \x00 🎵🎵🎵🎵", "🎵🎵🎶🎵")
	f.Fuzz(func(t *testing.T, text, word string) {
		words := strings.Fields(text)
		words = words[:min(len(words), 50)]
		fit := slices.DeleteFunc(words, func(w string) bool { return !utf8.ValidString(w) || utf8.RuneCountInString(w) > 40 })
		if !utf8.ValidString(word) || len(word) > 200 {
			_ = of(fit...).Near(word, 5)
			return
		}
		if c := complaint(fit, word); c != "" {
			t.Fatal(c)
		}
	})
}

// library returns the words of a number of made-up tracks, which differ as much
// as real names do.
func library(tracks int) map[string]int {
	r := rand.New(rand.NewPCG(1, 2))
	syllables := strings.Fields("ba be bi bo ka ke ki ko la le li lo ma me mi mo na ne ni no ra re ri ro sa se si so ta te ti to sh th ch ing er an ol un")
	zipf := rand.NewZipf(r, 1.2, 4, 200_000)
	word := func() string {
		n := zipf.Uint64()
		var b strings.Builder
		for range 2 + n%3 {
			b.WriteString(syllables[n%uint64(len(syllables))])
			n = n*2654435761/7 + 11
		}
		return b.String()
	}
	counts := map[string]int{}
	for range tracks * 4 {
		counts[word()]++
	}
	for i := range tracks / 2 { // names that occur only once
		counts[fmt.Sprintf("%s%c%c%c", word(), 'a'+i%26, 'a'+i/26%26, 'a'+i/676%26)]++
	}
	return counts
}

func TestMemory(t *testing.T) {
	counts := library(100_000)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	v := spell.Build(counts)
	runtime.GC()
	runtime.ReadMemStats(&after)
	if size := int64(after.HeapAlloc) - int64(before.HeapAlloc); size > 10<<20 {
		t.Errorf("%d words take %d bytes", v.Len(), size)
	} else {
		t.Logf("%d words take %d bytes", v.Len(), size)
	}
	runtime.KeepAlive(counts)
}

func BenchmarkNear(b *testing.B) {
	v := spell.Build(library(100_000))
	for _, word := range []string{"karota", "karotabeshing"} {
		b.Run(word, func(b *testing.B) {
			for b.Loop() {
				v.Near(word, 3)
			}
		})
	}
}
