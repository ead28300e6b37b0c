// Package mixxx reads a database of Mixxx that a person gives to the server
// (mixxxdb.sqlite; https://github.com/mixxxdj/mixxx/blob/main/res/schema.xml).
// See package foreign for how it guards against hostile files.
package mixxx

import (
	"context"
	"errors"
	"fmt"

	"sonora/internal/codec/collection"
	"sonora/internal/codec/mixxx"
	"sonora/internal/store/foreign"
)

// Limits of a database. The rest of the rows is left out.
const (
	maxTracks  = 500_000
	maxCues    = 5_000_000
	maxEntries = 2_000_000
)

// tables are those that are read.
var tables = []string{"library", "track_locations", "cues", "crates", "crate_tracks", "Playlists", "PlaylistTracks"}

// Read reads the database at path and passes on its tracks, crates and
// playlists. Its error wraps collection.ErrFormat if the file is not a database
// of Mixxx.
func Read(ctx context.Context, path string, to collection.Sink) error {
	err := foreign.Read(ctx, path, func(ctx context.Context, db *foreign.DB) error { return read(ctx, db, to) })
	if errors.Is(err, foreign.ErrFormat) {
		return fmt.Errorf("%w: %w", collection.ErrFormat, err)
	}
	return err
}

func read(ctx context.Context, db *foreign.DB, to collection.Sink) (err error) {
	first, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, first.Close()) }()
	second, err := db.Conn(ctx)
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

// check returns an error unless all tables are there, and are plain tables whose
// rows have an identifier of their own.
func check(ctx context.Context, c *foreign.Conn) error {
	for _, name := range tables {
		columns, err := c.Columns(ctx, name)
		if err != nil {
			return err
		}
		hasKey, err := c.HasKey(ctx, name)
		if err != nil {
			return err
		}
		if columns == nil || !hasKey && name != "crate_tracks" {
			return fmt.Errorf("%w: no table %s", foreign.ErrFormat, name)
		}
	}
	return nil
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
func readTracks(ctx context.Context, tracks, others *foreign.Conn, to collection.Sink) (err error) {
	rows, err := others.Query(ctx, cues, maxCues)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close(), foreign.Refused(rows.Err())) }()
	next, more := cue{}, true
	advance := func() error {
		if more = rows.Next(); !more {
			return nil
		}
		return foreign.Refused(rows.Scan(&next.track, &next.kind, &next.position, &next.length, &next.slot, &next.label, &next.color))
	}
	if err := advance(); err != nil {
		return err
	}
	return tracks.Each(ctx, library, maxTracks, func(scan func(...any) error) error {
		t := &collection.Track{}
		var id, rate int
		var version string
		var beats []byte
		if err := scan(&t.Key, &id, &t.Location, &t.Title, &t.Artist, &t.Album, &t.Duration, &t.BPM, &rate, &version, &beats); err != nil {
			return foreign.Refused(err)
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
func readLists(ctx context.Context, c *foreign.Conn, query string, to collection.Sink) error {
	var current *collection.Playlist
	last := 0
	err := c.Each(ctx, query, maxEntries, func(scan func(...any) error) error {
		var id int
		var name, track string
		if err := scan(&id, &name, &track); err != nil {
			return foreign.Refused(err)
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
