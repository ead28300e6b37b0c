package store

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
)

// sequenced reports whether a list is sorted here and not by the database:
// what chance or the viewer's stars say is in no index.
func sequenced(sort music.TrackSort) bool {
	return sort == music.TracksRandom || sort == music.TracksByRating || sort == music.TracksByRatingDown
}

// sequencePage returns a page that begins at a place, from the order of all
// tracks, which everybody shares, and the set of those in the list.
func (s *Store) sequencePage(ctx context.Context, v music.Viewer, f music.TrackFilter, l listing, p music.Page) (music.List[music.Track], error) {
	var none music.List[music.Track]
	if p.After != "" {
		_, err := parseCursor(p.After, order{})
		return none, err
	}
	in, err := s.membersOf(ctx, l)
	if err != nil {
		return none, err
	}
	sequence, err := s.sequence(ctx, v, f, l.order)
	if err != nil {
		return none, err
	}
	tracks, err := s.tracksInOrder(ctx, l, in.cut(sequence, l.order.desc && !sequenced(f.Sort), p.At, limitOf(p)))
	return music.List[music.Track]{Items: tracks, Total: in.count}, err
}

// members is a set of seqs, a bit for each.
type members struct {
	bits  []uint64
	count int
}

func (m *members) has(seq int64) bool {
	word := int(seq >> 6)
	return word < len(m.bits) && m.bits[word]>>(seq&63)&1 == 1
}

// cut returns limit members from a place of a sequence on.
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

func (s *Store) membersOf(ctx context.Context, l listing) (*members, error) {
	read := func() (*members, error) {
		q := (&query{}).add(s.d.joined + " from " + l.from + " where ").append(l.where)
		seqs, err := s.seqs(ctx, q)
		m := &members{count: len(seqs)}
		if len(seqs) > 0 {
			m.bits = make([]uint64, slices.Max(seqs)>>6+1)
		}
		for _, seq := range seqs {
			m.bits[seq>>6] |= 1 << (seq & 63)
		}
		return m, err
	}
	if l.personal {
		return read()
	}
	return rememberLong(s.tally, tallyKey((&query{}).add("members of "+l.from).append(l.where)), read)
}

// seqs reads many seqs. One text of them all comes far faster than as many rows.
func (s *Store) seqs(ctx context.Context, from *query) ([]int64, error) {
	text, err := one(ctx, s.read, &cell[*string]{}, "select "+from.text.String(), from.args...)
	if err != nil || text == nil {
		return nil, err
	}
	seqs := make([]int64, 0, strings.Count(*text, ",")+1)
	for part := range strings.SplitSeq(*text, ",") {
		seq, err := strconv.ParseInt(part, 10, 64)
		if err != nil {
			return nil, err
		}
		seqs = append(seqs, seq)
	}
	return seqs, nil
}

// sequence returns the seqs of all tracks in an order, rising.
func (s *Store) sequence(ctx context.Context, v music.Viewer, f music.TrackFilter, o order) ([]int64, error) {
	if f.Sort == music.TracksRandom {
		return rememberLong(s.tally, "shuffled "+strconv.FormatInt(f.Seed, 10), func() ([]int64, error) {
			seqs, err := s.sorted(ctx, order{seq: "t.seq"})
			return shuffled(seqs, f.Seed), err
		})
	}
	if sequenced(f.Sort) {
		return s.byRating(ctx, v, f.Sort == music.TracksByRating)
	}
	return s.sorted(ctx, o)
}

// aging is how long an order is kept that changes without the catalogue.
const aging = time.Minute

func (s *Store) sorted(ctx context.Context, o order) ([]int64, error) {
	key := "sorted " + o.key
	if o.key == "t.plays" || o.real || strings.Contains(o.key, "music_key") {
		key += time.Now().Truncate(aging).String()
	}
	return rememberLong(s.tally, key, func() ([]int64, error) {
		o.desc = false
		return s.seqs(ctx, (&query{}).add(s.d.joined+" from (select t.seq from track t"+o.by()+") as t"))
	})
}

// shuffled sorts by a hash of seed and seq, so that a track that comes or goes
// leaves the order of the others.
func shuffled(seqs []int64, seed int64) []int64 {
	const places = 1 << 24 // below the hash is where the seq lies
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

// byRating puts the rated tracks before the others, the newest first.
func (s *Store) byRating(ctx context.Context, v music.Viewer, rising bool) ([]int64, error) {
	all, err := s.sorted(ctx, order{seq: "t.seq"})
	if err != nil {
		return nil, err
	}
	ratings, err := collect(ctx, s.read, &pair[int64, int]{},
		"select track, stars from rating where account = (select seq from account where account.id = ?) order by track desc", v.AccountID)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(ratings, func(a, b pair[int64, int]) int {
		if rising {
			return cmp.Compare(a.b, b.b)
		}
		return cmp.Compare(b.b, a.b)
	})
	out, rated := make([]int64, 0, len(all)), make(map[int64]bool, len(ratings))
	for _, r := range ratings {
		out, rated[r.a] = append(out, r.a), true
	}
	for _, seq := range slices.Backward(all) {
		if !rated[seq] {
			out = append(out, seq)
		}
	}
	return out, nil
}

// tracksInOrder reads tracks of a list by their seqs.
func (s *Store) tracksInOrder(ctx context.Context, l listing, seqs []int64) ([]music.Track, error) {
	q := (&query{}).add("select "+l.columns+" from "+l.from).append(l.joins).add(" where t.seq in "+s.d.ints+" and ", list(seqs)).append(l.where)
	tracks, err := collect(ctx, s.read, &trackRow{}, q.text.String(), q.args...)
	if err != nil {
		return nil, err
	}
	at := make(map[int64]int, len(seqs))
	for i, seq := range seqs {
		at[seq] = i
	}
	slices.SortFunc(tracks, func(a, b music.Track) int { return cmp.Compare(at[a.Seq], at[b.Seq]) })
	return tracks, nil
}
