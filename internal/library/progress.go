package library

import (
	"sync"
	"time"

	"sonora/internal/music"
)

// progressEvery is how often people are told where a scan stands.
const progressEvery = 200 * time.Millisecond

// progress is the status of the scan in course or of the last one. It tells
// whoever watches, a few times a second and always at the end.
type progress struct {
	tell func(music.ScanStatus)

	telling sync.Mutex // held while tell runs, which may ask for the status
	told    time.Time
	also    func(music.ScanStatus)

	mu     sync.Mutex
	status music.ScanStatus
}

func (p *progress) get() music.ScanStatus {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.status
}

// follow has one more function told, until the next call.
func (p *progress) follow(tell func(music.ScanStatus)) {
	p.telling.Lock()
	defer p.telling.Unlock()
	p.also = tell
}

// change updates the status. It is told when the last time is long enough ago
// and nobody is being told at this moment.
func (p *progress) change(update func(*music.ScanStatus)) {
	p.update(update)
	if !p.telling.TryLock() {
		return
	}
	defer p.telling.Unlock()
	if time.Since(p.told) >= progressEvery {
		p.tellNow()
	}
}

// set updates the status and tells it.
func (p *progress) set(update func(*music.ScanStatus)) {
	p.update(update)
	p.telling.Lock()
	defer p.telling.Unlock()
	p.tellNow()
}

func (p *progress) update(update func(*music.ScanStatus)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	update(&p.status)
}

// tellNow tells the newest status, so that no older one follows it.
func (p *progress) tellNow() {
	status := p.get()
	p.told = time.Now()
	p.tell(status)
	if p.also != nil {
		p.also(status)
	}
}
