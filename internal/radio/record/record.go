// Package record records live shows: it writes down the stream that listeners
// get, and makes a mix with a tracklist from it. If the server is killed, at
// most the last five seconds are lost.
package record

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"os"
	"sync"
	"time"

	"sonora/internal/blob"
	"sonora/internal/media/ffmpeg"
	"sonora/internal/music"
	"sonora/internal/radio/hub"
	"sonora/internal/station"
	"sonora/internal/store"
)

const (
	// comeBack is how long a DJ may be away and still continue the recording.
	comeBack = 20 * time.Second
	// syncEvery is how much a crash may lose, with a margin.
	syncEvery = 4 * time.Second
	// minLength is the minimum length of a recording that is kept; tooShort says
	// so.
	minLength = 10 * time.Second
	// maxLength ends a recording that somebody forgot.
	maxLength  = 24 * time.Hour
	maxAtStart = 1000
	storeTime  = 10 * time.Second
	// againAfter is the time between two attempts to write to a failing disk.
	againAfter = 10 * time.Second
	// tidyEvery is how often files are uploaded or deleted that could not be
	// before.
	tidyEvery = time.Minute
	// maxFinishPause is the maximum time between two attempts to finish a
	// recording.
	maxFinishPause = time.Minute
)

// Messages for the owner of a station.
var (
	notWritten   = music.Say("The show is not recorded at the moment: nothing can be written to the disk or the database. Sonora tries again.")
	writtenAgain = music.Say("Recording continues. The part that was on air in between may be missing.")
	notKept      = music.Say("No part of the show could be recorded.")
	tooShort     = music.Say("The show was not kept: it was shorter than 10 seconds.")
)

// atLimit says that a recording is as long as the plan of its owner allows.
func atLimit(length time.Duration) music.Message {
	return music.Say("The recording has reached %v min, the most that the plan of the DJ allows, and is kept. The rest of the show is not recorded.", int64(length.Minutes()))
}

// Events carries events to browsers.
type Events interface{ Publish(e music.Event) }

// Config is what a Service needs. Fields are required unless their comments say
// otherwise.
type Config struct {
	Store  *store.Store
	Folder string     // for the sound of running recordings
	Blobs  blob.Store // for finished recordings
	Events Events
	Log    *slog.Logger
	Now    func() time.Time
	// FFmpeg finds the ffmpeg that draws waveforms; may be nil.
	FFmpeg func(ctx context.Context) (*ffmpeg.Runner, error)
	// Listen returns the MP3 stream of a station until release is called.
	Listen func(ctx context.Context, stationID string) (h *hub.Hub, release func(), err error)
	// Match returns the ID of the library track with an artist and title, or
	// ""; may be nil.
	Match func(ctx context.Context, artist, title string) (trackID string, err error)
	// MaxLength returns for how long the plan of an account lets its shows be recorded;
	// false for no limit.
	MaxLength func(ctx context.Context, accountID string) (length time.Duration, isLimited bool, err error)
	// Kept is called with a recording that became a mix; may be nil.
	Kept func(*station.Recording)
	// Trouble tells the owner of a station why a show is not recorded, and Note
	// that it is again. They must not block; may be nil.
	Trouble, Note func(stationID string, what music.Message)

	again time.Duration // againAfter, unless a test shortens it
}

// Show is a show to be recorded.
type Show struct {
	Station   *station.Station
	AccountID string // of the DJ; "" makes the station's owner the owner
	DJ        string
	Title     string // of the show; "" for the DJ's name
	Source    string // ID of the DJ's connection, as hub.Live has it
}

// Service records shows. It is safe for concurrent use.
type Service struct {
	Config
	ctx    context.Context
	cancel context.CancelFunc
	work   sync.WaitGroup

	mu     sync.Mutex
	tapes  map[string]*taping // by station
	closed bool
}

// New returns a Service. Call Recover once, and Close at the end.
func New(c Config) *Service {
	c.again = cmp.Or(c.again, againAfter)
	s := &Service{Config: c, tapes: map[string]*taping{}}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	return s
}

