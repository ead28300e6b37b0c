package upload

import (
	"os"
	"sync"
)

// flushEvery is how much may wait for the disk: writing goes on while it is
// made durable, so that little is left to do when the piece ends.
const flushEvery = 16 << 20

// flusher makes a file durable in the background while it grows.
type flusher struct {
	file *os.File
	next int64
	busy chan struct{} // holds one while the disk is at work
	work sync.WaitGroup
}

func newFlusher(file *os.File) *flusher {
	return &flusher{file: file, next: flushEvery, busy: make(chan struct{}, 1)}
}

// after begins when enough has come since the last time and the disk is free.
func (f *flusher) after(n int64) {
	if n < f.next {
		return
	}
	select {
	case f.busy <- struct{}{}:
	default:
		return // the disk is behind; it takes all when it is done
	}
	f.next = n + flushEvery
	f.work.Go(func() {
		defer func() { <-f.busy }()
		_ = datasync(f.file) // a fault shows again at the end
	})
}

func (f *flusher) wait() { f.work.Wait() }
