package autodj

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/store/stations"
)

var errFull = music.NewError(music.Unavailable, "The disk is full.")

func saveNothing(context.Context, string, string, int64, time.Time) error { return errFull }

// TestStationPlaysOnWithoutSpace lets the database take no changes for ten songs. No
// song plays twice or is left out, people learn that their edits are not saved, and
// what played is saved as soon as possible.
func TestStationPlaysOnWithoutSpace(t *testing.T) {
	h := newHall(t, 60)
	at := start
	play := func() string {
		got := h.next(at)
		began := at
		at = at.Add(time.Duration(got.Seconds * float64(time.Second)))
		h.must(h.service.Played(t.Context(), h.station.ID, got.ID, began, at))
		return got.TrackID
	}
	play()
	want := titles(h.queue(at).Slots)
	save := h.service.save
	h.service.save = saveNothing
	var got []string
	for range 10 {
		got = append(got, play())
	}
	if _, err := h.service.Clear(t.Context(), h.station.ID, at, 3); !errors.Is(err, errFull) {
		t.Errorf("an edit without space: %v", err)
	}
	h.service.save = save
	got = append(got, play()) // there is space again
	h.service = h.newService()
	got = append(got, titles(h.queue(at).Slots)[:5]...) // after a restart
	if !slices.Equal(got, want[:len(got)]) {
		t.Errorf("played and saved %v, planned %v", got, want)
	}
}

// TestUnsavedChangesFollowEachOther takes a slot while another change of the station,
// such as the report that a song began, is under way and the database takes no changes.
func TestUnsavedChangesFollowEachOther(t *testing.T) {
	h := newHall(t, 60)
	h.next(start)
	h.service.save = saveNothing
	for range 2 { // without an unsaved queue, and with one
		var taken station.Slot
		h.must(h.service.playOn(t.Context(), h.station.ID, start, func(d *draft) error {
			if taken.ID == "" {
				taken = h.next(start)
			}
			d.queue.Gone = d.queue.Gone.Add(time.Second)
			return nil
		}))
		d, err := h.service.open(t.Context(), h.station.ID, start)
		h.must(err)
		if d.queue.index(taken.ID) >= 0 {
			t.Errorf("%s was taken and is planned again", taken.TrackID)
		}
	}
}

// TestNothingPlaysTwiceWithoutSpace loads the next song while the station reports that
// the last one began, in both orders, and saves neither.
func TestNothingPlaysTwiceWithoutSpace(t *testing.T) {
	for _, isReportedFirst := range []bool{true, false} {
		h := newHall(t, 60)
		want := titles(h.queue(start).Slots)
		load := h.service.load
		h.service.save = saveNothing
		at, last := start, h.next(start)
		got := []string{last.TrackID}
		for range 10 {
			began, end := at, at.Add(time.Duration(last.Seconds*float64(time.Second)))
			next := func() { last = h.next(end) }
			report := func(id string) func() {
				return func() { h.must(h.service.Played(t.Context(), h.station.ID, id, began, end)) }
			}(last.ID)
			first, second := next, report
			if isReportedFirst {
				first, second = report, next
			}
			h.held = []string{last.ID}
			h.service.load = func(ctx context.Context, id string) (string, int64, error) {
				h.service.load = load
				defer first() // the other call has read the queue, and has not saved it yet
				return load(ctx, id)
			}
			second()
			at, got = end, append(got, last.TrackID)
		}
		if !slices.Equal(got, want[:len(got)]) {
			t.Errorf("reported first %v: played %v, planned %v", isReportedFirst, got, want[:len(got)])
		}
	}
}

var errLost = music.NewError(music.Unavailable, "The connection was lost.")

// fakeQueue keeps a queue as the store does.
type fakeQueue struct {
	mu       sync.Mutex
	queue    string
	revision int64
}

func (f *fakeQueue) load(context.Context, string) (string, int64, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.queue, f.revision, nil
}

func (f *fakeQueue) save(_ context.Context, _, queue string, revision int64, _ time.Time) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if revision != f.revision {
		return stations.ErrQueueChanged
	}
	f.queue, f.revision = queue, revision+1
	return nil
}

// writers add slots to a queue while the database takes some changes and refuses others.
type writers struct {
	*hall
	stored         fakeQueue
	mu             sync.Mutex
	random         *rand.Rand
	isFull         bool
	maxDepth       int // of writers that begin while another one is between reading and saving
	depth, number  int
	saving         atomic.Int32 // saves at this moment
	added, refused []string     // IDs of slots
}

