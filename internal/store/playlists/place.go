package playlists

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

const (
	placeGap  = 1 << 20 // between entries at the end of a list
	minGap    = 16      // minimum gap after making room
	roomBegin = 64      // number of entries moved to make room, at first
	roomGrow  = 8
	// aside is the distance by which entries are moved out of the way. No list
	// has such places.
	aside = 1 << 61
)

// opening is a range of free places: after a place and before next.
type opening struct {
	after, next int64
	last        bool // no entry follows
	first       bool // no entry precedes
}

// anchorID returns an entry's ID with its place, in case it is deleted.
func anchorID(seq, place int64) string {
	return strconv.FormatInt(seq, 10) + "~" + strconv.FormatInt(place, 10)
}

func entryID(seq int64) string { return strconv.FormatInt(seq, 10) }

// entrySeqs returns the distinct seqs of entry IDs. It ignores invalid IDs.
func entrySeqs(ids []string) []int64 {
	seqs, seen := make([]int64, 0, len(ids)), map[int64]bool{}
	for _, id := range ids {
		text, _, _ := strings.Cut(id, "~")
		if seq, err := strconv.ParseInt(text, 10, 64); err == nil && !seen[seq] {
			seen[seq] = true
			seqs = append(seqs, seq)
		}
	}
	return seqs
}

// anchorPlace returns the place in an anchor. It returns false if there is no
// valid place.
func anchorPlace(anchor string) (int64, bool) {
	_, text, _ := strings.Cut(anchor, "~")
	place, err := strconv.ParseInt(text, 10, 64)
	return place, err == nil && place > -aside && place < aside
}

// openingAfter finds the opening after an anchor. nil is the end, and "" the
// start. For a deleted anchor, it returns the opening after the nearest earlier
// entry, or the end if its place is unknown.
func openingAfter(ctx context.Context, tx *kernel.Tx, playlist int64, anchor *string) (opening, error) {
	if anchor == nil {
		return endOf(ctx, tx, playlist)
	}
	if *anchor == "" {
		return behind(ctx, tx, playlist, -aside)
	}
	if seqs := entrySeqs([]string{*anchor}); len(seqs) == 1 {
		place, err := kernel.Collect(ctx, tx, &kernel.Cell[int64]{}, "select place from playlist_entry where seq = ? and playlist = ?", seqs[0], playlist)
		if err != nil {
			return opening{}, err
		}
		if len(place) == 1 {
			return behind(ctx, tx, playlist, place[0])
		}
	}
	if place, ok := anchorPlace(*anchor); ok {
		return behind(ctx, tx, playlist, place)
	}
	return endOf(ctx, tx, playlist)
}

func endOf(ctx context.Context, tx *kernel.Tx, playlist int64) (opening, error) {
	last, err := kernel.Collect(ctx, tx, &kernel.Cell[int64]{}, "select place from playlist_entry where playlist = ? and place > ? order by place desc limit 1", playlist, int64(-aside))
	if err != nil || len(last) == 0 {
		return opening{first: true, last: true}, err
	}
	return opening{after: last[0], last: true}, nil
}

// behind returns the opening after the last entry at or before a place.
func behind(ctx context.Context, tx *kernel.Tx, playlist, place int64) (opening, error) {
	s := opening{}
	before, err := kernel.Collect(ctx, tx, &kernel.Cell[int64]{}, "select place from playlist_entry where playlist = ? and place > ? and place <= ? order by place desc limit 1", playlist, int64(-aside), place)
	if err != nil {
		return s, err
	}
	if s.first = len(before) == 0; !s.first {
		s.after, place = before[0], before[0]
	}
	next, err := kernel.Collect(ctx, tx, &kernel.Cell[int64]{}, "select place from playlist_entry where playlist = ? and place > ? order by place limit 1", playlist, place)
	if s.last = len(next) == 0; !s.last {
		s.next = next[0]
	}
	return s, err
}

// room returns the place of the first of n new entries, and the distance
// between them. If there is not enough room, it moves the following entries.
func (p opening) room(ctx context.Context, tx *kernel.Tx, playlist int64, n int) (first, step int64, err error) {
	switch {
	case p.last:
		return p.after + placeGap, placeGap, nil
	case p.first:
		return p.next - int64(n)*placeGap, placeGap, nil
	}
	if step = (p.next - p.after) / int64(n+1); step < 1 {
		step, err = makeRoom(ctx, tx, playlist, p.after, n)
	}
	return p.after + step, step, err
}

// makeRoom spreads the entries after a place so that n fit in between, and
// returns their distance. It moves as few entries as possible.
func makeRoom(ctx context.Context, tx *kernel.Tx, playlist, after int64, n int) (step int64, err error) {
	for limit := max(roomBegin, n); ; limit *= roomGrow {
		rows, err := kernel.Collect(ctx, tx, &kernel.Pair[int64, int64]{}, "select seq, place from playlist_entry where playlist = ? and place > ? order by place limit ? + 0", playlist, after, limit+1)
		if err != nil {
			return 0, err
		}
		step = placeGap
		if len(rows) > limit {
			end := rows[limit].B
			rows = rows[:limit]
			if step = min(placeGap, (end-after)/int64(n+len(rows)+1)); step < minGap {
				continue
			}
		}
		seqs := make([]int64, len(rows))
		for i, r := range rows {
			seqs[i] = r.A
		}
		return step, putAt(ctx, tx, playlist, seqs, after+int64(n)*step, step)
	}
}

// thisList is the condition that an entry belongs to a playlist. The "+ 0"
// keeps the engine from using the playlist's index, because the entries are
// found by seq.
const thisList = "playlist + 0 = ?"

// putAt places entries after a place, step apart. It first moves them out of
// the way, because no two entries may have the same place at any time.
func putAt(ctx context.Context, tx *kernel.Tx, playlist int64, seqs []int64, after, step int64) error {
	if err := putAside(ctx, tx, playlist, seqs, aside); err != nil {
		return err
	}
	for part := range slices.Chunk(seqs, music.MaxEntryBatch) {
		if err := putEvery(ctx, tx, playlist, part, after+step, step); err != nil {
			return err
		}
		after += int64(len(part)) * step
	}
	return nil
}

// putAside moves entries by a distance out of the list.
func putAside(ctx context.Context, tx *kernel.Tx, playlist int64, seqs []int64, distance int64) error {
	for part := range slices.Chunk(seqs, music.MaxEntryBatch) {
		if _, err := tx.Exec(ctx, "update playlist_entry set place = place - ? where "+thisList+" and seq in "+tx.Pool.D.Ints, distance, playlist, kernel.Array(part)); err != nil {
			return err
		}
	}
	return nil
}

// putEvery places entries at first, first+step and so on.
func putEvery(ctx context.Context, tx *kernel.Tx, playlist int64, seqs []int64, first, step int64) error {
	_, err := tx.Exec(ctx, "update playlist_entry set place = cast(? as bigint) + cast(? as bigint) * x.n from "+tx.Pool.D.Ranked+" x where "+thisList+" and playlist_entry.seq = x.seq",
		first, step, kernel.Array(seqs), playlist)
	return err
}
