package autodj

import (
	"context"
	"slices"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/store/sqlitetest"
)

// lose makes every call of the database fail until back is called.
func (h *hall) lose(t *testing.T) (back func()) {
	s, lost := h.service, sqlitetest.Lost(t)
	before, load, save, setRequest := s.Store, s.load, s.save, s.setRequest
	s.Store, s.load, s.save, s.setRequest = lost.StationStore, lost.StationQueue, lost.SaveStationQueue, lost.SetStationRequest
	return func() { s.Store, s.load, s.save, s.setRequest = before, load, save, setRequest }
}

// playAt takes the next slot, reports that it began, and returns it and when it ends.
func (h *hall) playAt(at time.Time) (slot station.Slot, ends time.Time) {
	h.t.Helper()
	h.held = nil
	slot = h.next(at)
	ends = at.Add(time.Duration(slot.Seconds * float64(time.Second)))
	h.must(h.service.Played(h.t.Context(), h.station.ID, slot.ID, at, ends))
	return slot, ends
}

// TestStationPlaysOnWithoutDatabase plays songs while every read fails, or only those of
// songs and lists. No song is left out or plays twice, also when the database is back.
func TestStationPlaysOnWithoutDatabase(t *testing.T) {
	for name, isPartial := range map[string]bool{"all": false, "songs and lists": true} {
		t.Run(name, func(t *testing.T) {
			h := newHall(t, 60)
			_, at := h.playAt(start)
			want := titles(h.queue(at).Slots)
			read := h.service.read
			one, err := read(t.Context(), h.station.ID)
			h.must(err)
			back := h.lose(t)
			if isPartial {
				h.service.read = func(context.Context, string) (*known, error) { return one, nil }
			}
			var got []string
			var slot station.Slot
			for i := range 10 {
				slot, at = h.playAt(at)
				got = append(got, slot.TrackID)
				if i == 4 { // its file is missing
					h.held = nil
					gone := h.next(at)
					h.must(h.service.Missing(t.Context(), h.station.ID, &gone, at, music.Message{}))
					want = slices.Delete(want, 5, 6)
				}
			}
			if _, err := h.service.Clear(t.Context(), h.station.ID, at, 3); music.CodeOf(err) != music.Unavailable {
				t.Errorf("an edit: %v", err)
			}
			back()
			h.service.read = read
			for range 5 {
				slot, at = h.playAt(at)
				got = append(got, slot.TrackID)
			}
			h.service = h.newService()
			got = append(got, titles(h.queue(at).Slots)[:5]...) // after a restart
			if !slices.Equal(got, want[:len(got)]) {
				t.Errorf("played and saved %v, planned %v", got, want)
			}
		})
	}
}

// TestSongsRepeatWithoutDatabase plays for eight hours; two are planned.
func TestSongsRepeatWithoutDatabase(t *testing.T) {
	h := newHall(t, 600)
	_, at := h.playAt(start)
	back := h.lose(t)
	count, last := map[string]int{}, ""
	for at.Before(start.Add(8 * time.Hour)) {
		var slot station.Slot
		slot, at = h.playAt(at)
		if slot.TrackID == last {
			t.Fatalf("%s plays twice in a row", last)
		}
		last = slot.TrackID
		count[last]++
	}
	most, least := 0, 1000
	for _, n := range count {
		most, least = max(most, n), min(least, n)
	}
	if most < 3 || most-least > 1 {
		t.Errorf("songs play %d to %d times", least, most)
	}
	back()
	for i, s := range h.queue(at).Slots {
		if s.ListID == "" {
			t.Errorf("slot %d of the plan repeats a song, although the database is back", i)
		}
	}
}

// TestQueueThatWasStoredLate has the database store a queue that it seemed to refuse, as
// a frozen one may when it goes on.
func TestQueueThatWasStoredLate(t *testing.T) {
	h := newHall(t, 60)
	_, at := h.playAt(start)
	want := titles(h.queue(at).Slots)
	save := h.service.save
	h.service.save = func(ctx context.Context, id, queue string, revision int64, at time.Time) error {
		h.must(save(ctx, id, queue, revision, at))
		return errLost
	}
	h.held = nil
	first := h.next(at)
	got := []string{first.TrackID}
	h.service.save = save
	back := h.lose(t)
	h.must(h.service.Played(t.Context(), h.station.ID, first.ID, at, first.End()))
	at = first.End()
	var slot station.Slot
	for range 5 {
		slot, at = h.playAt(at)
		got = append(got, slot.TrackID)
	}
	back()
	for range 3 {
		slot, at = h.playAt(at)
		got = append(got, slot.TrackID)
	}
	if !slices.Equal(got, want[:len(got)]) {
		t.Errorf("played %v, planned %v", got, want)
	}
}

// TestCalendarIsKnownWithoutDatabase asks for a show with a hard start.
func TestCalendarIsKnownWithoutDatabase(t *testing.T) {
	h := newHall(t, 60)
	h.must(h.CreateStationShow(t.Context(), &station.Show{
		StationID: h.station.ID, Name: "News", Kind: station.ShowAutoDJ, IsHard: true, Days: 127, StartMinute: start.Hour()*60 + start.Minute() + 60, Minutes: 30,
	}))
	h.playAt(start)
	want, err := h.service.HardStart(t.Context(), h.station.ID, start)
	h.must(err)
	h.lose(t)
	got, err := h.service.HardStart(t.Context(), h.station.ID, start)
	if err != nil || got.IsZero() || !got.Equal(want) {
		t.Errorf("%v %v, want %v", got, err, want)
	}
	if ahead := h.service.Ahead(h.station.ID); len(ahead) < 10 {
		t.Errorf("%d tracks ahead", len(ahead))
	}
}
