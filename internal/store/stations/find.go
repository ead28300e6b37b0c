package stations

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/store/kernel"
)

const (
	maxRanked      = 20_000 // stations sorted in memory
	maxSpellings   = 20_000 // of genres, countries or languages
	trendingFor    = 7 * 24 * time.Hour
	popularFor     = 90 * 24 * time.Hour
	listenerCounts = 3600 // seconds of past listening that equal one current listener
	maxFilterWords = 8
)

// FindStations returns a page of the stations that the viewer may see and that
// match the filter. Pages in orders other than newest first start at a position
// instead of a cursor.
func (s *Store) FindStations(ctx context.Context, v music.Viewer, f station.Filter, now time.Time, p music.Page) (music.List[station.Station], error) {
	where, err := s.stationWhere(ctx, v, f)
	if err == nil && (f.Sort == "" || f.Sort == station.SortNewest) {
		return kernel.Page(ctx, s.db, &StationRow{}, kernel.Listing{Columns: StationColumns, From: "station s", Where: where, Order: stationsNewest, Personal: true}, p)
	}
	var list music.List[station.Station]
	if err == nil {
		list, err = s.rankedStations(ctx, f, where, now, p)
	}
	if err != nil {
		return list, fmt.Errorf("find stations: %w", err)
	}
	return list, nil
}

// stationWhere returns the conditions of a filter on the station s.
func (s *Store) stationWhere(ctx context.Context, v music.Viewer, f station.Filter) (*kernel.Query, error) {
	q := (&kernel.Query{}).CanHearStation(v)
	words := strings.Fields(kernel.Fold(f.Text))
	for _, word := range words[:min(len(words), maxFilterWords)] {
		if !kernel.HasNUL(word) {
			q.Add(` and s.folded like ? escape '\'`, "%"+kernel.LikeText(word)+"%")
		}
	}
	for column, want := range map[string]string{"genre": f.Genre, "country": station.CountryName(f.Country), "language": f.Language} {
		if want == "" {
			continue
		}
		written, err := s.spellings(ctx, column, want)
		if err != nil {
			return nil, err
		}
		q.Add(" and s."+column+" in "+s.db.Dialect.Texts, kernel.Array(written))
	}
	if f.Mode != "" {
		q.Add(" and s.mode = ?", string(f.Mode))
	}
	if f.OwnerID != "" {
		q.Add(" and s.owner = (select seq from account where account.id = ?)", f.OwnerID)
	}
	return q, nil
}

// spellings returns all spellings that stations use for a genre, country or
// language.
func (s *Store) spellings(ctx context.Context, column, want string) ([]string, error) {
	all, err := kernel.Collect(ctx, s.db.Read, &kernel.Cell[string]{}, "select distinct s."+column+" from station s where s."+column+" <> '' limit ? + 0", maxSpellings)
	want = kernel.Fold(want)
	return slices.DeleteFunc(all, func(text string) bool { return groupKey(column, text) != want }), err
}

// groupKey returns the same key for all spellings of a value.
func groupKey(column, text string) string {
	if column == "country" {
		text = station.CountryName(text)
	}
	return kernel.Fold(text)
}

// standingStation is a station with its sort keys.
type standingStation struct {
	seq   int64
	id    string
	name  string
	heard int64 // seconds
}

type rankedRow struct{ r standingStation }

func (r *rankedRow) Dest() []any { return []any{&r.r.seq, &r.r.id, &r.r.name, &r.r.heard} }

func (r *rankedRow) Value() standingStation { return r.r }

func (s *Store) rankedStations(ctx context.Context, f station.Filter, where *kernel.Query, now time.Time, p music.Page) (music.List[station.Station], error) {
	if p.After != "" {
		_, err := kernel.ParseCursor(p.After, kernel.Order{})
		return music.List[station.Station]{}, err
	}
	since := now.Add(-popularFor)
	if f.Sort == station.SortTrending {
		since = now.Add(-trendingFor)
	}
	q := (&kernel.Query{}).Add("select s.seq, s.id, s.folded, coalesce(h.seconds, 0) from station s left join (select x.station, cast(sum(x.seconds) as bigint) as seconds from station_session x where x.began_at >= ? group by x.station) h on h.station = s.seq where ", kernel.Millis(since)).
		Append(where).Add(" order by s.seq desc limit ? + 0", maxRanked)
	all, err := kernel.Collect(ctx, s.db.Read, &rankedRow{}, q.Text.String(), q.Args...)
	if err != nil {
		return music.List[station.Station]{}, err
	}
	rankStations(all, f)
	shown := all[min(p.At, len(all)):]
	shown = shown[:min(kernel.LimitOf(p), len(shown))]
	items, err := s.stationsBySeq(ctx, shown)
	return music.List[station.Station]{Items: items, Total: len(all)}, err
}

