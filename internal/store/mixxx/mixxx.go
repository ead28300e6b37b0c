// Package mixxx reads a database of Mixxx that a person gives to the server
// (mixxxdb.sqlite; https://github.com/mixxxdj/mixxx/blob/main/res/schema.xml).
//
// Nobody vouches for such a file, so it is opened read-only, without its write-ahead log,
// and nothing in its schema is trusted: views, virtual tables and expressions
// could make a query run for as long as they like.
package mixxx

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"sonora/internal/codec/collection"
	"sonora/internal/codec/mixxx"
)

// Limits of a database. The rest of the rows is left out.
const (
	maxTracks  = 500_000
	maxCues    = 5_000_000
	maxEntries = 2_000_000
	maxValue   = 1 << 20 // bytes of one value; SQLite refuses longer ones
	maxTime    = 2 * time.Minute
)

var errLong = fmt.Errorf("%w: it takes longer than %v to read", collection.ErrFormat, maxTime)

// tables are those that are read.
var tables = []string{"library", "track_locations", "cues", "crates", "crate_tracks", "Playlists", "PlaylistTracks"}

// Read reads the database at path and passes on its tracks, crates and
// playlists. Its error wraps collection.ErrFormat if the file is not a database
// of Mixxx.
func Read(ctx context.Context, path string, to collection.Sink) (err error) {
	ctx, stop := context.WithTimeoutCause(ctx, maxTime, errLong)
	defer stop()
	defer func() {
		if err != nil && errors.Is(context.Cause(ctx), errLong) {
			err = errors.Join(errLong, err)
		}
	}()
	// A file that somebody may change is not immutable, but this one is a copy.
	db, err := sql.Open("sqlite", (&url.URL{Scheme: "file", Path: path}).String()+"?mode=ro&immutable=1&_pragma=trusted_schema(0)&_pragma=query_only(1)&_pragma=cell_size_check(1)&_pragma=mmap_size(0)&_pragma=cache_size(-4000)")
	if err != nil {
		return fmt.Errorf("open Mixxx's database: %w", err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	first, err := open(ctx, db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, first.Close()) }()
	second, err := open(ctx, db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, second.Close()) }()
	if err := check(ctx, first); err != nil {
		return err
	}
	if err := readTracks(ctx, first, second, to); err != nil {
		return err
	}
	for _, query := range []string{crates, playlists} {
		if err := readLists(ctx, first, query, to); err != nil {
			return err
		}
	}
	return nil
}

// open returns a connection with limits on what a query may use.
func open(ctx context.Context, db *sql.DB) (*sql.Conn, error) {
	c, err := db.Conn(ctx)
	if err != nil {
		return nil, refused(err)
	}
	for id, limit := range map[int]int{sqlite3.SQLITE_LIMIT_LENGTH: maxValue, sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 50, sqlite3.SQLITE_LIMIT_WORKER_THREADS: 0, sqlite3.SQLITE_LIMIT_ATTACHED: 0} {
		if _, err := sqlite.Limit(c, id, limit); err != nil {
			return nil, errors.Join(fmt.Errorf("limit queries: %w", err), c.Close())
		}
	}
	return c, nil
}

// refused returns an error of SQLite about the file as ErrFormat. An end of ctx
// stays what it is.
func refused(err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return fmt.Errorf("%w: %w", collection.ErrFormat, err)
}

// check returns an error unless all tables are there, and are plain tables whose
// rows have an identifier of their own. A generated column would compute a value
// for every row, and a shared identifier would multiply rows.
func check(ctx context.Context, c *sql.Conn) error {
	for _, name := range tables {
		var n int
		err := c.QueryRowContext(ctx, `select count(*) from sqlite_master m where name = ? and type = 'table' and sql like 'create table%'
			and not exists (select 1 from pragma_table_xinfo(m.name) where hidden <> 0)
			and (name = 'crate_tracks' or exists (select 1 from pragma_table_info(m.name) where name = 'id' and pk = 1 and lower(type) = 'integer'))`, name).Scan(&n)
		if err != nil {
			return refused(err)
		}
		if n != 1 {
			return fmt.Errorf("%w: no table %s", collection.ErrFormat, name)
		}
	}
	return nil
}

