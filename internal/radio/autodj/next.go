package autodj

import (
	"context"
	"slices"
	"sync"
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
)

func (s *Service) next(ctx context.Context, id string, now time.Time) (slot station.Slot, err error) {
	err = s.change(ctx, id, now, func(d *draft) error {
		d.takeBack()
		if err := d.plan(ctx, now.Add(minAhead)); err != nil {
			return err
		}
		if len(d.queue.Slots) == 0 {
			return ErrEmpty
		}
		slot = d.queue.Slots[0]
		d.take()
		return nil
	})
	if err == nil {
		s.given.note(id, slot.ID)
	}
	return slot, err
}

// takeBack returns songs to the front of the plan if the server that took them
// died before it played them.
func (d *draft) takeBack() {
	q := &d.queue
	var back []station.Slot
	q.Taken = slices.DeleteFunc(q.Taken, func(t taken) bool {
		isLost := !t.Began && t.Kind.IsSong() && !d.s.given.has(d.station.ID, t.ID)
		if isLost {
			back = append(back, t.Slot)
		}
		return isLost
	})
	q.Slots = append(back, q.Slots...)
}

// take moves the first slot of the plan to the slots that the station took.
func (d *draft) take() {
	q := &d.queue
	q.State = d.next
	q.Taken = append(q.Taken, taken{Slot: q.Slots[0], Ends: q.Slots[0].End()})
	q.Slots = q.Slots[1:]
}

// takenHere remembers the last few slots that this server took, by station.
type takenHere struct {
	mu    sync.Mutex
	slots map[string][]string
}

func newTakenHere() *takenHere { return &takenHere{slots: map[string][]string{}} }

func (g *takenHere) note(stationID, slotID string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	ids := slices.Concat(g.slots[stationID], []string{slotID})
	g.slots[stationID] = ids[max(0, len(ids)-maxTaken):]
}

func (g *takenHere) has(stationID, slotID string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Contains(g.slots[stationID], slotID)
}

func (s *Service) upcoming(ctx context.Context, id string, now time.Time, hours int) ([]station.Slot, error) {
	q, err := s.Queue(ctx, id, now, hours)
	return q.Slots, err
}

func (s *Service) played(ctx context.Context, id, slotID string, began, ends time.Time) error {
	var request string
	err := s.change(ctx, id, began, func(d *draft) error {
		for i := range d.queue.Taken {
			if t := &d.queue.Taken[i]; t.ID == slotID {
				t.Began, t.At, t.Ends, request = true, began, ends, t.RequestID
			}
		}
		return nil
	})
	if err == nil && request != "" {
		err = s.Store.SetStationRequest(ctx, request, station.RequestPlayed, music.Message{}, began)
	}
	return err
}

func (s *Service) missing(ctx context.Context, id string, slot *station.Slot, now time.Time, reason music.Message) error {
	err := s.change(ctx, id, now, func(d *draft) error {
		q := &d.queue
		q.Missing[slot.TrackID] = now
		q.Taken = slices.DeleteFunc(q.Taken, func(t taken) bool { return t.ID == slot.ID })
		q.Slots = slices.DeleteFunc(q.Slots, func(s station.Slot) bool { return s.TrackID == slot.TrackID })
		return nil
	})
	if err != nil {
		return err
	}
	if s.Note != nil {
		s.Note(id, skipped(slot, reason))
	}
	if slot.RequestID != "" {
		return s.Store.SetStationRequest(ctx, slot.RequestID, station.RequestRefused, refusedGone, time.Time{})
	}
	return nil
}

func (s *Service) show(ctx context.Context, id string, at time.Time) (*station.ShowTime, error) {
	times, err := s.schedule(ctx, id, at, at.Add(time.Second))
	if err != nil || len(times) == 0 {
		return nil, err
	}
	return &times[0], nil
}

func (s *Service) hardStart(ctx context.Context, id string, now time.Time) (time.Time, error) {
	st, err := s.Store.Station(ctx, music.System("plan"), id)
	if err != nil {
		return time.Time{}, err
	}
	c, err := s.calendar(ctx, st)
	if err != nil {
		return time.Time{}, err
	}
	for _, part := range partsOf(&c, now, now.Add(24*time.Hour)) {
		if part.isHard() && part.From.After(now) {
			return part.From, nil
		}
	}
	return time.Time{}, nil
}

func (s *Service) schedule(ctx context.Context, id string, from, to time.Time) ([]station.ShowTime, error) {
	st, err := s.Store.Station(ctx, music.System("plan"), id)
	if err != nil {
		return nil, err
	}
	c, err := s.calendar(ctx, st)
	if err != nil {
		return nil, err
	}
	const day = 25 * time.Hour
	times := Resolve(c.Times(from.Add(-day), to.Add(day)), from.Add(-day), to.Add(day))
	return slices.DeleteFunc(times, func(t station.ShowTime) bool { return !t.From.Before(to) || !t.To.After(from) }), nil
}
