package autodj

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
)

// known is what a Service read last about a station. It is never changed.
type known struct {
	station  *station.Station
	rules    Rules
	owner    music.Viewer
	queue    string
	revision int64
}

// memoryOfReads holds what was read last about each station, for the time in which the
// database cannot be read.
type memoryOfReads struct {
	mu sync.Mutex
	of map[string]*known // by station
}

func (m *memoryOfReads) get(station string) *known {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.of[station]
}

// keep remembers what was read, unless the memory is no longer what it was before: then
// a queue may have been saved that was not read.
func (m *memoryOfReads) keep(station string, k, before *known) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.of[station] == before {
		m.of[station] = k
	}
}

// saved remembers a queue that was saved.
func (m *memoryOfReads) saved(station, queue string, revision int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if k := m.of[station]; k != nil {
		newer := *k
		newer.queue, newer.revision = queue, revision
		m.of[station] = &newer
	}
}

func (m *memoryOfReads) forget(station string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.of, station)
}

// lastRead reads a station. While the database cannot be read, it returns what was read
// last, and why.
func (s *Service) lastRead(ctx context.Context, id string) (k *known, unread, err error) {
	before := s.memory.get(id)
	k, err = s.read(ctx, id)
	if err == nil {
		s.memory.keep(id, k, before)
		return k, nil, nil
	}
	code := music.CodeOf(err)
	if k = s.memory.get(id); k != nil && code == music.Unavailable {
		return k, err, nil
	}
	if code == music.NotFound {
		s.memory.forget(id)
	}
	return nil, nil, err
}

func (s *Service) readStation(ctx context.Context, id string) (*known, error) {
	k := &known{}
	var err error
	if k.station, err = s.Store.Station(ctx, music.System("plan"), id); err != nil {
		return nil, err
	}
	if k.rules, err = s.rules(ctx, k.station); err != nil {
		return nil, err
	}
	if k.owner, err = s.Store.StationOwner(ctx, id); err != nil {
		return nil, err
	}
	k.queue, k.revision, err = s.load(ctx, id)
	return k, err
}

// calendarOf returns a station's calendar, as it was read last if the database cannot
// be read.
func (s *Service) calendarOf(ctx context.Context, id string) (Calendar, error) {
	st, err := s.Store.Station(ctx, music.System("plan"), id)
	var c Calendar
	if err == nil {
		c, err = s.calendar(ctx, st)
	}
	if k := s.memory.get(id); k != nil && music.CodeOf(err) == music.Unavailable {
		return k.rules.Calendar, nil
	}
	return c, err
}

// Ahead returns the IDs of the tracks that a station is planned to play next, as far as
// this Service knows without reading the database.
func (s *Service) Ahead(id string) []string {
	k := s.memory.get(id)
	if k == nil {
		return nil
	}
	queue := k.queue
	if last := s.savesOf(id).get(); last.unsaved != "" {
		queue = last.unsaved
	}
	q := readQueue(queue)
	tracks := map[string]bool{}
	for i := range q.Slots {
		tracks[q.Slots[i].TrackID] = true
	}
	return slices.Collect(maps.Keys(tracks))
}

// planFromMemory keeps the slots of the queue in their order. When none is left, the
// last songs play again. If there are none, it returns why the database cannot be read.
func (d *draft) planFromMemory(ctx context.Context, why error) error {
	q := &d.queue
	from := q.begins(d.now)
	q.Slots = slices.DeleteFunc(slices.Clone(q.Slots), func(s station.Slot) bool { return !q.Missing[s.TrackID].IsZero() })
	if len(q.Slots) == 0 {
		q.Slots = q.again(from)
	}
	if len(q.Slots) == 0 {
		return why
	}
	r, err := Plan(ctx, Input{Rules: d.rules, Library: knownPools{d.shelf, why}, State: q.State, Kept: q.Slots, IsFixed: true, From: from, To: from})
	q.Slots, d.next = r.Slots, r.State
	return err
}

// again returns slots for the songs that the station took last.
func (q *storedQueue) again(from time.Time) []station.Slot {
	var slots []station.Slot
	for i := range q.Taken {
		t := &q.Taken[i]
		isKnown := slices.ContainsFunc(slots, func(s station.Slot) bool { return s.TrackID == t.TrackID })
		if !t.Kind.IsSong() || isKnown || !q.Missing[t.TrackID].IsZero() {
			continue
		}
		slots = append(slots, station.Slot{
			ID: "again-" + strconv.FormatInt(from.UnixMilli(), 36) + "-" + strconv.Itoa(i), Kind: station.SlotMusic,
			TrackID: t.TrackID, Artist: t.Artist, ArtistID: t.ArtistID, Title: t.Title, AlbumID: t.AlbumID, Album: t.Album, Cover: t.Cover, Length: t.Length,
			Reason: music.Say("Again, because the server cannot read its database at the moment."),
		})
	}
	return slots
}

// knownPools is a Library of playlists as they were read last. It has no songs.
type knownPools struct {
	shelf *stationLibrary
	why   error // why the database cannot be read
}

// Pool implements Library.
func (l knownPools) Pool(_ context.Context, list *station.Playlist) (Pool, error) {
	return l.shelf.s.pools.get(poolKey{l.shelf.id, list.ID}).Pool, nil
}

// Songs implements Library.
func (l knownPools) Songs(context.Context, []int64) ([]station.Song, error) { return nil, l.why }