func newWriters(h *hall, seed uint64, maxDepth int) *writers {
	w := &writers{hall: h, random: rand.New(rand.NewPCG(seed, 0)), maxDepth: maxDepth}
	h.service = h.newService()
	h.service.load = func(ctx context.Context, id string) (string, int64, error) {
		w.nest()
		defer w.nest()
		return w.stored.load(ctx, id)
	}
	h.service.save = func(ctx context.Context, id, queue string, revision int64, at time.Time) error {
		if w.saving.Add(1) > 1 {
			h.t.Error("two saves at a time")
		}
		defer w.saving.Add(-1)
		runtime.Gosched() // to another writer
		isFull, isLost := w.fails()
		if isFull {
			return errFull
		}
		err := w.stored.save(ctx, id, queue, revision, at)
		if err == nil && isLost {
			return errLost
		}
		return err
	}
	return w
}

// fails decides whether the database refuses the next change, or takes it without
// saying so.
func (w *writers) fails() (isFull, isLost bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.random.IntN(3) == 0 {
		w.isFull = !w.isFull
	}
	return w.isFull, w.random.IntN(8) == 0
}

// nest runs another writer now and then.
func (w *writers) nest() {
	if w.depth < w.maxDepth && w.random.IntN(4) == 0 {
		w.depth++
		w.write()
		w.depth--
	}
}

// write adds one slot, for the station or for people.
func (w *writers) write() {
	w.mu.Lock()
	w.number++
	slot, change := station.Slot{ID: strconv.Itoa(w.number)}, w.service.change
	if w.random.IntN(2) == 0 {
		change = w.service.playOn
	}
	w.mu.Unlock()
	err := change(w.t.Context(), w.station.ID, start, func(d *draft) error {
		w.nest()
		d.queue.Slots = append(d.queue.Slots, slot)
		return nil
	})
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case err == nil:
		w.added = append(w.added, slot.ID)
	case !errors.Is(err, errLost): // the writer of that one cannot know
		w.refused = append(w.refused, slot.ID)
	}
}

// check compares the queue, once the database takes all changes, with what the
// writers were told.
func (w *writers) check() {
	w.t.Helper()
	w.service.load, w.service.save = w.stored.load, w.stored.save
	w.must(w.service.playOn(w.t.Context(), w.station.ID, start, func(*draft) error { return nil }))
	queue, count := readQueue(w.stored.queue), map[string]int{}
	for i := range queue.Slots {
		count[queue.Slots[i].ID]++
	}
	for _, id := range w.added {
		if count[id] != 1 {
			w.t.Fatalf("slot %s of %d was added, and is there %d times", id, w.number, count[id])
		}
	}
	for _, id := range w.refused {
		if count[id] != 0 {
			w.t.Fatalf("slot %s of %d was refused, and is there %d times", id, w.number, count[id])
		}
	}
}

// TestNoChangeIsLost has every change of a queue interrupted by others, in many random
// orders, while the database comes and goes.
func TestNoChangeIsLost(t *testing.T) {
	h := newHall(t, 3)
	added, refused := 0, 0
	for seed := range uint64(20) {
		w := newWriters(h, seed, 2)
		for range 8 {
			w.write()
		}
		w.check()
		added, refused = added+len(w.added), refused+len(w.refused)
	}
	if added == 0 || refused == 0 {
		t.Errorf("%d added, %d refused", added, refused)
	}
}

func TestNoConcurrentChangeIsLost(t *testing.T) {
	w := newWriters(newHall(t, 3), 1, 0)
	var running sync.WaitGroup
	for range 8 {
		running.Go(func() {
			for range 12 {
				w.write()
			}
		})
	}
	running.Wait()
	w.check()
}

// TestQueueIsShownWithoutSpace looks at the plan while the database takes no changes.
func TestQueueIsShownWithoutSpace(t *testing.T) {
	h := newHall(t, 60)
	var log bytes.Buffer
	h.service.Log = slog.New(slog.NewTextHandler(&log, nil))
	save := h.service.save
	h.service.save = saveNothing
	shown := titles(h.queue(start).Slots)
	if again := titles(h.queue(start).Slots); len(shown) == 0 || !slices.Equal(again, shown) {
		t.Errorf("%v, then %v", shown, again)
	}
	first := h.next(start)
	if q := h.queue(start); first.TrackID != shown[0] || len(q.Taken) != 1 || q.Taken[0].ID != first.ID || !slices.Equal(titles(q.Slots)[:9], shown[1:10]) {
		t.Errorf("%s was taken, and %v remain of %v", first.TrackID, titles(q.Slots), shown)
	}
	h.service.save = save
	h.queue(start)
	h.queue(start)
	if lines := log.String(); strings.Count(lines, "\n") != 2 || !strings.Contains(lines, "save plan failed") || !strings.Contains(lines, "plan is saved again") {
		t.Errorf("log: %s", lines)
	}
	if q, err := h.newService().Queue(t.Context(), h.station.ID, start, 3); err != nil || len(q.Slots) == 0 || q.Slots[0].TrackID != shown[1] {
		t.Errorf("after a restart: %v %v", titles(q.Slots), err)
	}
}