// Close ends and finishes running recordings.
func (s *Service) Close() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.cancel()
	s.work.Wait()
}

// Begin records what listeners hear of a show's source. Call end when the source
// has ended; the recording includes the rest of its sound that is still
// buffered. A DJ who reconnects soon continues the same recording. Begin returns
// at once.
func (s *Service) Begin(show Show) (end func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return func() {}
	}
	t := s.tapes[show.Station.ID]
	isNew := t == nil || !t.goesOn(show)
	if isNew {
		t = newTaping(s, show)
		s.tapes[show.Station.ID] = t
	}
	t.begin(show.Source)
	if isNew { // not earlier: it ends when nobody is on air
		s.work.Go(t.run)
	}
	return func() { t.end(show.Source) }
}

// IsRecording reports whether a station is being recorded.
func (s *Service) IsRecording(stationID string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.tapes[stationID] != nil
}

func (s *Service) forget(t *taping) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.tapes[t.show.Station.ID] == t {
		delete(s.tapes, t.show.Station.ID)
	}
}

// Recover finishes the recordings that were running when this server stopped.
func (s *Service) Recover(ctx context.Context) error {
	list, err := s.Store.RecordingsGoingOn(ctx, maxAtStart)
	if err != nil {
		return err
	}
	for i := range list {
		r := &list[i]
		if _, err := os.Stat(s.sound(r.ID)); err != nil || s.IsRecording(r.StationID) {
			continue // it belongs to another server, or is still running
		}
		if err := s.finish(ctx, r.ID, time.Time{}); err != nil {
			return err
		}
	}
	return nil
}

// title returns the title of a recording until somebody renames it.
func (show *Show) title(at time.Time) string {
	zone, err := time.LoadLocation(show.Station.TimeZone)
	if err != nil {
		zone = time.UTC
	}
	return cmp.Or(show.Title, show.DJ, show.Station.Name) + " – " + at.In(zone).Format(time.DateOnly)
}

// create stores a new recording in the database.
func (s *Service) create(show *Show) (*station.Recording, error) {
	ctx, cancel := context.WithTimeout(s.ctx, storeTime)
	defer cancel()
	at := s.Now()
	r := &station.Recording{
		StationID: show.Station.ID, AccountID: cmp.Or(show.AccountID, show.Station.OwnerID),
		DJ: cmp.Or(show.DJ, show.Station.Name), Title: show.title(at), BeganAt: at, Format: music.MixFormats[0],
	}
	if err := s.Store.CreateRecording(ctx, r); err != nil {
		return nil, err
	}
	s.tell()
	return r, nil
}

// tell tells browsers that a recording, or its mix, changed.
func (s *Service) tell() { s.Events.Publish(music.Event{Type: music.EventMix}) }

// Delete deletes a recording with its sound and its mix.
func (s *Service) Delete(ctx context.Context, r *station.Recording) error {
	if r.State == station.RecordingRunning && s.IsRecording(r.StationID) {
		return music.NewError(music.Conflict, "This show is still being recorded.")
	}
	if err := s.withdraw(ctx, r.MixID); err != nil {
		return err
	}
	var again string // a mix that an edit made in the meantime
	_, err := s.Store.ChangeRecording(ctx, r.ID, func(r *station.Recording) error {
		again = r.MixID
		r.State, r.MixID = station.RecordingGone, ""
		return nil
	})
	if err == nil {
		err = s.withdraw(ctx, again)
	}
	s.tell() // the mix is deleted even if this failed
	if err != nil {
		return err
	}
	if err := s.erase(ctx, r.ID); err != nil {
		s.Log.Warn("delete sound of recording failed, will retry", "recording", r.ID, "error", err)
	}
	return nil
}

// withdraw deletes the mix of a recording, "" for none.
func (s *Service) withdraw(ctx context.Context, mixID string) error {
	if mixID == "" {
		return nil
	}
	if err := s.Store.DeleteMix(ctx, mixID); err != nil && !errors.Is(err, music.ErrNotFound) {
		return err
	}
	return nil
}
