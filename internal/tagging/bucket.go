package tagging

import (
	"context"
	"errors"
	"fmt"
	"os"

	"sonora/internal/media/tag"
	"sonora/internal/music"
)

// saveInBucket replaces the object. It records everything in the database
// first, so that a crash in between loses nothing. If the bucket does not
// accept the object, the change stays in the database and kept is the reason.
func (k *work) saveInBucket(ctx context.Context, c tag.Change, o *music.TagOverride, e music.TagEdit) (kept, err error) {
	info, err := k.store.Stat(ctx, k.key)
	if err != nil {
		return nil, placeError(err)
	}
	if known := k.modTime(); info.Size != k.track.Size || known != 0 && k.library.ModTime(k.track.Root, info) != known {
		return nil, errChanged
	}
	temp, audio, kept := k.copyWith(c)
	if kept != nil && !errors.Is(kept, errReadOnly) {
		return nil, kept
	}
	if temp != "" {
		defer os.Remove(temp) //nolint:errcheck // the system cleans up its temporary folder
	}
	if err := k.Service.store.KeepTagEdit(ctx, &e, o); err != nil {
		return nil, err
	}
	if kept == nil {
		kept = k.put(ctx, temp)
	}
	if kept != nil {
		k.Service.log.Info("write tags to object failed; the changes are stored in the database", "place", k.store.String(), "key", k.key, "error", kept)
		return kept, k.saveRow(ctx, k.audio, k.track.Size, k.track.ModTime)
	}
	if info, err = k.store.Stat(ctx, k.key); err != nil {
		return nil, placeError(err)
	}
	if err := k.Service.store.TagEditWritten(ctx, &e); err != nil {
		return nil, err
	}
	return nil, k.saveRow(ctx, audio, info.Size, k.library.ModTime(k.track.Root, info))
}

// copyWith writes a copy of the object with other tags to a temporary file.
func (k *work) copyWith(c tag.Change) (name string, audio *music.AudioFile, err error) {
	src, err := os.Open(k.local)
	if err != nil {
		return "", nil, fileError(err)
	}
	defer src.Close()
	info, err := src.Stat()
	if err != nil {
		return "", nil, fileError(err)
	}
	temp, err := k.disk.create("", tempPrefix+"*"+tempSuffix)
	if err != nil {
		return "", nil, fileError(err)
	}
	err = errors.Join(k.disk.write(temp, src, info.Size(), c), temp.Close())
	if err == nil {
		audio, err = tag.Read(temp.Name())
	}
	if err == nil {
		err = k.verify(audio, c)
	}
	if err != nil {
		return "", nil, errors.Join(fileError(err), os.Remove(temp.Name()))
	}
	return temp.Name(), audio, nil
}

// put uploads a file to the bucket.
func (k *work) put(ctx context.Context, name string) error {
	file, err := os.Open(name)
	if err != nil {
		return fmt.Errorf("put an object: %w", err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return fmt.Errorf("put an object: %w", err)
	}
	if err := k.store.Put(ctx, k.key, file, info.Size()); err != nil {
		return fmt.Errorf("%w: %w", errBucket, err)
	}
	return nil
}
