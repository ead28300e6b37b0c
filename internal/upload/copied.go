package upload

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"sonora/internal/codec/flac"
	"sonora/internal/generation"
	"sonora/internal/intake"
	"sonora/internal/music"
)

var errCopied = music.NewError(music.Conflict, "This is a copy of music that AI made on this server and that no operator has approved. It cannot become another track.")

// checkCopied returns Conflict for a FLAC file with the same samples as music that AI made
// and that no operator has approved, even if it was encoded again and has other tags.
func (s *Service) checkCopied(ctx context.Context, u *intake.Upload) error {
	sum, err := s.checksumOf(ctx, u)
	if err != nil {
		return err
	}
	err = s.store.CheckSamplesReviewed(ctx, sum)
	if errors.Is(err, generation.ErrNotReviewed) {
		return errCopied
	}
	return err
}

// remember notes the sound of a generation, so that its copies are known even after it is
// deleted.
func (s *Service) remember(ctx context.Context, u *intake.Upload) error {
	sum, err := s.checksumOf(ctx, u)
	if err != nil || u.Audio == nil {
		return err
	}
	if err := s.store.NoteSound(ctx, u.ID, u.Audio.AudioKey, u.Audio.Samples, sum); err != nil {
		return err
	}
	file := s.staging.path(u.ID)
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		return nil // it is noted when it is analysed
	}
	if err := s.copies.Note(ctx, u.ID, file); err != nil {
		s.log.Warn("note the sound of music by AI failed; it is noted when it is analysed", "generation", u.ID, "error", err)
	}
	return ctx.Err()
}

// completeSounds notes the checksums of the sounds of generations that an older version of
// this program noted without.
func (s *Service) completeSounds(ctx context.Context) error {
	files, err := s.store.SoundsWithoutChecksum(ctx)
	if err != nil {
		return err
	}
	var errs []error
	for id, key := range files {
		sum, err := s.keptChecksum(ctx, key)
		if err == nil && sum != ([16]byte{}) {
			err = s.store.NoteChecksum(ctx, id, sum)
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// checksumOf returns the checksum of the samples of an upload; zero if its file states
// none. The file is in the store already if keeping it was interrupted.
func (s *Service) checksumOf(ctx context.Context, u *intake.Upload) ([16]byte, error) {
	if u.Audio == nil || u.Audio.Format != music.FLAC {
		return [16]byte{}, nil
	}
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
