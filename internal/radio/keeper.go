package radio

import (
	"context"
	"encoding/json"
	"sync"
	"sync/atomic"
	"time"

	"sonora/internal/music"
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
	maxPending = 4096 // writes that wait for the database, until the disk is back
	writeTime  = 10 * time.Second
)

// keeping writes what stations do to the database in the background, so that no
// station waits for a disk.
type keeping struct {
	s    *Service
	work chan func(ctx context.Context)
	lost atomic.Int64

	mu       sync.Mutex
	events   []station.LogEntry
	sessions []station.Session
	statuses map[string]station.Status // to be published: the latest of each station

	told map[string]int // listener counts that browsers on this server know; used by flush only
}

func newKeeping(s *Service) *keeping {
	return &keeping{s: s, work: make(chan func(context.Context), maxPending), statuses: map[string]station.Status{}}
}

// run writes what comes in until ctx ends, including what is queued at that
// moment.
func (k *keeping) run(ctx context.Context) {
	flush, curve, prune := time.NewTicker(flushEvery), time.NewTicker(curveEvery), time.NewTicker(pruneEvery)
	defer flush.Stop()
	defer curve.Stop()
	defer prune.Stop()
	for {
		select {
		case f := <-k.work:
			k.do(ctx, f)
		case <-flush.C:
			k.flush(ctx)
		case <-curve.C:
			k.curves(ctx)
		case <-prune.C:
			k.prune(ctx)
		case <-ctx.Done():
			k.drain(context.WithoutCancel(ctx))
			return
		}
	}
}

func (k *keeping) drain(ctx context.Context) {
	for {
		select {
		case f := <-k.work:
			k.do(ctx, f)
		default:
			k.flush(ctx)
			return
		}
	}
}

func (k *keeping) do(ctx context.Context, f func(ctx context.Context)) {
	ctx, cancel := context.WithTimeout(ctx, writeTime)
	defer cancel()
	f(ctx)
}

// enqueue queues a write.
func (k *keeping) enqueue(f func(ctx context.Context)) {
	select {
	case k.work <- f:
	default:
		k.lost.Add(1)
	}
}

func (k *keeping) warn(ctx context.Context, what string, err error) {
	if err != nil && ctx.Err() == nil {
		k.s.Log.Error("write station history failed", "what", what, "error", err)
	}
}

// flush writes the collected log entries and sessions, and tells browsers what
// changed.
func (k *keeping) flush(ctx context.Context) {
	k.mu.Lock()
	events, sessions, statuses := k.events, k.sessions, k.statuses
	k.events, k.sessions = nil, nil
	k.statuses = map[string]station.Status{}
	k.mu.Unlock()
	for _, id := range k.recounted() {
		if statuses[id].StationID == "" {
			statuses[id] = station.Status{StationID: id}
		}
	}
	for id := range statuses {
		if status, known := k.s.Status(id); known {
			k.s.Events.Publish(music.Event{Type: music.EventStation, Data: status})
		}
	}
	k.do(ctx, func(ctx context.Context) {
		if len(events) > 0 {
			err := k.s.Store.AddStationEvents(ctx, events)
			k.warn(ctx, "write station log", err)
			if music.CodeOf(err) == music.Unavailable {
				k.requeue(events) // for example while the disk is full, which the error says
			}
		}
		if len(sessions) > 0 {
			k.warn(ctx, "write listening sessions", k.s.Store.AddStationSessions(ctx, sessions))
		}
	})
}

// requeue queues log entries again until the database accepts changes.
func (k *keeping) requeue(events []station.LogEntry) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.events = append(events, k.events...); len(k.events) > maxPending {
		k.events = k.events[:maxPending]
	}
}

// recounted returns the stations whose listener count differs from the one last
// published.
func (k *keeping) recounted() []string {
	var changed []string
	counts := k.s.sessions.Counts()
	for id, n := range counts {
		if k.told[id] != n {
			changed = append(changed, id)
		}
	}
	for id := range k.told {
		if counts[id] == 0 {
			changed = append(changed, id)
		}
	}
	k.told = counts
	return changed
}

// heard queues a session that ended.
func (k *keeping) heard(h listen.Heard) {
	if !h.Counted {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.sessions) < maxPending {
		k.sessions = append(k.sessions, station.Session{
			StationID: h.StationID, AccountID: h.UserID, Began: h.Began, Seconds: h.Seconds, Format: h.Format,
		})
	}
}

// curves records how many people listen to what is on air.
func (k *keeping) curves(ctx context.Context) {
	counts := k.s.sessions.Counts()
	for _, p := range k.s.all() {
		if id, curve := p.keeper.point(counts[p.keeper.id()]); id != "" {
			k.do(ctx, func(ctx context.Context) {
				k.warn(ctx, "write listener curve", k.s.Store.KeepStationCurve(ctx, id, curve))
			})
		}
	}
}

