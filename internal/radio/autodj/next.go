package autodj

import (
	"context"
	"slices"
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
)

// Next takes the next slot from a station's plan. at is when the slot begins,
// as precisely as the station knows: now if nothing is on air. held holds the
// IDs of the slots that the station has loaded or plays. All other slots that
// it took and that did not begin return to their places in the plan. The errors
// ErrNoLists, ErrEmpty and ErrMissing are sentences for the station's Problem.
func (s *Service) Next(ctx context.Context, id string, at time.Time, held []string) (slot station.Slot, err error) {
	err = s.playOn(ctx, id, at, func(d *draft) error {
		back := d.takeBack(held)
		d.queue.endBy(at)
		if err := d.plan(ctx, at.Add(minAhead)); err != nil {
			return err
		}
		if len(d.queue.Slots) == 0 {
			return ErrEmpty
		}
		d.noteBack(back)
		slot = d.queue.Slots[0]
		d.take()
		return nil
	})
	return slot, err
}

// takeBack puts slots back at the front of the plan and returns them. These are
// slots that the station took but did not play and no longer holds, because the
// plan changed or because the server that took them died.
func (d *draft) takeBack(held []string) []station.Slot {
	q := &d.queue
	var back []station.Slot
	var before *State // state before the first of them; nil if the station took another slot after it
	q.Taken = slices.DeleteFunc(q.Taken, func(t taken) bool {
		isBack := !t.Began && !slices.Contains(held, t.ID)
		switch {
		case !isBack:
			before = nil
		case len(back) == 0:
			before = t.Before
		}
		if isBack {
			back = append(back, t.Slot)
		}
		return isBack
	})
	if before != nil {
		q.State = before.clone()
	}
	q.Slots = slices.Concat(back, slices.DeleteFunc(q.Slots, func(s station.Slot) bool {
		return slices.ContainsFunc(back, func(b station.Slot) bool { return b.ID == s.ID })
	}))
	return back
}

// noteBack logs which of the returned slots no longer begin the plan.
func (d *draft) noteBack(back []station.Slot) {
	for i := range back {
		if at := d.queue.index(back[i].ID); at < 0 || at >= len(back) {
			d.note(music.Say("%s was loaded, but the plan changed: it does not play now.", nameOf(&back[i])))
		}
	}
}

// take moves the first slot of the plan to the slots that the station took.
func (d *draft) take() {
	q := &d.queue
	before := q.State
	q.State = d.next
	q.Taken = append(q.Taken, taken{Slot: q.Slots[0], Ends: q.Slots[0].End(), Before: &before})
	q.Slots = q.Slots[1:]
}

// Played reports when a taken slot really began, and when it will end or ended;
// the next slot starts then.
func (s *Service) Played(ctx context.Context, id, slotID string, began, ends time.Time) error {
	return s.playOn(ctx, id, began, func(d *draft) error {
		for i := range d.queue.Taken {
			if t := &d.queue.Taken[i]; t.ID == slotID {
				t.Began, t.Before, t.At, t.Ends = true, nil, began, ends
				d.endRequest(t.RequestID, ended{State: station.RequestPlayed, At: began})
			}
		}
		return nil
	})
}

// Missing reports that the file of a taken slot cannot be played. reason says
// why; it is zero if unknown. The file is not chosen again for keepMissing.
func (s *Service) Missing(ctx context.Context, id string, slot *station.Slot, now time.Time, reason music.Message) error {
	err := s.playOn(ctx, id, now, func(d *draft) error {
		q := &d.queue
		q.Missing[slot.TrackID] = now
		q.Taken = slices.DeleteFunc(q.Taken, func(t taken) bool { return t.ID == slot.ID })
		q.Slots = slices.DeleteFunc(q.Slots, func(s station.Slot) bool { return s.TrackID == slot.TrackID })
		d.endRequest(slot.RequestID, ended{State: station.RequestRefused, Reason: refusedGone})
		return nil
	})
	if err != nil {
		return err
	}
	if s.Note != nil {
		s.Note(id, Entry{skipped(slot, reason), true})
	}
	return nil
}

// Changed reports that the station, its rotation playlists, shows or tracks
// changed, or that it was deleted. Every plan checks its inputs anyway; this
// only drops the cache.
func (s *Service) Changed(id string) { s.pools.forget(id) }

// Show returns the show that is scheduled at a time, or nil if there is none.
func (s *Service) Show(ctx context.Context, id string, at time.Time) (*station.ShowTime, error) {
	times, err := s.Schedule(ctx, id, at, at.Add(time.Second))
	if err != nil || len(times) == 0 {
		return nil, err
	}
	return &times[0], nil
}

// LiveShow returns the live show to which a broadcast belongs that began at since
// and is on air now, or nil if there is none.
func (s *Service) LiveShow(ctx context.Context, id string, since, now time.Time) (*station.ShowTime, error) {
	c, err := s.calendarOf(ctx, id)
	return c.liveShow(since, now), err
}

// HardStart returns when the next show with a hard start begins, or the zero
// time if there is none within a day. At that time the current track is faded
// out.
func (s *Service) HardStart(ctx context.Context, id string, now time.Time) (time.Time, error) {
	c, err := s.calendarOf(ctx, id)
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

// Schedule lists a station's shows between two times, at most five weeks apart,
// as they are on air: where shows overlap, the one with priority.
func (s *Service) Schedule(ctx context.Context, id string, from, to time.Time) ([]station.ShowTime, error) {
	c, err := s.calendarOf(ctx, id)
	if err != nil {
		return nil, err
	}
	const day = 25 * time.Hour
	times := Resolve(c.Times(from.Add(-day), to.Add(day)), from.Add(-day), to.Add(day))
	return slices.DeleteFunc(times, func(t station.ShowTime) bool { return !t.From.Before(to) || !t.To.After(from) }), nil
}
