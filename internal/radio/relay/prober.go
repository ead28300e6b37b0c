package relay

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	"sonora/internal/station"
)

const (
	probeEvery   = 5 * time.Minute
	probeApart   = 2 * time.Second // of many stations, on average
	probeLatest  = time.Hour       // to somebody who does not answer
	probesAtOnce = 4
	lookEvery    = 10 * time.Second      // for stations that are due
	lookOver     = 20 * time.Millisecond // longer for each of them
)

// ProberConfig is what a Prober stands on.
type ProberConfig struct {
	// Relays are all stations that relay a stream.
	Relays func(ctx context.Context) ([]station.Station, error)
	// Mine reports whether this server asks for all of a cluster. One that does
	// not asks each station once, to know what the others know. nil is for yes.
	Mine func(ctx context.Context) bool
	// Probe asks one; Client.Probe does.
	Probe func(ctx context.Context, address string) (*Result, error)
	// Busy reports that a station is being pulled: no need to ask.
	Busy func(stationID string) bool
	// Report is told what came out: a result, or a sentence that says what is
	// wrong.
	Report func(stationID string, r *Result, problem error)
}

// Prober finds out every few minutes whether relays nobody listens to are
// there: those that are not, ever less often.
type Prober struct {
	ProberConfig
	soon chan string

	mu     sync.Mutex
	states map[string]*probed
}

// probed is what is known of a station.
type probed struct {
	address  string
	due      time.Time
	failures int
	running  bool
	asked    bool // from here
}

// NewProber returns a Prober that Run starts.
func NewProber(c ProberConfig) *Prober {
	return &Prober{ProberConfig: c, soon: make(chan string, 64), states: map[string]*probed{}}
}

// Check has a station asked at once: somebody changed it, or wants to listen.
func (p *Prober) Check(stationID string) {
	select {
	case p.soon <- stationID:
	default: // it is its turn in a few minutes anyway
	}
}

// Run asks until ctx ends.
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
			continue // the store says so itself, and the next look is soon
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

// due are the stations to ask now. What is gone is forgotten.
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

// pause is how long a station is left alone: a minute after its first
// failure, twice as long after each other, and never all at the same time.
// chance is from 0 to 1.
func pause(failures, stations int, chance float64) time.Duration {
	wait := max(probeEvery, time.Duration(stations)*probeApart)
	if failures > 0 {
		wait = min(time.Minute<<(failures-1), probeLatest)
	}
	return time.Duration(float64(wait) * (0.8 + 0.4*chance))
}
