// Package radio runs the stations of this server: it starts AutoDJ stations,
// lets sources on air, pulls relays while somebody listens, and records what
// happened.
package radio

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
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

// Planner plans what the AutoDJ plays. Package autodj implements it.
type Planner interface {
	// Next takes the slot that begins at a moment from the plan. held are the
	// IDs of the slots that the station has loaded or plays: all others that it
	// took and that did not begin go back to the plan. An error is a sentence
	// for people.
	Next(ctx context.Context, stationID string, at time.Time, held []string) (station.Slot, error)
	// Played reports when a taken slot began, and when it will end.
	Played(ctx context.Context, stationID, slotID string, began, ends time.Time) error
	// Missing reports that a taken slot cannot be played, and why if that is
	// known. It logs this for the station.
	Missing(ctx context.Context, stationID string, slot *station.Slot, now time.Time, reason music.Message) error
	// Ahead returns the IDs of the tracks that are planned next, without reading the
	// database.
	Ahead(stationID string) []string
	// Changed has the plan checked against the station's new configuration.
	Changed(stationID string)
	// Show returns the show that is scheduled at a time, or nil if there is
	// none.
	Show(ctx context.Context, stationID string, at time.Time) (*station.ShowTime, error)
	// LiveShow returns the live show to which a broadcast belongs that began at
	// since and is on air now, or nil if there is none.
	LiveShow(ctx context.Context, stationID string, since, now time.Time) (*station.ShowTime, error)
	// HardStart returns when the next show begins that does not wait for the
	// end of a track, or the zero time if there is none within a day.
	HardStart(ctx context.Context, stationID string, now time.Time) (time.Time, error)
}

// ErrOff is the error of a silent station for which no other reason is known.
var ErrOff = playout.ErrOff

// Config is what a Service needs. Fields are required unless their comments say
// otherwise.
type Config struct {
	Store  *store.Store
	Events Events
	Log    *slog.Logger
	// FFmpeg finds the ffmpeg that mixes and encodes.
	FFmpeg func(ctx context.Context) (*ffmpeg.Runner, error)
	// Local makes the file of a track available on this machine until release
	// is called.
	Local func(ctx context.Context, file *music.TrackFile) (path string, release func(), err error)
	// Correct applies the corrections that people made to the analysis of a
	// track. Package analysis implements it.
	Correct func(measured *sound.Analysis, edit *sound.Edit) *sound.Analysis
	// Relay opens a remote stream; nil disables relays.
	Relay func(ctx context.Context, s *station.Station) (playout.Upstream, error)
	// Planner chooses what plays; nil if nothing is to play.
	Planner Planner
	// Bodies keeps songs that were encoded as a whole; nil encodes them every time
	// they play. Package body implements it.
	Bodies mix.Bodies
	// Notifier tells operators and owners of stations in trouble; nil tells
	// nobody.
	Notifier Notifier
	// Operators are told of stations in trouble and well again; nil tells nobody.
	Operators Operators
	// MaxListeners limits the listeners of this server, MaxPerAddress those of
	// one address; 0 is no limit.
	MaxListeners, MaxPerAddress int
}

// Service runs stations. It is safe for concurrent use.
type Service struct {
	Config
	sessions *listen.Sessions
	listen   *listen.Server
	sound    *soundFactory
	history  *historyWriter
	files    *trackFiles
	ctx      context.Context // of everything that plays
	stop     context.CancelFunc
	changes  chan string   // IDs of stations whose configuration changed
	gaps     chan struct{} // events of other servers may have been lost
	owners   Ownership
	recorder Recorder // with rewind; nil where nothing is kept
	rewind   Rewind
	prober   Prober // nil where relays are not probed
	rights   rights // of listeners
	arrivals arrivals

	lastUnderrun atomic.Int64 // when a station made its sound too late, Unix ns

	mu        sync.Mutex
	isClosed  bool
	stations  map[string]*playing
	elsewhere map[string]station.Status // status of stations that other servers play
	probed    map[string]probe
}

// playing is a station that this server plays, or may start to play at any
// moment.
type playing struct {
	*playout.Engine
	history *stationHistory
}

// probe is the result of a relay's last probe.
type probe struct {
	isOnline bool
	problem  music.Message
}

// New returns a Service. Start it with Run, and Close it at the end.
func New(c Config) *Service {
	s := &Service{
		Config: c, changes: make(chan string, 64), gaps: make(chan struct{}, 1), stations: map[string]*playing{},
		elsewhere: map[string]station.Status{}, probed: map[string]probe{},
	}
	s.ctx, s.stop = context.WithCancel(context.Background())
	s.rights.all = map[string]*right{}
	s.history = newHistoryWriter(s)
	s.files = &trackFiles{store: c.Store, correct: c.Correct, of: map[string]map[string]trackFile{}, warn: func(trackID string, err error) {
		c.Log.Warn("read analysis of track failed", "track", trackID, "error", err)
	}}
	s.sessions = listen.NewSessions(time.Now, s.history.heard)
	s.listen = listen.New(listen.Config{Sessions: s.sessions, MaxListeners: c.MaxListeners, MaxPerAddress: c.MaxPerAddress, Log: c.Log})
	s.sound = &soundFactory{ctx: s.ctx, ffmpeg: c.FFmpeg, log: c.Log, measured: mix.NewMeasured(), bodies: c.Bodies}
	s.owners = alone{s}
	return s
}

