package profile

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"sonora/internal/media/picture"
	"sonora/internal/music"
)

const (
	// MaxPicture is the maximum size of an uploaded picture, in bytes.
	MaxPicture = 5 << 20
	// AvatarPath is the URL path of people's pictures.
	AvatarPath = "/api/avatars/"

	avatarSide   = 512              // pixels
	avatarWait   = 20 * time.Second // maximum wait for other pictures to be processed
	avatarDigits = 32               // hexadecimal digits of the hash that names a picture
)

var errBusy = music.NewError(music.Unavailable, "Too many pictures are being processed. Try again in a moment.")

// SetAvatar sets the viewer's picture, cropped to a square and without
// metadata, and returns the updated account. It returns Unsupported unless
// picture is a JPEG, PNG or GIF, TooLarge above MaxPicture, and Invalid for a
// picture that cannot be decoded.
func (s *Service) SetAvatar(ctx context.Context, v music.Viewer, content []byte) (*music.Account, error) {
	if len(content) > MaxPicture {
		return nil, music.NewError(music.TooLarge, "This picture is larger than 5 MB.")
	}
	portrait, err := s.portrait(ctx, content)
	if err != nil {
		return nil, err
	}
	// The hash includes the account ID, so that no two people share a file and
	// nobody can guess a name from the picture.
	sum := sha256.Sum256(append([]byte(v.AccountID+"\n"), portrait...))
	name := hex.EncodeToString(sum[:])[:avatarDigits] + ".jpg"
	s.files.Lock()
	defer s.files.Unlock()
	if err := writeFile(s.avatars, name, portrait); err != nil {
		return nil, fmt.Errorf("save the picture: %w", err)
	}
	return s.replaceAvatar(ctx, v, AvatarPath+name)
}

// RemoveAvatar removes the viewer's picture and returns the updated account.
func (s *Service) RemoveAvatar(ctx context.Context, v music.Viewer) (*music.Account, error) {
	s.files.Lock()
	defer s.files.Unlock()
	return s.replaceAvatar(ctx, v, "")
}

// replaceAvatar saves the address of the new picture, then removes the old
// file. Tidy cleans up after a failure in between.
func (s *Service) replaceAvatar(ctx context.Context, v music.Viewer, url string) (*music.Account, error) {
	before, err := s.account(ctx, v)
	if err != nil {
		return nil, err
	}
	if err := s.store.SetProfileImage(ctx, v.AccountID, url); err != nil {
		return nil, fmt.Errorf("save the picture's address: %w", err)
	}
	if name, ours := strings.CutPrefix(before.ProfileImageURL, AvatarPath); ours && before.ProfileImageURL != url && isAvatar(name) {
		if err := os.Remove(filepath.Join(s.avatars, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			s.log.Warn("remove old picture failed", "file", name, "error", err)
		}
	}
	return s.account(ctx, v)
}

// portrait decodes one picture at a time.
func (s *Service) portrait(ctx context.Context, content []byte) ([]byte, error) {
	waiting, cancel := context.WithTimeout(ctx, avatarWait)
	defer cancel()
	if err := s.pictures.Acquire(waiting, 1); err != nil {
		return nil, errBusy.Because(err)
	}
	defer s.pictures.Release(1)
	portrait, err := picture.Portrait(content, avatarSide)
	if err != nil {
		return nil, fmt.Errorf("make a portrait: %w", err)
	}
	return portrait, nil
}

// OpenAvatar opens a picture by the name in its address. It returns NotFound
// for any other name.
func (s *Service) OpenAvatar(name string) (*os.File, error) {
	if !isAvatar(name) {
		return nil, music.ErrNotFound
	}
	file, err := os.Open(filepath.Join(s.avatars, name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, music.ErrNotFound.Because(err)
	}
	if err != nil {
		return nil, fmt.Errorf("open a picture: %w", err)
	}
	return file, nil
}

func isAvatar(name string) bool {
	digits, ok := strings.CutSuffix(name, ".jpg")
	odd := func(r rune) bool { return (r < '0' || r > '9') && (r < 'a' || r > 'f') }
	return ok && len(digits) == avatarDigits && !strings.ContainsFunc(digits, odd)
}
