package remote

import (
	"context"
	"errors"
	"sync"
	"time"

	"sonora/internal/ai/provider"
	"sonora/internal/music"
)

// Status is what is known of a provider.
type Status struct {
	Name, Label  string
	IsConfigured bool
	IsOK         bool          // at the last check
	Detail       music.Message // what is wrong; zero if nothing is, or nobody checked
	Latency      time.Duration // of the last check
	CheckedAt    time.Time     // zero before the first check
}

// Statuses returns what is known of all providers, in alphabetical order.
func (s *Service) Statuses() []Status {
	list := make([]Status, 0, len(labels)+1)
	for _, name := range provider.Names() {
		list = append(list, s.status(name))
	}
	return list
}

func (s *Service) status(name string) Status {
	p, configured, err := s.supplier(name)
	now := Status{Name: name, Label: label(name), IsConfigured: configured}
	switch {
	case err != nil:
		now.Detail = music.Say("The settings of this provider are not valid: %s.", provider.Fault(err))
		return now
	case !configured:
		return now
	}
	now.Label = p.Capabilities().Label
	s.mu.Lock()
	defer s.mu.Unlock()
	now.IsOK, now.Detail, now.Latency, now.CheckedAt = p.last.IsOK, p.last.Detail, p.last.Latency, p.last.CheckedAt
	return now
}

// checkTime is how long Check waits for the providers.
const checkTime = 20 * time.Second

// Check asks all configured providers at the same time whether they answer and
// accept the key, which costs nothing, and returns what is known of all.
func (s *Service) Check(ctx context.Context) []Status {
	ctx, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	var asking sync.WaitGroup
	for _, name := range provider.Names() {
		p, configured, err := s.supplier(name)
		if configured && err == nil {
			asking.Go(func() { s.check(ctx, p) })
		}
	}
	asking.Wait()
	return s.Statuses()
}

func (s *Service) check(ctx context.Context, p *supplier) {
	began := time.Now()
	err := p.Check(ctx)
	found := Status{IsOK: err == nil, Latency: time.Since(began), CheckedAt: began}
	if err != nil {
		found.Detail = music.Say("The check failed: %s", err.Error())
		if e, ok := errors.AsType[*provider.Error](err); ok {
			found.Detail = sentence(e).Detail
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	p.last = found
}
