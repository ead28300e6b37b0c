package library

import (
	"context"
	"encoding/json"
	"fmt"

	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

// DecodeOverride decodes an override of a track's tags. It returns nil if it
// cannot be decoded.
func DecodeOverride(content string) *music.TagOverride {
	o := new(music.TagOverride)
	if content == "" || json.Unmarshal([]byte(content), o) != nil || o.IsZero() {
		return nil
	}
	return o
}

type overrideRow struct {
	track, size, modTime int64
	content              string
}

func (r *overrideRow) Dest() []any { return []any{&r.track, &r.content, &r.size, &r.modTime} }

func (r *overrideRow) Value() overrideRow { return *r }

// override applies the overrides of tags to the files. It drops the override of
// a file that was written since.
func (b *Batch) override(ctx context.Context, _ []music.ScannedFile) error {
	known := map[int64]*SavedFile{}
	var seqs []int64
	for _, f := range b.Files {
		if !f.isNew {
			known[f.Track.Seq] = f
			seqs = append(seqs, f.Track.Seq)
		}
	}
	if len(seqs) == 0 {
		return nil
	}
	rows, err := kernel.Collect(ctx, b.Tx, &overrideRow{}, "select track, content, size, mtime from tag_override where track in "+b.DB.Dialect.Ints, kernel.Array(seqs))
	if err != nil {
		return fmt.Errorf("find overrides: %w", err)
	}
	for _, r := range rows {
		f := known[r.track]
		if r.size == f.Size && r.modTime == f.ModTime {
			if _, err := b.Tx.Exec(ctx, "delete from tag_override where track = ?", r.track); err != nil {
				return fmt.Errorf("delete override: %w", err)
			}
			continue
		}
		if o := DecodeOverride(r.content); o != nil {
			f.ScannedFile = overridden(f.ScannedFile, o)
		}
	}
	return nil
}

func overridden(f *music.ScannedFile, o *music.TagOverride) *music.ScannedFile {
	file, audio := *f, *f.Audio
	file.Audio = &audio
	o.Apply(&audio)
	switch {
	case o.Cover != nil:
		file.Cover = &music.CoverSource{Picture: *o.Cover, Folder: f.Folder, Name: f.Name, Embedded: true}
	case o.NoCover && f.Cover != nil && f.Cover.Embedded:
		file.Cover = nil
	}
	return &file
}
