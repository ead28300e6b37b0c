// Package radio owns the stations of this server: it starts those that play by
// themselves, lets people on air, pulls relays while somebody listens, and
// keeps what happened.
package radio

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"sonora/internal/media/ffmpeg"
	"sonora/internal/music"
	"sonora/internal/radio/frame"
	"sonora/internal/radio/hub"
	"sonora/internal/radio/listen"
	"sonora/internal/radio/mix"
	"sonora/internal/radio/playout"
	"sonora/internal/sound"
	"sonora/internal/station"
	"sonora/internal/store"
)

// Events carries events between servers and to browsers.
type Events interface {
	Publish(e music.Event)
	Subscribe(handle func(music.Event)) (unsubscribe func(), err error)
}

// Planner plans what stations play by themselves: the package autodj does.
type Planner interface {
	// Next takes what is to be played next from the plan; an error is a sentence.
	Next(ctx context.Context, stationID string, now time.Time) (station.Slot, error)
	// Played tells when a slot that was taken began, and when it will end.
	Played(ctx context.Context, stationID, slotID string, began, ends time.Time) error
	// Missing tells that it cannot be played.
	Missing(ctx context.Context, stationID string, slot *station.Slot, now time.Time, reason string) error
	// Changed has the plan looked at again.
	Changed(stationID string)
	// Show is the show in whose hour a time is; nil for none.
	Show(ctx context.Context, stationID string, at time.Time) (*station.ShowTime, error)
	// HardStart is when a show begins that does not wait for the end of a track;
	// zero for none within a day.
	HardStart(ctx context.Context, stationID string, now time.Time) (time.Time, error)
}

// ErrOff is the answer of a station that is silent, where no other is known.
var ErrOff = playout.ErrOff

// Config of a Service. Optional fields say so.
type Config struct {
	Store  *store.Store
	Events Events
	Log    *slog.Logger
	// FFmpeg finds the one that mixes and encodes.
	FFmpeg func(ctx context.Context) (*ffmpeg.Runner, error)
	// Local makes the file of a track available on this machine until release.
	Local func(ctx context.Context, file *music.TrackFile) (path string, release func(), err error)
	// Correct applies what people corrected to what was measured of a track: the
	// package analysis does.
	Correct func(measured *sound.Analysis, edit *sound.Edit) *sound.Analysis
	// Relay opens a stream from elsewhere; nil is for a server without relays.
	Relay func(ctx context.Context, s *station.Station) (playout.Upstream, error)
	// Planner chooses what plays; nil if nothing is to play.
	Planner Planner
	// Alert tells the operators; nil is for nobody.
	Alert func(ctx context.Context, s *station.Station, text string)
	// Live is told when somebody goes on air, and calls back when they are off;
	// nil is for nobody.
	Live func(m *station.Station, accountID, dj string) (end func())
	// Configured is told of every station that is played here, and of each
	// change; m is nil for one that is gone. It returns at once; nil is for nobody.
	Configured func(id string, m *station.Station)
	// MaxListeners of this server, and of one address; 0 is for no limit.
	MaxListeners, MaxPerAddress int
}

// Service owns stations. It is safe for concurrent use.
type Service struct {
	Config
	sessions *listen.Sessions
	listen   *listen.Server
	sound    *soundFactory
	keeping  *keeping
	ctx      context.Context // of everything that plays
	stop     context.CancelFunc
	changes  chan string // ids of stations whose configuration changed
	owners   Ownership   // nil for this server alone
	rights   rights      // of who listens

	mu        sync.Mutex
	isClosed  bool
	stations  map[string]*playing
	elsewhere map[string]station.Status // of what other servers play
	probed    map[string]probe
}

// playing is a station this server plays, or may at any moment.
type playing struct {
	*playout.Engine
	keeper *keeper
}

// probe is what a relay answered when it was last asked.
type probe struct {
	isOnline bool
	problem  string
}

