package library

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"sonora/internal/blob"
	"sonora/internal/media/picture"
	"sonora/internal/music"
)

const (
	givenSide   = 1200 // pixels
	givenDigits = 32
	// givenGrace is how long an unused picture is kept.
	givenGrace = time.Hour
)

// Give stores a picture that people gave to a playlist, station or podcast,
// cropped to a square, and returns its name. It returns the errors of
// picture.Square.
func (c *Covers) Give(content []byte) (string, error) {
	square, err := picture.Square(content, givenSide)
	if err != nil {
		return "", fmt.Errorf("crop picture: %w", err)
	}
	sum := sha256.Sum256(square)
	name := hex.EncodeToString(sum[:])[:givenDigits]
	if err := blob.WriteFile(filepath.Join(c.given, name), square, true); err != nil {
		return "", fmt.Errorf("store picture: %w", err)
	}
	return name, nil
}

// Given returns a picture stored by Give, in one of CoverSizes, as Open does.
func (c *Covers) Given(ctx context.Context, name string, size int, webp bool) (*CoverImage, error) {
	if err := checkSize(size); err != nil {
		return nil, err
	}
	if !isGiven(name) {
		return nil, music.ErrNotFound
	}
	return c.serve(ctx, name, size, webp, func(context.Context) ([]byte, error) {
		content, err := os.ReadFile(filepath.Join(c.given, name))
		if errors.Is(err, fs.ErrNotExist) {
			return nil, music.ErrNotFound.Because(err)
		}
		if err != nil {
			return nil, fmt.Errorf("read a picture: %w", err)
		}
		return picture.Thumbnail(content, size)
	})
}

// OpenGiven opens a picture stored by Give unchanged: a JPEG. The error has the
// code NotFound if there is none.
func (c *Covers) OpenGiven(name string) (io.ReadCloser, error) {
	if !isGiven(name) {
		return nil, music.ErrNotFound
	}
	file, err := os.Open(filepath.Join(c.given, name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, music.ErrNotFound.Because(err)
	}
	if err != nil {
		return nil, fmt.Errorf("open a picture: %w", err)
	}
	return file, nil
}

func isGiven(name string) bool {
	_, err := hex.DecodeString(name)
	return err == nil && len(name) == givenDigits
}

// TidyGiven removes unused pictures.
func (c *Covers) TidyGiven(shown []string) error {
	entries, err := os.ReadDir(c.given)
	if err != nil {
		return ignoreNotExist(err)
	}
	keep := map[string]bool{}
	for _, name := range shown {
		keep[name] = true
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || keep[e.Name()] || time.Since(info.ModTime()) < givenGrace {
			continue // already removed, in use, or too new
		}
		if err := os.Remove(filepath.Join(c.given, e.Name())); ignoreNotExist(err) != nil {
			return fmt.Errorf("remove a picture: %w", err)
		}
	}
	return nil
}

// Mosaic returns four covers combined in one picture, in one of CoverSizes, as
// Open does.
func (c *Covers) Mosaic(ctx context.Context, v music.Viewer, hashes [4]string, size int, webp bool) (*CoverImage, error) {
	if err := checkSize(size); err != nil {
		return nil, err
	}
	h := fnv.New64a()
	fmt.Fprint(h, hashes)
	name := fmt.Sprintf("m%015x", h.Sum64()&(1<<60-1))
	return c.serve(ctx, name, size, webp, func(ctx context.Context) ([]byte, error) {
		var pieces [4][]byte
		for i, hash := range hashes {
			place, err := c.find(ctx, v, hash)
			if err == nil {
				pieces[i], err = c.thumbnail(ctx, place.root, place.source, size)
			}
			if err != nil {
				return nil, err
			}
		}
		content, err := picture.Mosaic(pieces, size)
		if err != nil {
			return nil, music.ErrNotFound.Because(err)
		}
		return content, nil
	})
}
