// Package spell suggests words of a library that somebody may have meant.
//
// It knows nothing about music or databases: it gets words with their
// frequencies, in the normalised form that searches compare.
package spell

import (
	"cmp"
	"maps"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxLetters is the maximum number of letters of a word. Longer words are left
// out.
const maxLetters = 40

// Vocabulary is a sorted set of words. It never changes and is safe for concurrent use.
type Vocabulary struct {
	text   string   // every word, followed by a newline
	starts []uint32 // of the words in text
	shared []uint8  // number of leading letters that a word shares with the previous one
	counts []uint32
}

// Build builds a vocabulary from words and their frequencies. It skips words
// that are empty, too long or contain a newline.
func Build(counts map[string]int) *Vocabulary {
	words := slices.Sorted(maps.Keys(counts))
	words = slices.DeleteFunc(words, func(w string) bool {
		return w == "" || utf8.RuneCountInString(w) > maxLetters || strings.Contains(w, "\n") || !utf8.ValidString(w)
	})
	v := &Vocabulary{starts: make([]uint32, len(words)), shared: make([]uint8, len(words)), counts: make([]uint32, len(words))}
	var text strings.Builder
	size := len(words)
	for _, w := range words {
		size += len(w)
	}
	text.Grow(size)
	before := ""
	for i, w := range words {
		v.starts[i], v.counts[i] = uint32(text.Len()), uint32(max(counts[w], 0))
		v.shared[i] = sharedLetters(before, w)
		text.WriteString(w)
		text.WriteByte('\n')
		before = w
	}
	v.text = text.String()
	return v
}

func sharedLetters(a, b string) (n uint8) {
	for i, r := range a {
		if other, _ := utf8.DecodeRuneInString(b[min(i, len(b)):]); other != r || i >= len(b) {
			break
		}
		n++
	}
	return n
}

// Len returns the number of words.
func (v *Vocabulary) Len() int { return len(v.starts) }

func (v *Vocabulary) word(i int) string {
	end := len(v.text)
	if i+1 < len(v.starts) {
		end = int(v.starts[i+1])
	}
	return v.text[v.starts[i] : end-1]
}

// HasPrefix reports whether any word begins with these letters.
func (v *Vocabulary) HasPrefix(letters string) bool {
	i := sort.Search(v.Len(), func(i int) bool { return v.word(i) >= letters })
	return i < v.Len() && strings.HasPrefix(v.word(i), letters)
}

// Containing returns up to maxCount words that contain these letters, the most
// frequent first.
func (v *Vocabulary) Containing(letters string, maxCount int) []string {
	if letters == "" || strings.Contains(letters, "\n") {
		return nil
	}
	var found []hit
	for at := 0; ; {
		next := strings.Index(v.text[at:], letters)
		if next < 0 {
			return best(found, maxCount)
		}
		i := sort.Search(v.Len(), func(i int) bool { return int(v.starts[i]) > at+next }) - 1
		found = append(found, hit{word: v.word(i), count: v.counts[i]})
		at = int(v.starts[i]) + len(v.word(i)) + 1
	}
}

// Tolerance returns how many typos a word of the given length may have.
func Tolerance(letters int) int {
	switch {
	case letters < 4:
		return 0
	case letters <= 6:
		return 1
	default:
		return 2
	}
}

// correctable reports whether a word can be misspelt. Numbers cannot.
func correctable(letters []rune) bool {
	return len(letters) <= maxLetters && !slices.ContainsFunc(letters, unicode.IsNumber)
}

// Near returns up to maxCount words within the tolerance of the given one
// except the word itself: the nearest first, then those with the same first
// letter, then the most frequent. A typo is an extra, missing or wrong letter,
// or two swapped neighbours (optimal string alignment distance).
func (v *Vocabulary) Near(word string, maxCount int) []string {
	letters := []rune(word)
	limit := Tolerance(len(letters))
	if limit == 0 || !correctable(letters) {
		return nil
	}
	t := table{want: letters}
	var found []hit
	known, hopeless := 0, 0 // letters of the previous word that the table holds; length of a prefix that is already too far away
	for i, shared := range v.shared {
		if hopeless > 0 && int(shared) >= hopeless {
			continue
		}
		known, hopeless = min(known, int(shared)), 0
		w := v.word(i)
		for at := t.ends[known]; at < len(w); at = t.ends[known] {
			known++
			if t.add(known, at, w) > limit {
				hopeless = known
				break
			}
		}
		if d := int(t.rows[known][len(letters)]); hopeless == 0 && d > 0 && d <= limit {
			first, _ := utf8.DecodeRuneInString(w)
			found = append(found, hit{word: w, distance: d, other: first != letters[0], count: v.counts[i]})
		}
	}
	return best(found, maxCount)
}

// table holds the distances between the prefixes of the wanted word and those
// of the word being compared.
type table struct {
	want []rune
	has  [maxLetters + 1]rune
	ends [maxLetters + 1]int // byte offset at which each letter of the word ends
	rows [maxLetters + 1][maxLetters + 1]uint8
	once bool
}

// add fills the row of the n-th letter, which begins at a byte offset of the
// word. It returns the smallest distance in the row: no longer word can be
// nearer.
func (t *table) add(n, at int, word string) int {
	if !t.once {
		for j := range t.want {
			t.rows[0][j+1] = uint8(j + 1)
		}
		t.once = true
	}
	r, size := utf8.DecodeRuneInString(word[at:])
	t.has[n], t.ends[n] = r, at+size
	row, above := &t.rows[n], &t.rows[n-1]
	row[0] = uint8(n)
	least := row[0]
	for j, letter := range t.want {
		d := min(above[j+1], row[j]) + 1
		if letter == r {
			d = min(d, above[j])
		} else {
			d = min(d, above[j]+1)
		}
		if n > 1 && j > 0 && letter == t.has[n-1] && t.want[j-1] == r {
			d = min(d, t.rows[n-2][j-1]+1)
		}
		row[j+1] = d
		least = min(least, d)
	}
	return int(least)
}

type hit struct {
	word     string
	distance int
	other    bool // has a different first letter
	count    uint32
}

func best(found []hit, maxCount int) []string {
	rank := func(other bool) int {
		if other {
			return 1
		}
		return 0
	}
	slices.SortFunc(found, func(a, b hit) int {
		return cmp.Or(a.distance-b.distance, rank(a.other)-rank(b.other), cmp.Compare(b.count, a.count), strings.Compare(a.word, b.word))
	})
	found = found[:min(len(found), max(maxCount, 0))]
	words := make([]string, len(found))
	for i, h := range found {
		words[i] = strings.Clone(h.word)
	}
	return words
}
