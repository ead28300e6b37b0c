package stream

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"sonora/internal/music"
	"sonora/internal/premium"
)

const (
	// StartLife is for how long the servers of a cluster remember that a device has begun
	// to play: longer than the message about it takes.
	StartLife = deviceLease
	// startPatience is how long a device waits for the other servers.
	startPatience = 2 * time.Second
)

// starts are the devices of one person that have begun to play, and until when they count
// without news.
type starts map[string]time.Time

// start admits a device of a viewer that did not play before. Two servers that are asked
// at once do so one after the other, so that the second one knows of the first device. If
// they cannot agree, because NATS is down, each decides with what it knows.
func (s *Service) start(ctx context.Context, v music.Viewer) error {
	waiting, cancel := context.WithTimeout(ctx, startPatience)
	defer cancel()
	var refused error
	err := s.starts.Change(waiting, v.AccountID, func(value []byte) ([]byte, error) {
		known := starts{}
		if value != nil {
			if err := json.Unmarshal(value, &known); err != nil {
				return nil, fmt.Errorf("decode the devices of a person: %w", err)
			}
		}
		s.devices.learn(v.AccountID, known)
		others, _ := s.devices.others(v, "")
		if refused = s.plans.Within(ctx, v, premium.Streams, others, 1); refused != nil {
			return nil, refused
		}
		return known.with(v.Device, s.now()).encode()
	})
	if refused != nil || err == nil {
		return refused
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	s.log.Warn("admit a device together with other servers failed", "error", err)
	return nil
}

// with returns the devices that count now, and one more.
func (all starts) with(device string, now time.Time) starts {
	for id, until := range all {
		if !now.Before(until) {
			delete(all, id)
		}
	}
	all[device] = now.Add(deviceLease)
	return all
}

func (all starts) encode() ([]byte, error) {
	value, err := json.Marshal(all)
	if err != nil {
		return nil, fmt.Errorf("encode the devices of a person: %w", err)
	}
	return value, nil
}

// learn counts the devices of a person that began to play on other servers.
func (d *devices) learn(account string, all starts) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for id, until := range all {
		if of := d.find(account, id); until.After(of.counts) {
			of.counts = until
		}
	}
}
