package stations

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/store/kernel"
	"sonora/internal/store/table"
)

// tableStation is a station with what the operator's table is sorted by.
type tableStation struct {
	standingStation
	genre, mode, kind string
	bitrate           int
	isOnAir           bool
	listeners         int
}

type tableRow struct{ r tableStation }

func (r *tableRow) Dest() []any {
	return []any{&r.r.seq, &r.r.id, &r.r.name, &r.r.genre, &r.r.mode, &r.r.kind, &r.r.bitrate}
}

func (r *tableRow) Value() tableStation { return r.r }

// tableColumns compare stations by the columns of the table.
var tableColumns = map[station.TableSort]func(a, b *tableStation) int{
	station.TableByCreated:   func(_, _ *tableStation) int { return 0 }, // seqs decide
	station.TableByName:      func(a, b *tableStation) int { return cmp.Compare(a.name, b.name) },
	station.TableByGenre:     func(a, b *tableStation) int { return cmp.Compare(a.genre, b.genre) },
	station.TableByStatus:    func(a, b *tableStation) int { return cmp.Compare(number(a.isOnAir), number(b.isOnAir)) },
	station.TableByListeners: func(a, b *tableStation) int { return cmp.Compare(a.listeners, b.listeners) },
	station.TableByType:      func(a, b *tableStation) int { return cmp.Or(cmp.Compare(a.mode, b.mode), cmp.Compare(a.kind, b.kind)) },
	station.TableByQuality:   func(a, b *tableStation) int { return cmp.Compare(a.bitrate, b.bitrate) },
}

func number(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// StationTable returns a page of all stations that match a table. Pages start at a
// position. It returns Invalid for an unknown order.
func (s *Store) StationTable(ctx context.Context, t station.Table, p music.Page) (music.List[station.Station], error) {
	var none music.List[station.Station]
	compare, isDown, err := table.Column(tableColumns, t.Sort, "-"+station.TableByCreated, p)
	if err != nil {
		return none, err
	}
	all, err := s.tableStations(ctx, t)
	if err != nil {
		return none, fmt.Errorf("list stations for the operator: %w", err)
	}
	slices.SortFunc(all, func(a, b tableStation) int {
		order := cmp.Or(compare(&a, &b), cmp.Compare(a.seq, b.seq))
		if isDown {
			return -order
		}
		return order
	})
	shown := all[min(p.At, len(all)):]
	shown = shown[:min(kernel.LimitOf(p), len(shown))]
	standing := make([]standingStation, len(shown))
	for i := range shown {
		standing[i] = shown[i].standingStation
	}
	items, err := s.stationsBySeq(ctx, standing)
	if err != nil {
		return none, fmt.Errorf("read stations for the operator: %w", err)
	}
	return music.List[station.Station]{Items: items, Total: len(all)}, nil
}

// tableStations returns the stations that match a table, in no order: the first maxRanked.
// What is on air is known to the radio, not to the database, so that they are sorted here.
func (s *Store) tableStations(ctx context.Context, t station.Table) ([]tableStation, error) {
	where, err := s.stationWhere(ctx, music.System("operator"), station.Filter{Text: t.Text, Genre: t.Genre, Mode: t.Mode})
	if err != nil {
		return nil, err
	}
	if t.IsPublic != nil {
		where.Add(" and s.is_public = ?", *t.IsPublic)
	}
	q := (&kernel.Query{}).Add("select s.seq, s.id, s.folded, s.genre, s.mode, s.kind, s.bitrate from station s where ").
		Append(where).Add(" order by s.seq limit ? + 0", maxRanked)
	all, err := kernel.Collect(ctx, s.db.Read, &tableRow{}, q.Text.String(), q.Args...)
	if err != nil {
		return nil, err
	}
	for i := range all {
		all[i].genre = kernel.Fold(all[i].genre)
		if t.Now != nil {
			all[i].isOnAir, all[i].listeners = t.Now(all[i].id)
		}
	}
	if t.IsOnAir != nil {
		all = slices.DeleteFunc(all, func(one tableStation) bool { return one.isOnAir != *t.IsOnAir })
	}
	return all, nil
}
