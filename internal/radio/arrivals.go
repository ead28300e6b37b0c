package radio

import (
	"slices"
	"sync"
	"time"

	"sonora/internal/radio/ingest"
)

const (
	admittedLife = 3 * time.Second  // between a source's admission and its GoOnAir, which follows the response
	arrivalLife  = 15 * time.Second // in GoOnAir, until the source is on air: longer than the wait for its first frame
)

// arrivals are the sources that are being admitted or were admitted, and are not
// on air yet. This server keeps their stations.
type arrivals struct {
	mu  sync.Mutex
	all []*arrival
}

// arrival is a source on its way to a station.
type arrival struct {
	station, dj string
	until       time.Time
	isGoing     bool // whether GoOnAir was called for it
}

// expect adds a source that is being admitted.
func (a *arrivals) expect(p ingest.Pass) *arrival {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.add(p, admittedLife)
}

// goes returns the source for which GoOnAir was called.
func (a *arrivals) goes(p ingest.Pass) *arrival {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, one := range a.all {
		if one.station == p.Station.ID && one.dj == p.DJID && !one.isGoing {
			one.isGoing, one.until = true, time.Now().Add(arrivalLife)
			return one
		}
	}
	one := a.add(p, arrivalLife)
	one.isGoing = true
	return one
}

// add adds a source. The caller holds the lock.
func (a *arrivals) add(p ingest.Pass, life time.Duration) *arrival {
	one := &arrival{station: p.Station.ID, dj: p.DJID, until: time.Now().Add(life)}
	a.all = append(a.all, one)
	return one
}

// end removes a source that is on air, or does not come.
func (a *arrivals) end(one *arrival) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.all = slices.DeleteFunc(a.all, func(other *arrival) bool { return other == one })
}

// isExpected reports whether a source is on its way to a station.
func (a *arrivals) isExpected(stationID string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := time.Now()
	a.all = slices.DeleteFunc(a.all, func(one *arrival) bool { return !now.Before(one.until) })
	return slices.ContainsFunc(a.all, func(one *arrival) bool { return one.station == stationID })
}
