package library

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"sonora/internal/blob"
	"sonora/internal/media/picture"
	"sonora/internal/media/tag"
	"sonora/internal/music"
)

// shelf reads the files of one root, by their relative paths.
type shelf interface {
	// audio reads a song, with the size and modification time of the file at
	// that moment; a negative size is unknown. It returns fs.ErrNotExist if
	// there is no file.
	audio(ctx context.Context, path string) (a *music.AudioFile, size, modTime int64, err error)
	picture(ctx context.Context, path string) (*music.Picture, error)
	lyrics(ctx context.Context, path string) (music.Lyrics, error)
	readers() int // number of concurrent reads
}

func (s *scan) shelfOf(root string) (shelf, error) {
	if !blob.IsBucket(root) {
		return &folderShelf{s.disk, root}, nil
	}
	bucket, err := s.places.Of(root)
	if err != nil {
		return nil, err
	}
	return &bucketShelf{bucket}, nil
}

// folderShelf reads from a folder.
type folderShelf struct {
	disk
	root string
}

func (s *folderShelf) name(path string) string {
	return filepath.Join(s.root, filepath.FromSlash(path))
}

func (s *folderShelf) audio(_ context.Context, path string) (*music.AudioFile, int64, int64, error) {
	a, err := s.readAudio(s.name(path))
	info, statErr := os.Stat(s.name(path))
	if errors.Is(statErr, fs.ErrNotExist) {
		return nil, -1, 0, statErr
	} else if statErr != nil {
		return a, -1, 0, err
	}
	return a, info.Size(), info.ModTime().UnixNano(), err
}

func (s *folderShelf) picture(_ context.Context, path string) (*music.Picture, error) {
	return picture.DescribeFile(s.name(path))
}

func (s *folderShelf) lyrics(_ context.Context, path string) (music.Lyrics, error) {
	return tag.ReadLyrics(s.name(path))
}

func (s *folderShelf) readers() int { return runtime.GOMAXPROCS(0) }

// bucketShelf reads from a bucket, with few requests per object.
type bucketShelf struct{ store blob.Store }

func (s *bucketShelf) audio(ctx context.Context, path string) (*music.AudioFile, int64, int64, error) {
	o, err := s.store.Open(ctx, path)
	if err != nil {
		return nil, -1, 0, err
	}
	defer o.Close()
	a, err := tag.ReadFrom(o, o.Size)
	return a, o.Size, stamp(o.Info), err
}

func (s *bucketShelf) picture(ctx context.Context, path string) (*music.Picture, error) {
	o, err := s.store.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer o.Close()
	return picture.DescribeFrom(o, o.Size)
}

func (s *bucketShelf) lyrics(ctx context.Context, path string) (music.Lyrics, error) {
	o, err := s.store.Open(ctx, path)
	if err != nil {
		return music.Lyrics{}, err
	}
	defer o.Close()
	return tag.ReadLyricsFrom(o, o.Size)
}

// bucketReaders is the number of concurrent reads from a bucket. They mostly
// wait for the network.
const bucketReaders = 16

func (s *bucketShelf) readers() int { return bucketReaders }
