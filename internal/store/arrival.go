package store

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"sonora/internal/discovery"
	"sonora/internal/music"
	"sonora/internal/station"
)

// arrivalKinds are in the order in which what came at the same time is listed,
// the last first: their place is the last digit of an arrival's seq.
var arrivalKinds = []discovery.ArrivalKind{discovery.ArrivedPlaylist, discovery.ArrivedMix, discovery.ArrivedStation, discovery.ArrivedAlbum, discovery.ArrivedTrack}

const arrivalDigits = 8 // kinds a seq has room for

type arrivalRow struct{ at, place int64 }

func (r *arrivalRow) dest() []any       { return []any{&r.at, &r.place} }
func (r *arrivalRow) value() arrivalRow { return *r }
func (r arrivalRow) kind() int          { return int(r.place % arrivalDigits) }
func (r arrivalRow) seq() int64         { return r.place / arrivalDigits }

var arrivalsLatest = order{name: "n.latest", key: "n.at", numeric: true, seq: "n.place", desc: true}

// arrivalsOf is where one kind comes from: what a viewer may see of it.
type arrivalsOf struct {
	from, at, seq string
	where         func(q *query, v music.Viewer)
}

// arrivalSources are by the places of arrivalKinds. Songs of an album of the
// operator's come with it; what somebody brought is always listed itself.
var arrivalSources = []arrivalsOf{
	{"playlist p", "p.created_at", "p.seq", func(q *query, v music.Viewer) {
		if v.SignedIn() {
			q.add(shown)
		} else { // as they may open none
			q.add("1 = 0")
		}
	}},
	{"mix m", "m.created_at", "m.seq", func(q *query, v music.Viewer) { q.canFindMix(v) }},
	{"station s", "s.created_at", "s.seq", func(q *query, v music.Viewer) { q.canHear(v) }},
	{"album al", "al.added_at", "al.seq", func(q *query, v music.Viewer) { q.add("al." + albumCount(v) + " > 0") }},
	{"track t", "t.added_at", "t.seq", func(q *query, v music.Viewer) {
		q.add("(t.owner is not null or t.album is null) and ").canList(v)
	}},
}

// albumCount counts the tracks by which an album has arrived: one of a
// member's own uploads has not, as they are listed themselves.
func albumCount(v music.Viewer) string {
	if v.SignedIn() {
		return "tracks"
	}
	return "public_tracks"
}

// Arrivals returns a page of what came lately and the viewer may see, latest first.
func (s *Store) Arrivals(ctx context.Context, v music.Viewer, p music.Page) (music.List[discovery.Arrival], error) {
	limit := min(cmp.Or(p.Limit, music.DefaultPageSize), music.MaxPageSize)
	var after cursor
	if p.After != "" {
		var err error
		if after, err = parseCursor(p.After, arrivalsLatest); err != nil {
			return music.List[discovery.Arrival]{}, err
		}
	}
	rows, err := s.arrivalRows(ctx, v, after, limit+1)
	if err != nil {
		return music.List[discovery.Arrival]{}, fmt.Errorf("list what is new: %w", err)
	}
	total, err := s.countArrivals(ctx, v)
	if err != nil {
		return music.List[discovery.Arrival]{}, fmt.Errorf("count what is new: %w", err)
	}
	page := cut(rows, limit, total, arrivalsLatest)
	items, err := s.arrivals(ctx, v, page.Items)
	return music.List[discovery.Arrival]{Items: items, Total: page.Total, Next: page.Next}, err
}

