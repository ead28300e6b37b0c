package intake

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"

	"golang.org/x/sync/semaphore"

	"sonora/internal/music"
)

// Place is where people import files of other services and programs: each one import at a
// time, and few at once. It is safe for concurrent use.
type Place struct {
	imports *semaphore.Weighted // limits memory

	mu      sync.Mutex
	running map[string]bool // by account
}

// maxAtOnce is how many imports run at once.
const maxAtOnce = 2

var (
	errRunning = music.NewError(music.Conflict, "You are importing something already. Wait until that is done.")
	errBusy    = music.NewError(music.Unavailable, "Too many imports are running. Try again in a moment.")
)

// NewPlace returns a Place that keeps files in a folder meanwhile. It deletes those that a
// server left behind when it was killed.
func NewPlace(folder string) (*Place, error) {
	if err := errors.Join(os.RemoveAll(folder), os.MkdirAll(folder, 0o750)); err != nil {
		return nil, fmt.Errorf("empty the folder of imports: %w", err)
	}
	return &Place{imports: semaphore.NewWeighted(maxAtOnce), running: map[string]bool{}}, nil
}

// Begin reserves the viewer's only import. It returns Conflict if the viewer is importing
// something already. Call done at the end.
func (p *Place) Begin(v music.Viewer) (done func(), err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.running[v.AccountID] {
		return nil, errRunning
	}
	p.running[v.AccountID] = true
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.running, v.AccountID)
	}, nil
}

// Enter waits until an import may use memory, or returns Unavailable when ctx ends. Call
// leave at the end.
func (p *Place) Enter(ctx context.Context) (leave func(), err error) {
	if err := p.imports.Acquire(ctx, 1); err != nil {
		return nil, errBusy.Because(err)
	}
	return func() { p.imports.Release(1) }, nil
}
