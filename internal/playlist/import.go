package playlist

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"

	"sonora/internal/music"
)

// Import is a file to import.
type Import struct {
	File       string
	FileName   string
	Name       string // of the new playlist; "" takes the name in the file
	PlaylistID string // adds to this playlist instead
}

// Missing is a line of a file without a matching track.
type Missing struct {
	Line   int
	Text   string
	Reason string // one of not-found, ambiguous, not-a-file, full
}

// The reasons why a line has no track.
const (
	notFound  = "not-found"
	ambiguous = "ambiguous"
	notAFile  = "not-a-file" // a URL
	noRoom    = "full"       // the playlist is full
)

var errNoneHere = music.NewError(music.Invalid, "None of the songs in this file are in the library, so no playlist was made.")

// maxMissing is the maximum number of lines listed in an Imported.
const maxMissing = 10_000

// Imported is the result of an import.
type Imported struct {
	Playlist     *music.Playlist
	Found        int
	MissingCount int
	Missing      []Missing // the first maxMissing of them
}

func (r *Imported) miss(i *item, reason string) {
	if r.MissingCount++; len(r.Missing) < maxMissing {
		r.Missing = append(r.Missing, Missing{i.line, i.text(), reason})
	}
}

// Import creates a playlist from a file, or adds its tracks to one that the
// viewer may edit. It finds tracks by their paths, otherwise by their tags, and
// reports the lines without a match. It returns Invalid for a file that is not
// a playlist, or of which a new playlist would get no track, and TooLarge above MaxFile.
func (s *Service) Import(ctx context.Context, v music.Viewer, in Import) (*Imported, error) {
	if err := s.imports.Acquire(ctx, 1); err != nil {
		return nil, errBusy.Because(err)
	}
	defer s.imports.Release(1)
	f, err := parse(in.File)
	if err != nil {
		return nil, err
	}
	result := &Imported{}
	if in.PlaylistID != "" { // check this before doing the work
		if result.Playlist, err = s.editable(ctx, v, in.PlaylistID); err != nil {
			return nil, err
		}
	}
	found, err := s.match(ctx, v, f, result)
	if err != nil {
		return nil, err
	}
	if result.Playlist == nil {
		if len(found) == 0 && result.MissingCount > 0 {
			return nil, errNoneHere
		}
		if result.Playlist, err = s.Create(ctx, v, &music.Playlist{
			OwnerID: v.AccountID, Name: importName(in, f), Description: cutRunes(f.description, 1000), CreatedAt: s.now(),
		}); err != nil {
			return nil, err
		}
	}
	return result, s.fill(ctx, v, result, found)
}

// editable returns a playlist that the viewer may add to.
func (s *Service) editable(ctx context.Context, v music.Viewer, id string) (*music.Playlist, error) {
	if strings.ContainsRune(id, 0) {
		return nil, music.ErrNotFound // PostgreSQL rejects such text
	}
	p, err := s.store.Playlist(ctx, v, id)
	if err == nil && !p.MayEdit(v.AccountID) {
		err = music.ErrForbidden
	}
	return p, err
}

// found is an item with its matching track.
type found struct {
	item  *item
	track string
}

// fill adds tracks in parts. Parts that were added stay if a later one fails.
func (s *Service) fill(ctx context.Context, v music.Viewer, result *Imported, tracks []found) error {
	id := result.Playlist.ID
	room := music.MaxEntries - result.Playlist.Entries
	for _, f := range tracks[min(len(tracks), max(room, 0)):] {
		result.miss(f.item, noRoom)
	}
	tracks = tracks[:min(len(tracks), max(room, 0))]
	for part := range slices.Chunk(tracks, music.MaxEntryBatch) {
		ids := make([]string, len(part))
		for i, f := range part {
			ids[i] = f.track
		}
		c, err := s.store.AddEntries(ctx, v, id, music.Insertion{TrackIDs: ids}, s.now())
		if err != nil {
			return err
		}
		result.Found += len(c.Added)
	}
	p, err := s.store.Playlist(ctx, v, id)
	if err != nil {
		return err
	}
	result.Playlist = p
	s.tell(ctx, p, music.PlaylistChange{Version: p.Version, By: v.AccountID, Added: result.Found})
	return nil
}

// importName returns the name of a new playlist: the requested one, the one in
// the file, or the file's own name.
func importName(in Import, f *file) string {
	base := path.Base(strings.ReplaceAll(in.FileName, `\`, "/"))
	base = strings.TrimSuffix(base, path.Ext(base))
	for _, name := range []string{in.Name, f.name, base} {
		if name = cutRunes(strings.Join(strings.Fields(shown(name)), " "), 100); name != "" && name != "." {
			return name
		}
	}
	return "Imported playlist"
}

func cutRunes(text string, limit int) string {
	text = shown(strings.ToValidUTF8(text, ""))
	if runes := []rune(text); len(runes) > limit {
		text = string(runes[:limit])
	}
	return strings.TrimSpace(cmp.Or(text, ""))
}
