package search

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"sonora/internal/spell"
	"sonora/internal/store/kernel"
)

const (
	wordRows = 20_000  // rows per query
	maxWords = 300_000 // maximum number of distinct words

	quickBuild = 50 * time.Millisecond
	patience   = 50 // minimum time between builds, in multiples of the build time
	wordsLife  = 10 * time.Minute
)

// vocabulary holds the words of the library for spelling correction. It is
// built on first use, and again when the library has changed.
type vocabulary struct {
	mu         sync.Mutex
	words      *spell.Vocabulary
	generation int
	builtAt    time.Time
	took       time.Duration
}

// fresh reports whether the vocabulary is still usable. If the library changes
// continuously, a slow vocabulary is not rebuilt continuously.
func (v *vocabulary) fresh(generation int, others bool) bool {
	switch age := time.Since(v.builtAt); {
	case v.words == nil:
		return false
	case v.took > quickBuild && age < patience*v.took:
		return true
	case others && age > wordsLife:
		return false
	default:
		return v.generation == generation
	}
}

// knownWords returns the words of titles, albums, artists, stations and mixes.
func (s *Store) knownWords(ctx context.Context) (*spell.Vocabulary, error) {
	v := &s.words
	v.mu.Lock()
	defer v.mu.Unlock()
	generation := s.db.Tally.Current()
	if v.fresh(generation, s.db.Dialect.Others) {
		return v.words, nil
	}
	start := time.Now()
	// Continue even if the request is cancelled, because the next one needs the
	// words too.
	counts, err := s.countWords(context.WithoutCancel(ctx))
	if err != nil {
		return nil, err
	}
	v.words, v.generation, v.builtAt, v.took = spell.Build(counts), generation, time.Now(), time.Since(start)
	return v.words, nil
}

func (s *Store) countWords(ctx context.Context) (map[string]int, error) {
	counts := map[string]int{}
	for _, names := range []string{
		"title_sort from track where missing_at = 0 and", "title_sort from album where all_tracks > 0 and", "sort_name from artist where all_tracks > 0 and",
		"folded from station where", "folded from mix where",
	} {
		for last, n := int64(0), wordRows; n == wordRows && len(counts) < maxWords; {
			rows, err := kernel.Collect(ctx, s.db.Read, &kernel.Pair[int64, string]{}, "select seq, "+names+" seq > ? order by seq limit ? + 0", last, wordRows)
			if err != nil {
				return nil, fmt.Errorf("read words: %w", err)
			}
			for _, r := range rows {
				countNames(counts, r.B)
				last = r.A
			}
			n = len(rows)
		}
	}
	return counts, nil
}

// countNames counts the words of a folded name. It ignores a last word that is
// cut off by the length of sort keys.
func countNames(counts map[string]int, name string) {
	cut := len(name) >= kernel.MaxSort-3
	for word := range strings.FieldsSeq(name) {
		if !cut || !strings.HasSuffix(name, word) {
			counts[word]++
		}
	}
}
