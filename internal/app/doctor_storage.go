package app

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"

	"sonora/internal/blob"
	"sonora/internal/diagnostics"
	"sonora/internal/music"
	"sonora/internal/radio/record"
)

// bucketPatience is how long a check waits for a bucket.
const bucketPatience = 20 * time.Second

var bucketRemedy = music.Say("Look at the address, the key and the secret, whether the bucket is there, and what the key may do in it.")

// checkPlace reads a folder or bucket with music.
func checkPlace(ctx context.Context, place string) diagnostics.Check {
	if !blob.IsBucket(place) {
		return checkMusic(place)
	}
	bucket, err := blob.Open(place)
	if err != nil {
		return isBroken("music", music.Verbatim(sentence(err)), music.Say("Correct --music or SONORA_MUSIC."))
	}
	ctx, stop := context.WithTimeout(ctx, bucketPatience)
	defer stop()
	for _, err := range bucket.List(ctx, "") {
		if err != nil {
			return isBroken("music", music.Say("Cannot read the bucket: %s", sentence(err)), bucketRemedy)
		}
		return works("music", music.Say("%s is readable.", bucket.String()))
	}
	return isOff("music", music.Say("%s is empty.", bucket.String()), music.Say("Put music into it, or name another place with --music."))
}

// checkStorage writes, reads and deletes an object in the upload storage.
func checkStorage(ctx context.Context, c Config) diagnostics.Check {
	store, err := blob.Open(c.Storage)
	if err != nil {
		return isBroken("storage", music.Verbatim(sentence(err)), music.Say("Correct --storage or SONORA_STORAGE."))
	}
	if _, err := os.Stat(c.Storage); errors.Is(err, fs.ErrNotExist) && !blob.IsBucket(c.Storage) {
		if c.ownStorage {
			return works("storage", music.Say("%s is not there yet; the first start creates it.", c.Storage))
		}
		return isBroken("storage", music.Say("There is no %s.", c.Storage), music.Say("Create it, mount it, or choose another place with --storage."))
	}
	ctx, stop := context.WithTimeout(ctx, bucketPatience)
	defer stop()
	if err := probe(ctx, store); err != nil {
		if blob.IsBucket(c.Storage) {
			return isBroken("storage", music.Say("Cannot use the bucket: %s", sentence(err)), bucketRemedy)
		}
		return isBroken("storage", music.Say("Cannot write to %s: %s.", store.String(), cause(err)), music.Say("Let the account that runs Sonora write there, or choose another place with --storage."))
	}
	return works("storage", music.Say("%s is writable.", store.String()))
}

func probe(ctx context.Context, s blob.Store) (err error) {
	key, text := "doctor-"+music.NewID(), []byte("written by sonora doctor")
	if err := s.Put(ctx, key, bytes.NewReader(text), int64(len(text))); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Delete(context.WithoutCancel(ctx), key)) }()
	object, err := s.Open(ctx, key)
	if err != nil {
		return err
	}
	defer object.Close()
	if got, err := io.ReadAll(object); err != nil || !bytes.Equal(got, text) {
		return errors.Join(errors.New("the written object cannot be read back"), err)
	}
	return nil
}

// checkRecordings lists the sounds of recordings that the database does not
// know. It returns nothing if there are none.
func checkRecordings(folder string) []diagnostics.Check {
	list, err := record.Aside(folder)
	switch {
	case err != nil:
		return []diagnostics.Check{isBroken("record", music.Verbatim(sentence(err)), music.Say("Look at %s.", folder))}
	case len(list) == 0:
		return nil
	}
	return []diagnostics.Check{isOff(
		"record", music.Say("The database has no entry for these recorded shows; their sound is kept: %s.", strings.Join(list, ", ")),
		music.Say("Restore the database that has them, and Sonora takes them back; or upload the files as music; or delete them."),
	)}
}

// sentence formats an error as the end of a check's text.
func sentence(err error) string { return strings.TrimSuffix(err.Error(), ".") + "." }
