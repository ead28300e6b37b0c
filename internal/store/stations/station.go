package stations

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"sonora/internal/ifmatch"
	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/store/kernel"
)

const (
	stationFields  = "name, description, genre, country, language, mode, mount, timezone, stream_url, metadata_url, logo_url, logo, kind, bitrate, format, is_public, options"
	stationWrites  = stationFields + ", folded"
	StationColumns = "s.id, coalesce((select a.id from account a where a.seq = s.owner), ''), coalesce((select " + kernel.PersonName + " from account a where a.seq = s.owner), ''), " +
		"coalesce((select a.is_private from account a where a.seq = s.owner), false), s.created_at, s.version, " + stationFields
)

// StationRow is a row of StationColumns.
type StationRow struct {
	s       station.Station
	created int64
	options []byte
}

// Dest implements kernel.Row.
func (r *StationRow) Dest() []any {
	s := &r.s
	return []any{
		&s.ID, &s.OwnerID, &s.OwnerName, &s.OwnerHidden, &r.created, &s.Version, &s.Name, &s.Description, &s.Genre, &s.Country, &s.Language, &s.Mode, &s.Mount, &s.TimeZone,
		&s.StreamURL, &s.MetadataURL, &s.LogoURL, &s.Logo, &s.Kind, &s.Bitrate, &s.Format, &s.IsPublic, &r.options,
	}
}

// Value decodes the options over those of a new station, so that options added
// later have their defaults in every station.
func (r *StationRow) Value() station.Station {
	s := r.s
	s.CreatedAt = kernel.Moment(r.created)
	s.Options = station.NewOptions()
	_ = json.Unmarshal(r.options, &s.Options) // written by checkedStation; values that an older version wrote differently keep their defaults
	return s
}

// checkedStation returns the values of stationWrites, or the rules that are
// broken.
func checkedStation(s *station.Station) ([]any, error) {
	kernel.Normal(&s.Name, &s.Description, &s.Genre, &s.Country, &s.Language, &s.StreamURL, &s.MetadataURL, &s.LogoURL, &s.Format)
	s.Country = station.CountryName(s.Country)
	if s.Mount == "" {
		s.Mount = mountOf(s.Name, s.ID)
	}
	if err := s.Check(); err != nil {
		return nil, err
	}
	options, err := json.Marshal(s.Options)
	return []any{
		s.Name, s.Description, s.Genre, s.Country, s.Language, string(s.Mode), s.Mount, s.TimeZone, s.StreamURL, s.MetadataURL, s.LogoURL, s.Logo,
		string(s.Kind), s.Bitrate, s.Format, s.IsPublic, string(options), kernel.FoldedLines(s.Name, s.Genre, s.Description),
	}, err
}

var stationsNewest = kernel.Order{Name: "s.newest", Seq: "s.seq", Desc: true}

// Stations returns a page of the stations that the viewer may see, newest
// first.
func (s *Store) Stations(ctx context.Context, v music.Viewer, p music.Page) (music.List[station.Station], error) {
	list, err := kernel.Page(ctx, s.db, &StationRow{}, kernel.Listing{
		Columns: StationColumns, From: "station s", Where: (&kernel.Query{}).CanHearStation(v), Order: stationsNewest, Personal: true,
	}, p)
	if err != nil {
		return list, fmt.Errorf("list stations: %w", err)
	}
	return list, nil
}

// Station returns a station, or NotFound if the viewer may not see it.
func (s *Store) Station(ctx context.Context, v music.Viewer, id string) (*station.Station, error) {
	q := (&kernel.Query{}).Add("select "+StationColumns+" from station s where s.id = ? and ", id).CanHearStation(v)
	station, err := kernel.Pointer(kernel.One(ctx, s.db.Read, &StationRow{}, q.Text.String(), q.Args...))
	if err != nil {
		return nil, fmt.Errorf("read station: %w", err)
	}
	return station, nil
}

// CountStations returns the number of all stations.
func (s *Store) CountStations(ctx context.Context) (int, error) {
	n, err := kernel.One(ctx, s.db.Read, &kernel.Cell[int]{}, "select count(*) from station")
	if err != nil {
		return 0, fmt.Errorf("count stations: %w", err)
	}
	return n, nil
}

