package library

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

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
	if err := os.MkdirAll(c.kept, 0o750); err != nil {
		return nil, fmt.Errorf("store picture: %w", err)
	}
	file, err := os.CreateTemp(c.kept, ".new-*")
	if err != nil {
		return nil, fmt.Errorf("store picture: %w", err)
	}
	_, err = file.Write(content)
	if err == nil {
		err = file.Sync()
	}
	err = errors.Join(err, file.Close())
	if err == nil {
		err = os.Rename(file.Name(), filepath.Join(c.kept, described.Hash))
	}
	if err != nil {
		return nil, fmt.Errorf("store picture: %w", errors.Join(err, ignoreNotExist(os.Remove(file.Name()))))
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
