package catalogue

import (
	"context"
	"fmt"
	"slices"
	"unicode"

	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

// maxOthers is the maximum number of letters other than A to Z in an index.
const maxOthers = 30

// TrackLetters returns where each letter begins in the list that Tracks
// returns. The result is empty for an order that is not by name.
func (s *Store) TrackLetters(ctx context.Context, v music.Viewer, f music.TrackFilter) ([]music.Letter, error) {
	l, err := s.trackListing(v, f)
	if err != nil || sequenced(f.Sort) {
		return []music.Letter{}, err
	}
	if l.Personal || !l.Order.Named() {
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

// sharedLetters counts the tracks of a list by letter, using the order of all
// tracks. Those letters come from an index and are the same for all viewers.
func (s *Store) sharedLetters(ctx context.Context, l kernel.Listing) ([]music.Letter, error) {
	all := kernel.Listing{From: "track t", Where: (&kernel.Query{}).Add("true"), Order: l.Order}
	counts, err := kernel.Remember(s.db.Tally, "first letters "+l.Order.Key, func() ([]kernel.Pair[string, int], error) { return s.countLetters(ctx, all) })
	if err != nil {
		return nil, err
	}
	sequence, err := s.sorted(ctx, l.Order)
	if err != nil {
		return nil, err
	}
	in, err := s.membersOf(ctx, l)
	if err != nil {
		return nil, err
	}
	found := make([]kernel.Pair[string, int], 0, len(counts))
	for _, c := range counts {
		n := 0
		for _, seq := range sequence[:min(c.B, len(sequence))] {
			if in.has(seq) {
				n++
			}
		}
		sequence = sequence[min(c.B, len(sequence)):]
		if n > 0 {
			found = append(found, kernel.Pair[string, int]{A: c.A, B: n})
		}
	}
	return lettersOf(found, l.Order.Desc), nil
}

// countLetters counts the names by first character, in ascending order.
func (s *Store) countLetters(ctx context.Context, l kernel.Listing) ([]kernel.Pair[string, int], error) {
	q := (&kernel.Query{}).Add("select first, count(*) from (select substr(" + l.Order.Key + ", 1, 1) as first from " + l.From + " where ").
		Append(l.Where).Add(") as names group by first order by first")
	counts, err := kernel.Collect(ctx, s.db.Read, &kernel.Pair[string, int]{}, q.Text.String(), q.Args...)
	if err != nil {
		return nil, fmt.Errorf("list letters: %w", err)
	}
	return counts, nil
}

func (s *Store) letters(ctx context.Context, l kernel.Listing) ([]music.Letter, error) {
	if !l.Order.Named() {
		return []music.Letter{}, nil
	}
	read := func() ([]music.Letter, error) {
		counts, err := s.countLetters(ctx, l)
		return lettersOf(counts, l.Order.Desc), err
	}
	if l.Personal {
		return read()
	}
	return kernel.Remember(s.db.Tally, kernel.TallyKey((&kernel.Query{}).Add("letters "+l.Order.Name+l.From).Append(l.Where)), read)
}

// lettersOf converts counts of first characters to letters with positions.
func lettersOf(counts []kernel.Pair[string, int], desc bool) []music.Letter {
	if desc {
		counts = slices.Clone(counts)
		slices.Reverse(counts)
	}
	others := 0
	for _, c := range counts {
		if r := letterOf(c.A, true); r != "#" && (r < "A" || r > "Z") {
			others++
		}
	}
	letters, at := []music.Letter{}, 0
	for _, c := range counts {
		letter := letterOf(c.A, others <= maxOthers)
		if n := len(letters); n == 0 || letters[n-1].Letter != letter {
			letters = append(letters, music.Letter{Letter: letter, At: at})
		}
		at += c.B
	}
	return letters
}

// LetterOf returns the letter of an index at which a name is.
func LetterOf(name string) string { return letterOf(kernel.SortKey(name), true) }

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
