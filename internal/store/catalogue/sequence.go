package catalogue

import (
	"cmp"
	"context"
	"encoding/binary"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/zeebo/xxh3"

	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

// tracksByLikes sorts by the number of people who like a track, most first.
const tracksByLikes music.TrackSort = "-likes"

// sequenced reports whether a list is sorted here instead of by the database,
// because no index has random order, likes or the viewer's ratings.
func sequenced(sort music.TrackSort) bool {
	return sort == music.TracksRandom || sort == music.TracksByRating || sort == music.TracksByRatingDown || sort == tracksByLikes
}

// sequencePage returns a page that begins at a position. It combines the order
// of all tracks, which all viewers share, with the set of tracks in the list.
func (s *Store) sequencePage(ctx context.Context, v music.Viewer, f music.TrackFilter, l kernel.Listing, p music.Page) (music.List[music.Track], error) {
	return s.cutPage(ctx, l, p, l.Order.Desc && !sequenced(f.Sort), func() ([]int64, error) { return s.sequence(ctx, v, f, l.Order) })
}

// TracksAt returns a page of a listing of tracks that begins at a position. Its order
// needs no index.
func (s *Store) TracksAt(ctx context.Context, l kernel.Listing, p music.Page) (music.List[music.Track], error) {
	return s.cutPage(ctx, l, p, l.Order.Desc, func() ([]int64, error) { return s.sorted(ctx, l.Order) })
}

// cutPage returns the tracks of a listing that are on a page of a sequence of all
// tracks.
func (s *Store) cutPage(ctx context.Context, l kernel.Listing, p music.Page, backwards bool, read func() ([]int64, error)) (music.List[music.Track], error) {
	var none music.List[music.Track]
	if p.After != "" {
		_, err := kernel.ParseCursor(p.After, kernel.Order{})
		return none, err
	}
	in, err := s.membersOf(ctx, l)
	if err != nil {
		return none, err
	}
	sequence, err := read()
	if err != nil {
		return none, err
	}
	tracks, err := s.tracksInOrder(ctx, l, in.cut(sequence, backwards, p.At, kernel.LimitOf(p)))
	return music.List[music.Track]{Items: tracks, Total: in.count}, err
}

// members is a set of seqs, with one bit each.
type members struct {
	bits  []uint64
	count int
}

func (m *members) has(seq int64) bool {
	word := int(seq >> 6)
	return word < len(m.bits) && m.bits[word]>>(seq&63)&1 == 1
}

// cut returns up to limit members of a sequence, from position at on.
func (m *members) cut(sequence []int64, backwards bool, at, limit int) []int64 {
	found := make([]int64, 0, limit)
	for i := range sequence {
		seq := sequence[i]
		if backwards {
			seq = sequence[len(sequence)-1-i]
		}
		switch {
		case !m.has(seq):
		case at > 0:
			at--
		case len(found) == limit:
			return found
		default:
			found = append(found, seq)
		}
	}
	return found
}

func (s *Store) membersOf(ctx context.Context, l kernel.Listing) (*members, error) {
	read := func() (*members, error) {
		q := (&kernel.Query{}).Add(s.db.Dialect.Joined + " from " + l.From + " where ").Append(l.Where)
		seqs, err := s.db.Seqs(ctx, q)
		m := &members{count: len(seqs)}
		if len(seqs) > 0 {
			m.bits = make([]uint64, slices.Max(seqs)>>6+1)
		}
		for _, seq := range seqs {
			m.bits[seq>>6] |= 1 << (seq & 63)
		}
		return m, err
	}
	if l.Personal {
		return read()
	}
	return kernel.RememberLong(s.db.Tally, kernel.TallyKey((&kernel.Query{}).Add("members of "+l.From).Append(l.Where)), read)
}

// sequence returns the seqs of all tracks in ascending order.
func (s *Store) sequence(ctx context.Context, v music.Viewer, f music.TrackFilter, o kernel.Order) ([]int64, error) {
	if f.Sort == music.TracksRandom {
		return kernel.RememberLong(s.db.Tally, "shuffled "+strconv.FormatInt(f.Seed, 10), func() ([]int64, error) {
			seqs, err := s.sorted(ctx, kernel.Order{Seq: "t.seq"})
			return Shuffled(seqs, f.Seed), err
		})
	}
	if f.Sort == tracksByLikes {
		return s.ranked(ctx, false, "select track, count(*) from liked group by track order by track desc")
	}
	if sequenced(f.Sort) {
		return s.byRating(ctx, v, f.Sort == music.TracksByRating)
	}
	return s.sorted(ctx, o)
}

// orderLife is how long an order is cached that may change without a change of
// the catalogue.
const orderLife = time.Minute

func (s *Store) sorted(ctx context.Context, o kernel.Order) ([]int64, error) {
	key := "sorted " + o.Key
	if o.Key == "t.plays" || o.Real || strings.Contains(o.Key, "music_key") {
		key += time.Now().Truncate(orderLife).String()
	}
	return kernel.RememberLong(s.db.Tally, key, func() ([]int64, error) {
		o.Desc = false
		return s.db.Seqs(ctx, (&kernel.Query{}).Add(s.db.Dialect.Joined+" from (select t.seq from track t"+o.By()+") as t"))
	})
}

// Shuffled sorts by a hash of seed and seq, so that adding or removing a track
// does not change the order of the others.
func Shuffled(seqs []int64, seed int64) []int64 {
	const places = 1 << 24 // the seq occupies the bits below the hash
	lots := make([]uint64, len(seqs))
	var b [8]byte
	for i, seq := range seqs {
		binary.LittleEndian.PutUint64(b[:], uint64(seq))
		lots[i] = xxh3.HashSeed(b[:], uint64(seed))&^(places-1) | uint64(i)&(places-1)
	}
	slices.Sort(lots)
	out := make([]int64, len(lots))
	for i, lot := range lots {
		out[i] = seqs[lot&(places-1)]
	}
	return out
}

// byRating returns the rated tracks sorted by stars, then the others, newest
// first.
func (s *Store) byRating(ctx context.Context, v music.Viewer, rising bool) ([]int64, error) {
	return s.ranked(ctx, rising, "select track, stars from rating where account = (select seq from account where account.id = ?) order by track desc", v.AccountID)
}

// ranked returns the tracks of a query sorted by its numbers, then all others,
// newest first.
func (s *Store) ranked(ctx context.Context, rising bool, query string, args ...any) ([]int64, error) {
	all, err := s.sorted(ctx, kernel.Order{Seq: "t.seq"})
	if err != nil {
		return nil, err
	}
	ranks, err := kernel.Collect(ctx, s.db.Read, &kernel.Pair[int64, int]{}, query, args...)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(ranks, func(a, b kernel.Pair[int64, int]) int {
		if rising {
			return cmp.Compare(a.B, b.B)
		}
		return cmp.Compare(b.B, a.B)
	})
	out, ranked := make([]int64, 0, len(all)), make(map[int64]bool, len(ranks))
	for _, r := range ranks {
		out, ranked[r.A] = append(out, r.A), true
	}
	for _, seq := range slices.Backward(all) {
		if !ranked[seq] {
			out = append(out, seq)
		}
	}
	return out, nil
}

// tracksInOrder reads the tracks with the given seqs, in that order.
func (s *Store) tracksInOrder(ctx context.Context, l kernel.Listing, seqs []int64) ([]music.Track, error) {
	q := (&kernel.Query{}).Add("select "+l.Columns+" from "+l.From).Append(l.Joins).Add(" where t.seq in "+s.db.Dialect.Ints+" and ", kernel.Array(seqs)).Append(l.Where)
	tracks, err := kernel.Collect(ctx, s.db.Read, &TrackRow{}, q.Text.String(), q.Args...)
	if err != nil {
		return nil, err
	}
	at := make(map[int64]int, len(tracks))
	for i := range tracks {
		at[tracks[i].Seq] = i
	}
	sorted := make([]music.Track, 0, len(tracks))
	for _, seq := range seqs {
		if i, found := at[seq]; found {
			sorted = append(sorted, tracks[i])
		}
	}
	return sorted, nil
}
