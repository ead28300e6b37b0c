package hls

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"sync"
	"time"

	"sonora/internal/music"
	"sonora/internal/radio/frame"
	"sonora/internal/radio/hub"
)

const (
	// idleTime is how long segments are made after the last request for one, if
	// the station's past is not kept.
	idleTime = time.Minute
	// retry is how often a station that is off air is checked.
	retry = 5 * time.Second
	// firstSegmentWait is how long a player waits for the first segment.
	firstSegmentWait = 12 * time.Second
)

// Config is what a Service needs.
type Config struct {
	Folder string // for the kept segments
	Log    *slog.Logger
	Now    func() time.Time
	// Listen returns the sound of a station until release is called, or why
	// there is none.
	Listen func(ctx context.Context, stationID string, codec frame.Codec) (h *hub.Hub, release func(), err error)
}

// Service makes the segments of stations, with one goroutine per station. It is
// safe for concurrent use.
type Service struct {
	Config
	ctx    context.Context
	cancel context.CancelFunc
	work   sync.WaitGroup

	others Others // nil for none

	mu        sync.Mutex
	recorders map[string]*recorder
	copies    map[string]*recorder // of stations whose segments another server makes
}

// recorder makes the segments of one station.
type recorder struct {
	service *Service
	id      string
	tape    *tape
	opened  error
	ready   chan struct{} // closed once tape or opened is set
	kick    chan struct{}

	isCounting bool // it numbers the segments since it took them; used by run only

	mu    sync.Mutex
	keeps bool // even when nobody requests segments
	asked time.Time
	err   error // why there are none now
}

// New returns a Service. Close it at the end.
func New(c Config) *Service {
	s := &Service{Config: c, recorders: map[string]*recorder{}, copies: map[string]*recorder{}}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	return s
}

// Close ends all recorders.
func (s *Service) Close() {
	s.cancel()
	s.work.Wait()
}

// Codec is the codec of segments.
const Codec = frame.MP3

var idPattern = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// ensure returns the recorder of a station and starts one if there is none.
func (s *Service) ensure(id string, hours int) *recorder {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.begin(s.recorders, id, func(r *recorder) { r.run(time.Duration(hours) * time.Hour) })
}

// begin starts a recorder unless there is one. The caller holds the lock.
func (s *Service) begin(all map[string]*recorder, id string, run func(*recorder)) *recorder {
	if r := all[id]; r != nil {
		return r
	}
	r := &recorder{service: s, id: id, ready: make(chan struct{}), kick: make(chan struct{}, 1), asked: s.Now()}
	all[id] = r
	s.work.Go(func() { run(r) })
	return r
}

