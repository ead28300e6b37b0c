package library

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"sonora/internal/blob"
	"sonora/internal/media/picture"
	"sonora/internal/music"
)

// keptFolder is the folder of pictures that people gave to tracks, by hash:
// those of tracks whose files cannot be written, and the previous picture for
// each undo.
const keptFolder = "tag-covers"

// Keep stores a picture under its hash until nothing refers to it.
func (c *Covers) Keep(content []byte) (*music.Picture, error) {
	described, err := picture.Describe(content)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(c.kept, described.Hash)); err == nil {
		return described, nil
	}
	if err := blob.WriteFile(filepath.Join(c.kept, described.Hash), content, true); err != nil {
		return nil, fmt.Errorf("store picture: %w", err)
	}
	return described, nil
}

// Kept returns a picture stored by Keep, or fs.ErrNotExist if there is none.
func (c *Covers) Kept(hash string) ([]byte, error) {
	if !isHash(hash) {
		return nil, fs.ErrNotExist
	}
	return os.ReadFile(filepath.Join(c.kept, hash))
}