// Sessions returns the table of listeners in every format.
func (s *Service) Sessions() *listen.Sessions { return s.sessions }

// Run starts the stations that play by themselves and writes what happens,
// until ctx ends.
func (s *Service) Run(ctx context.Context) error {
	unsubscribe, err := s.Events.Subscribe(s.follow)
	if err != nil {
		return err
	}
	defer unsubscribe()
	var running sync.WaitGroup
	defer running.Wait()
	running.Go(func() { s.sessions.Run(ctx) })
	running.Go(func() { s.history.run(ctx) })
	running.Go(func() { s.rights.run(ctx) })
	running.Go(func() { s.lookForGone(ctx) })
	running.Go(func() { s.adopt(ctx) })
	for {
		select {
		case <-ctx.Done():
			s.Close()
			return nil
		case id := <-s.changes:
			if err := s.reload(ctx, id); err != nil && ctx.Err() == nil {
				s.Log.Error("reload station failed", "station", id, "error", err)
			}
		case <-s.gaps:
			s.resume(ctx)
		}
	}
}

// Close ends all stations and their listeners' streams.
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
	const pageSize = 100
	for after := ""; ; {
		stations, err := s.Store.StationsWithLists(ctx, after, pageSize)
		if err != nil {
			if ctx.Err() == nil {
				s.Log.Error("start stations failed", "error", err)
			}
			return
		}
		may := s.free(ctx, stations)
		for i := range stations {
			after = stations[i].ID
			if may[after] {
				s.ensure(&stations[i])
			}
		}
		if len(stations) < pageSize {
			return
		}
	}
}

// ensure returns the runtime of a station, which it starts if there is none. It
// returns nil once the Service is closed, and while another server may play the
// station.
func (s *Service) ensure(st *station.Station) *playing {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p := s.stations[st.ID]; p != nil || s.isClosed || !s.owns(st.ID) {
		return p
	}
	h := s.history.forStation(st)
	p := &playing{history: h}
	id := st.ID
	c := playout.Config{
		Station: *st, Log: s.Log, Keeper: h, Relay: s.Relay, Sound: s.sound.of, Next: s.next, Show: func(at time.Time) string { return s.show(id, at) }, Late: s.noteUnderrun,
	}
	p.Engine = playout.Start(s.ctx, c)
	s.keepRewind(id, st)
	s.stations[id] = p
	return p
}

// lateTime is for how long the sound of stations has priority after some of it
// was late.
const lateTime = 10 * time.Second

func (s *Service) noteUnderrun() { s.lastUnderrun.Store(time.Now().UnixNano()) }

// IsOverloaded reports whether this machine makes sound too late. Work that can
// wait should.
func (s *Service) IsOverloaded() bool {
	return time.Since(time.Unix(0, s.lastUnderrun.Load())) < lateTime
}

// find returns the runtime of a station that was started before, or nil.
func (s *Service) find(id string) *playing {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stations[id]
}

// Changed reloads a station after it, its playlists, shows or DJs were created,
// changed or deleted.
func (s *Service) Changed(id string) {
	s.owners.Tell(id)
	select {
	case s.changes <- id:
	case <-s.ctx.Done():
	}
	if s.prober != nil {
		s.prober.Check(id)
	}
}

// reload reads a station's configuration and applies it.
func (s *Service) reload(ctx context.Context, id string) error {
	st, err := s.Store.Station(ctx, operator, id)
	if errors.Is(err, music.ErrNotFound) {
		s.end(id)
		s.keepRewind(id, nil)
		return nil
	}
	if err != nil {
		return err
	}
	if s.Planner != nil {
		s.Planner.Changed(id)
	}
	if p := s.find(id); p != nil {
		p.history.configure(st)
		s.keepRewind(id, st)
		return errors.Join(s.keepHardStart(ctx, p), p.Reconfigure(ctx, *st)) // what is next depends on when the current track ends
	}
	if st.Mode.PlaysLists() && (s.owns(id) || s.take(ctx, id)) {
		s.ensure(st)
	}
	return nil
}

// goneEvery is how often the server looks for deleted stations. Stations are
// deleted without an event when an account is deleted on the command line.
const goneEvery = 15 * time.Second

// lookForGone ends stations that were deleted without an event, until ctx ends.
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
			s.Log.Warn("look for deleted stations failed", "error", err)
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
			s.keepRewind(id, nil)
		}
	}
	return nil
}

// keepHardStart tells a station when the current track has to end, according to
// its calendar.
func (s *Service) keepHardStart(ctx context.Context, p *playing) error {
	if s.Planner == nil {
		return nil
	}
	at, err := s.Planner.HardStart(ctx, p.history.id(), time.Now())
	if err != nil {
		return err
	}
	return p.EndBy(ctx, at)
}

