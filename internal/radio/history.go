package radio

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"sonora/internal/music"
	"sonora/internal/origin"
	"sonora/internal/radio/listen"
	"sonora/internal/radio/playout"
	"sonora/internal/station"
)

const (
	curveEvery = 10 * time.Second
	maxCurve   = 720 // points, which is two hours
	flushEvery = time.Second
	pruneEvery = time.Hour
	keepEvents = 30 * 24 * time.Hour
	keepPlays  = 400 * 24 * time.Hour
	keepAsked  = 30 * 24 * time.Hour // how long played and refused requests are kept
	keepChats  = 30 * 24 * time.Hour
	alertEvery = 10 * time.Minute
	wellAfter  = 30 * time.Second // without trouble a station is well again
	maxPending = 4096             // writes that wait for the database, until the disk is back
	writeTime  = 10 * time.Second
)

// historyWriter writes what stations do to the database in the background, so
// that no station waits for a disk.
type historyWriter struct {
	s     *Service
	store historyStore
	work  chan func(ctx context.Context)
	lost  atomic.Int64 // events, plays and sessions that were not written

	mu       sync.Mutex
	events   []station.LogEntry
	sessions []station.Session
	statuses map[string]station.Status // to be published: the latest of each station

	told map[string]int // listener counts that browsers on this server know; used by run only
	late backlog        // used by run only
}

func newHistoryWriter(s *Service) *historyWriter {
	return &historyWriter{s: s, store: s.Store, work: make(chan func(context.Context), maxPending), statuses: map[string]station.Status{}}
}

// run writes what comes in until ctx ends, including what is queued at that
// moment.
func (w *historyWriter) run(ctx context.Context) {
	flush, curve, prune := time.NewTicker(flushEvery), time.NewTicker(curveEvery), time.NewTicker(pruneEvery)
	defer flush.Stop()
	defer curve.Stop()
	defer prune.Stop()
	for {
		select {
		case f := <-w.work:
			w.do(ctx, f)
		case <-flush.C:
			w.flush(ctx)
		case <-curve.C:
			w.curves(ctx)
		case <-prune.C:
			w.prune(ctx)
		case <-ctx.Done():
			w.drain(context.WithoutCancel(ctx))
			return
		}
	}
}

func (w *historyWriter) drain(ctx context.Context) {
	for {
		select {
		case f := <-w.work:
			w.do(ctx, f)
		default:
			w.flush(ctx)
			w.giveUp(ctx)
			return
		}
	}
}

func (w *historyWriter) do(ctx context.Context, f func(ctx context.Context)) {
	ctx, cancel := context.WithTimeout(ctx, writeTime)
	defer cancel()
	f(ctx)
}

// enqueue queues a write.
func (w *historyWriter) enqueue(f func(ctx context.Context)) {
	select {
	case w.work <- f:
	default:
		w.lost.Add(1)
	}
}

// logFailure logs an error of a write, also of one that took too long; for what, see
// music.LogFailure.
func (w *historyWriter) logFailure(ctx context.Context, what string, err error) {
	music.LogFailure(ctx, w.s.Log, slog.LevelError, what, err)
}

// flush writes the collected log entries and sessions, and tells browsers what
// changed.
func (w *historyWriter) flush(ctx context.Context) {
	w.mu.Lock()
	events, sessions, statuses := w.events, w.sessions, w.statuses
	w.events, w.sessions = nil, nil
	w.statuses = map[string]station.Status{}
	w.mu.Unlock()
	for _, id := range w.recounted() {
		if statuses[id].StationID == "" {
			statuses[id] = station.Status{StationID: id}
		}
	}
	for id := range statuses {
		if status, known := w.s.Status(id); known {
			w.s.Events.Publish(music.Event{Type: music.EventStation, Data: status})
		}
	}
	w.retry(ctx)
	w.do(ctx, func(ctx context.Context) {
		if len(events) > 0 {
			w.write(ctx, change{"write station log", len(events), func(ctx context.Context) error { return w.store.AddStationEvents(ctx, events) }, w.logFailure})
		}
		if len(sessions) > 0 {
			w.write(ctx, change{"write listening sessions", len(sessions), func(ctx context.Context) error { return w.store.AddStationSessions(ctx, sessions) }, w.logFailure})
		}
	})
}

// recounted returns the stations whose listener count differs from the one last
// published.
func (w *historyWriter) recounted() []string {
	var changed []string
	counts := w.s.sessions.Counts()
	for id, n := range counts {
		if w.told[id] != n {
			changed = append(changed, id)
		}
	}
	for id := range w.told {
		if counts[id] == 0 {
			changed = append(changed, id)
		}
	}
	w.told = counts
	return changed
}