// New returns a Service. Run it, and Close it in the end.
func New(c Config) *Service {
	s := &Service{
		Config: c, changes: make(chan string, 64), stations: map[string]*playing{},
		elsewhere: map[string]station.Status{}, probed: map[string]probe{},
	}
	s.ctx, s.stop = context.WithCancel(context.Background())
	s.rights.all = map[string]*right{}
	s.keeping = newKeeping(s)
	s.sessions = listen.NewSessions(time.Now, s.keeping.heard)
	s.listen = listen.New(listen.Config{Sessions: s.sessions, MaxListeners: c.MaxListeners, MaxPerAddress: c.MaxPerAddress, Log: c.Log})
	s.sound = &soundFactory{ctx: s.ctx, ffmpeg: c.FFmpeg, log: c.Log, measured: mix.NewMeasured()}
	return s
}

// Sessions are all who listen, in every format.
func (s *Service) Sessions() *listen.Sessions { return s.sessions }

// Run starts what plays by itself and keeps what happens, until ctx ends.
func (s *Service) Run(ctx context.Context) error {
	unsubscribe, err := s.Events.Subscribe(s.follow)
	if err != nil {
		return err
	}
	defer unsubscribe()
	var running sync.WaitGroup
	defer running.Wait()
	running.Go(func() { s.sessions.Run(ctx) })
	running.Go(func() { s.keeping.run(ctx) })
	running.Go(func() { s.rights.run(ctx) })
	running.Go(func() { s.lookForGone(ctx) })
	if s.owners == nil {
		s.startAll(ctx)
	} else {
		running.Go(func() { s.adopt(ctx) })
	}
	for {
		select {
		case <-ctx.Done():
			s.Close()
			return nil
		case id := <-s.changes:
			if err := s.reload(ctx, id); err != nil && ctx.Err() == nil {
				s.Log.Error("a changed station is not read again", "station", id, "error", err)
			}
		}
	}
}

// Close ends all stations; their listeners end with them.
func (s *Service) Close() {
	s.mu.Lock()
	s.isClosed = true
	all := s.stations
	s.stations = map[string]*playing{}
	s.mu.Unlock()
	s.stop()
	for _, p := range all {
		p.Close()
	}
	s.listen.Close()
}

// startAll starts the stations that play by themselves.
func (s *Service) startAll(ctx context.Context) {
	const most = 100
	for after := ""; ; {
		stations, err := s.Store.StationsWithLists(ctx, after, most)
		if err != nil {
			if ctx.Err() == nil {
				s.Log.Error("stations not started", "error", err)
			}
			return
		}
		may := s.free(ctx, stations)
		for i := range stations {
			after = stations[i].ID
			if may[after] {
				s.of(&stations[i])
			}
		}
		if len(stations) < most {
			return
		}
	}
}

// of is a station this server plays; nil once the Service is closed.
func (s *Service) of(m *station.Station) *playing {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p := s.stations[m.ID]; p != nil || s.isClosed {
		return p
	}
	k := s.keeping.of(m)
	p := &playing{keeper: k}
	id := m.ID
	c := playout.Config{
		Station: *m, Log: s.Log, Keeper: k, Relay: s.Relay, Sound: s.sound.of, Next: s.next, Show: func(at time.Time) string { return s.show(id, at) },
	}
	p.Engine = playout.Start(s.ctx, c)
	s.configured(id, m)
	s.stations[id] = p
	return p
}

func (s *Service) configured(id string, m *station.Station) {
	if s.Configured != nil {
		s.Configured(id, m)
	}
}

// find is a station that was started before; nil for none.
func (s *Service) find(id string) *playing {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stations[id]
}

// Changed has the configuration of a station read again: it was made, changed
// or deleted, or its lists, shows or DJs are others.
func (s *Service) Changed(id string) {
	if s.owners != nil {
		s.owners.Tell(id)
	}
	select {
	case s.changes <- id:
	case <-s.ctx.Done():
	}
}