func (k *keeping) prune(ctx context.Context) {
	now := time.Now()
	for _, forget := range []func(context.Context, time.Time) (int, error){k.s.Store.PruneStationPlays, k.s.Store.PruneStationSessions} {
		_, err := forget(ctx, now.Add(-keepPlays))
		k.warn(ctx, "delete old station statistics", err)
	}
	k.warn(ctx, "delete old station requests", k.s.Store.TidyStationRequests(ctx, now.Add(-keepAsked)))
	_, err := k.s.Store.PruneStationMessages(ctx, now.Add(-keepChats))
	k.warn(ctx, "delete old chat messages", err)
	_, err = k.s.Store.PruneStationEvents(ctx, now.Add(-keepEvents))
	k.warn(ctx, "delete old station log entries", err)
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

// keeper implements playout.Keeper for one station.
type keeper struct {
	k *keeping

	mu      sync.Mutex
	m       station.Station
	playID  string // of what is on air
	curve   []int
	alerted time.Time
	peak    int // largest number of listeners
}

func (k *keeping) of(m *station.Station) *keeper { return &keeper{k: k, m: *m} }

func (k *keeper) id() string { return k.m.ID } // it never changes, so it needs no lock

// named updates the station's configuration.
func (k *keeper) named(m *station.Station) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.m = *m
}

// Status implements playout.Keeper.
func (k *keeper) Status(status station.Status) {
	k.k.mu.Lock()
	defer k.k.mu.Unlock()
	k.k.statuses[status.StationID] = status
}

// Began implements playout.Keeper.
func (k *keeper) Began(p playout.Play) {
	listeners := k.k.s.sessions.Count(k.id())
	k.mu.Lock()
	last, curve := k.playID, k.curve
	k.playID, k.curve = p.ID, nil
	m := k.m
	k.mu.Unlock()
	k.keepCurve(last, curve)
	play := &station.Play{
		ID: p.ID, StationID: m.ID, Began: p.Began, TrackID: p.TrackID, Artist: p.Artist, Title: p.Title,
		Source: p.Source, DJ: p.DJ, Reason: p.Reason, Listeners: listeners,
	}
	k.k.enqueue(func(ctx context.Context) {
		k.k.warn(ctx, "write play", k.k.s.Store.StationPlayBegan(ctx, play))
		if play.TrackID == "" {
			k.k.warn(ctx, "match play with library", k.k.s.match(ctx, play))
		}
	})
}

// Ended implements playout.Keeper.
func (k *keeper) Ended(at time.Time) {
	k.mu.Lock()
	last, curve := k.playID, k.curve
	k.playID, k.curve = "", nil
	k.mu.Unlock()
	k.keepCurve(last, curve)
	k.k.enqueue(func(ctx context.Context) {
		k.k.warn(ctx, "write end of play", k.k.s.Store.StationPlayEnded(ctx, k.id(), at))
	})
}

func (k *keeper) keepCurve(playID string, curve []int) {
	if playID == "" || len(curve) == 0 {
		return
	}
	k.k.enqueue(func(ctx context.Context) {
		k.k.warn(ctx, "write listener curve", k.k.s.Store.KeepStationCurve(ctx, playID, curve))
	})
}

// curveKept is the number of points after which a curve is written.
const curveKept = 6

// point adds a point to the curve, and returns the curve when it is time to
// write it.
func (k *keeper) point(listeners int) (playID string, curve []int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.peak = max(k.peak, listeners)
	if k.playID == "" || len(k.curve) >= maxCurve {
		return "", nil
	}
	k.curve = append(k.curve, listeners)
	if len(k.curve)%curveKept != 0 {
		return "", nil
	}
	return k.playID, append([]int(nil), k.curve...)
}

// Note implements playout.Keeper.
func (k *keeper) Note(kind string, what music.Message) { k.k.note(k.id(), kind, what) }

func (k *keeping) note(id, kind string, what music.Message) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.events) < maxPending {
		k.events = append(k.events, station.LogEntry{StationID: id, At: time.Now(), Kind: kind, Text: what})
	}
}

// Alert implements playout.Keeper.
func (k *keeper) Alert(kind string, what music.Message) {
	k.Note(kind, what)
	k.mu.Lock()
	m, isDue := k.m, time.Since(k.alerted) >= alertEvery
	if isDue {
		k.alerted = time.Now()
	}
	k.mu.Unlock()
	if isDue && k.k.s.Notifier != nil {
		k.k.enqueue(func(ctx context.Context) { k.k.s.alert(ctx, &m, what) })
	}
}

// Aired implements playout.Keeper.
func (k *keeper) Aired(c *playout.Choice, at time.Time, seconds float64) {
	lists := k.k.s.Planner
	if lists == nil {
		return
	}
	ends := at.Add(time.Duration(seconds * float64(time.Second)))
	k.k.enqueue(func(ctx context.Context) {
		k.k.warn(ctx, "report played slot to planner", lists.Played(ctx, k.id(), c.ID, at, ends))
	})
}

// Missing implements playout.Keeper.
func (k *keeper) Missing(c *playout.Choice) {
	lists := k.k.s.Planner
	if lists == nil || c.Slot == nil {
		return
	}
	at := time.Now()
	k.k.enqueue(func(ctx context.Context) {
		k.k.warn(ctx, "report missing slot to planner", lists.Missing(ctx, k.id(), c.Slot, at, music.Message{}))
	})
}

// statusOf decodes a status that arrived over the bus.
func statusOf(data any) (status station.Status, err error) {
	if same, ok := data.(station.Status); ok {
		return same, nil
	}
	text, err := json.Marshal(data)
	if err == nil {
		err = json.Unmarshal(text, &status)
	}
	return status, err
}

// peakListeners returns the largest number of simultaneous listeners since the server
// started.
func (k *keeper) peakListeners() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.peak
}

// mount returns the station's current mount name.
func (k *keeper) mount() string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.m.Mount
}
