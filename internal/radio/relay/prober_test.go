package relay

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sonora/internal/station"
)

// asked collects the stations that a prober asked, and the results.
type asked struct {
	mu    sync.Mutex
	times map[string]int
	said  map[string]error
}

func (a *asked) of(id string) (times int, said error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.times[id], a.said[id]
}

func relayed(id, address string) station.Station {
	return station.Station{ID: id, Mode: station.ModeRelay, StreamURL: address}
}

func TestProber(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		relays := []station.Station{relayed("up", "up"), relayed("down", "down"), relayed("heard", "heard")}
		seen := &asked{times: map[string]int{}, said: map[string]error{}}
		p := NewProber(ProberConfig{
			Relays: func(context.Context) ([]station.Station, error) {
				mu.Lock()
				defer mu.Unlock()
				return append([]station.Station{}, relays...), nil
			},
			Probe: func(_ context.Context, address string) (*Result, error) {
				<-time.After(time.Second) // in the test's own time
				if address == "down" {
					return nil, errNoAnswer
				}
				return &Result{}, nil
			},
			Busy: func(id string) bool { return id == "heard" },
			Report: func(id string, _ *Result, problem error) {
				seen.mu.Lock()
				defer seen.mu.Unlock()
				seen.times[id]++
				seen.said[id] = problem
			},
		})
		ctx, stop := context.WithCancel(t.Context())
		var running sync.WaitGroup
		running.Go(func() { p.Run(ctx) })
		<-time.After(5 * time.Second)
		if n, err := seen.of("up"); n != 1 || err != nil {
			t.Errorf("up: %d times, %v", n, err)
		}
		if n, err := seen.of("down"); n != 1 || !errors.Is(err, errNoAnswer) {
			t.Errorf("down: %d times, %v", n, err)
		}
		<-time.After(10 * time.Hour)
		up, _ := seen.of("up")
		down, _ := seen.of("down")
		if up < 90 || up > 160 || down < 10 || down > 25 {
			t.Errorf("in ten hours: up %d times, down %d times", up, down)
		}
		if n, _ := seen.of("heard"); n != 0 {
			t.Errorf("a station somebody listens to was asked %d times", n)
		}
		p.Check("down")
		p.Check("unknown")
		<-time.After(2 * time.Second)
		if n, _ := seen.of("down"); n != down+1 {
			t.Errorf("in a hurry: %d times", n-down)
		}
		mu.Lock()
		relays = []station.Station{relayed("down", "elsewhere")}
		mu.Unlock()
		<-time.After(time.Minute)
		if _, err := seen.of("down"); err != nil {
			t.Errorf("with another address: %v", err)
		}
		if len(p.states) != 1 {
			t.Errorf("%d stations are remembered", len(p.states))
		}
		stop()
		running.Wait()
	})
}

func TestPause(t *testing.T) {
	for _, c := range []struct {
		failures, stations int
		chance             float64
		want               time.Duration
	}{
		{0, 1, 0.5, 5 * time.Minute},
		{0, 1, 0, 4 * time.Minute},
		{0, 1, 1, 6 * time.Minute},
		{0, 3000, 0.5, 100 * time.Minute},
		{1, 1, 0.5, time.Minute},
		{3, 1, 0.5, 4 * time.Minute},
		{10, 1, 0.5, time.Hour},
	} {
		if got := pause(c.failures, c.stations, c.chance); got.Round(time.Second) != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// TestOneServerOfClusterProbes has a station due again and again, on a server
// that asks for all and on one that does not.
func TestOneServerOfClusterProbes(t *testing.T) {
	for mine, want := range map[bool]int{true: 3, false: 1} {
		synctest.Test(t, func(t *testing.T) {
			var asked atomic.Int64
			p := NewProber(ProberConfig{
				Relays: func(context.Context) ([]station.Station, error) {
					return []station.Station{{ID: "a", StreamURL: "up"}}, nil
				},
				Mine:   func(context.Context) bool { return mine },
				Probe:  func(context.Context, string) (*Result, error) { asked.Add(1); return &Result{}, nil },
				Busy:   func(string) bool { return false },
				Report: func(string, *Result, error) {},
			})
			ctx, stop := context.WithCancel(t.Context())
			var running sync.WaitGroup
			running.Go(func() { p.Run(ctx) })
			<-time.After(3*probeEvery - probeEvery/4)
			stop()
			running.Wait()
			if n := int(asked.Load()); mine && n < want-1 || !mine && n != want {
				t.Errorf("asked %d times, asks for all: %v", n, mine)
			}
		})
	}
}
