package playlist

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"

	"sonora/internal/music"
)

// Import is a file to make a playlist of.
type Import struct {
	File       string
	FileName   string
	Name       string // of the new playlist; "" takes the file's
	PlaylistID string // adds to this one instead
}

// Missing is a line of a file for which there is no track.
type Missing struct {
	Line   int
	Text   string
	Reason string // not-found, ambiguous, not-a-file, full
}

// Why there is no track for a line.
const (
	notFound  = "not-found"
	ambiguous = "ambiguous"
	notAFile  = "not-a-file" // an address on the web
	noRoom    = "full"       // the playlist holds no more
)

// mostMissing is how many lines an Imported names.
const mostMissing = 10_000

// Imported is what became of a file.
type Imported struct {
	Playlist     *music.Playlist
	Found        int
	MissingCount int
	Missing      []Missing // the first of them
}

func (r *Imported) miss(i *item, reason string) {
	if r.MissingCount++; len(r.Missing) < mostMissing {
		r.Missing = append(r.Missing, Missing{i.line, i.text(), reason})
	}
}

// Import makes a playlist of a file, or adds to one the viewer may edit. The
// file's tracks are found by their paths, else by their tags; what is not
// found is reported. Invalid for what is no playlist, TooLarge above MaxFile.
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
	if in.PlaylistID != "" { // whether that may be changed, before the work is done
		if result.Playlist, err = s.editable(ctx, v, in.PlaylistID); err != nil {
			return nil, err
		}
	}
	found, err := s.match(ctx, v, f, result)
	if err != nil {
		return nil, err
	}
	if result.Playlist == nil {
		if result.Playlist, err = s.Create(ctx, v, &music.Playlist{
			OwnerID: v.AccountID, Name: importName(in, f), Description: cutRunes(f.description, 1000), CreatedAt: s.now(),
		}); err != nil {
			return nil, err
		}
	}
	return result, s.fill(ctx, v, result, found)
}

// editable returns a playlist the viewer may add to.
func (s *Service) editable(ctx context.Context, v music.Viewer, id string) (*music.Playlist, error) {
	if strings.ContainsRune(id, 0) {
		return nil, music.ErrNotFound // PostgreSQL takes no such text
	}
	p, err := s.store.Playlist(ctx, v, id)
	if err == nil && !p.MayEdit(v.AccountID) {
		err = music.ErrForbidden
	}
	return p, err
}

// found is an item with the track it means.
type found struct {
	item  *item
	track string
}

// fill adds tracks part by part: what is in stays, whatever comes.
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

// importName is the name of a new playlist: as asked for, as the file says,
// or the file's own.
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

func cutRunes(text string, most int) string {
	text = shown(strings.ToValidUTF8(text, ""))
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most])
	}
	return strings.TrimSpace(cmp.Or(text, ""))
}
