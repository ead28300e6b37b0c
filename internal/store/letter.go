package store

import (
	"context"
	"fmt"
	"slices"
	"unicode"

	"sonora/internal/music"
)

// mostOthers is how many letters beside A to Z a list of them names.
const mostOthers = 30

// TrackLetters returns where the letters begin in Tracks; none in an order
// that is not by names. AlbumLetters and ArtistLetters are the same of theirs.
func (s *Store) TrackLetters(ctx context.Context, v music.Viewer, f music.TrackFilter) ([]music.Letter, error) {
	l, err := s.trackListing(v, f)
	if err != nil || sequenced(f.Sort) {
		return []music.Letter{}, err
	}
	if l.personal || !l.order.named() {
		return s.letters(ctx, l)
	}
	return s.sharedLetters(ctx, l)
}

// AlbumLetters is TrackLetters for albums.
func (s *Store) AlbumLetters(ctx context.Context, v music.Viewer, f music.AlbumFilter) ([]music.Letter, error) {
	l, err := albumListing(v, f)
	if err != nil {
		return nil, err
	}
	return s.letters(ctx, l)
}

// ArtistLetters is TrackLetters for artists.
func (s *Store) ArtistLetters(ctx context.Context, v music.Viewer) ([]music.Letter, error) {
	return s.letters(ctx, artistListing(v))
}

// named reports whether an order is by names.
func (o order) named() bool { return o.key != "" && !o.numeric && !o.real }

// sharedLetters counts the members of a list in the order of all tracks, whose
// letters come from an index alone and are the same for everybody.
func (s *Store) sharedLetters(ctx context.Context, l listing) ([]music.Letter, error) {
	all := listing{from: "track t", where: (&query{}).add("true"), order: l.order}
	counts, err := remember(s.tally, "first letters "+l.order.key, func() ([]pair[string, int], error) { return s.countLetters(ctx, all) })
	if err != nil {
		return nil, err
	}
	sequence, err := s.sorted(ctx, l.order)
	if err != nil {
		return nil, err
	}
	in, err := s.membersOf(ctx, l)
	if err != nil {
		return nil, err
	}
	found := make([]pair[string, int], 0, len(counts))
	for _, c := range counts {
		n := 0
		for _, seq := range sequence[:min(c.b, len(sequence))] {
			if in.has(seq) {
				n++
			}
		}
		sequence = sequence[min(c.b, len(sequence)):]
		if n > 0 {
			found = append(found, pair[string, int]{c.a, n})
		}
	}
	return lettersOf(found, l.order.desc), nil
}

// countLetters counts how many names begin with each character, rising.
func (s *Store) countLetters(ctx context.Context, l listing) ([]pair[string, int], error) {
	q := (&query{}).add("select first, count(*) from (select substr(" + l.order.key + ", 1, 1) as first from " + l.from + " where ").
		append(l.where).add(") as names group by first order by first")
	counts, err := collect(ctx, s.read, &pair[string, int]{}, q.text.String(), q.args...)
	if err != nil {
		return nil, fmt.Errorf("list letters: %w", err)
	}
	return counts, nil
}

func (s *Store) letters(ctx context.Context, l listing) ([]music.Letter, error) {
	if !l.order.named() {
		return []music.Letter{}, nil
	}
	read := func() ([]music.Letter, error) {
		counts, err := s.countLetters(ctx, l)
		return lettersOf(counts, l.order.desc), err
	}
	if l.personal {
		return read()
	}
	return remember(s.tally, tallyKey((&query{}).add("letters "+l.order.name+l.from).append(l.where)), read)
}

// lettersOf adds up how many names begin with each character.
func lettersOf(counts []pair[string, int], desc bool) []music.Letter {
	if desc {
		counts = slices.Clone(counts)
		slices.Reverse(counts)
	}
	others := 0
	for _, c := range counts {
		if r := letterOf(c.a, true); r != "#" && (r < "A" || r > "Z") {
			others++
		}
	}
	letters, at := []music.Letter{}, 0
	for _, c := range counts {
		letter := letterOf(c.a, others <= mostOthers)
		if n := len(letters); n == 0 || letters[n-1].Letter != letter {
			letters = append(letters, music.Letter{Letter: letter, At: at})
		}
		at += c.b
	}
	return letters
}

func letterOf(first string, others bool) string {
	for _, r := range first {
		switch r = unicode.ToUpper(r); {
		case r >= 'A' && r <= 'Z':
			return string(r)
		case !unicode.IsLetter(r):
			return "#"
		case others:
			return string(r)
		default:
			return "…"
		}
	}
	return "#"
}
