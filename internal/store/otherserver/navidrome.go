package otherserver

import (
	"cmp"
	"slices"
	"time"

	"sonora/internal/intake"
)

// navidrome reads a database of Navidrome.
// Source: github.com/navidrome/navidrome, db/migrations.
func (r *reader) navidrome() error {
	s := r.s
	s.Title = "Navidrome"
	err := r.table("user", true, maxPeople, []string{"id", "user_name", "email", "is_admin"}, func(row []string) error {
		s.People = append(s.People, Person{row[0], text(row[1]), text(row[2]), isTrue(row[3])})
		return nil
	})
	if err != nil {
		return err
	}
	if err := r.table("media_file", true, maxSongs, []string{"id", "path", "title", "artist", "album", "duration", "mbz_recording_id"}, func(row []string) error {
		s.Songs[row[0]] = intake.Described{Path: text(row[1]), Title: text(row[2]), Artist: text(row[3]), Album: text(row[4]), Duration: length(row[5], time.Second), RecordingID: text(row[6])}
		return nil
	}); err != nil {
		return err
	}
	if err := r.table("annotation", true, maxMarks, []string{"user_id", "item_id", "item_type", "starred", "rating", "play_count", "play_date", "starred_at"}, func(row []string) error {
		if row[2] == "media_file" {
			s.Marks = append(s.Marks, Mark{PersonID: row[0], SongID: row[1], IsStarred: isTrue(row[3]), Rating: stars(row[4]), Plays: int(min(number(row[5]), maxCount)), PlayedAt: moment(row[6]), StarredAt: moment(row[7])})
		}
		return nil
	}); err != nil {
		return err
	}
	if err := r.table("scrobbles", false, maxMarks, []string{"user_id", "media_file_id", "submission_time"}, func(row []string) error {
		s.Plays = append(s.Plays, Play{row[0], row[1], moment(row[2])})
		return nil
	}); err != nil {
		return err
	}
	if err := r.table("bookmark", false, maxEntries, []string{"user_id", "item_id", "item_type", "comment", "position"}, func(row []string) error {
		if row[2] == "media_file" {
			s.Bookmarks = append(s.Bookmarks, Bookmark{row[0], row[1], text(row[3]), length(row[4], time.Millisecond)})
		}
		return nil
	}); err != nil {
		return err
	}
	return r.navidromePlaylists()
}

// maxCount is the maximum number of plays of one song by one person.
const maxCount = 1_000_000

func stars(s string) int { return int(min(number(s), 5)) }

func (r *reader) navidromePlaylists() error {
	lists, order := map[string]*Playlist{}, []string{}
	err := r.table("playlist", true, maxEntries, []string{"id", "owner_id", "name", "comment", "public"}, func(row []string) error {
		lists[row[0]] = &Playlist{PersonID: row[1], Name: text(row[2]), Comment: text(row[3]), IsPublic: isTrue(row[4])}
		order = append(order, row[0])
		return nil
	})
	if err != nil {
		return err
	}
	type entry struct {
		list, song string
		place      float64
	}
	var entries []entry
	if err := r.table("playlist_tracks", true, maxEntries, []string{"playlist_id", "media_file_id", "id"}, func(row []string) error {
		entries = append(entries, entry{row[0], row[1], number(row[2])})
		return nil
	}); err != nil {
		return err
	}
	slices.SortStableFunc(entries, func(a, b entry) int { return cmp.Compare(a.place, b.place) })
	for _, e := range entries {
		if list := lists[e.list]; list != nil {
			list.SongIDs = append(list.SongIDs, e.song)
		}
	}
	for _, id := range order {
		r.s.Playlists = append(r.s.Playlists, *lists[id])
	}
	return nil
}
