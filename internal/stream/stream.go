// Package stream opens tracks for listeners (open.go, serve.go): the original
// bytes, or a conversion by ffmpeg. Listeners who want the same conversion
// share it. They hear it while it is being written, and it is cached for later
// listeners. A jump beyond what exists starts another conversion at that
// position.
package stream

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"sonora/internal/blob"
	"sonora/internal/media/ffmpeg"
	"sonora/internal/music"
)

// Folder is the subfolder of the media folder for converted tracks.
const Folder = "transcodes"

// Config holds the dependencies and limits of a Service.
type Config struct {
	Media    string        // the media folder
	MaxBytes int64         // maximum size of cached conversions; 0 is 10 GiB
	MaxAge   time.Duration // maximum time since the last use; 0 is 30 days
	Log      *slog.Logger
	Tracks   Catalogue
	Uploads  Uploads
	Mixes    Mixes
	Plans    Plans        // nil lets everybody listen to everything, on any number of devices
	Bus      Bus          // to the other servers of a cluster; nil for a single server
	Starts   Register     // has the servers of a cluster admit one device of a person after another; nil for a single server
	Places   *blob.Places // stores of the tracks' files
	Proxy    bool         // serve bytes from buckets through this server; otherwise listeners get links
	// Local makes the file of a track available on this machine until release
	// is called.
	Local func(ctx context.Context, file *music.TrackFile) (path string, release func(), err error)
	// FFmpeg finds the ffmpeg that converts; nil looks for it once.
	FFmpeg func(ctx context.Context) (*ffmpeg.Runner, error)

	maxSilence time.Duration // maxSilence, unless a test shortens it
}

// Default limits.
const (
	defaultBytes = 10 << 30
	defaultAge   = 30 * 24 * time.Hour
)

// Service opens tracks and converts music. It is safe for concurrent use.
type Service struct {
	log     *slog.Logger
	ffmpeg  func() (*ffmpeg.Runner, error)
	cache   *cache
	spares  *spares
	slots   *slots
	local   func(context.Context, *music.TrackFile) (string, func(), error)
	tracks  Catalogue
	mixes   Mixes
	uploads Uploads
	plans   Plans
	devices *devices
	starts  Register
	leave   func() // stops receiving the messages of other servers
	known   *knownTracks
	places  *blob.Places
	proxy   bool
	now     func() time.Time

	maxSilence time.Duration
	ctx        context.Context
	stop       context.CancelFunc
	running    sync.WaitGroup

	mu      sync.Mutex
	encodes map[string]*encode // by name; jumps by name and start
}

// New opens the folder of cached conversions. The caller must call Close.
func New(c Config) (*Service, error) {
	if c.MaxBytes == 0 {
		c.MaxBytes = defaultBytes
	}
	if c.MaxAge == 0 {
		c.MaxAge = defaultAge
	}
	kept, err := openCache(filepath.Join(c.Media, Folder), c.MaxBytes, c.MaxAge)
	if err != nil {
		return nil, err
	}
	s := &Service{
		log: c.Log, local: c.Local, cache: kept, slots: newSlots(2 * runtime.GOMAXPROCS(0)), now: time.Now,
		tracks: c.Tracks, uploads: c.Uploads, mixes: c.Mixes, plans: c.Plans, starts: c.Starts, known: newKnownTracks(), places: c.Places, proxy: c.Proxy, encodes: map[string]*encode{},
		maxSilence: cmp.Or(c.maxSilence, maxSilence),
	}
	if err := s.joinBus(c.Bus); err != nil {
		return nil, err
	}
	s.ctx, s.stop = context.WithCancel(context.Background())
	if c.FFmpeg == nil {
		c.FFmpeg = new(ffmpeg.Finder).Find
	}
	s.ffmpeg = func() (*ffmpeg.Runner, error) {
		runner, err := c.FFmpeg(s.ctx)
		switch {
		case errors.Is(err, ffmpeg.ErrSilent):
			err = errSilent.Because(err)
		case err != nil:
			err = ErrNoFFmpeg.Because(err)
		}
		return runner, err
	}
	s.spares = newSpares(s)
	return s, nil
}