// heard queues a session that ended.
func (w *historyWriter) heard(h listen.Heard) {
	if !h.Counted {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.sessions) >= maxPending {
		w.lost.Add(1)
		return
	}
	w.sessions = append(w.sessions, station.Session{
		StationID: h.StationID, AccountID: h.UserID, Began: h.Began, Seconds: h.Seconds, Format: h.Format,
		Origin: origin.Origin{UserAgent: h.Agent, Country: h.Country},
	})
}

// curves records how many people listen to what is on air.
func (w *historyWriter) curves(ctx context.Context) {
	counts := w.s.sessions.Counts()
	for _, p := range w.s.all() {
		if id, curve := p.history.point(counts[p.history.id()]); id != "" && len(w.late.changes) == 0 { // the whole curve is written at the end
			w.do(ctx, func(ctx context.Context) { w.write(ctx, p.history.curveOf(id, curve)) })
		}
	}
}

func (w *historyWriter) prune(ctx context.Context) {
	now := time.Now()
	for _, forget := range []func(context.Context, time.Time) (int, error){w.s.Store.PruneStationPlays, w.s.Store.PruneStationSessions} {
		_, err := forget(ctx, now.Add(-keepPlays))
		w.logFailure(ctx, "delete old station statistics", err)
	}
	w.logFailure(ctx, "delete old station requests", w.s.Store.TidyStationRequests(ctx, now.Add(-keepAsked)))
	_, err := w.s.Store.PruneStationMessages(ctx, now.Add(-keepChats))
	w.logFailure(ctx, "delete old chat messages", err)
	_, err = w.s.Store.PruneStationEvents(ctx, now.Add(-keepEvents))
	w.logFailure(ctx, "delete old station log entries", err)
}

func (s *Service) all() []*playing {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := make([]*playing, 0, len(s.stations))
	for _, p := range s.stations {
		list = append(list, p)
	}
	return list
}

// stationHistory is the history of one station. It implements playout.Keeper.
type stationHistory struct {
	w         *historyWriter
	stationID string

	mu      sync.Mutex
	st      station.Station
	playID  string // of what is on air
	curve   []int
	alerted time.Time
	trouble time.Time // the last one
	isWell  bool      // and whoever was told of trouble knows it
	peak    int       // largest number of listeners
}

func (w *historyWriter) forStation(st *station.Station) *stationHistory {
	return &stationHistory{w: w, stationID: st.ID, st: *st}
}

func (h *stationHistory) id() string { return h.stationID }

// logFailure logs an error of a write with the station's ID, unless the write failed
// because the station was deleted.
func (h *stationHistory) logFailure(ctx context.Context, what string, err error) {
	if err == nil || h.isGone(ctx, err) {
		return
	}
	music.LogFailure(ctx, h.w.s.Log.With("station", h.id()), slog.LevelError, what, err)
}

// isGone reports whether a write failed because the station was deleted.
func (h *stationHistory) isGone(ctx context.Context, err error) bool {
	if music.CodeOf(err) != music.NotFound {
		return false
	}
	there, err := h.w.s.Store.StationsThere(ctx, []string{h.id()})
	return err == nil && len(there) == 0
}

// configure updates the station's configuration.
func (h *stationHistory) configure(st *station.Station) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.st = *st
}

// Status implements playout.Keeper.
func (h *stationHistory) Status(status station.Status) {
	h.w.mu.Lock()
	h.w.statuses[status.StationID] = status
	h.w.mu.Unlock()
	if h.recovers(&status) && h.w.s.Operators != nil {
		h.w.enqueue(func(ctx context.Context) { h.w.s.Operators.StationWell(ctx, h.id()) })
	}
}

// recovers reports whether a status is the first good one since the last trouble, or
// since the server started.
func (h *stationHistory) recovers(status *station.Status) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.isWell || !status.State.IsOnAir() || !status.Problem.IsZero() || time.Since(h.trouble) < wellAfter {
		return false
	}
	h.isWell = true
	return true
}

