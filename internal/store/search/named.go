package search

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"sonora/internal/discovery"
	"sonora/internal/music"
	"sonora/internal/store/kernel"
	"sonora/internal/store/mixes"
	"sonora/internal/store/playlists"
	"sonora/internal/store/stations"
)

// named is a kind of thing of which all names fit into memory; see
// kernel.FoldedLines. The database decides what a viewer may see.
type named struct {
	table, alias string
	popular      string                           // tie breaker, highest first
	genre        int                              // line with its genre; 0 if it has none
	joins        func(music.Viewer) *kernel.Query // nil if there are none
	visible      func(*kernel.Query, music.Viewer)
}

var (
	namedPlaylists = named{
		table: "playlist", alias: "p", popular: "p.updated_at", joins: func(v music.Viewer) *kernel.Query { return playlists.WithJoined(v.AccountID) },
		visible: func(q *kernel.Query, v music.Viewer) {
			q.Add("("+playlists.IsShown+" or p.account = (select seq from account where account.id = ?) or mine.playlist is not null)", v.AccountID)
		},
	}
	// People with a private profile are not found.
	namedPeople = named{table: "account", alias: "a", popular: "a.last_login_at", visible: func(q *kernel.Query, _ music.Viewer) {
		q.Add("not a.is_private and a.disabled_at = 0 and a.delete_at = 0")
	}}
	namedStations = named{table: "station", alias: "s", popular: "s.seq", genre: 1, visible: func(q *kernel.Query, v music.Viewer) { q.CanHearStation(v) }}
	namedMixes    = named{table: "mix", alias: "m", popular: "m.plays", genre: 2, visible: func(q *kernel.Query, v music.Viewer) { q.CanFindMix(v) }}
)

// searchNamed searches playlists, people, stations, mixes and podcasts. Kinds
// without a genre or year are left out if the search filters by it. Visitors
// find no playlists or people, and a search for music finds nothing of all this.
func (s *Store) searchNamed(ctx context.Context, v music.Viewer, q Terms, r *discovery.Results) (err error) {
	if q.HasYears() || q.MusicOnly {
		return nil
	}
	if r.Stations, err = found(ctx, s, v, q, &namedStations, &stations.StationRow{}, stations.StationColumns); err != nil {
		return fmt.Errorf("search stations: %w", err)
	}
	if r.Mixes, err = found(ctx, s, v, q, &namedMixes, &mixes.MixRow{}, mixes.MixColumns); err != nil {
		return fmt.Errorf("search mixes: %w", err)
	}
	if err := s.searchPodcasts(ctx, v, q, r); err != nil {
		return err
	}
	if !v.SignedIn() {
		return nil
	}
	if r.Playlists, err = found(ctx, s, v, q, &namedPlaylists, &playlists.OwnRow{}, playlists.OwnColumns); err != nil {
		return fmt.Errorf("search playlists: %w", err)
	}
	if r.People, err = found(ctx, s, v, q, &namedPeople, &personRow{}, "a.id, trim(a.first_name || ' ' || a.last_name), a.profile_image_url"); err != nil {
		return fmt.Errorf("search people: %w", err)
	}
	return nil
}

type personRow struct{ p discovery.Person }

func (r *personRow) Dest() []any { return []any{&r.p.ID, &r.p.Name, &r.p.ImageURL} }

func (r *personRow) Value() discovery.Person { return r.p }

// name is the seq and the folded lines of a row.
type name = kernel.Pair[int64, string]

const (
	nameRows = 10_000 // rows per query
	maxLines = 400    // bytes of a row's lines that are compared
)

