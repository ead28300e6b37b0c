package playlists

import (
	"context"
	"fmt"
	"strconv"

	"sonora/internal/music"
	"sonora/internal/sound"
	"sonora/internal/store/catalogue"
	"sonora/internal/store/kernel"
)

type entryRow struct {
	e     music.Entry
	seq   int64
	added int64
	track catalogue.TrackRow
}

func (r *entryRow) Dest() []any {
	return append([]any{&r.seq, &r.added, &r.e.AddedBy, &r.e.ByName}, r.track.Dest()...)
}

func (r *entryRow) Value() music.Entry {
	e := r.e
	e.ID, e.AddedAt, e.Track = entryID(r.seq), kernel.Moment(r.added), r.track.Value()
	return e
}

const entryColumns = "e.seq, e.added_at, coalesce(a.id, ''), coalesce(" + kernel.PersonName + ", ''), " + catalogue.TrackColumns

var entriesInOrder = kernel.Order{Name: "e.place", Key: "e.place", Numeric: true, Seq: "e.seq"}

// Extent is the number and total duration of items.
type Extent struct {
	Items    int
	duration int64 // ms
}

// Dest implements kernel.Row.
func (x *Extent) Dest() []any { return []any{&x.Items, &x.duration} }

// Value implements kernel.Row.
func (x *Extent) Value() Extent { return *x }

// Entries returns a part of a playlist of the kind list, including tracks
// without a file. It leaves out tracks that the viewer may not see.
func (s *Store) Entries(ctx context.Context, v music.Viewer, p *music.Playlist, page music.Page) (music.EntryList, error) {
	result := music.EntryList{Version: p.Version}
	limit := kernel.LimitOf(page)
	q := (&kernel.Query{}).Add("select "+entryColumns+", e.place, e.seq from playlist_entry e join track t on t.seq = e.track left join account a on a.seq = e.account and (? or not a.is_private)", p.NamesPeople(v)).Append(catalogue.WithLiked(v))
	if page.After != "" {
		c, err := kernel.ParseCursor(page.After, entriesInOrder)
		if err != nil {
			return result, err
		}
		q.Append(visibleEntries(v, p))
		entriesInOrder.After(q, c)
	} else { // only displayed rows are read completely
		q.Add(" where e.seq in (select e.seq from playlist_entry e join track t on t.seq = e.track").Append(visibleEntries(v, p)).
			Add(" order by e.place limit ? + 0 offset ? + 0)", limit+1, page.At)
	}
	q.Add(entriesInOrder.By()+" limit ? + 0", limit+1)
	rows, err := kernel.Collect(ctx, s.db.Read, &kernel.Keyed[music.Entry]{Row: &entryRow{}}, q.Text.String(), q.Args...)
	if err != nil {
		return result, fmt.Errorf("read playlist: %w", err)
	}
	x, err := s.extentOf(ctx, v, p)
	if err != nil {
		return result, fmt.Errorf("measure playlist: %w", err)
	}
	result.List, result.Duration = kernel.Cut(rows, limit, x.Items, entriesInOrder), kernel.Length(x.duration)
	return result, nil
}

// visibleEntries is the condition for the entries e of a playlist, with their
// tracks t, that the viewer may see.
func visibleEntries(v music.Viewer, p *music.Playlist) *kernel.Query {
	return (&kernel.Query{}).Add(" where e.playlist = ? and ", p.Seq).CanSee(v)
}

// extentOf returns the extent of the entries that the viewer sees. It is cached
// per version of the playlist.
func (s *Store) extentOf(ctx context.Context, v music.Viewer, p *music.Playlist) (Extent, error) {
	q := (&kernel.Query{}).Add("select count(*), coalesce(sum(t.duration), 0) from playlist_entry e join track t on t.seq = e.track").Append(visibleEntries(v, p))
	return kernel.Remember(s.db.Tally, kernel.TallyKey(q)+strconv.FormatInt(p.Version, 10), func() (Extent, error) {
		return kernel.One(ctx, s.db.Read, &Extent{}, q.Text.String(), q.Args...)
	})
}

// VisibleEntries returns the number of entries that the viewer sees.
func (s *Store) VisibleEntries(ctx context.Context, v music.Viewer, p *music.Playlist) (int, error) {
	x, err := s.extentOf(ctx, v, p)
	if err != nil {
		return 0, fmt.Errorf("measure playlist: %w", err)
	}
	return x.Items, nil
}

