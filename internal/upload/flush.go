package upload

import (
	"os"
	"sync"
)

// flushEvery is how many bytes may wait for the disk. Flushing during the
// transfer leaves little to do at the end.
const flushEvery = 16 << 20

// flusher makes a file durable in the background while it grows.
type flusher struct {
	file *os.File
	next int64
	busy chan struct{} // holds a token while the disk is busy
	work sync.WaitGroup
}

func newFlusher(file *os.File) *flusher {
	return &flusher{file: file, next: flushEvery, busy: make(chan struct{}, 1)}
}

// after starts a flush if enough bytes have arrived and the disk is free.
func (f *flusher) after(n int64) {
	if n < f.next {
		return
	}
	select {
	case f.busy <- struct{}{}:
	default:
		return // the disk is behind; the next flush includes these bytes
	}
	f.next = n + flushEvery
	f.work.Go(func() {
		defer func() { <-f.busy }()
		_ = datasync(f.file) // an error shows again at the end
	})
}

func (f *flusher) wait() { f.work.Wait() }
