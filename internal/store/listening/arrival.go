package listening

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"sonora/internal/discovery"
	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/store/catalogue"
	"sonora/internal/store/kernel"
	"sonora/internal/store/mixes"
	"sonora/internal/store/playlists"
	"sonora/internal/store/stations"
)

// arrivalKinds lists the kinds of arrivals. The index of a kind is the last
// digit of an arrival's seq, so later kinds come first among arrivals at the
// same time.
var arrivalKinds = []discovery.ArrivalKind{discovery.ArrivedPlaylist, discovery.ArrivedMix, discovery.ArrivedStation, discovery.ArrivedAlbum, discovery.ArrivedTrack}

// arrivalDigits is the base of that digit: a seq has room for this many kinds.
const arrivalDigits = 8

type arrivalRow struct{ at, place int64 }

func (r *arrivalRow) Dest() []any { return []any{&r.at, &r.place} }

func (r *arrivalRow) Value() arrivalRow { return *r }

func (r arrivalRow) kind() int { return int(r.place % arrivalDigits) }

func (r arrivalRow) seq() int64 { return r.place / arrivalDigits }

var arrivalsLatest = kernel.Order{Name: "n.latest", Key: "n.at", Numeric: true, Seq: "n.place", Desc: true}

// arrivalsOf describes the source of one kind of arrivals.
type arrivalsOf struct {
	from, at, seq string
	where         func(q *kernel.Query, v music.Viewer)
}

// arrivalSources has the same order as arrivalKinds. Tracks of the operator's
// albums appear only with the album; uploads are always listed individually.
var arrivalSources = []arrivalsOf{
	{"playlist p", "p.created_at", "p.seq", func(q *kernel.Query, v music.Viewer) {
		if v.SignedIn() {
			q.Add(playlists.IsShown + " and (p.entries > 0 or p.kind <> 'list')") // one without songs is not music
		} else { // visitors cannot open any
			q.Add("1 = 0")
		}
	}},
	{"mix m", "m.created_at", "m.seq", func(q *kernel.Query, v music.Viewer) { q.CanFindMix(v) }},
	{"station s", "s.created_at", "s.seq", func(q *kernel.Query, v music.Viewer) { q.CanHearStation(v) }},
	{"album al", "al.added_at", "al.seq", func(q *kernel.Query, v music.Viewer) { q.Add("al." + albumCount(v) + " > 0") }},
	{"track t", "t.added_at", "t.seq", func(q *kernel.Query, v music.Viewer) {
		q.Add("(t.owner is not null or t.album is null) and ").CanList(v)
	}},
}

// albumCount returns the column with the number of tracks that make an album an
// arrival. It does not include a member's own uploads, which are listed
// individually.
func albumCount(v music.Viewer) string {
	if v.SignedIn() {
		return "tracks"
	}
	return "public_tracks"
}

// Arrivals returns a page of recent additions that the viewer may see, latest
// first.
func (s *Store) Arrivals(ctx context.Context, v music.Viewer, p music.Page) (music.List[discovery.Arrival], error) {
	limit := min(cmp.Or(p.Limit, music.DefaultPageSize), music.MaxPageSize)
	var after kernel.Cursor
	if p.After != "" {
		var err error
		if after, err = kernel.ParseCursor(p.After, arrivalsLatest); err != nil {
			return music.List[discovery.Arrival]{}, err
		}
	}
	rows, err := s.arrivalRows(ctx, v, after, limit+1)
	if err != nil {
		return music.List[discovery.Arrival]{}, fmt.Errorf("list arrivals: %w", err)
	}
	total, err := s.countArrivals(ctx, v)
	if err != nil {
		return music.List[discovery.Arrival]{}, fmt.Errorf("count arrivals: %w", err)
	}
	page := kernel.Cut(rows, limit, total, arrivalsLatest)
	items, err := s.arrivals(ctx, v, page.Items)
	return music.List[discovery.Arrival]{Items: items, Total: page.Total, Next: page.Next}, err
}

