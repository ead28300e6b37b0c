package body

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"log/slog"
	"os"
	"sync"
	"time"

	"sonora/internal/blob"
	"sonora/internal/media/ffmpeg"
	"sonora/internal/radio/mix"
)

const (
	// folder is the beginning of all keys.
	folder = "bodies/"
	// MaxBytes is how much is kept: about 70 hours of 128 kbit/s. Which bodies go
	// first hardly matters, because a rotation plays them all: the oldest do.
	MaxBytes = 4 << 30
	// maxWaiting is how many songs may wait to be encoded; more are encoded when
	// they are played again.
	maxWaiting = 256
	// sampleBytes of the beginning, the middle and the end of a file identify it,
	// together with its size.
	sampleBytes = 64 << 10
)

// Blobs keeps bodies. blob.Store implements it.
type Blobs interface {
	Put(ctx context.Context, key string, r io.Reader, size int64) error
	Open(ctx context.Context, key string) (*blob.Object, error)
	List(ctx context.Context, prefix string) iter.Seq2[blob.Info, error]
	Delete(ctx context.Context, key string) error
}

// Store finds bodies, and makes those that are missing, one at a time. It
// implements mix.Bodies and is safe for concurrent use.
type Store struct {
	blobs    Blobs
	ffmpeg   func(ctx context.Context) (*ffmpeg.Runner, error)
	log      *slog.Logger
	maxBytes int64
	ctx      context.Context
	stop     context.CancelFunc
	work     sync.WaitGroup
	waiting  chan *order

	mu     sync.Mutex
	making map[string]*order

	failed map[string]time.Time // when a body could not be made
}

// New returns a Store. Close ends it.
func New(blobs Blobs, find func(ctx context.Context) (*ffmpeg.Runner, error), log *slog.Logger, maxBytes int64) *Store {
	s := &Store{
		blobs: blobs, ffmpeg: find, log: log, maxBytes: maxBytes, waiting: make(chan *order, maxWaiting),
		making: map[string]*order{}, failed: map[string]time.Time{},
	}
	s.ctx, s.stop = context.WithCancel(context.Background())
	s.work.Go(s.run)
	return s
}

// Close ends what is being made.
func (s *Store) Close() {
	s.stop()
	s.work.Wait()
}

// encoded implements mix.Encoded.
type encoded struct {
	store *Store
	of    mix.Rendering
	ctx   context.Context
	stop  context.CancelFunc

	mu     sync.Mutex
	body   *body
	closed bool
}

// Of implements mix.Bodies.
func (s *Store) Of(r *mix.Rendering) mix.Encoded {
	e := &encoded{store: s, of: *r}
	e.ctx, e.stop = context.WithCancel(s.ctx)
	s.work.Go(e.find)
	return e
}

// Body implements mix.Encoded.
func (e *encoded) Body() mix.Body {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.body == nil {
		return nil
	}
	return e.body
}

// Close implements mix.Encoded. A body that is being made is finished for the
// next time.
func (e *encoded) Close() {
	e.stop()
	e.mu.Lock()
	defer e.mu.Unlock()
	e.closed = true
	if e.body != nil {
		e.store.work.Go(e.body.close)
		e.body = nil
	}
}

// find opens the stored body, or has it made.
func (e *encoded) find() {
	key, err := keyOf(e.store, &e.of)
	if err != nil {
		e.store.log.Debug("find body failed", "path", e.of.Path, "error", err)
		return
	}
	for range 2 {
		err := e.open(key)
		if err == nil || e.ctx.Err() != nil {
			return
		}
		if !errors.Is(err, fs.ErrNotExist) {
			e.store.log.Warn("read body failed", "key", key, "error", err)
			if !errors.Is(err, errDamaged) {
				return
			}
		}
		if !e.store.make(e.ctx, key, &e.of) {
			return
		}
	}
}

// open opens a stored body.
func (e *encoded) open(key string) error {
	o, err := e.store.blobs.Open(e.store.ctx, key)
	if err != nil {
		return err
	}
	b, err := open(o)
	if err != nil {
		o.Close()
		return err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		e.store.work.Go(b.close)
		return nil
	}
	b.damaged = func() { e.store.forget(key) }
	e.body = b
	return nil
}

// keyOf returns the key of a rendering. It depends on what the file contains and
// on the encoder, so that servers share bodies and a changed file gets its own.
func keyOf(s *Store, r *mix.Rendering) (string, error) {
	runner, err := s.ffmpeg(s.ctx)
	if err != nil {
		return "", err
	}
	file, err := os.Open(r.Path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	fmt.Fprintf(sum, "%s %s %d %s\n", magic, runner.Version(), info.Size(), r.Key())
	for _, at := range []int64{0, info.Size() / 2, max(0, info.Size()-sampleBytes)} {
		if _, err := io.Copy(sum, io.NewSectionReader(file, at, sampleBytes)); err != nil {
			return "", err
		}
	}
	name := hex.EncodeToString(sum.Sum(nil)[:16])
	return folder + name[:2] + "/" + name, nil
}