// StationsThere returns the IDs that belong to existing stations.
func (s *Store) StationsThere(ctx context.Context, ids []string) ([]string, error) {
	there, err := kernel.Collect(ctx, s.db.Read, &kernel.Cell[string]{}, "select id from station where id in "+s.db.Dialect.Texts, kernel.Array(ids))
	if err != nil {
		return nil, fmt.Errorf("look for stations: %w", err)
	}
	return there, nil
}

// CreateStation adds a station and fills in its ID if empty. It returns Invalid
// with the fields that break a rule, and station.ErrTooMany if the owner has as many
// stations as most or more. Operators have no maximum.
func (s *Store) CreateStation(ctx context.Context, one *station.Station, most int64) error {
	one.ID = cmp.Or(one.ID, music.NewID())
	values, err := checkedStation(one)
	if err != nil {
		return err
	}
	id, at := one.ID, kernel.Millis(one.CreatedAt)
	err = s.db.UpdateNames(ctx, "create station", func(tx *kernel.Tx) error {
		if err := tx.OneAtATime(ctx); err != nil {
			return err
		}
		owned, err := kernel.One(ctx, tx, &kernel.Cell[int64]{}, "select count(*) from station where owner = (select seq from account where account.id = ? and account.role <> '"+
			string(music.Admin)+"')", one.OwnerID)
		if err != nil {
			return err
		}
		if owned >= most {
			return station.ErrTooMany
		}
		_, err = tx.Exec(ctx, "insert into station (id, owner, created_at, "+stationWrites+") values (?, "+kernel.AccountSeq+", ?, "+kernel.Marks(len(values))+")",
			append([]any{id, one.OwnerID, at}, values...)...)
		return mountTaken(err)
	})
	if err != nil {
		return err
	}
	one.CreatedAt = kernel.Moment(at)
	return nil
}

// ChangeStation changes a station and returns the result. It returns Invalid
// with the fields that break a rule, NotFound, or Changed if the change of ctx is
// for another version.
func (s *Store) ChangeStation(ctx context.Context, id string, alter func(*station.Station)) (station *station.Station, err error) {
	err = s.db.UpdateNames(ctx, "change station", func(tx *kernel.Tx) error {
		if station, err = kernel.Pointer(kernel.One(ctx, tx, &StationRow{}, "select "+StationColumns+" from station s where s.id = ?"+s.db.Dialect.Locked, id)); err != nil {
			return err
		}
		if err := ifmatch.Check(ctx, station.Version); err != nil {
			return err
		}
		alter(station)
		values, err := checkedStation(station)
		if err != nil {
			return err
		}
		station.Version++
		return kernel.Found(tx.Exec(ctx, "update station set ("+stationWrites+", version) = ("+kernel.Marks(len(values))+", version + 1) where id = ?", append(values, id)...))
	})
	if err != nil {
		return nil, mountTaken(err)
	}
	return station, nil
}

// mountTaken explains a conflict of mounts, and returns other errors unchanged.
func mountTaken(err error) error {
	if music.CodeOf(err) != music.Conflict {
		return err
	}
	return music.FieldError(music.Conflict, "mount", music.Say("Another station has this address already.")).Because(err)
}

// DeleteStation deletes a station. It returns NotFound, or Changed if the change of
// ctx is for another version.
func (s *Store) DeleteStation(ctx context.Context, id string) error {
	return s.db.Update(ctx, "delete station", func(tx *kernel.Tx) error {
		version, err := kernel.One(ctx, tx, &kernel.Cell[int64]{}, "select version from station where id = ?"+s.db.Dialect.Locked, id)
		if err != nil {
			return err
		}
		if err := ifmatch.Check(ctx, version); err != nil {
			return err
		}
		return kernel.Found(tx.Exec(ctx, "delete from station where id = ?", id))
	})
}

// mountOf derives the mount of a new station from its name. The end of its ID
// distinguishes stations with the same name.
func mountOf(name, id string) string {
	var word strings.Builder
	for _, r := range kernel.Fold(name) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			word.WriteRune(r)
		case word.Len() > 0 && !strings.HasSuffix(word.String(), "-"):
			word.WriteByte('-')
		}
		if word.Len() >= 40 {
			break
		}
	}
	mount := strings.Trim(word.String(), "-")
	if mount == "" {
		mount = "station"
	}
	return mount + "-" + strings.ToLower(id[max(0, len(id)-6):])
}
