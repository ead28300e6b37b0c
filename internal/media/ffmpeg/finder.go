package ffmpeg

import (
	"context"
	"errors"
	"sync"
	"time"
)

const (
	// findTime limits how long finding ffmpeg may take, which usually is 50 ms, and seconds while
	// other programs keep the machine busy.
	findTime = 30 * time.Second
	// findAgain is how long an error of finding it is remembered.
	findAgain = 5 * time.Second
)

// ErrSilent means that ffmpeg is installed but does not answer.
var ErrSilent = errors.New("ffmpeg does not answer")

// Finder finds ffmpeg once for a whole server. If that fails, it tries again at
// a later call. The zero value is ready to use.
type Finder struct {
	find func(ctx context.Context) (*Runner, error) // Find when nil
	now  func() time.Time                           // time.Now when nil

	once  sync.Once
	turn  chan struct{} // held while somebody looks for it
	mu    sync.Mutex
	found *Runner
	err   error     // of the last attempt
	tried time.Time // when that ended
}

// Find returns this machine's ffmpeg, like the function Find. It takes at most
// half a minute.
func (f *Finder) Find(ctx context.Context) (*Runner, error) {
	f.once.Do(func() {
		f.turn = make(chan struct{}, 1)
		if f.find == nil {
			f.find = Find
		}
		if f.now == nil {
			f.now = time.Now
		}
	})
	if found, err := f.known(); found != nil || err != nil {
		return found, err
	}
	select {
	case f.turn <- struct{}{}:
		defer func() { <-f.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if found, err := f.known(); found != nil || err != nil { // meanwhile
		return found, err
	}
	found, err := f.find(ctx)
	if ctx.Err() != nil && err != nil {
		return nil, err // it says nothing about ffmpeg
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.found, f.err, f.tried = found, err, f.now()
	return found, err
}

// known returns what the last attempt found, and nothing if it is time for
// another.
func (f *Finder) known() (*Runner, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.found != nil || f.err != nil && f.now().Sub(f.tried) < findAgain {
		return f.found, f.err
	}
	return nil, nil
}

// Err returns why ffmpeg was not found at the last attempt; nil if it was, or if
// nobody looked for it yet.
func (f *Finder) Err() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.err
}