// arrivalRows reads up to limit rows of each kind, so that each kind can use
// its index.
func (s *Store) arrivalRows(ctx context.Context, v music.Viewer, after kernel.Cursor, limit int) ([]kernel.Placed[arrivalRow], error) {
	q := (&kernel.Query{}).Add("select n.at, n.place, n.at, n.place from (")
	for digit, source := range arrivalSources {
		if digit > 0 {
			q.Add(" union all ")
		}
		place := fmt.Sprintf("%s * %d + %d", source.seq, arrivalDigits, digit)
		q.Add("select at, place from (select " + source.at + " as at, " + place + " as place from " + source.from + " where ")
		source.where(q, v)
		if after.Key != "" {
			o := kernel.Order{Key: source.at, Numeric: true, Seq: place, Desc: true}
			q.Add(" and "+source.at+" <= cast(? as bigint)", after.Key)
			o.After(q, after)
		}
		q.Add(fmt.Sprintf(" order by %s desc, %s desc limit ? + 0) n%d", source.at, source.seq, digit), limit)
	}
	q.Add(") n"+arrivalsLatest.By()+" limit ? + 0", limit)
	return kernel.Collect(ctx, s.db.Read, &kernel.Keyed[arrivalRow]{Row: &arrivalRow{}}, q.Text.String(), q.Args...)
}

func (s *Store) countArrivals(ctx context.Context, v music.Viewer) (int, error) {
	q := (&kernel.Query{}).Add("select 0")
	for _, source := range arrivalSources {
		q.Add(" + (select count(*) from " + source.from + " where ")
		source.where(q, v)
		q.Add(")")
	}
	return kernel.One(ctx, s.db.Read, &kernel.Cell[int]{}, q.Text.String(), q.Args...)
}

// arrivals reads the items of rows. It skips items that were deleted meanwhile.
func (s *Store) arrivals(ctx context.Context, v music.Viewer, rows []arrivalRow) ([]discovery.Arrival, error) {
	known := map[int64]discovery.Arrival{}
	for digit := range arrivalKinds {
		var seqs []int64
		for _, r := range rows {
			if r.kind() == digit {
				seqs = append(seqs, r.seq())
			}
		}
		if len(seqs) == 0 {
			continue
		}
		keep := func(seq int64, a discovery.Arrival) { known[seq*arrivalDigits+int64(digit)] = a }
		if err := s.readArrivals(ctx, v, arrivalKinds[digit], seqs, keep); err != nil {
			return nil, fmt.Errorf("read arrivals: %w", err)
		}
	}
	items := []discovery.Arrival{}
	for _, r := range rows {
		if a, ok := known[r.place]; ok {
			a.Kind, a.At = arrivalKinds[r.kind()], kernel.Moment(r.at)
			items = append(items, a)
		}
	}
	return items, nil
}

// readArrivals reads the items of one kind.
func (s *Store) readArrivals(ctx context.Context, v music.Viewer, kind discovery.ArrivalKind, seqs []int64, keep func(int64, discovery.Arrival)) error {
	switch kind {
	case discovery.ArrivedTrack:
		tracks, err := s.catalogue.TracksInOrder(ctx, v, seqs)
		for i := range tracks {
			keep(tracks[i].Seq, discovery.Arrival{Track: &tracks[i]})
		}
		return err
	case discovery.ArrivedAlbum:
		return kernel.ReadNumbered(ctx, s.db, &catalogue.AlbumRow{}, catalogue.AlbumColumns(v), "album al", "al.seq", seqs, func(seq int64, x *music.Album) { keep(seq, discovery.Arrival{Album: x}) })
	case discovery.ArrivedStation:
		return kernel.ReadNumbered(ctx, s.db, &stations.StationRow{}, stations.StationColumns, "station s", "s.seq", seqs, func(seq int64, x *station.Station) { keep(seq, discovery.Arrival{Station: x}) })
	case discovery.ArrivedMix:
		return kernel.ReadNumbered(ctx, s.db, &mixes.MixRow{}, mixes.MixColumns, "mix m", "m.seq", seqs, func(seq int64, x *music.Mix) { keep(seq, discovery.Arrival{Mix: x}) })
	default:
		return kernel.ReadNumbered(ctx, s.db, &listedPlaylistRow{}, listedPlaylistColumns, listedPlaylistFrom, "p.seq", seqs, func(seq int64, x *discovery.ListedPlaylist) {
			keep(seq, discovery.Arrival{Playlist: x})
		})
	}
}

type listedPlaylistRow struct {
	p           discovery.ListedPlaylist
	first, last string
}

func (r *listedPlaylistRow) Dest() []any {
	return []any{&r.p.ID, &r.p.Name, &r.p.Description, &r.p.Version, &r.first, &r.last, &r.p.OwnerHidden}
}

func (r *listedPlaylistRow) Value() discovery.ListedPlaylist {
	p := r.p
	if !p.OwnerHidden {
		p.Owner = strings.TrimSpace(r.first + " " + r.last)
	}
	return p
}

const (
	listedPlaylistColumns = "p.id, p.name, p.description, p.version, o.first_name, o.last_name, o.is_private"
	listedPlaylistFrom    = "playlist p join account o on o.seq = p.account"
)