// reload gives a station its configuration as it is now.
func (s *Service) reload(ctx context.Context, id string) error {
	m, err := s.Store.Station(ctx, operator, id)
	if errors.Is(err, music.ErrNotFound) {
		s.end(id)
		s.configured(id, nil)
		return nil
	}
	if err != nil {
		return err
	}
	if s.Planner != nil {
		s.Planner.Changed(id)
	}
	if p := s.find(id); p != nil {
		p.keeper.named(m)
		s.configured(id, m)
		if err := p.Reconfigure(ctx, *m); err != nil {
			return err
		}
		return s.keepHours(ctx, p)
	}
	if m.Mode.PlaysLists() && (s.owns(id) || s.take(ctx, id)) {
		s.of(m)
	}
	return nil
}

// goneEvery is how often it is looked whether stations are still there: they
// go with an account that is deleted on the command line.
const goneEvery = 15 * time.Second

// lookForGone ends the stations that nobody told of that they are deleted,
// until ctx ends.
func (s *Service) lookForGone(ctx context.Context) {
	ticker := time.NewTicker(goneEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		if err := s.endGone(ctx); err != nil && ctx.Err() == nil {
			s.Log.Warn("it is not known whether a station was deleted", "error", err)
		}
	}
}

func (s *Service) endGone(ctx context.Context) error {
	known := s.known()
	if len(known) == 0 {
		return nil
	}
	there, err := s.Store.StationsThere(ctx, known)
	if err != nil {
		return err
	}
	slices.Sort(there)
	for _, id := range known {
		if _, isThere := slices.BinarySearch(there, id); !isThere {
			s.end(id)
			s.configured(id, nil)
		}
	}
	return nil
}

// keepHours tells a station when what it plays has to end, as its calendar is
// now.
func (s *Service) keepHours(ctx context.Context, p *playing) error {
	if s.Planner == nil {
		return nil
	}
	at, err := s.Planner.HardStart(ctx, p.keeper.id(), time.Now())
	if err != nil {
		return err
	}
	return p.EndBy(ctx, at)
}

// operator finds every station.
var operator = music.System("radio")

// end is for a station that was deleted, or that another server plays now.
func (s *Service) end(id string) {
	s.mu.Lock()
	p := s.stations[id]
	delete(s.stations, id)
	delete(s.elsewhere, id)
	delete(s.probed, id)
	s.mu.Unlock()
	if p != nil {
		p.Close()
	}
}

// Listen returns the sound of a station in a format, until release. It starts
// what is made on demand.
func (s *Service) Listen(ctx context.Context, m *station.Station, codec frame.Codec) (*hub.Hub, func(), error) {
	if s.owners == nil {
		return s.open(ctx, m, codec)
	}
	if codec == frame.NoCodec {
		var err error
		if codec, err = s.owners.Codec(ctx, m.ID); err != nil {
			return nil, nil, ErrOff
		}
	}
	return s.owners.Listen(m.ID, codec)
}

// open is the sound of a station that is played here.
func (s *Service) open(ctx context.Context, m *station.Station, codec frame.Codec) (*hub.Hub, func(), error) {
	p := s.of(m)
	if p == nil {
		return nil, nil, ErrOff
	}
	return p.Listen(ctx, codec)
}

// Skip ends what the lists play, whichever server plays them.
func (s *Service) Skip(ctx context.Context, id string) error {
	if !s.owns(id) {
		return s.owners.Order(ctx, id, station.OrderSkip)
	}
	return s.skip(ctx, id)
}

func (s *Service) skip(ctx context.Context, id string) error {
	if p := s.find(id); p != nil {
		return p.Skip(ctx)
	}
	return ErrOff
}

// Probed is what a relay answered when somebody asked.
func (s *Service) Probed(id string, isOnline bool, problem string) {
	s.mu.Lock()
	before := s.probed[id]
	now := probe{isOnline, problem}
	s.probed[id] = now
	p := s.stations[id]
	s.mu.Unlock()
	if (before != now || s.owners != nil) && (p == nil || p.Status().State != station.StateRelay) {
		status, _ := s.Status(id)
		s.Events.Publish(music.Event{Type: music.EventStation, Data: status})
	}
}

