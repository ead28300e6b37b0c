package upload

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"sonora/internal/codec/flac"
	"sonora/internal/intake"
	"sonora/internal/music"
)

var errCopied = music.NewError(music.Conflict, "This is a copy of music that AI made on this server and that no operator has approved. It cannot become another track.")

// theServer reads music that awaits a review on behalf of the operators.
var theServer = music.System("upload")

// checkCopied returns Conflict for a FLAC file with the same samples as music that AI made
// and that no operator has approved, even if it was encoded again and has other tags.
func (s *Service) checkCopied(ctx context.Context, u *intake.Upload) error {
	if u.Audio.Format != music.FLAC {
		return nil
	}
	waiting, err := s.store.UnreviewedTracks(ctx, music.FLAC, u.Audio.Samples)
	if err != nil || len(waiting) == 0 {
		return err
	}
	sum, err := s.checksumOf(ctx, u)
	if err != nil || sum == ([16]byte{}) {
		return err
	}
	for _, id := range waiting {
		file, err := s.store.TrackFile(ctx, theServer, id)
		if music.CodeOf(err) == music.NotFound {
			continue // it was deleted meanwhile
		}
		if err != nil {
			return err
		}
		made, err := s.keptChecksum(ctx, file.Path)
		if err != nil {
			return err
		}
		if made == sum {
			return errCopied
		}
	}
	return nil
}

// checksumOf returns the checksum of the samples of an upload, which is in the store
// already if keeping it was interrupted.
func (s *Service) checksumOf(ctx context.Context, u *intake.Upload) ([16]byte, error) {
	file, err := os.Open(s.staging.path(u.ID))
	if errors.Is(err, fs.ErrNotExist) {
		return s.keptChecksum(ctx, u.Place)
	}
	if err != nil {
		return [16]byte{}, fmt.Errorf("read an upload: %w", err)
	}
	defer file.Close()
	return checksum(file)
}

// keptChecksum returns the checksum of the samples of a file in the store; zero for a
// file that is gone.
func (s *Service) keptChecksum(ctx context.Context, key string) ([16]byte, error) {
	object, err := s.blobs.Open(ctx, key)
	if errors.Is(err, fs.ErrNotExist) {
		return [16]byte{}, nil
	}
	if err != nil {
		return [16]byte{}, storeError(fmt.Errorf("read a track: %w", err))
	}
	defer object.Close()
	return checksum(object)
}

// checksum returns the checksum of the samples that a FLAC file states; zero for none.
func checksum(file io.Reader) ([16]byte, error) {
	const header = 8 // fLaC, and the type and size of the first block
	head := make([]byte, header+flac.InfoSize)
	_, err := io.ReadFull(file, head)
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return [16]byte{}, nil
	}
	if err != nil {
		return [16]byte{}, fmt.Errorf("read the head of a file: %w", err)
	}
	info, ok := flac.ParseInfo(head[header:])
	if string(head[:4]) != "fLaC" || !ok {
		return [16]byte{}, nil
	}
	return info.MD5, nil
}
