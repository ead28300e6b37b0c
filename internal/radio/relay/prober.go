package relay

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"

	"sonora/internal/station"
)

const (
	probeEvery   = 5 * time.Minute
	probeApart   = 2 * time.Second // between two probes on average, if there are many stations
	probeLatest  = time.Hour       // maximum pause for a relay that does not answer
	probesAtOnce = 4
	lookEvery    = 10 * time.Second      // how often to look for stations that are due
	lookOver     = 20 * time.Millisecond // added to lookEvery per station
)

// ProberConfig is what a Prober needs.
type ProberConfig struct {
	Log *slog.Logger
	// Relays returns all relay stations.
	Relays func(ctx context.Context) ([]station.Station, error)
	// Mine reports whether this server probes for the whole cluster. A server
	// that does not probes each station once, to know what the others know. nil
	// means true.
	Mine func(ctx context.Context) bool
	// Probe probes one URL; usually Client.Probe.
	Probe func(ctx context.Context, address string) (*Result, error)
	// Busy reports that a station is being pulled and need not be probed.
	Busy func(stationID string) bool
	// Report is called with a result, or a sentence about the problem.
	Report func(stationID string, r *Result, problem error)
}

// Prober regularly checks the relays that nobody listens to. It checks those
// that fail less and less often.
type Prober struct {
	ProberConfig
	soon chan string

	mu     sync.Mutex
	states map[string]*probed
}

// probed is what is known about a station.
type probed struct {
	address  string
	due      time.Time
	failures int
	running  bool
	asked    bool // probed by this server
}

// NewProber returns a Prober. Start it with Run.
func NewProber(c ProberConfig) *Prober {
	return &Prober{ProberConfig: c, soon: make(chan string, 64), states: map[string]*probed{}}
}

// Check probes a station at once, because it was changed or somebody wants to
// listen.
func (p *Prober) Check(stationID string) {
	select {
	case p.soon <- stationID:
	default: // it will be checked in a few minutes anyway
	}
}

// Run probes relays until ctx ends.
func (p *Prober) Run(ctx context.Context) {
	var running sync.WaitGroup
	defer running.Wait()
	slots := make(chan struct{}, probesAtOnce)
	var relays []station.Station
	for look := time.NewTimer(0); ; look.Reset(lookEvery + time.Duration(len(relays))*lookOver) {
		select {
		case <-ctx.Done():
			look.Stop()
			return
		case id := <-p.soon:
			p.hurry(id)
		case <-look.C:
		}
		found, err := p.Relays(ctx)
		if err != nil {
			if ctx.Err() == nil {
				p.Log.Warn("list relays failed, will retry", "error", err)
			}
			continue // the next round is soon
		}
		relays = found
		for _, s := range p.due(relays, time.Now(), p.Mine == nil || p.Mine(ctx)) {
			select {
			case <-ctx.Done():
				return
			case slots <- struct{}{}:
			}
			of := len(relays)
			running.Go(func() {
				defer func() { <-slots }()
				p.probe(ctx, &s, of)
			})
		}
	}
}

// hurry makes a station due.
func (p *Prober) hurry(id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if state := p.states[id]; state != nil {
		state.due, state.failures, state.asked = time.Time{}, 0, false
	}
}

// due returns the stations to probe now. It forgets deleted ones.
func (p *Prober) due(relays []station.Station, now time.Time, mine bool) []station.Station {
	p.mu.Lock()
	defer p.mu.Unlock()
	var due []station.Station
	there := make(map[string]bool, len(relays))
	for i := range relays {
		s := &relays[i]
		there[s.ID] = true
		state := p.states[s.ID]
		if state == nil || state.address != s.StreamURL {
			state = &probed{address: s.StreamURL}
			p.states[s.ID] = state
		}
		if state.running || !mine && state.asked || state.due.After(now) || p.Busy(s.ID) {
			continue
		}
		state.running = true
		due = append(due, *s)
	}
	for id := range p.states {
		if !there[id] {
			delete(p.states, id)
		}
	}
	return due
}

func (p *Prober) probe(ctx context.Context, s *station.Station, of int) {
	r, err := p.Probe(ctx, s.StreamURL)
	if ctx.Err() != nil {
		return
	}
	p.mu.Lock()
	state := p.states[s.ID]
	known := state != nil && state.address == s.StreamURL
	if known {
		state.running, state.asked = false, true
		state.failures = min(state.failures+1, 10)
		if err == nil {
			state.failures = 0
		}
		state.due = time.Now().Add(pause(state.failures, of, rand.Float64()))
	}
	p.mu.Unlock()
	if known {
		p.Report(s.ID, r, err)
	}
}

// pause returns the time until the next probe of a station: a minute after the
// first failure and twice as long after every other, with random variation.
// chance is from 0 to 1.
func pause(failures, stations int, chance float64) time.Duration {
	wait := max(probeEvery, time.Duration(stations)*probeApart)
	if failures > 0 {
		wait = min(time.Minute<<(failures-1), probeLatest)
	}
	return time.Duration(float64(wait) * (0.8 + 0.4*chance))
}