// serve returns the recorder that knows the segments of a station, whichever
// server makes them.
func (s *Service) serve(id string) *recorder {
	if s.isMine(id) {
		return s.ensure(id, 0)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.begin(s.copies, id, (*recorder).follow)
}

// errMine means that this server makes the segments itself from now on.
var errMine = errors.New("the segments are made here")

// open waits for the tape of a recorder, or of the one that replaced it.
func (s *Service) open(ctx context.Context, r *recorder) (*recorder, *tape, error) {
	r.ask()
	t, err := r.get(ctx)
	if errors.Is(err, errMine) {
		r = s.ensure(r.id, 0)
		r.ask()
		t, err = r.get(ctx)
	}
	return r, t, err
}

// Keep keeps the last hours of a station from now on, whether or not anybody
// listens; 0 ends that.
func (s *Service) Keep(id string, hours int) {
	if !idPattern.MatchString(id) {
		return
	}
	s.mu.Lock()
	r := s.recorders[id]
	s.mu.Unlock()
	if r == nil && hours == 0 {
		return
	}
	r = s.ensure(id, hours)
	r.mu.Lock()
	r.keeps = hours > 0
	r.mu.Unlock()
	s.work.Go(func() {
		if t, err := r.get(s.ctx); err == nil {
			t.setKept(time.Duration(hours)*time.Hour, s.Now())
		}
	})
	r.wake()
}

// Kick checks at once whether a station is on air again.
func (s *Service) Kick(id string) {
	s.mu.Lock()
	r := s.recorders[id]
	s.mu.Unlock()
	if r != nil {
		r.wake()
	}
}

// Remove stops a station's recorder and deletes its kept segments.
func (s *Service) Remove(id string) {
	if !idPattern.MatchString(id) {
		return
	}
	s.Keep(id, 0)
	s.mu.Lock()
	r := s.recorders[id]
	s.mu.Unlock()
	if r != nil {
		r.mu.Lock()
		r.asked = time.Time{}
		r.mu.Unlock()
		r.wake()
	}
	if err := os.RemoveAll(s.folder(id)); err != nil {
		s.Log.Warn("delete kept segments failed", "station", id, "error", err)
	}
}

func (s *Service) folder(id string) string { return filepath.Join(s.Folder, id) }

// Live returns the live playlist of a station. It starts making segments and
// waits for the first.
func (s *Service) Live(ctx context.Context, id, suffix string) (string, error) {
	return s.playlist(ctx, id, suffix, true)
}

// Rewind returns the playlist of everything that is kept.
func (s *Service) Rewind(ctx context.Context, id, suffix string) (string, error) {
	return s.playlist(ctx, id, suffix, false)
}

func (s *Service) playlist(ctx context.Context, id, suffix string, live bool) (string, error) {
	if !idPattern.MatchString(id) {
		return "", music.ErrNotFound
	}
	r, t, err := s.open(ctx, s.serve(id))
	if err == nil {
		err = r.wait(ctx, t)
	}
	if errors.Is(err, errMine) { // since then
		return s.playlist(ctx, id, suffix, live)
	}
	if err != nil {
		return "", err
	}
	return t.playlist(t.list(live), suffix), nil
}

// Segment returns one segment.
func (s *Service) Segment(ctx context.Context, id string, n int64) ([]byte, error) {
	r, err := s.known(id)
	if err != nil {
		return nil, err
	}
	_, t, err := s.open(ctx, r)
	if err != nil {
		return nil, err
	}
	p, ok := t.find(n)
	if !ok {
		return nil, music.ErrNotFound
	}
	return t.transport(ctx, p)
}

// known returns the recorder of a station. Without other servers there is none
// for a station whose segments are not made.
func (s *Service) known(id string) (*recorder, error) {
	if s.others != nil {
		return s.serve(id), nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.recorders[id]; r != nil {
		return r, nil
	}
	return nil, music.ErrNotFound
}

func (r *recorder) ask() {
	r.mu.Lock()
	r.asked = r.service.Now()
	r.mu.Unlock()
}

func (r *recorder) wake() {
	select {
	case r.kick <- struct{}{}:
	default:
	}
}

// get waits for the tape.
func (r *recorder) get(ctx context.Context) (*tape, error) {
	select {
	case <-r.ready:
		return r.tape, r.opened
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// wait returns when there is a segment, or says why there is none.
func (r *recorder) wait(ctx context.Context, t *tape) error {
	ctx, cancel := context.WithTimeout(ctx, firstSegmentWait)
	defer cancel()
	for {
		t.mu.RLock()
		n, changed := len(t.segments), t.changed
		t.mu.RUnlock()
		if n > 0 {
			return nil
		}
		r.mu.Lock()
		err := r.err
		r.mu.Unlock()
		if err != nil {
			return err
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return music.NewError(music.Unavailable, "This station makes no sound at the moment.")
		}
	}
}

// isWanted reports whether segments should be made.
func (r *recorder) isWanted() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.keeps || r.service.Now().Sub(r.asked) < idleTime
}

// run makes segments until nobody needs any.
func (r *recorder) run(hours time.Duration) {
	s := r.service
	r.tape, r.opened = openTape(s.folder(r.id), Codec, s.Now(), hours, s.Log)
	close(r.ready)
	defer r.end(s.recorders)
	if r.opened != nil {
		s.Log.Error("read kept segments failed", "station", r.id, "error", r.opened)
		return
	}
	defer r.give()
	defer r.tape.close()
	for s.ctx.Err() == nil && r.isWanted() {
		if r.take() {
			err := r.record()
			r.mu.Lock()
			r.err = err
			r.mu.Unlock()
			r.tape.tell()
		}
		select {
		case <-s.ctx.Done():
		case <-r.kick:
		case <-time.After(retry):
		}
	}
}

// end removes a recorder from its map.
func (r *recorder) end(all map[string]*recorder) {
	r.service.mu.Lock()
	defer r.service.mu.Unlock()
	if all[r.id] == r {
		delete(all, r.id)
	}
}

// record follows the station while it is on air.
func (r *recorder) record() error {
	s, t := r.service, r.tape
	h, release, err := s.Listen(s.ctx, r.id, t.codec)
	if err != nil {
		return err
	}
	defer release()
	r.mu.Lock()
	r.err = nil
	r.mu.Unlock()
	reader := h.Subscribe(segmentTime)
	for {
		chunk, err := r.next(reader)
		if chunk == nil {
			if p := t.cut.flush(); p != nil {
				r.keep(p)
			}
			return err
		}
		for _, p := range t.cut.add(chunk) {
			r.keep(p)
		}
	}
}

var errOff = music.NewError(music.Unavailable, "This station is off air.")

// next waits for a chunk; nil when the stream has ended or nobody needs
// segments.
func (r *recorder) next(reader *hub.Reader) (*hub.Chunk, error) {
	for {
		ctx, cancel := context.WithTimeout(r.service.ctx, idleTime/4)
		chunk, err := reader.Next(ctx)
		cancel()
		switch {
		case err == nil && r.isWanted() && r.service.isMine(r.id):
			return chunk, nil
		case !r.isWanted() || !r.service.isMine(r.id) || !errors.Is(err, context.DeadlineExceeded) || r.service.ctx.Err() != nil:
			return nil, errOff
		}
	}
}

func (r *recorder) keep(seg *segment) {
	if err := r.tape.add(seg, r.service.Now()); err != nil {
		r.service.Log.Warn("write segment failed", "station", r.id, "error", err)
	}
}
