package otherserver

import (
	"path"
	"strings"
	"time"

	"sonora/internal/intake"
)

// gonic reads a database of gonic, which counts plays of albums only, and keeps playlists
// in files since version 0.16. Source: github.com/sentriz/gonic, db/.
func (r *reader) gonic() error {
	s := r.s
	s.Title = "gonic"
	err := r.table("users", true, maxPeople, []string{"id", "name", "is_admin"}, func(row []string) error {
		s.People = append(s.People, Person{ID: row[0], Name: text(row[1]), IsAdmin: isTrue(row[2])})
		return nil
	})
	if err != nil {
		return err
	}
	if err := r.gonicSongs(); err != nil {
		return err
	}
	if err := r.table("track_stars", true, maxMarks, []string{"user_id", "track_id", "star_date"}, func(row []string) error {
		s.Marks = append(s.Marks, Mark{PersonID: row[0], SongID: row[1], IsStarred: true, StarredAt: moment(row[2])})
		return nil
	}); err != nil {
		return err
	}
	if err := r.table("track_ratings", false, maxMarks, []string{"user_id", "track_id", "rating"}, func(row []string) error {
		s.Marks = append(s.Marks, Mark{PersonID: row[0], SongID: row[1], Rating: stars(row[2])})
		return nil
	}); err != nil {
		return err
	}
	if err := r.table("bookmarks", false, maxEntries, []string{"user_id", "entry_id_type", "entry_id", "comment", "position"}, func(row []string) error {
		if row[1] == "tr" {
			s.Bookmarks = append(s.Bookmarks, Bookmark{row[0], row[2], text(row[3]), length(row[4], time.Millisecond)})
		}
		return nil
	}); err != nil {
		return err
	}
	return r.table("playlists", false, maxEntries, []string{"user_id", "name", "comment", "items", "is_public"}, func(row []string) error {
		list := Playlist{PersonID: row[0], Name: text(row[1]), Comment: text(row[2]), IsPublic: isTrue(row[4])}
		for item := range strings.SplitSeq(row[3], ",") {
			if item != "" {
				list.SongIDs = append(list.SongIDs, strings.TrimPrefix(item, "tr-"))
			}
		}
		s.Playlists = append(s.Playlists, list)
		return nil
	})
}

func (r *reader) gonicSongs() error {
	type album struct{ folder, title string }
	albums := map[string]album{}
	err := r.table("albums", true, maxSongs, []string{"id", "left_path", "right_path", "tag_title"}, func(row []string) error {
		albums[row[0]] = album{path.Join(text(row[1]), text(row[2])), text(row[3])}
		return nil
	})
	if err != nil {
		return err
	}
	return r.table("tracks", true, maxSongs, []string{"id", "album_id", "filename", "length", "tag_title", "tag_track_artist", "tag_brainz_id"}, func(row []string) error {
		in := albums[row[1]]
		r.s.Songs[row[0]] = intake.Described{
			Path: path.Join(in.folder, text(row[2])), Album: in.title, Duration: length(row[3], time.Second), Title: text(row[4]), Artist: text(row[5]), RecordingID: text(row[6]),
		}
		return nil
	})
}
