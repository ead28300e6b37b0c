package autodj

import (
	"context"
	"errors"
	"slices"
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/store/stations"
)

// The errors that people see when they edit a queue.
var (
	errGone    = music.NewError(music.Conflict, "This is not in the queue any more.")
	errTooMany = music.NewError(music.Conflict, "Too many tracks have been placed manually.")
)

// refusedByPeople is the reason of a request that people refused although the
// rules allowed it.
var refusedByPeople = music.Say("The station's team removed it.")

const (
	defaultHours = 4 // hours of a queue that are shown by default
	maxPinned    = 500
)

// Queue is the plan as people see it.
type Queue struct {
	Taken   []station.Slot // the station has already loaded these, so they cannot be changed
	Slots   []station.Slot
	Problem music.Message // why nothing is planned; may be zero
}

// Queue returns the plan of the next hours (1 to station.MaxQueueHours).
func (s *Service) Queue(ctx context.Context, id string, now time.Time, hours int) (Queue, error) {
	return s.editBy(ctx, s.playOn, id, now, hours, func(*draft) error { return nil })
}

// Move puts a slot before another one; "" means the end of the given hours. The
// slot keeps its place when the rest is planned again. Move returns Conflict if
// one of the slots is gone.
func (s *Service) Move(ctx context.Context, id string, now time.Time, hours int, slotID, before string) (Queue, error) {
	return s.edit(ctx, id, now, hours, func(d *draft) error {
		from := d.queue.index(slotID)
		if from < 0 || before != "" && d.queue.index(before) < 0 {
			return errGone
		}
		slot := d.queue.Slots[from]
		if slotID == before {
			return d.pin(&d.queue.Slots[from])
		}
		if err := d.pin(&slot); err != nil {
			return err
		}
		d.queue.Slots = slices.Delete(d.queue.Slots, from, from+1)
		d.insert(before, now.Add(time.Duration(hours)*time.Hour), slot)
		return nil
	})
}

// Remove takes a slot out of the queue. Its song is not chosen again soon.
func (s *Service) Remove(ctx context.Context, id string, now time.Time, hours int, slotID string) (Queue, error) {
	return s.edit(ctx, id, now, hours, func(d *draft) error {
		i := d.queue.index(slotID)
		if i < 0 {
			return errGone
		}
		slot := d.queue.Slots[i]
		d.queue.Skipped[slotID] = now
		d.queue.Slots = slices.Delete(d.queue.Slots, i, i+1)
		if slot.RequestID != "" {
			d.requests = slices.DeleteFunc(d.requests, isRequest(slot.RequestID))
			return s.Store.SetStationRequest(ctx, slot.RequestID, station.RequestRefused, refusedByPeople, time.Time{})
		}
		return nil
	})
}

// Add inserts tracks before a slot; "" means right after the item that plays
// now.
func (s *Service) Add(ctx context.Context, id string, now time.Time, hours int, songs []station.Song, before string) (Queue, error) {
	return s.edit(ctx, id, now, hours, insertion(songs, before))
}

// insertion returns the edit of Add. It finds the place for "" in each draft,
// because an edit is repeated on a new one if the queue changed in the meantime.
func insertion(songs []station.Song, before string) func(*draft) error {
	return func(d *draft) error {
		place := before
		if place == "" && len(d.queue.Slots) > 0 {
			place = d.queue.Slots[0].ID
		}
		if place != "" && d.queue.index(place) < 0 {
			return errGone
		}
		slots := make([]station.Slot, len(songs))
		for i := range songs {
			slots[i] = slotFor(&songs[i], station.SlotMusic)
			slots[i].ID = music.NewID()
			if err := d.pin(&slots[i]); err != nil {
				return err
			}
		}
		d.insert(place, d.now, slots...)
		return nil
	}
}

// AddTracks is Add for the IDs of tracks that the viewer and the owner of the
// station may hear.
func (s *Service) AddTracks(ctx context.Context, v music.Viewer, id string, now time.Time, hours int, trackIDs []string, before string) (Queue, error) {
	songs, err := s.playable(ctx, v, id, trackIDs)
	if err != nil {
		return Queue{}, err
	}
	return s.Add(ctx, id, now, hours, songs, before)
}

// promote puts a request at the beginning of the queue.
func (s *Service) promote(ctx context.Context, id string, now time.Time, requestID string, song *station.Song) (Queue, error) {
	return s.edit(ctx, id, now, defaultHours, func(d *draft) error {
		slot := slotFor(song, station.SlotRequest)
		slot.ID, slot.RequestID = requestID, requestID
		if err := d.pin(&slot); err != nil {
			return err
		}
		d.queue.Slots = slices.DeleteFunc(d.queue.Slots, func(s station.Slot) bool { return s.RequestID == requestID })
		before := ""
		if len(d.queue.Slots) > 0 {
			before = d.queue.Slots[0].ID
		}
		d.insert(before, now, slot)
		return nil
	})
}