// TestRequestPlaysOnceWithoutSpace plays one request and skips another, whose file is
// missing, while the database cannot be told so.
func TestRequestPlaysOnceWithoutSpace(t *testing.T) {
	for name, isPlanSaved := range map[string]bool{"no space": false, "space for the plan": true} {
		t.Run(name, func(t *testing.T) { playRequestsOnce(t, isPlanSaved) })
	}
}

func playRequestsOnce(t *testing.T, isPlanSaved bool) {
	h := newHall(t, 300)
	free := slices.Clone(h.tracks) // without the artists who are planned anyway
	for _, planned := range h.queue(start).Slots {
		free = slices.DeleteFunc(free, func(t music.Track) bool { return t.ArtistID == planned.ArtistID || t.AlbumID == planned.AlbumID })
	}
	played, missing := h.request(&free[0]), h.request(&free[len(free)-1])
	save, setRequest := h.service.save, h.service.setRequest
	if !isPlanSaved {
		h.service.save = saveNothing
	}
	h.service.setRequest = func(context.Context, string, station.RequestState, music.Message, time.Time) error { return errFull }
	at, taken := start, map[string]int{}
	for range 3 * maxTaken {
		slot := h.next(at)
		h.held = []string{slot.ID}
		taken[slot.RequestID]++
		if slot.RequestID == missing {
			h.must(h.service.Missing(t.Context(), h.station.ID, &slot, at, music.Message{}))
			continue
		}
		h.must(h.service.Played(t.Context(), h.station.ID, slot.ID, at, slot.End()))
		at = slot.End()
	}
	if taken[played] != 1 || taken[missing] != 1 {
		t.Errorf("taken %v", taken)
	}
	h.service.save, h.service.setRequest = save, setRequest
	h.queue(at)
	for id, want := range map[string]station.RequestState{played: station.RequestPlayed, missing: station.RequestRefused} {
		if r, err := h.StationRequest(t.Context(), h.owner, h.station.ID, id); err != nil || r.State != want {
			t.Errorf("%+v %v", r, err)
		}
	}
	if d, err := h.service.open(t.Context(), h.station.ID, at); err != nil || len(d.queue.Ended) != 0 {
		t.Errorf("%v are still to be told; %v", d.queue.Ended, err)
	}
}

// request requests a track and returns the ID of the request.
func (h *hall) request(track *music.Track) string {
	h.t.Helper()
	r := &station.Request{StationID: h.station.ID, Track: music.Track{ID: track.ID}, AskedAt: start}
	h.must(h.CreateStationRequest(h.t.Context(), h.owner, h.owner, h.station, r))
	return r.ID
}

// TestSongsCountAsPlayedWithoutSpace checks the rules' view of ten songs that the
// database does not know.
func TestSongsCountAsPlayedWithoutSpace(t *testing.T) {
	h := newHall(t, 60)
	h.service.save = saveNothing
	at := start
	var want []string
	for range 10 {
		slot := h.next(at)
		at = slot.End()
		h.must(h.service.Played(t.Context(), h.station.ID, slot.ID, slot.At, at))
		want = append([]string{slot.TrackID}, want...)
	}
	d, err := h.service.open(t.Context(), h.station.ID, at)
	h.must(err)
	aired, err := d.history(t.Context(), at)
	h.must(err)
	var got []string
	for i := range aired {
		got = append(got, aired[i].TrackID)
	}
	if !slices.Equal(got, want) {
		t.Errorf("history %v, played %v", got, want)
	}
}

// TestChangeOnAnotherServerReplacesUnsavedPlan has the other server save its change first.
func TestChangeOnAnotherServerReplacesUnsavedPlan(t *testing.T) {
	h := newHall(t, 60)
	shown := h.queue(start).Slots
	save := h.service.save
	h.service.save = saveNothing
	h.next(start)
	_, err := h.newService().Remove(t.Context(), h.station.ID, start, 3, shown[5].ID)
	h.must(err)
	h.service.save = save
	if q := h.queue(start); slices.Contains(titles(q.Slots), shown[5].TrackID) {
		t.Error("the removed song is planned again")
	}
}
