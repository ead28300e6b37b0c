package online

import (
	"math"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// The weights of a match's score. What one side does not know does not count.
const (
	titleWeight    = 0.5
	artistWeight   = 0.3
	durationWeight = 0.2

	// bareWeight applies to names that agree without what is in brackets, or by
	// the first of several artists.
	bareWeight = 0.9

	sameLength  = 2 * time.Second  // difference up to which lengths agree
	otherLength = 30 * time.Second // difference from which lengths have nothing in common
)

// song is what one side knows about a track.
type song struct {
	title    string
	artist   string // all artists as credited together
	first    string // the first of several artists, or "" if unknown
	duration time.Duration
}

// score returns the similarity of two songs from 0 to 1: the weighted mean of
// the similarities of their titles (one half), artists (three tenths) and
// lengths (one fifth).
func score(a, b song) float64 {
	sum, weights := 0.0, 0.0
	add := func(weight, alike float64) { sum, weights = sum+weight*alike, weights+weight }
	if a.title != "" && b.title != "" {
		add(titleWeight, max(similarity(a.title, b.title), bareWeight*similarity(bare(a.title), bare(b.title))))
	}
	if a.artist != "" && b.artist != "" {
		alike := similarity(a.artist, b.artist)
		if a.first != "" && b.first != "" {
			alike = max(alike, bareWeight*similarity(a.first, b.first))
		}
		add(artistWeight, alike)
	}
	if a.duration > 0 && b.duration > 0 {
		add(durationWeight, closeness(a.duration, b.duration))
	}
	if weights == 0 {
		return 0
	}
	return math.Round(sum/weights*1000) / 1000
}

// closeness returns 1 for lengths that agree and 0 for those far apart.
func closeness(a, b time.Duration) float64 {
	apart := (a - b).Abs()
	return 1 - float64(min(max(apart-sameLength, 0), otherLength-sameLength))/float64(otherLength-sameLength)
}

// similarity returns the similarity of two names from 0 to 1, ignoring case,
// accents and punctuation: Dice's coefficient of their bigrams.
func similarity(a, b string) float64 {
	x, y := []rune(fold(a)), []rune(fold(b))
	if string(x) == string(y) {
		return 1
	}
	if len(x) < 2 || len(y) < 2 {
		return 0
	}
	pairs := map[[2]rune]int{}
	for i := range len(x) - 1 {
		pairs[[2]rune{x[i], x[i+1]}]++
	}
	common := 0
	for i := range len(y) - 1 {
		if pair := [2]rune{y[i], y[i+1]}; pairs[pair] > 0 {
			pairs[pair]--
			common++
		}
	}
	return 2 * float64(common) / float64(len(x)+len(y)-2)
}

// fold reduces a name to its words, in lower case and without accents. A name
// without words stays as it is.
func fold(text string) string {
	words := strings.FieldsFunc(norm.NFKD.String(strings.ToLower(text)), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	})
	folded := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, strings.Join(words, " "))
	if folded == "" {
		return strings.TrimSpace(text)
	}
	return folded
}

// bare removes the brackets after a title, such as "(Remastered 2011)" or
// "[feat. B]".
func bare(title string) string {
	if at := strings.IndexAny(title, "(["); at > 0 {
		return strings.TrimSpace(title[:at])
	}
	return title
}
