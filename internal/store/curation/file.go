package curation

import (
	"context"
	"fmt"
	"path"

	"sonora/internal/stock"
	"sonora/internal/store/kernel"
	"sonora/internal/store/library"
	"sonora/internal/store/uploads"
)

type fileRow struct {
	f                  stock.File
	root, folder, name string
	mtime              int64
}

func (r *fileRow) Dest() []any {
	return []any{&r.root, &r.folder, &r.name, &r.f.Size, &r.mtime, &r.f.Playlists, &r.f.Likes}
}

func (r *fileRow) Value() stock.File {
	f := r.f
	f.Root, f.Path, f.ModTime = kernel.TextPath(r.root), path.Join(kernel.TextPath(r.folder), kernel.TextPath(r.name)), kernel.Nanos(r.mtime)
	return f
}

// fileColumns are the columns of a fileRow, of the track t in the folder f of the root r.
const fileColumns = `r.path, f.path, t.name, t.size, t.mtime,
	(select count(distinct e.playlist) from playlist_entry e where e.track = t.seq), (select count(*) from liked l where l.track = t.seq)`

// StockFile returns what an operator is told about the file of a track, also one that
// is missing. It returns NotFound for an unknown track.
func (s *Store) StockFile(ctx context.Context, id string) (*stock.File, error) {
	f, err := kernel.Pointer(kernel.One(ctx, s.db.Read, &fileRow{}, "select "+fileColumns+`
		from track t join folder f on f.seq = t.folder join root r on r.seq = f.root where t.id = ?`, id))
	if err != nil {
		return nil, fmt.Errorf("read file of track: %w", err)
	}
	return f, nil
}

// CheckUnused returns Conflict if the track is the sound of a mix or of a published
// episode.
func (s *Store) CheckUnused(ctx context.Context, id string) error {
	return uploads.CheckUnused(ctx, s.db.Read, id)
}

// ForgetFile deletes a track of the operator's library with its likes and plays, after
// its file was deleted. It returns NotFound for every other track.
func (s *Store) ForgetFile(ctx context.Context, id string) error {
	err := s.db.UpdateCatalogue(ctx, "delete track", func(tx *kernel.Tx) error {
		return kernel.Found(uploads.DropUploaded(ctx, s.db, tx, (&kernel.Query{}).Add("owner is null and id = ?", id)))
	})
	if err != nil {
		return err
	}
	_, err = library.Finish(ctx, s.db)
	return err
}