// names returns the names of a kind. They are cached until one changes.
func (s *Store) names(ctx context.Context, table string) ([]name, error) {
	return kernel.Remember(s.db.Folded, table, func() ([]name, error) {
		all := []name{}
		for last, n := int64(0), nameRows; n == nameRows; {
			rows, err := kernel.Collect(ctx, s.db.Read, &name{}, "select seq, folded from "+table+" where seq > ? order by seq limit ? + 0", last, nameRows)
			if err != nil {
				return nil, err
			}
			for _, r := range rows {
				all = append(all, name{A: r.A, B: kernel.CutBytes(r.B, maxLines)})
				last = r.A
			}
			n = len(rows)
		}
		return all, nil
	})
}

// standing ranks rows that match equally well.
type standing struct {
	popular, seq int64
}

// places returns the matching rows with their ranks (see rankOf): the best
// maxMatches, and the latest of equals.
func (n *named) places(all []name, q Terms) map[int64]int {
	text, words := strings.Join(q.words, " "), q.words[:min(len(q.words), kernel.MaxTerms)]
	byRank := [5][]int64{}
	for _, one := range slices.Backward(all) {
		lines := one.B
		if slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(lines, w) }) || !n.ofGenre(lines, q.Genre) {
			continue
		}
		if rank := rankOf(lines, text); len(byRank[rank]) < maxMatches {
			byRank[rank] = append(byRank[rank], one.A)
		}
	}
	places := map[int64]int{}
	for rank, seqs := range byRank {
		for _, seq := range seqs {
			if len(places) < maxMatches {
				places[seq] = rank
			}
		}
	}
	return places
}

func (n *named) ofGenre(lines, genre string) bool {
	if genre == "" {
		return true
	}
	all := strings.Split(lines, "\n")
	return n.genre > 0 && n.genre < len(all) && all[n.genre] == kernel.Fold(genre)
}

// rankOf returns 0 if the name equals the text, 1 if it begins with it, 2 if
// one of its words does, 3 if the text is inside a word, and 4 otherwise.
func rankOf(lines, text string) int {
	first, _, _ := strings.Cut(lines, "\n")
	first, _, _ = strings.Cut(first, "\t")
	switch {
	case first == text:
		return 0
	case strings.HasPrefix(first, text):
		return 1
	case strings.Contains(first, " "+text):
		return 2
	case strings.Contains(first, text):
		return 3
	default:
		return 4
	}
}

// rivalRow is a row preceded by its standing.
type rivalRow[T any] struct {
	kernel.Row[T]
	at standing
}

type rival[T any] struct {
	at   standing
	item T
}

func (r *rivalRow[T]) Dest() []any { return append([]any{&r.at.seq, &r.at.popular}, r.Row.Dest()...) }

func (r *rivalRow[T]) Value() rival[T] { return rival[T]{r.at, r.Row.Value()} }

// found returns the best rows whose names contain every word of a text.
func found[T any](ctx context.Context, s *Store, v music.Viewer, q Terms, n *named, r kernel.Row[T], columns string) ([]T, error) {
	all, err := s.names(ctx, n.table)
	if err != nil {
		return nil, err
	}
	places := n.places(all, q)
	if len(places) == 0 {
		return []T{}, nil
	}
	seqs := make([]int64, 0, len(places))
	for seq := range places {
		seqs = append(seqs, seq)
	}
	sql := (&kernel.Query{}).Add(fmt.Sprintf("select %s.seq, %s, %s from %s %[1]s", n.alias, n.popular, columns, n.table))
	if n.joins != nil {
		sql.Append(n.joins(v))
	}
	n.visible(sql.Add(" where "+n.alias+".seq in "+s.db.Dialect.Ints+" and ", kernel.Array(seqs)), v)
	rows, err := kernel.Collect(ctx, s.db.Read, &rivalRow[T]{Row: r}, sql.Text.String(), sql.Args...)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(rows, func(a, b rival[T]) int {
		return cmp.Or(places[a.at.seq]-places[b.at.seq], cmp.Compare(b.at.popular, a.at.popular), cmp.Compare(b.at.seq, a.at.seq))
	})
	items := make([]T, min(len(rows), q.Limit))
	for i := range items {
		items[i] = rows[i].item
	}
	return items, nil
}
