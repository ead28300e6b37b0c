package catalogue

import (
	"context"
	"fmt"

	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

type coverRow struct {
	root                   string
	p                      music.Picture
	folder, name           string // of the audio file
	coverFolder, coverName string // of the picture file next to it
}

func (r *coverRow) Dest() []any {
	return []any{&r.root, &r.p.Hash, &r.p.MIME, &r.p.Bytes, &r.p.Width, &r.p.Height, &r.folder, &r.name, &r.coverFolder, &r.coverName}
}

func (r *coverRow) Value() coverRow { return *r }

// CoverSource locates the bytes of a picture, relative to root. Any visible
// track with the picture can be the source, so the loss of one file does not
// lose the cover of the others. It returns NotFound if there is none.
func (s *Store) CoverSource(ctx context.Context, v music.Viewer, hash string) (root string, src *music.CoverSource, err error) {
	q := (&kernel.Query{}).Add(`select r.path, p.hash, p.mime, p.bytes, p.width, p.height, f.path, t.name, coalesce(cf.path, ''), t.cover_name
		from track t join picture p on p.hash = t.cover
		join folder f on f.seq = t.folder join root r on r.seq = f.root left join folder cf on cf.seq = t.cover_folder
		where t.cover = ? and t.cover <> '' and `, hash).CanList(v).Add(" order by t.seq desc limit 1")
	c, err := kernel.One(ctx, s.db.Read, &coverRow{}, q.Text.String(), q.Args...)
	if err != nil {
		return "", nil, fmt.Errorf("find cover: %w", err)
	}
	src = &music.CoverSource{Picture: c.p, Folder: kernel.TextPath(c.folder), Name: kernel.TextPath(c.name), Embedded: true}
	if c.coverName != "" {
		src.Folder, src.Name, src.Embedded = kernel.TextPath(c.coverFolder), kernel.TextPath(c.coverName), false
	}
	return kernel.TextPath(c.root), src, nil
}
