package store

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"sonora/internal/music"
	"sonora/internal/station"
)

const (
	stationFields  = "name, description, genre, country, language, mode, mount, timezone, stream_url, metadata_url, logo_url, logo, kind, bitrate, format, is_public, options"
	stationWrites  = stationFields + ", folded"
	stationColumns = "s.id, coalesce((select a.id from account a where a.seq = s.owner), ''), coalesce((select " + personName + " from account a where a.seq = s.owner), ''), " +
		"coalesce((select a.is_private from account a where a.seq = s.owner), false), s.created_at, s.version, " + stationFields
)

type stationRow struct {
	s       station.Station
	created int64
	options []byte
}

func (r *stationRow) dest() []any {
	s := &r.s
	return []any{
		&s.ID, &s.OwnerID, &s.OwnerName, &s.OwnerHidden, &r.created, &s.Version, &s.Name, &s.Description, &s.Genre, &s.Country, &s.Language, &s.Mode, &s.Mount, &s.TimeZone,
		&s.StreamURL, &s.MetadataURL, &s.LogoURL, &s.Logo, &s.Kind, &s.Bitrate, &s.Format, &s.IsPublic, &r.options,
	}
}

// value reads the options over those of a new station, so that an option
// added later has its default in every station.
func (r *stationRow) value() station.Station {
	s := r.s
	s.CreatedAt = moment(r.created)
	s.Options = station.NewOptions()
	_ = json.Unmarshal(r.options, &s.Options) // written by checkedStation; what an older release wrote differently keeps its default
	return s
}

// checkedStation returns the values of stationWrites, or what breaks a rule.
func checkedStation(s *station.Station) ([]any, error) {
	normal(&s.Name, &s.Description, &s.Genre, &s.Country, &s.Language, &s.StreamURL, &s.MetadataURL, &s.LogoURL, &s.Format)
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
		string(s.Kind), s.Bitrate, s.Format, s.IsPublic, string(options), foldedLines(s.Name, s.Genre, s.Description),
	}, err
}

// canHear adds the rule of who may see the station s: visitors what is
// public, members everything.
func (q *query) canHear(v music.Viewer) *query {
	if v.SignedIn() {
		return q.add("true")
	}
	return q.add("s.is_public")
}

var stationsNewest = order{name: "s.newest", seq: "s.seq", desc: true}

// Stations returns a page of the stations the viewer may see, newest first.
func (s *Store) Stations(ctx context.Context, v music.Viewer, p music.Page) (music.List[station.Station], error) {
	list, err := page(ctx, s, &stationRow{}, listing{
		columns: stationColumns, from: "station s", where: (&query{}).canHear(v), order: stationsNewest, personal: true,
	}, p)
	if err != nil {
		return list, fmt.Errorf("list stations: %w", err)
	}
	return list, nil
}

// Station returns a station; NotFound when the viewer may not see it.
func (s *Store) Station(ctx context.Context, v music.Viewer, id string) (*station.Station, error) {
	q := (&query{}).add("select "+stationColumns+" from station s where s.id = ? and ", id).canHear(v)
	station, err := pointer(one(ctx, s.read, &stationRow{}, q.text.String(), q.args...))
	if err != nil {
		return nil, fmt.Errorf("read station: %w", err)
	}
	return station, nil
}

// StationsThere returns those of the IDs that are of stations.
func (s *Store) StationsThere(ctx context.Context, ids []string) ([]string, error) {
	there, err := collect(ctx, s.read, &cell[string]{}, "select id from station where id in "+s.d.texts, list(ids))
	if err != nil {
		return nil, fmt.Errorf("look for stations: %w", err)
	}
	return there, nil
}

// CreateStation adds a station and fills its ID where it is empty. Invalid
// with the fields that break a rule.
func (s *Store) CreateStation(ctx context.Context, station *station.Station) error {
	station.ID = cmp.Or(station.ID, music.NewID())
	values, err := checkedStation(station)
	if err != nil {
		return err
	}
	id, at := station.ID, millis(station.CreatedAt)
	_, err = s.write.exec(ctx, "insert into station (id, owner, created_at, "+stationWrites+") values (?, (select seq from account where account.id = ?), ?, "+marks(len(values))+")",
		append([]any{id, station.OwnerID, at}, values...)...)
	s.folded.forget()
	if err != nil {
		return mountTaken(err)
	}
	station.CreatedAt = moment(at)
	return nil
}

// ChangeStation alters a station and returns it as it is then. Invalid with
// the fields that break a rule, or NotFound.
func (s *Store) ChangeStation(ctx context.Context, id string, alter func(*station.Station)) (station *station.Station, err error) {
	err = s.updateNames(ctx, "change station", func(tx *tx) error {
		if station, err = pointer(one(ctx, tx, &stationRow{}, "select "+stationColumns+" from station s where s.id = ?"+s.d.locked, id)); err != nil {
			return err
		}
		alter(station)
		values, err := checkedStation(station)
		if err != nil {
			return err
		}
		station.Version++
		return must(tx.exec(ctx, "update station set ("+stationWrites+", version) = ("+marks(len(values))+", version + 1) where id = ?", append(values, id)...))
	})
	if err != nil {
		return nil, mountTaken(err)
	}
	return station, nil
}

// mountTaken says in words that another station has the mount, where that is
// what went wrong.
func mountTaken(err error) error {
	if music.CodeOf(err) != music.Conflict {
		return err
	}
	const taken = "Another station has this address already."
	return &music.Error{Code: music.Conflict, Detail: taken, Fields: map[string][]string{"mount": {taken}}, Err: err}
}

// DeleteStation removes a station, or returns NotFound.
func (s *Store) DeleteStation(ctx context.Context, id string) error {
	return must(s.write.exec(ctx, "delete from station where id = ?", id))
}

// mountOf makes the name of a new station fit for addresses; the end of its
// ID keeps two of one name apart.
func mountOf(name, id string) string {
	var word strings.Builder
	for _, r := range fold(name) {
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
