package otherserver

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	_ "modernc.org/sqlite"
)

const navidromeTables = `pragma page_size = 512;
create table user (id, user_name, email, is_admin);
create table media_file (id, path, title, artist, album, duration, mbz_recording_id);
create table annotation (user_id, item_id, item_type, starred, rating, play_count, play_date, starred_at);
create table scrobbles (user_id, media_file_id, submission_time);
create table bookmark (user_id, item_id, item_type, comment, position);
create table playlist (id, owner_id, name, comment, public);
create table playlist_tracks (playlist_id, media_file_id, id);`

const gonicTables = `pragma page_size = 512;
create table users (id, name, is_admin);
create table albums (id, left_path, right_path, tag_title);
create table tracks (id, album_id, filename, length, tag_title, tag_track_artist, tag_brainz_id);
create table track_stars (user_id, track_id, star_date);
create table track_ratings (user_id, track_id, rating);
create table bookmarks (user_id, entry_id_type, entry_id, comment, position);
create table playlists (user_id, name, comment, items, is_public);`

func run(t testing.TB, path, statements string, values ...any) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err == nil {
		_, err = db.ExecContext(context.Background(), statements, values...)
		err = errors.Join(err, db.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
}

// check reads a database that may be damaged, and looks at what the store would get.
func check(t *testing.T, path string) {
	t.Helper()
	s, err := Read(t.Context(), path)
	if errors.Is(err, ErrFormat) {
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	texts := func(all ...string) {
		for _, text := range all {
			if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
				t.Errorf("%q", text)
			}
		}
	}
	for _, p := range s.People {
		texts(p.Name, p.Email)
	}
	for _, song := range s.Songs {
		texts(song.Path, song.Title, song.Artist, song.Album, song.RecordingID)
		if song.Duration < 0 {
			t.Errorf("lasts %v", song.Duration)
		}
	}
	for _, m := range s.Marks {
		if m.Rating < 0 || m.Rating > 5 || m.Plays < 0 || m.Plays > maxCount || m.PlayedAt.Year() < 0 || m.PlayedAt.Year() > 9999 || m.StarredAt.Year() < 0 || m.StarredAt.Year() > 9999 {
			t.Errorf("%+v", m)
		}
	}
	for _, p := range s.Plays {
		if p.At.Year() < 0 || p.At.Year() > 9999 {
			t.Errorf("%+v", p)
		}
	}
	for _, one := range s.Bookmarks {
		if texts(one.Comment); one.Position < 0 || one.Position > 20_000*24*time.Hour {
			t.Errorf("%+v", one)
		}
	}
	for _, p := range s.Playlists {
		texts(p.Name, p.Comment)
	}
}

// FuzzValues fills every column with the same arbitrary value.
func FuzzValues(f *testing.F) {
	for _, seed := range []string{"", "1", "-1", "9e99", "NaN", "Inf", "2025-05-01 10:00:00 +0000 UTC m=+1", "media_file", "tr", "tr-1,,tr-", "a\x00b", "\xff\xfe", "../../etc"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, value []byte) {
		for name, tables := range map[string]string{"navidrome": navidromeTables, "gonic": gonicTables} {
			path := filepath.Join(t.TempDir(), name)
			run(t, path, tables)
			for _, as := range []any{value, string(value)} {
				for _, line := range strings.Split(tables, "\n")[1:] {
					table, columns, _ := strings.Cut(strings.TrimPrefix(line, "create table "), " (")
					run(t, path, "insert into "+table+" values (?1"+strings.Repeat(", ?1", strings.Count(columns, ","))+")", as)
				}
			}
			check(t, path)
		}
	})
}

// FuzzPages reads damaged databases.
func FuzzPages(f *testing.F) {
	for name, tables := range map[string]string{"navidrome": navidromeTables, "gonic": gonicTables} {
		path := filepath.Join(f.TempDir(), name)
		run(f, path, tables)
		b, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	file := filepath.Join(f.TempDir(), "fuzzed")
	f.Fuzz(func(t *testing.T, b []byte) {
		if err := os.WriteFile(file, b, 0o600); err != nil {
			t.Fatal(err)
		}
		check(t, file)
	})
}