// EntryCovers returns the first four distinct covers in a playlist of the kind
// list.
func (s *Store) EntryCovers(ctx context.Context, v music.Viewer, p *music.Playlist) ([]string, error) {
	// Search only the first entries; more are not worth the time.
	q := (&kernel.Query{}).Add("select t.cover from playlist_entry e join track t on t.seq = e.track").Append(visibleEntries(v, p)).Add(" order by e.place limit ? + 0", coverReach)
	covers, err := kernel.Collect(ctx, s.db.Read, &kernel.Cell[string]{}, q.Text.String(), q.Args...)
	if err != nil {
		return nil, fmt.Errorf("find covers of playlist: %w", err)
	}
	return firstCovers(covers), nil
}

const (
	coverReach = 200 // entries that are searched for covers
	mosaic     = 4
)

func firstCovers(covers []string) []string {
	var first []string
	seen := map[string]bool{"": true}
	for _, c := range covers {
		if !seen[c] && len(first) < mosaic {
			seen[c] = true
			first = append(first, c)
		}
	}
	return first
}

type duplicateRow struct {
	seq, audio, track int64
	d                 music.Duplicate
}

func (r *duplicateRow) Dest() []any {
	return []any{&r.seq, &r.audio, &r.track, &r.d.TrackID, &r.d.Title, &r.d.Artist}
}

func (r *duplicateRow) Value() duplicateRow { return *r }

// maxDuplicates is the maximum number of duplicates returned at once.
const maxDuplicates = 5000

// Duplicates returns the entries of a playlist with the same track or the same
// sound as another, in list order. It returns NotFound if the viewer may not
// see the playlist.
func (s *Store) Duplicates(ctx context.Context, v music.Viewer, id string) ([]music.Duplicate, error) {
	p, err := s.Playlist(ctx, v, id)
	if err != nil {
		return nil, err
	}
	q := (&kernel.Query{}).Add("select e.seq, t.audio_key, t.seq, t.id, t.title, t.artist from playlist_entry e join track t on t.seq = e.track").Append(visibleEntries(v, p)).
		Add(" and t.audio_key in (select t.audio_key from playlist_entry e join track t on t.seq = e.track").Append(visibleEntries(v, p)).
		Add(" group by t.audio_key having count(*) > 1) order by e.place limit ? + 0", maxDuplicates)
	rows, err := kernel.Collect(ctx, s.db.Read, &duplicateRow{}, q.Text.String(), q.Args...)
	if err != nil {
		return nil, fmt.Errorf("find duplicates: %w", err)
	}
	list, known := []music.Duplicate{}, map[int64]int{}
	for _, r := range rows {
		i, ok := known[r.audio]
		if !ok {
			i = len(list)
			known[r.audio] = i
			list = append(list, r.d)
		}
		list[i].EntryIDs = append(list[i].EntryIDs, entryID(r.seq))
	}
	return list, nil
}

// PlaylistSeeds returns up to limit tracks of a playlist that the viewer may
// hear, spread evenly over it.
func (s *Store) PlaylistSeeds(ctx context.Context, v music.Viewer, p *music.Playlist, limit int) ([]sound.Seed, error) {
	x, err := s.extentOf(ctx, v, p)
	if err != nil {
		return nil, fmt.Errorf("measure playlist: %w", err)
	}
	q := (&kernel.Query{}).Add("select seq from (select t.seq as seq, row_number() over (order by e.place) as n from playlist_entry e join track t on t.seq = e.track where e.playlist = ? and ", p.Seq).
		CanList(v).Add(") x where (n - 1) % ? = 0 order by n limit ? + 0", max(1, (x.Items+limit-1)/limit), limit)
	seqs, err := kernel.Collect(ctx, s.db.Read, &kernel.Cell[int64]{}, q.Text.String(), q.Args...)
	if err != nil {
		return nil, fmt.Errorf("find seeds: %w", err)
	}
	return s.seedsBySeq(ctx, v, seqs)
}

// seedsBySeq returns tracks as seeds, in the order of their seqs.
func (s *Store) seedsBySeq(ctx context.Context, v music.Viewer, seqs []int64) ([]sound.Seed, error) {
	q := (&kernel.Query{}).Add(catalogue.SeedColumns+"t.seq in "+s.db.Dialect.Ints+" and ", kernel.Array(seqs)).CanList(v)
	seeds, err := kernel.Collect(ctx, s.db.Read, &catalogue.SeedRow{}, q.Text.String(), q.Args...)
	if err != nil {
		return nil, fmt.Errorf("find seeds: %w", err)
	}
	return kernel.InOrder(seeds, seqs, func(s sound.Seed) int64 { return s.Seq }), nil
}
