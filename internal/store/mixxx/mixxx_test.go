package mixxx

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"math"
	"os"
	"path/filepath"
	"testing"

	"sonora/internal/codec/collection"
	"sonora/internal/codec/collection/collectiontest"
)

// schema is what Mixxx 2.5 creates, without the columns that nobody reads.
var schema = []string{
	"create table track_locations (id integer primary key autoincrement, location varchar(512) unique, filename varchar(512), directory varchar(512))",
	"create table library (id integer primary key autoincrement, artist varchar(64), title varchar(64), album varchar(64), location integer, duration real, samplerate integer, bpm float, beats blob, beats_version text, mixxx_deleted integer)",
	"create table cues (id integer primary key autoincrement, track_id integer not null, type integer not null default 0, position integer not null default -1, length integer not null default 0, hotcue integer not null default -1, label text not null default '', color integer not null default 4294901760)",
	"create table crates (id integer primary key autoincrement, name varchar(48) unique not null)",
	"create table crate_tracks (crate_id integer not null, track_id integer not null)",
	"create table Playlists (id integer primary key, name varchar(48), position integer, hidden integer default 0 not null)",
	"create table PlaylistTracks (id integer primary key, playlist_id integer, track_id integer, position integer)",
}

var rows = []string{
	"insert into track_locations values (1, '/home/me/Música/uno.mp3', 'uno.mp3', '/home/me/Música'), (2, '/home/me/dos.flac', '', ''), (3, '/gone', '', '')",
	"insert into library values (1, 'Ana', 'Uno', 'Sal', 1, 301.5, 44100, 126.5, ?, 'BeatGrid-2.0', 0), (2, null, 'Dos', null, 2, 'long', null, null, null, null, 0), (3, 'x', 'Deleted', '', 3, 1, 44100, 100, null, '', 1)",
	"insert into cues (track_id, type, position, length, hotcue, label, color) values (1, 2, 44100, 0, -1, '', 0), (1, 1, 88200, 0, 3, 'Drop', 16746496), (1, 4, 176400, 88200, 5, 'Roll', 0), (1, 7, 617400, 88200, -1, '', 0), (1, 6, -1, 352800, -1, '', 0), (1, 6, 0, 0, -1, '', 0), (2, 1, 100, 0, 0, '', 0), (3, 1, 100, 0, 0, '', 0)",
	"insert into crates values (7, 'Warm'), (8, 'Empty')",
	"insert into crate_tracks values (7, 1), (7, 2)",
	"insert into Playlists values (1, 'Friday', 1, 0), (2, 'Auto DJ', 2, 1)",
	"insert into PlaylistTracks values (1, 1, 2, 1), (2, 1, 1, 2), (3, 2, 1, 1)",
}

func beats() []byte {
	bpm := binary.LittleEndian.AppendUint64([]byte{1<<3 | 1}, math.Float64bits(126.5))
	return append(append([]byte{1<<3 | 2, byte(len(bpm))}, bpm...), 2<<3|2, 4, 1<<3, 0xa2, 0xac, 0x01) // frame 22050
}

func create(t *testing.T, statements ...string) string {
	t.Helper()
	folder := t.TempDir()
	path := filepath.Join(folder, "mixxx db?.sqlite")
	db, err := sql.Open("sqlite", "file:"+folder+"/mixxx%20db%3f.sqlite")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, s := range statements {
		var args []any
		if s == rows[1] {
			args = append(args, beats())
		}
		if _, err := db.ExecContext(t.Context(), s, args...); err != nil {
			t.Fatal(s, err)
		}
	}
	return path
}

func TestRead(t *testing.T) {
	var got collectiontest.Recorder
	if err := Read(t.Context(), create(t, append(schema, rows...)...), &got); err != nil {
		t.Fatal(err)
	}
	got.Check(t, `1 "Uno" by "Ana" on "Sal" 301.5s 126.5bpm at /home/me/Música/uno.mp3
 cue 0.500
 hot 3 1.000 Drop #ff8800
 memory 4.000 Intro end
 memory 7.000 Outro start
 loop 2.000-3.000 Roll on pad 5
 tempo 0.500 126.500 0/0
2 "Dos" by "" on "" 0s 0bpm at /home/me/dos.flac
list Warm: 1 2
list Friday: 2 1`)
}

func TestRefuses(t *testing.T) {
	text := filepath.Join(t.TempDir(), "text")
	if err := os.WriteFile(text, []byte("not a database, but a text of some length"), 0o600); err != nil {
		t.Fatal(err)
	}
	endless := "create view library as with recursive n(id) as (select 1 union all select id + 1 from n) select id, '' artist, '' title, '' album, 0 location, 0 duration, 0 samplerate, 0 bpm, '' beats, '' beats_version, 0 mixxx_deleted from n"
	for name, path := range map[string]string{
		"text": text, "no tables": create(t, "create table library (id integer)"), "a view": create(t, append([]string{endless}, append(schema[:1:1], schema[2:]...)...)...),
		"computed columns":        create(t, append([]string{"create table library (id integer primary key, title text as (printf('%900000s', 'x')), artist text, album text, location integer, duration real, samplerate integer, bpm float, beats blob, beats_version text, mixxx_deleted integer)"}, append(schema[:1:1], schema[2:]...)...)...),
		"identifiers that repeat": create(t, append([]string{"create table track_locations (id integer, location text)"}, schema[1:]...)...),
		"other columns":           create(t, append(append(schema[:1:1], "create table library (id integer primary key)"), schema[2:]...)...),
	} {
		if err := Read(t.Context(), path, &collectiontest.Recorder{}); !errors.Is(err, collection.ErrFormat) {
			t.Errorf("%s: %v", name, err)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := Read(ctx, create(t, schema...), &collectiontest.Recorder{}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// FuzzRead reads damaged databases.
func FuzzRead(f *testing.F) {
	path := filepath.Join(f.TempDir(), "sample")
	db, err := sql.Open("sqlite", path)
	if err != nil {
		f.Fatal(err)
	}
	for _, s := range append([]string{"pragma page_size = 512"}, schema...) {
		if _, err := db.ExecContext(f.Context(), s); err != nil {
			f.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		f.Fatal(err)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b)
	file := filepath.Join(f.TempDir(), "fuzzed")
	f.Fuzz(func(t *testing.T, b []byte) {
		if err := os.WriteFile(file, b, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := Read(t.Context(), file, &collectiontest.Recorder{}); err != nil && !errors.Is(err, collection.ErrFormat) {
			t.Error(err)
		}
	})
}