// Forget removes a withdrawn or refused request from the plan.
func (s *Service) Forget(ctx context.Context, id string, now time.Time, requestID string) error {
	return s.change(ctx, id, now, func(d *draft) error {
		d.queue.Slots = slices.DeleteFunc(d.queue.Slots, func(s station.Slot) bool { return s.RequestID == requestID })
		d.requests = slices.DeleteFunc(d.requests, isRequest(requestID))
		return d.plan(ctx, now.Add(minAhead))
	})
}

// Clear plans everything again, including slots that people placed.
func (s *Service) Clear(ctx context.Context, id string, now time.Time, hours int) (Queue, error) {
	return s.edit(ctx, id, now, hours, func(d *draft) error {
		d.queue.Slots = nil
		clear(d.queue.Skipped)
		return nil
	})
}

// pin marks a slot as placed by people.
func (d *draft) pin(s *station.Slot) error {
	n := 0
	for i := range d.queue.Slots {
		if d.queue.Slots[i].Pinned {
			n++
		}
	}
	if n >= maxPinned {
		return errTooMany
	}
	if !s.Pinned {
		s.Pinned, s.Relaxed, s.Reason = true, false, reasonPeople
		if s.ListID != "" { // its old place in the shuffle counts as played
			d.queue.Skipped[s.ID] = d.now
		}
	}
	return nil
}

// insert puts slots before another slot or, if that does not exist, before the
// first slot at or after end. They take over the time of that place, so that
// they stay near it when the rest is planned again.
func (d *draft) insert(before string, end time.Time, slots ...station.Slot) {
	q := &d.queue
	at := q.index(before)
	if at < 0 {
		if at = slices.IndexFunc(q.Slots, func(s station.Slot) bool { return !s.At.Before(end) }); at < 0 {
			at = len(q.Slots)
		}
	}
	begin := d.now
	if at < len(q.Slots) {
		begin = q.Slots[at].At
	} else if at > 0 {
		begin = q.Slots[at-1].End()
	}
	for i := range slots {
		slots[i].At = begin
	}
	q.Slots = slices.Insert(q.Slots, at, slots...)
}

// edit changes a queue, plans it and returns the result.
func (s *Service) edit(ctx context.Context, id string, now time.Time, hours int, do func(*draft) error) (Queue, error) {
	return s.editBy(ctx, s.change, id, now, hours, do)
}

// editBy is edit by change or playOn.
func (s *Service) editBy(ctx context.Context, change changer, id string, now time.Time, hours int, do func(*draft) error) (Queue, error) {
	hours = min(max(hours, 1), station.MaxQueueHours)
	until := now.Add(time.Duration(hours) * time.Hour)
	var shown Queue
	err := change(ctx, id, now, func(d *draft) error {
		if err := d.planned(ctx, until, do); err != nil {
			return err
		}
		shown = d.shown(until)
		return nil
	})
	if told, ok := errors.AsType[*music.Error](err); ok && sentence(err) {
		return Queue{Problem: told.Detail}, nil
	}
	return shown, err
}

// planned updates the queue, so that it has the slots that people saw, applies
// their change and updates it again.
func (d *draft) planned(ctx context.Context, until time.Time, do func(*draft) error) error {
	if err := d.plan(ctx, until); err != nil && !sentence(err) {
		return err
	}
	before := slices.Clone(d.queue.Slots)
	if err := do(d); err != nil {
		return err
	}
	if len(before) > 0 && slices.EqualFunc(before, d.queue.Slots, func(a, b station.Slot) bool { return a.ID == b.ID && a.Pinned == b.Pinned }) {
		return nil
	}
	return d.plan(ctx, until)
}

func (d *draft) shown(until time.Time) Queue {
	shown := Queue{Taken: []station.Slot{}, Slots: []station.Slot{}}
	for i := range d.queue.Taken {
		if t := &d.queue.Taken[i]; !t.Began && t.Ends.After(d.now) {
			shown.Taken = append(shown.Taken, t.Slot)
		}
	}
	for i := range d.queue.Slots {
		if s := d.queue.Slots[i]; s.At.Before(until) {
			shown.Slots = append(shown.Slots, s)
		}
	}
	return shown
}

func isRequest(id string) func(stations.WaitingRequest) bool {
	return func(r stations.WaitingRequest) bool { return r.ID == id }
}
