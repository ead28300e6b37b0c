package library

import (
	"sync"
	"time"

	"sonora/internal/music"
)

// progressEvery is the minimum interval between progress reports.
const progressEvery = 200 * time.Millisecond

// progress is the status of the current or last scan. It reports the status a
// few times a second and at the end.
type progress struct {
	report func(music.ScanStatus)

	reporting  sync.Mutex // held while report runs, which may ask for the status
	reportedAt time.Time
	follower   func(music.ScanStatus)

	mu     sync.Mutex
	status music.ScanStatus
}

func (p *progress) get() music.ScanStatus {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.status
}

// follow sets a second function that receives reports. It replaces the previous
// one.
func (p *progress) follow(follower func(music.ScanStatus)) {
	p.reporting.Lock()
	defer p.reporting.Unlock()
	p.follower = follower
}

// change updates the status. It reports it if the last report was long enough
// ago and none is in progress.
func (p *progress) change(update func(*music.ScanStatus)) {
	p.update(update)
	if !p.reporting.TryLock() {
		return
	}
	defer p.reporting.Unlock()
	if time.Since(p.reportedAt) >= progressEvery {
		p.reportNow()
	}
}

// set updates and reports the status.
func (p *progress) set(update func(*music.ScanStatus)) {
	p.update(update)
	p.reporting.Lock()
	defer p.reporting.Unlock()
	p.reportNow()
}

func (p *progress) update(update func(*music.ScanStatus)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	update(&p.status)
}

// reportNow reports the current status. The caller holds reporting, so that
// reports stay in order.
func (p *progress) reportNow() {
	status := p.get()
	p.reportedAt = time.Now()
	p.report(status)
	if p.follower != nil {
		p.follower(status)
	}
}