// Status is what a station does now; false while nobody knows.
func (s *Service) Status(id string) (station.Status, bool) {
	s.mu.Lock()
	p, other := s.stations[id], s.elsewhere[id]
	probed, wasProbed := s.probed[id]
	s.mu.Unlock()
	status := station.Status{StationID: id, State: station.StateOff, At: time.Now()}
	switch {
	case p != nil:
		status = p.Status()
	case other.StationID != "":
		status = other
	}
	if status.State == station.StateOff || status.State == station.StateIdle {
		if probed.isOnline {
			status.State = station.StateIdle
		} else if probed.problem != "" {
			status.State, status.Problem = station.StateOff, probed.problem
		}
	}
	status.Listeners = s.sessions.Count(id)
	if s.owners != nil {
		status.Listeners += s.owners.Elsewhere(id)
	}
	return status, p != nil || other.StationID != "" || wasProbed
}

// Statuses are what all stations do that are known to do something.
func (s *Service) Statuses() []station.Status {
	ids := s.known()
	list := make([]station.Status, 0, len(ids))
	for _, id := range ids {
		if status, known := s.Status(id); known {
			list = append(list, status)
		}
	}
	return list
}

// known are the stations that are known to do something.
func (s *Service) known() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	ids := map[string]bool{}
	for id := range s.stations {
		ids[id] = true
	}
	for id := range s.elsewhere {
		ids[id] = true
	}
	for id := range s.probed {
		ids[id] = true
	}
	return slices.Collect(maps.Keys(ids))
}

// Health is how a station does; the zero value where it does nothing here.
func (s *Service) Health(id string) playout.Health {
	if p := s.find(id); p != nil {
		return p.Health()
	}
	return playout.Health{Level: playout.Silent}
}

func (s *Service) show(id string, at time.Time) string {
	if s.Planner == nil {
		return ""
	}
	ctx, cancel := context.WithTimeout(s.ctx, time.Second)
	defer cancel()
	show, err := s.Planner.Show(ctx, id, at)
	if err != nil || show == nil {
		return ""
	}
	return show.Show.Name
}

// follow keeps up with the other servers.
func (s *Service) follow(e music.Event) {
	if e.Type != music.EventStation {
		return
	}
	status, err := statusOf(e.Data)
	if err != nil {
		s.Log.Warn("the status of a station is not understood", "error", err)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stations[status.StationID] != nil || s.owns(status.StationID) || status.At.Before(s.elsewhere[status.StationID].At) {
		return
	}
	s.elsewhere[status.StationID] = status
}

// Level is how loud a station is, dBFS; false where it is not measured.
func (s *Service) Level(id string) (dBFS float64, known bool) {
	level := s.Health(id).Level
	return level, level > playout.Silent
}

// OnAir is what the stream of a station played here is called while a DJ is
// heard; false before and after that.
func (s *Service) OnAir(stationID, dj string) (station.StreamTitle, bool) {
	p := s.find(stationID)
	if p == nil {
		return station.StreamTitle{}, false
	}
	status := p.Status()
	if status.State != station.StateLive || status.DJ != dj || status.Now == nil {
		return station.StreamTitle{}, false
	}
	return station.StreamTitle{Artist: status.Now.Artist, Title: status.Now.Title}, true
}

// IsHeard reports whether a station plays here now.
func (s *Service) IsHeard(id string) bool {
	p := s.find(id)
	return p != nil && p.Health().Source != ""
}

// Note puts a decision of the lists into the log of a station.
func (s *Service) Note(id, text string) { s.keeping.note(id, playout.KindSchedule, text) }

// Trouble says what goes wrong beside a station's sound: in its log, where its
// owner sees how it does, and to the operators. It returns at once.
func (s *Service) Trouble(id, text string) {
	if on := s.find(id); on != nil {
		on.Trouble(text)
		return
	}
	s.keeping.note(id, playout.KindError, text)
}