// Began implements playout.Keeper.
func (h *stationHistory) Began(p playout.Play) {
	listeners := h.w.s.sessions.Count(h.id())
	h.mu.Lock()
	last, curve := h.playID, h.curve
	h.playID, h.curve = p.ID, nil
	st := h.st
	h.mu.Unlock()
	h.keepCurve(last, curve)
	play := &station.Play{
		ID: p.ID, StationID: st.ID, Began: p.Began, TrackID: p.TrackID, Artist: p.Artist, Title: p.Title,
		Source: p.Source, DJ: p.DJ, Reason: p.Reason, Listeners: listeners,
	}
	h.write(h.change("write play", func(ctx context.Context) error { return h.w.store.StationPlayBegan(ctx, play) }))
	if play.TrackID == "" {
		h.write(h.change("match play with library", func(ctx context.Context) error { return h.w.s.match(ctx, play) }))
	}
}

// Ended implements playout.Keeper.
func (h *stationHistory) Ended(at time.Time) {
	h.mu.Lock()
	last, curve := h.playID, h.curve
	h.playID, h.curve = "", nil
	h.mu.Unlock()
	h.keepCurve(last, curve)
	h.write(h.change("write end of play", func(ctx context.Context) error { return h.w.store.StationPlayEnded(ctx, h.id(), at) }))
}

// change returns a change of one entry.
func (h *stationHistory) change(what string, do func(ctx context.Context) error) change {
	return change{what, 1, do, h.logFailure}
}

// write queues a change.
func (h *stationHistory) write(c change) {
	h.w.enqueue(func(ctx context.Context) { h.w.write(ctx, c) })
}

func (h *stationHistory) keepCurve(playID string, curve []int) {
	if playID == "" || len(curve) == 0 {
		return
	}
	h.write(h.curveOf(playID, curve))
}

// curveOf returns the change that writes the curve of a play.
func (h *stationHistory) curveOf(playID string, curve []int) change {
	return h.change("write listener curve", func(ctx context.Context) error { return h.w.store.KeepStationCurve(ctx, playID, curve) })
}

// curveKept is the number of points after which a curve is written.
const curveKept = 6

// point adds a point to the curve, and returns the curve when it is time to
// write it.
func (h *stationHistory) point(listeners int) (playID string, curve []int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.peak = max(h.peak, listeners)
	if h.playID == "" || len(h.curve) >= maxCurve {
		return "", nil
	}
	h.curve = append(h.curve, listeners)
	if len(h.curve)%curveKept != 0 {
		return "", nil
	}
	return h.playID, append([]int(nil), h.curve...)
}

// Note implements playout.Keeper.
func (h *stationHistory) Note(kind string, what music.Message) { h.w.note(h.id(), kind, what) }

func (w *historyWriter) note(id, kind string, what music.Message) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.events) >= maxPending {
		w.lost.Add(1)
		return
	}
	w.events = append(w.events, station.LogEntry{StationID: id, At: time.Now(), Kind: kind, Text: what})
}

// Alert implements playout.Keeper.
func (h *stationHistory) Alert(kind string, what music.Message) {
	h.Note(kind, what)
	h.mu.Lock()
	st, isDue := h.st, time.Since(h.alerted) >= alertEvery
	if isDue {
		h.alerted = time.Now()
	}
	h.trouble, h.isWell = time.Now(), false
	h.mu.Unlock()
	if h.w.s.Operators != nil {
		h.w.enqueue(func(ctx context.Context) { h.w.s.Operators.StationInTrouble(ctx, &st, what) })
	}
	if isDue && h.w.s.Notifier != nil {
		h.w.enqueue(func(ctx context.Context) { h.w.s.alert(ctx, &st, what) })
	}
}

// Aired implements playout.Keeper.
func (h *stationHistory) Aired(c *playout.Choice, at time.Time, seconds float64) {
	planner := h.w.s.Planner
	if planner == nil {
		return
	}
	ends := at.Add(time.Duration(seconds * float64(time.Second)))
	h.w.enqueue(func(ctx context.Context) {
		h.logFailure(ctx, "report played slot to planner", planner.Played(ctx, h.id(), c.ID, at, ends))
	})
}

// Missing implements playout.Keeper.
func (h *stationHistory) Missing(c *playout.Choice, why music.Message) {
	planner := h.w.s.Planner
	if planner == nil || c.Slot == nil {
		return
	}
	at := time.Now()
	h.w.enqueue(func(ctx context.Context) {
		h.logFailure(ctx, "report missing slot to planner", planner.Missing(ctx, h.id(), c.Slot, at, why))
	})
}

// peakListeners returns the largest number of simultaneous listeners since the
// server started.
func (h *stationHistory) peakListeners() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.peak
}

// station returns the station's current configuration.
func (h *stationHistory) station() station.Station {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.st
}
