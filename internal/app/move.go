package app

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sonora/internal/blob"
	"sonora/internal/intake"
	"sonora/internal/store"
)

// MoveOptions are the options of a move.
type MoveOptions struct {
	From, To     string // a folder or the URL of a bucket; From may be intake.Root
	DeleteSource bool   // at the end, each file after its copy was checked once more
	ReadBack     bool   // compare what is read from the new place even if that stores checksums
	Progress     func(blob.TransferProgress)
}

// MoveResult is the result of a move.
type MoveResult struct {
	blob.TransferProgress
	From, To string // without secrets
	Left     int    // files of the source that were not deleted although that was requested
}

// errNotMoved means that the library is unchanged.
var errNotMoved = errors.New("the library still uses the old place; run the same command again to continue")

// Move copies a music folder of the library to another place, compares both,
// and switches the tracks to the new place. An interrupted move can be
// continued. While a server uses the data folder, the error is an *InUseError.
func Move(ctx context.Context, c Config, o MoveOptions, log *slog.Logger) (*MoveResult, error) {
	c, err := c.withDefaults()
	if err != nil {
		return nil, err
	}
	if err := c.makeFolders(); err != nil {
		return nil, err
	}
	lock, err := LockFolder(c.Data, "a move of music")
	if err != nil {
		return nil, err
	}
	defer lock.Release()
	m := &move{options: o}
	if err := m.open(c); err != nil {
		return nil, err
	}
	defer m.places.Close()
	db, err := store.Open(ctx, c.Database, store.Options{New: c.mayBegin})
	if err != nil {
		return nil, err
	}
	defer closing(db, log)
	m.db = db
	return m.run(ctx, c)
}

// move is one run of Move.
type move struct {
	options  MoveOptions
	places   *blob.Places
	db       *store.Store
	uploads  bool // they have no named root in the database
	from, to blob.Store
	switched bool // an earlier run had switched the tracks already
}

// open opens both stores. A configured bucket is also found by its URL without
// secrets.
func (m *move) open(c Config) (err error) {
	if m.places, err = c.openPlaces(); err != nil {
		return err
	}
	if m.options.To == intake.Root {
		return errors.New("music cannot be moved to the uploads; name a folder or a bucket")
	}
	m.uploads = m.options.From == intake.Root
	if m.uploads {
		m.from = m.places.Uploads()
	} else if m.from, err = m.place(m.options.From); err != nil {
		return fmt.Errorf("from: %w", err)
	}
	if m.to, err = m.place(m.options.To); err != nil {
		return fmt.Errorf("to: %w", err)
	}
	from, to := m.from.String()+"/", m.to.String()+"/"
	if from == to {
		return fmt.Errorf("the music is at %s already", m.to)
	}
	if strings.HasPrefix(from, to) || strings.HasPrefix(to, from) {
		return fmt.Errorf("one of %s and %s is inside the other", m.from, m.to)
	}
	return nil
}

func (m *move) place(text string) (blob.Store, error) {
	text, err := absolutePlace(text)
	if err != nil {
		return nil, err
	}
	if !blob.IsBucket(text) {
		return blob.NewMusicFolder(text), nil
	}
	address, err := blob.ParseAddress(text)
	if err != nil {
		return nil, err
	}
	if known, err := m.places.Of(address.String()); err == nil && address.Key == "" {
		return known, nil
	}
	return blob.NewS3(address)
}

func (m *move) run(ctx context.Context, c Config) (*MoveResult, error) {
	if !m.uploads {
		if err := m.check(ctx); err != nil {
			return nil, err
		}
	}
	if _, disk := m.to.(*blob.Disk); disk {
		if err := os.MkdirAll(m.to.String(), 0o750); err != nil {
			return nil, fmt.Errorf("create the folder: %w", err)
		}
	}
	name := journalName(c.Data, m.from, m.to)
	journal, err := blob.OpenJournal(name)
	if err != nil {
		return nil, err
	}
	defer journal.Close() //nolint:errcheck // each line was written already
	t := &blob.Transfer{
		From: m.from, To: m.to, Journal: journal, Progress: m.options.Progress,
		ReadBack: m.options.ReadBack || m.options.DeleteSource,
		Keep:     m.switched, // people may have changed files at the new place since
	}
	result := &MoveResult{From: m.from.String(), To: m.to.String()}
	if result.TransferProgress, err = t.Copy(ctx); err != nil {
		return result, errors.Join(err, m.notMoved())
	}
	if result.Failures > 0 && !m.switched {
		return result, fmt.Errorf("%d files could not be copied: %w", result.Failures, errNotMoved)
	}
	if !m.uploads && !m.switched {
		if err := m.db.MoveRoot(ctx, m.from.String(), m.to.String()); err != nil {
			return result, errors.Join(err, errNotMoved)
		}
	}
	if m.options.DeleteSource {
		if result.Left, err = t.DeleteSource(ctx); err != nil {
			return result, fmt.Errorf("the library uses the new place, but not all of the old one is deleted: %w", err)
		}
	}
	return result, ignoreNotExist(os.Remove(name))
}

func ignoreNotExist(err error) error {
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}

func (m *move) notMoved() error {
	if m.switched {
		return nil
	}
	return errNotMoved
}

// check looks up both places in the database before hours of copying.
func (m *move) check(ctx context.Context) error {
	roots, err := m.db.Roots(ctx)
	if err != nil {
		return err
	}
	knows := func(s blob.Store) bool {
		return slices.ContainsFunc(roots, func(r store.Root) bool { return r.Path == s.String() })
	}
	switch {
	case knows(m.from):
		return nil
	case knows(m.to):
		m.switched = true
		return nil
	}
	var names []string
	for _, r := range roots {
		names = append(names, r.Path)
	}
	return fmt.Errorf("%s is no place of this library's music; those are: %s", m.from, strings.Join(names, ", "))
}

// journalName returns the name of the file that records the progress of a move.
func journalName(data string, from, to blob.Store) string {
	sum := sha256.Sum256([]byte(from.String() + "\x00" + to.String()))
	return filepath.Join(data, "move-"+hex.EncodeToString(sum[:6])+".journal")
}
