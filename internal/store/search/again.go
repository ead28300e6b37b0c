package search

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"sonora/internal/discovery"
	"sonora/internal/music"
	"sonora/internal/spell"
	"sonora/internal/store/kernel"
)

const (
	minPart        = 3  // minimum letters to search for inside words
	maxContaining  = 20 // words that contain such a part
	maxCorrections = 3  // corrected texts
)

// searchAgain searches for a text without playable results: first inside words,
// then with corrected spelling. Earlier results stay first.
func (s *Store) searchAgain(ctx context.Context, v music.Viewer, q Terms, first *discovery.Results) (*discovery.Results, error) {
	known, err := s.knownWords(ctx)
	if err != nil {
		return nil, err
	}
	if match := s.partsMatch(known, q.words); match != "" {
		inside := q
		inside.Match = match
		if second, err := s.searchOnce(ctx, v, inside); err != nil || second.HasMusic() {
			return joined(first, second), err
		}
	}
	for _, text := range corrections(known, q.words) {
		other := Parse(s.db, text)
		other.Query = q.Query
		other.Text = text
		second, err := s.searchOnce(ctx, v, other)
		if err != nil {
			return nil, err
		}
		if second.HasMusic() { // otherwise the word may come from something that the viewer may not see
			second = joined(first, second)
			second.Corrected = text
			return second, nil
		}
	}
	return first, nil
}

// partsMatch returns the query for words that contain those of a text, or "" if
// it would find nothing new.
func (s *Store) partsMatch(known *spell.Vocabulary, words []string) string {
	terms := make([]string, 0, len(words))
	widened := false
	for _, word := range words[:min(len(words), kernel.MaxTerms)] {
		if known.HasPrefix(word) {
			terms = append(terms, s.db.Dialect.Term(word, true))
			continue
		}
		if utf8.RuneCountInString(word) < minPart {
			return ""
		}
		having := known.Containing(word, maxContaining)
		if len(having) == 0 {
			return ""
		}
		for i, w := range having {
			having[i] = s.db.Dialect.Term(w, false)
		}
		terms = append(terms, "("+strings.Join(having, s.db.Dialect.Or)+")")
		widened = true
	}
	if !widened {
		return ""
	}
	return strings.Join(terms, s.db.Dialect.And)
}

// corrections returns the likeliest corrected texts first. Words that no known
// word begins with are replaced by the nearest known ones.
func corrections(known *spell.Vocabulary, words []string) []string {
	words = slices.Clone(words[:min(len(words), kernel.MaxTerms)])
	var choices []string
	wrong := -1
	for i, word := range words {
		if known.HasPrefix(word) {
			continue
		}
		near := known.Near(word, maxCorrections)
		if len(near) == 0 {
			return nil
		}
		words[i] = near[0]
		if wrong < 0 {
			wrong, choices = i, near
		}
	}
	texts := make([]string, len(choices))
	for i, choice := range choices {
		words[wrong] = choice
		texts[i] = strings.Join(words, " ")
	}
	return texts
}

// joined combines the results of two searches, those of the first one first.
func joined(first, second *discovery.Results) *discovery.Results {
	if second == nil {
		return first
	}
	r := *second
	r.Playlists = distinct(first.Playlists, second.Playlists, func(p *music.Playlist) string { return p.ID })
	r.People = distinct(first.People, second.People, func(p *discovery.Person) string { return p.ID })
	return &r
}

func distinct[T any](first, second []T, id func(*T) string) []T {
	all := slices.Clone(first)
	for i := range second {
		if !slices.ContainsFunc(first, func(item T) bool { return id(&item) == id(&second[i]) }) {
			all = append(all, second[i])
		}
	}
	return all[:min(len(all), max(len(first), len(second)))]
}
