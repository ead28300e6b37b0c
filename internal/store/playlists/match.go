package playlists

import (
	"context"
	"fmt"
	"slices"

	"golang.org/x/text/unicode/norm"

	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

// matchChunk is the number of names per query.
const matchChunk = 2000

type candidateRow struct {
	c            music.Candidate
	key          string
	folder, name string
	duration     int64
}

func (r *candidateRow) Dest() []any {
	return []any{&r.key, &r.c.ID, &r.folder, &r.name, &r.c.Title, &r.c.Artist, &r.c.Album, &r.duration}
}

func (r *candidateRow) Value() candidateRow {
	v := *r
	v.c.Folder, v.c.Name, v.c.Duration = kernel.TextPath(r.folder), kernel.TextPath(r.name), kernel.Length(r.duration)
	return v
}

// maxAlike is the maximum number of tracks considered for the names of a chunk,
// because a name such as 01.mp3 may be in every folder.
const maxAlike = 20_000

// candidates returns the tracks that the viewer may list whose column has one
// of the given keys, by key.
func (s *Store) candidates(ctx context.Context, v music.Viewer, column string, keys []string) (map[string][]music.Candidate, error) {
	found := map[string][]music.Candidate{}
	slices.Sort(keys)
	for chunk := range slices.Chunk(slices.Compact(keys), matchChunk) {
		q := (&kernel.Query{}).Add("select "+column+", t.id, f.path, t.name, t.title, t.artist, t.album_title, t.duration from track t join folder f on f.seq = t.folder where "+column+" in "+s.db.Dialect.Texts+" and ", kernel.Array(chunk)).
			CanList(v).Add(" order by t.seq limit ? + 0", maxAlike)
		rows, err := kernel.Collect(ctx, s.db.Read, &candidateRow{}, q.Text.String(), q.Args...)
		if err != nil {
			return nil, fmt.Errorf("find tracks of a file: %w", err)
		}
		for _, r := range rows {
			found[r.key] = append(found[r.key], r.c)
		}
	}
	return found, nil
}

// TracksNamed returns the tracks whose files have one of these names, by the
// name in NFC.
func (s *Store) TracksNamed(ctx context.Context, v music.Viewer, names []string) (map[string][]music.Candidate, error) {
	var keys []string
	for _, name := range names {
		// macOS decomposes accented letters.
		for _, form := range []string{name, norm.NFC.String(name), norm.NFD.String(name)} {
			keys = append(keys, kernel.PathText(form))
		}
	}
	stored, err := s.candidates(ctx, v, "t.name", keys)
	found := map[string][]music.Candidate{}
	for key, list := range stored {
		name := norm.NFC.String(kernel.TextPath(key))
		found[name] = append(found[name], list...)
	}
	return found, err
}

// TracksTitled returns the tracks with one of these titles, by title.
func (s *Store) TracksTitled(ctx context.Context, v music.Viewer, titles []string) (map[string][]music.Candidate, error) {
	var keys []string
	for _, title := range titles {
		if key := kernel.SortKey(title); key != "" {
			keys = append(keys, key)
		}
	}
	stored, err := s.candidates(ctx, v, "t.title_sort", keys)
	found := map[string][]music.Candidate{}
	for _, title := range titles {
		if list := stored[kernel.SortKey(title)]; len(list) > 0 {
			found[title] = list
		}
	}
	return found, err
}

// TracksRecorded returns the tracks with one of these MusicBrainz recording IDs, by ID.
func (s *Store) TracksRecorded(ctx context.Context, v music.Viewer, ids []string) (map[string][]music.Candidate, error) {
	return s.candidates(ctx, v, "t.recording_id", ids)
}

// CandidatesByID returns the given tracks that the viewer may list, by ID.
func (s *Store) CandidatesByID(ctx context.Context, v music.Viewer, ids []string) (map[string][]music.Candidate, error) {
	return s.candidates(ctx, v, "t.id", slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return id == "" }))
}

// ExportedEntries returns up to limit entries of a playlist after a place, for
// a playlist file, and the place of the last. It leaves out tracks that the
// viewer may not see.
func (s *Store) ExportedEntries(ctx context.Context, v music.Viewer, p *music.Playlist, behind int64, limit int) ([]music.Candidate, int64, error) {
	q := (&kernel.Query{}).Add("select e.place, t.id, f.path, t.name, t.title, t.artist, t.album_title, t.duration from playlist_entry e join track t on t.seq = e.track join folder f on f.seq = t.folder").
		Append(visibleEntries(v, p)).Add(" and e.place > ? order by e.place limit ? + 0", behind, limit)
	rows, err := kernel.Collect(ctx, s.db.Read, &placedCandidate{}, q.Text.String(), q.Args...)
	if err != nil {
		return nil, 0, fmt.Errorf("export playlist: %w", err)
	}
	var list []music.Candidate
	for _, r := range rows {
		list, behind = append(list, r.A), r.B
	}
	return list, behind, nil
}

// placedCandidate is a candidate with its place in a playlist.
type placedCandidate struct {
	candidateRow
	place int64
}

func (r *placedCandidate) Dest() []any {
	return append([]any{&r.place}, r.candidateRow.Dest()[1:]...)
}

func (r *placedCandidate) Value() kernel.Pair[music.Candidate, int64] {
	return kernel.Pair[music.Candidate, int64]{A: r.candidateRow.Value().c, B: r.place}
}

// FirstPlace is a place before every entry.
const FirstPlace = -aside

// FilesOf returns tracks for a playlist file, in the order of their IDs.
func (s *Store) FilesOf(ctx context.Context, v music.Viewer, ids []string) ([]music.Candidate, error) {
	found, err := s.CandidatesByID(ctx, v, ids)
	var list []music.Candidate
	for _, id := range ids {
		list = append(list, found[id]...)
	}
	return list, err
}