// arrivalRows takes as many of each kind as all may be, so that each comes from its index.
func (s *Store) arrivalRows(ctx context.Context, v music.Viewer, after cursor, most int) ([]placed[arrivalRow], error) {
	q := (&query{}).add("select n.at, n.place, n.at, n.place from (")
	for digit, source := range arrivalSources {
		if digit > 0 {
			q.add(" union all ")
		}
		place := fmt.Sprintf("%s * %d + %d", source.seq, arrivalDigits, digit)
		q.add("select at, place from (select " + source.at + " as at, " + place + " as place from " + source.from + " where ")
		source.where(q, v)
		if after.Key != "" {
			o := order{key: source.at, numeric: true, seq: place, desc: true}
			q.add(" and "+source.at+" <= cast(? as bigint)", after.Key)
			o.after(q, after)
		}
		q.add(fmt.Sprintf(" order by %s desc, %s desc limit ? + 0) n%d", source.at, source.seq, digit), most)
	}
	q.add(") n"+arrivalsLatest.by()+" limit ? + 0", most)
	return collect(ctx, s.read, &keyed[arrivalRow]{row: &arrivalRow{}}, q.text.String(), q.args...)
}

func (s *Store) countArrivals(ctx context.Context, v music.Viewer) (int, error) {
	q := (&query{}).add("select 0")
	for _, source := range arrivalSources {
		q.add(" + (select count(*) from " + source.from + " where ")
		source.where(q, v)
		q.add(")")
	}
	return one(ctx, s.read, &cell[int]{}, q.text.String(), q.args...)
}

// arrivals reads what rows stand for; what has gone meanwhile is left out.
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
			return nil, fmt.Errorf("read what is new: %w", err)
		}
	}
	items := []discovery.Arrival{}
	for _, r := range rows {
		if a, ok := known[r.place]; ok {
			a.Kind, a.At = arrivalKinds[r.kind()], moment(r.at)
			items = append(items, a)
		}
	}
	return items, nil
}

// readArrivals reads those of one kind.
func (s *Store) readArrivals(ctx context.Context, v music.Viewer, kind discovery.ArrivalKind, seqs []int64, keep func(int64, discovery.Arrival)) error {
	switch kind {
	case discovery.ArrivedTrack:
		tracks, err := s.TracksInOrder(ctx, v, seqs)
		for i := range tracks {
			keep(tracks[i].Seq, discovery.Arrival{Track: &tracks[i]})
		}
		return err
	case discovery.ArrivedAlbum:
		return readNumbered(ctx, s, &albumRow{}, albumColumns(v), "album al", "al.seq", seqs, func(seq int64, x *music.Album) { keep(seq, discovery.Arrival{Album: x}) })
	case discovery.ArrivedStation:
		return readNumbered(ctx, s, &stationRow{}, stationColumns, "station s", "s.seq", seqs, func(seq int64, x *station.Station) { keep(seq, discovery.Arrival{Station: x}) })
	case discovery.ArrivedMix:
		return readNumbered(ctx, s, &mixRow{}, mixColumns, "mix m", "m.seq", seqs, func(seq int64, x *music.Mix) { keep(seq, discovery.Arrival{Mix: x}) })
	default:
		return readNumbered(ctx, s, &listedPlaylistRow{}, listedPlaylistColumns, listedPlaylistFrom, "p.seq", seqs, func(seq int64, x *discovery.ListedPlaylist) {
			keep(seq, discovery.Arrival{Playlist: x})
		})
	}
}

// readNumbered reads rows with their seqs.
func readNumbered[T any](ctx context.Context, s *Store, r row[T], columns, from, seq string, seqs []int64, keep func(int64, *T)) error {
	rows, err := collect(ctx, s.read, &keyed[T]{row: r}, "select "+columns+", '', "+seq+" from "+from+" where "+seq+" in "+s.d.ints, list(seqs))
	for i := range rows {
		keep(rows[i].seq, &rows[i].item)
	}
	return err
}

type listedPlaylistRow struct {
	p           discovery.ListedPlaylist
	first, last string
}

func (r *listedPlaylistRow) dest() []any {
	return []any{&r.p.ID, &r.p.Name, &r.p.Description, &r.p.Version, &r.first, &r.last, &r.p.OwnerHidden}
}

func (r *listedPlaylistRow) value() discovery.ListedPlaylist {
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