// each calls read for every row of a query.
func each(ctx context.Context, c *sql.Conn, query string, limit int, read func(scan func(...any) error) error) (err error) {
	rows, err := c.QueryContext(ctx, query+" limit "+strconv.Itoa(limit))
	if err != nil {
		return refused(err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		if err := read(rows.Scan); err != nil {
			return err
		}
	}
	return refused(rows.Err())
}

// The values are converted, because a column of SQLite holds anything, and texts
// are cut here, before they are sorted and copied. Cues and entries are limited
// here, too, so that no more are sorted.
var (
	library = `select substr(cast(l.id as text), 1, 2000), cast(coalesce(l.id, 0) as integer), substr(cast(coalesce(t.location, '') as text), 1, 2000), substr(cast(coalesce(l.title, '') as text), 1, 2000),
		substr(cast(coalesce(l.artist, '') as text), 1, 2000), substr(cast(coalesce(l.album, '') as text), 1, 2000), cast(coalesce(l.duration, 0) as real), cast(coalesce(l.bpm, 0) as real),
		cast(coalesce(l.samplerate, 0) as integer), substr(cast(coalesce(l.beats_version, '') as text), 1, 2000), cast(coalesce(l.beats, x'') as blob)
		from library l left join track_locations t on t.id = l.location where coalesce(l.mixxx_deleted, 0) = 0 order by l.id`
	cues = fmt.Sprintf(`select cast(coalesce(track_id, 0) as integer), cast(coalesce(type, 0) as integer), cast(coalesce(position, -1) as real), cast(coalesce(length, 0) as real),
		cast(coalesce(hotcue, -1) as integer), substr(cast(coalesce(label, '') as text), 1, 2000), cast(coalesce(color, -1) as integer)
		from (select * from cues limit %d) order by track_id, hotcue, type`, maxCues)
	crates = fmt.Sprintf(`select cast(c.id as integer), substr(cast(coalesce(c.name, '') as text), 1, 200), substr(cast(coalesce(e.track_id, '') as text), 1, 20)
		from crates c join (select * from crate_tracks limit %d) e on e.crate_id = c.id order by c.name, c.id, e.track_id`, maxEntries)
	// Hidden playlists are the queue of the Auto DJ and the history.
	playlists = fmt.Sprintf(`select cast(p.id as integer), substr(cast(coalesce(p.name, '') as text), 1, 200), substr(cast(coalesce(e.track_id, '') as text), 1, 20)
		from Playlists p join (select * from PlaylistTracks limit %d) e on e.playlist_id = p.id where coalesce(p.hidden, 0) = 0 order by p.position, p.id, e.position`, maxEntries)
)

// The kinds of cues.
const (
	hotCue  = 1
	mainCue = 2
	loop    = 4
	intro   = 6
	outro   = 7
)

type cue struct {
	track, kind, slot, color int
	position, length         float64 // samples of both channels
	label                    string
}

// readTracks reads the tracks with one connection and their cues, in the same
// order, with the other.
func readTracks(ctx context.Context, tracks, others *sql.Conn, to collection.Sink) (err error) {
	rows, err := others.QueryContext(ctx, cues+" limit "+strconv.Itoa(maxCues))
	if err != nil {
		return refused(err)
	}
	defer func() { err = errors.Join(err, rows.Close(), refused(rows.Err())) }()
	next, more := cue{}, true
	advance := func() error {
		if more = rows.Next(); !more {
			return nil
		}
		return refused(rows.Scan(&next.track, &next.kind, &next.position, &next.length, &next.slot, &next.label, &next.color))
	}
	if err := advance(); err != nil {
		return err
	}
	return each(ctx, tracks, library, maxTracks, func(scan func(...any) error) error {
		t := &collection.Track{}
		var id, rate int
		var version string
		var beats []byte
		if err := scan(&t.Key, &id, &t.Location, &t.Title, &t.Artist, &t.Album, &t.Duration, &t.BPM, &rate, &version, &beats); err != nil {
			return refused(err)
		}
		t.Location, t.Title, t.Artist, t.Album = collection.Text(t.Location), collection.Text(t.Title), collection.Text(t.Artist), collection.Text(t.Album)
		mixxx.AddBeats(t, version, beats, rate)
		for more && next.track <= id {
			if next.track == id && rate > 0 {
				next.addTo(t, rate)
			}
			if err := advance(); err != nil {
				return err
			}
		}
		return to.Track(t)
	})
}

// addTo adds a cue to its track. Of the intro and the outro it takes the points
// where a DJ mixes: Mixxx itself sets the others to where the sound begins and ends.
func (c *cue) addTo(t *collection.Track, rate int) {
	at := mixxx.Seconds(c.position, rate)
	switch {
	case c.kind == intro && c.length > 0:
		t.AddMemory(collection.Memory{At: mixxx.Seconds(max(c.position, 0)+c.length, rate), Name: "Intro end"})
	case c.position < 0: // not set
	case c.kind == outro:
		t.AddMemory(collection.Memory{At: at, Name: "Outro start"})
	case c.kind == mainCue:
		t.SetCue(at)
	case c.kind == loop:
		t.AddLoop(collection.Loop{From: at, To: at + mixxx.Seconds(c.length, rate), Name: c.label, Pad: collection.PadOf(c.slot)})
	case c.kind == hotCue:
		color := ""
		if c.color >= 0 && c.color <= 0xffffff {
			color = fmt.Sprintf("#%06x", c.color)
		}
		t.AddHotCue(collection.HotCue{Slot: c.slot, At: at, Name: c.label, Color: color})
	}
}

// readLists reads crates or playlists, whose entries follow each other.
func readLists(ctx context.Context, c *sql.Conn, query string, to collection.Sink) error {
	var current *collection.Playlist
	last := 0
	err := each(ctx, c, query, maxEntries, func(scan func(...any) error) error {
		var id int
		var name, track string
		if err := scan(&id, &name, &track); err != nil {
			return refused(err)
		}
		if current != nil && id != last {
			if err := to.Playlist(current); err != nil {
				return err
			}
			current = nil
		}
		if current == nil {
			current, last = &collection.Playlist{Name: collection.Text(name)}, id
		}
		if track != "" {
			current.Tracks = append(current.Tracks, track)
		}
		return nil
	})
	if err != nil || current == nil {
		return err
	}
	return to.Playlist(current)
}