// rankStations sorts stations that are in newest-first order.
func rankStations(all []standingStation, f station.Filter) {
	if f.Sort == station.SortName {
		slices.SortStableFunc(all, func(a, b standingStation) int { return cmp.Compare(a.name, b.name) })
		return
	}
	if f.Listeners != nil {
		for i := range all {
			all[i].heard += int64(f.Listeners(all[i].id)) * listenerCounts
		}
	}
	slices.SortStableFunc(all, func(a, b standingStation) int { return cmp.Compare(b.heard, a.heard) })
}

func (s *Store) stationsBySeq(ctx context.Context, shown []standingStation) ([]station.Station, error) {
	seqs := make([]int64, len(shown))
	for i := range shown {
		seqs[i] = shown[i].seq
	}
	found := make(map[int64]*station.Station, len(seqs))
	if err := kernel.ReadNumbered(ctx, s.db, &StationRow{}, StationColumns, "station s", "s.seq", seqs, func(seq int64, x *station.Station) { found[seq] = x }); err != nil {
		return nil, err
	}
	items := make([]station.Station, 0, len(seqs))
	for _, seq := range seqs {
		if station := found[seq]; station != nil {
			items = append(items, *station)
		}
	}
	return items, nil
}

// StationGenres returns the genres of the stations that the viewer may see, by
// name.
func (s *Store) StationGenres(ctx context.Context, v music.Viewer) ([]station.Group, error) {
	return s.stationGroups(ctx, v, "genre")
}

// StationCountries is StationGenres for countries.
func (s *Store) StationCountries(ctx context.Context, v music.Viewer) ([]station.Group, error) {
	return s.stationGroups(ctx, v, "country")
}

// stationGroups counts stations by a column. Spellings with the same folded
// form are one group, under the most frequent spelling.
func (s *Store) stationGroups(ctx context.Context, v music.Viewer, column string) ([]station.Group, error) {
	q := (&kernel.Query{}).Add("select s."+column+", count(*) from station s where s."+column+" <> '' and ").CanHearStation(v).
		Add(" group by s."+column+" order by count(*) desc, s."+column+" limit ? + 0", maxSpellings)
	rows, err := kernel.Collect(ctx, s.db.Read, &kernel.Pair[string, int]{}, q.Text.String(), q.Args...)
	if err != nil {
		return nil, fmt.Errorf("list station groups: %w", err)
	}
	groups, at := []station.Group{}, map[string]int{}
	for _, r := range rows {
		key := groupKey(column, r.A)
		i, known := at[key]
		if !known {
			i, at[key] = len(groups), len(groups)
			name := r.A
			if column == "country" {
				name = station.CountryName(name)
			}
			groups = append(groups, station.Group{Name: name})
		}
		groups[i].Stations += r.B
	}
	slices.SortFunc(groups, func(a, b station.Group) int {
		return cmp.Or(cmp.Compare(kernel.Fold(a.Name), kernel.Fold(b.Name)), cmp.Compare(a.Name, b.Name))
	})
	return groups, nil
}

// Relays returns up to limit relays after the given ID, in the order of IDs.
func (s *Store) Relays(ctx context.Context, after string, limit int) ([]station.Station, error) {
	list, err := kernel.Collect(ctx, s.db.Read, &StationRow{}, "select "+StationColumns+" from station s where s.mode = ? and s.id > ? order by s.id limit ? + 0",
		string(station.ModeRelay), after, limit)
	if err != nil {
		return nil, fmt.Errorf("list relays: %w", err)
	}
	return list, nil
}