// operator finds every station.
var operator = music.System("radio")

// end stops a station that was deleted or that another server plays from now
// on.
func (s *Service) end(id string) {
	s.mu.Lock()
	p := s.stations[id]
	delete(s.stations, id)
	delete(s.elsewhere, id)
	delete(s.probed, id)
	s.mu.Unlock()
	s.files.forget(id)
	if p != nil {
		p.Close()
	}
}

// Listen returns the sound of a station in a format; call release when done. It
// starts relays and formats that are made on demand.
func (s *Service) Listen(ctx context.Context, st *station.Station, codec frame.Codec) (*hub.Hub, func(), error) {
	if codec == frame.NoCodec {
		var err error
		if codec, err = s.owners.Codec(ctx, st.ID); err != nil {
			return nil, nil, ErrOff
		}
	}
	return s.owners.Listen(ctx, st, codec)
}

// open returns the sound of a station that is played here.
func (s *Service) open(ctx context.Context, st *station.Station, codec frame.Codec) (*hub.Hub, func(), error) {
	p := s.ensure(st)
	if p == nil {
		return nil, nil, ErrOff
	}
	return p.Listen(ctx, codec)
}

// ByMount returns the station with a mount, or NotFound if the viewer may not hear it.
// While the database cannot be read, it knows the public stations that play here.
func (s *Service) ByMount(ctx context.Context, v music.Viewer, mount string) (*station.Station, error) {
	st, err := s.Store.StationByMount(ctx, v, mount)
	if music.CodeOf(err) != music.Unavailable {
		return st, err
	}
	for _, p := range s.all() {
		if known := p.history.station(); known.Mount == mount && known.IsPublic {
			return &known, nil
		}
	}
	return nil, err
}

// Skip ends the AutoDJ's current item, whichever server plays it.
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

// Probed records the result of a relay's probe.
func (s *Service) Probed(id string, isOnline bool, problem music.Message) {
	s.mu.Lock()
	before := s.probed[id]
	now := probe{isOnline, problem}
	s.probed[id] = now
	p := s.stations[id]
	s.mu.Unlock()
	changed := before.isOnline != now.isOnline || !before.problem.Equal(now.problem)
	if (changed || s.owners.IsCluster()) && (p == nil || p.Status().State != station.StateRelay) {
		status, _ := s.Status(id)
		s.Events.Publish(music.Event{Type: music.EventStation, Data: status})
	}
}

// Status returns what a station does now, and false if that is unknown.
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
		} else if !probed.problem.IsZero() {
			status.State, status.Problem = station.StateOff, probed.problem
		}
	}
	status.Listeners = s.sessions.Count(id)
	status.Listeners += s.owners.ListenersElsewhere(id)
	return status, p != nil || other.StationID != "" || wasProbed
}

// Statuses returns the status of all stations whose status is known.
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

// known returns the IDs of the stations whose status is known.
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

// Health returns technical figures of a station, zero if it is not played here.
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
	if err != nil {
		s.Log.Warn("find current show failed", "station", id, "error", err)
		return ""
	}
	if show == nil {
		return ""
	}
	return show.Show.Name
}

// follow applies a status event of another server.
func (s *Service) follow(e music.Event) {
	switch {
	case e.Type == music.EventGap && s.owners.IsCluster():
		select {
		case s.gaps <- struct{}{}:
		default:
		}
		return
	case e.Type != music.EventStation:
		return
	}
	var status station.Status
	if err := e.Decode(&status); err != nil {
		s.Log.Warn("decode station status failed", "error", err)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stations[status.StationID] != nil || s.owns(status.StationID) || status.At.Before(s.elsewhere[status.StationID].At) {
		return
	}
	s.elsewhere[status.StationID] = status
}

// Level returns the loudness of a station in dBFS, and false if it is not
// measured.
func (s *Service) Level(id string) (dBFS float64, known bool) {
	level := s.Health(id).Level
	return level, level > playout.Silent
}

// IsPlaying reports whether a station plays on this server now.
func (s *Service) IsPlaying(id string) bool {
	p := s.find(id)
	return p != nil && !p.Health().Source.IsZero()
}

// Note adds a decision of the AutoDJ to the log of a station.
func (s *Service) Note(id string, decision music.Message) {
	s.history.note(id, playout.KindSchedule, decision)
}

// NotePlan adds to the log of a station what the AutoDJ says about its plan: that a
// track cannot be played, or a decision.
func (s *Service) NotePlan(id string, what music.Message, isError bool) {
	kind := playout.KindDecision
	if isError {
		kind = playout.KindError
	}
	s.history.note(id, kind, what)
}

// Trouble reports a problem that does not affect the sound: in the station's
// log, in its health, and to the operators. It returns at once.
func (s *Service) Trouble(id string, problem music.Message) {
	if on := s.find(id); on != nil {
		on.Trouble(problem)
		return
	}
	s.history.note(id, playout.KindError, problem)
}