// joinBus counts the devices of people together with the other servers.
func (s *Service) joinBus(bus Bus) error {
	now := func() time.Time { return s.now() }
	if bus == nil {
		s.devices, s.leave = newDevices(now, nil), func() {}
		return nil
	}
	s.devices = newDevices(now, func(message []byte) {
		if err := bus.Send(devicesSubject, message); err != nil {
			s.log.Warn("tell other servers of a listening device failed", "error", err)
		}
	})
	leave, err := bus.Receive(devicesSubject, func(message []byte, _ func([]byte)) {
		if err := s.devices.heard(message); err != nil {
			s.log.Warn("decode message of another server failed", "subject", devicesSubject, "error", err)
		}
	})
	s.leave = leave
	return err
}

// Close ends all conversions.
func (s *Service) Close() {
	s.leave()
	s.stop()
	s.spares.close()
	s.running.Wait()
}

const (
	tidyEvery  = time.Minute
	checkEvery = time.Hour
)

// Run removes unused spare processes, old conversions, and conversions of
// deleted tracks until ctx ends.
func (s *Service) Run(ctx context.Context) error {
	tidy, check := time.NewTicker(tidyEvery), time.NewTicker(checkEvery)
	defer tidy.Stop()
	defer check.Stop()
	s.spares.warmLatest(s.cache.latest())
	s.forgetGone(ctx)
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tidy.C:
			s.spares.tidy()
			s.devices.tidy()
			s.cache.evict()
		case <-check.C:
			s.forgetGone(ctx)
		}
	}
}

// forgetGone removes conversions of tracks that no longer exist.
func (s *Service) forgetGone(ctx context.Context) {
	ids := s.cache.tracks()
	if len(ids) == 0 {
		return
	}
	gone, err := s.tracks.TracksGone(ctx, ids)
	if err != nil && ctx.Err() == nil {
		s.log.Error("delete conversions of deleted tracks failed", "error", err)
	}
	for _, id := range gone {
		s.cache.forget(id, "")
	}
}

// Works reports whether this machine can convert music.
func (s *Service) Works() bool {
	_, err := s.ffmpeg()
	return err == nil
}

// Forms returns the forms that this machine can convert to, without bitrates.
func (s *Service) Forms() []Form {
	runner, err := s.ffmpeg()
	if err != nil {
		return nil
	}
	var forms []Form
	for _, format := range Formats {
		if !runner.Encodes(encoders[format]) {
			continue
		}
		forms = append(forms, Form{Format: format})
		if CanFragment(format) {
			forms = append(forms, Form{Format: format, Fragmented: true})
		}
	}
	return forms
}

var (
	// ErrNoFFmpeg is shown to listeners; doctor tells the operator.
	ErrNoFFmpeg  = music.NewError(music.Conflict, "This server cannot convert music: it has no ffmpeg.")
	errSilent    = music.NewError(music.Unavailable, "ffmpeg does not answer on this server, so music cannot be converted at the moment. Try again soon.")
	errFileGone  = music.NewError(music.NotFound, "The file of this track is not available right now.")
	errBadSource = music.NewError(music.Conflict, "This track cannot be converted.")
	errPastEnd   = music.NewError(music.Invalid, "The track ends before that.")
)

// Request describes a conversion.
type Request struct {
	TrackID  string
	File     music.TrackFile
	Form     Form
	Gain     float64       // dB
	Start    time.Duration // position to start at
	Length   time.Duration // duration from there; 0 for up to the end
	Listener string        // account or network address, for limits
	Stem     int           // audio track of the file; 0 is the first, which every file has

	left time.Duration // remaining duration after a jump
}

// Open returns the sound of a conversion once its first bytes exist. The caller
// closes it.
func (s *Service) Open(ctx context.Context, r Request) (*Sound, error) {
	sound, err := s.find(r, false)
	if err != nil || sound.encode == nil {
		return sound, err
	}
	if err := sound.encode.ready(ctx); err != nil {
		sound.Close()
		return nil, err
	}
	return sound, nil
}

// Kept returns a complete cached conversion, or nil if there is none.
func (s *Service) Kept(r Request) (*Sound, error) {
	if sound, ok := s.kept(r); ok {
		return sound, nil
	}
	_, err := s.ffmpeg()
	return nil, err
}

// find returns a cached or running conversion, or starts one.
func (s *Service) find(r Request, ahead bool) (*Sound, error) {
	if sound, ok := s.kept(r); ok {
		return sound, nil
	}
	runner, err := s.ffmpeg()
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if e, ok := s.encodes[r.key()]; ok && e.join(ahead) {
		return &Sound{encode: e}, nil
	}
	if sound, ok := s.kept(r); ok { // it has just ended
		return sound, nil
	}
	if err := s.ctx.Err(); err != nil {
		return nil, err
	}
	if !ahead {
		s.makeWay(r.Listener)
	}
	place, err := s.slots.claim(r.Listener, ahead)
	if err != nil {
		return nil, err
	}
	e := newEncode(s, r, runner, ahead)
	e.place = place
	s.encodes[r.key()] = e
	s.running.Go(e.run)
	return &Sound{encode: e}, nil
}

// kept opens a cached conversion.
func (s *Service) kept(r Request) (*Sound, bool) {
	if r.isPart() {
		return nil, false
	}
	s.cache.forget(r.TrackID, r.version())
	file := s.cache.open(r.name())
	if file == nil {
		return nil, false
	}
	s.spares.used(r.Form)
	return &Sound{kept: file}, true
}

// Announce starts a conversion that will be requested soon, if the machine has
// capacity.
func (s *Service) Announce(r Request) error {
	sound, err := s.find(r, true)
	if err != nil {
		return err
	}
	sound.Close() // it continues without listeners
	return nil
}

// makeWay stops conversions without listeners, such as those of skipped tracks,
// to make room for a requested one. The caller holds the lock.
func (s *Service) makeWay(listener string) {
	own, full := s.slots.state(listener)
	for _, e := range s.encodes {
		if (full || own && e.request.Listener == listener) && e.isIdle() {
			s.slots.forgive(e.place)
			e.stop(errNoListeners)
		}
	}
}

// ended removes a conversion that no longer runs.
func (s *Service) ended(e *encode) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.encodes[e.request.key()] == e {
		delete(s.encodes, e.request.key())
	}
}

// Sound is a conversion, either complete or running.
type Sound struct {
	*kept          // if complete
	encode *encode // otherwise
}

// Whole returns the sound as a file, which supports ranges, if it is complete.
func (s *Sound) Whole() (io.ReadSeeker, bool) {
	if s.kept == nil {
		return nil, false
	}
	return s.file, true
}

// Size returns the number of bytes available so far.
func (s *Sound) Size() int64 {
	if s.kept != nil {
		return s.size
	}
	return s.encode.length()
}

// ReadAt waits until at least one byte at off is available. It returns io.EOF
// at the end of the sound, and io.ErrUnexpectedEOF if the conversion failed.
func (s *Sound) ReadAt(ctx context.Context, p []byte, off int64) (int, error) {
	if s.kept == nil {
		return s.encode.readAt(ctx, p, off)
	}
	n, err := s.file.ReadAt(p, off)
	if n > 0 {
		err = nil
	}
	return n, err
}

func (s *Sound) readFull(ctx context.Context, p []byte, off int64) error {
	for len(p) > 0 {
		n, err := s.ReadAt(ctx, p, off)
		if err != nil {
			return err
		}
		p, off = p[n:], off+int64(n)
	}
	return nil
}

// has reports whether the bytes up to end can be read without waiting.
func (s *Sound) has(end int64) bool { return s.kept != nil || s.encode.length() >= end }

func (s *Sound) frames() *frameIndex {
	if s.kept != nil {
		return s.index
	}
	return s.encode.index
}

// Close releases the sound for this listener.
func (s *Sound) Close() { s.closeAfter(grace) }

// closeAfter is Close, but lets the conversion continue for a while.
func (s *Sound) closeAfter(wait time.Duration) {
	if s.kept != nil {
		s.release()
		return
	}
	s.encode.leave(wait)
}

func asEnd(err error) error {
	if err == nil {
		return io.EOF
	}
	return errors.Join(io.ErrUnexpectedEOF, err)
}
