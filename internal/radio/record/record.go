// Package record keeps shows that go out live: it follows the stream listeners
// get, writes it down as it comes, and makes a mix with a tracklist of it.
// Whatever was on air more than five seconds before a server is killed is
// there when it starts again.
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
	// comeBack is how long somebody may be away to go on with their show.
	comeBack = 20 * time.Second
	// syncEvery is how much a crash may cost, with a margin.
	syncEvery = 4 * time.Second
	// shortest is what is worth being kept.
	shortest = 10 * time.Second
	// longest ends a recording that somebody forgot; another begins.
	longest    = 24 * time.Hour
	maxAtStart = 1000
	storeTime  = 10 * time.Second
	// againAfter is how long a disk that takes nothing is left alone.
	againAfter = 10 * time.Second
	// tidyEvery is how often it is looked for what is to be handed on or deleted.
	tidyEvery = time.Minute
	// orphanAge is how old sound has to be that no recording is known of.
	orphanAge = time.Hour
	// finishMost is the longest time between two tries to finish a recording.
	finishMost = time.Minute
)

// What the owner of a station is told.
const (
	notWritten   = "The show is not recorded at the moment: nothing can be written to the disk or the database. Sonora tries again."
	writtenAgain = "The show is recorded again; what was on air in between is missing."
	notKept      = "Nothing of the show could be written down."
)

// Config is what a Service needs. Optional fields say so.
type Config struct {
	Store  *store.Store
	Folder string     // for the sound of what is being recorded
	Blobs  blob.Store // for what is finished
	Log    *slog.Logger
	Now    func() time.Time
	// FFmpeg finds the one waveforms are drawn with; nil is for none.
	FFmpeg func(ctx context.Context) (*ffmpeg.Runner, error)
	// Listen returns the MP3 of a station until release.
	Listen func(ctx context.Context, stationID string) (h *hub.Hub, release func(), err error)
	// OnAir is what the stream of a station is called while a DJ is heard; false
	// before and after that. nil is for always.
	OnAir func(stationID, dj string) (station.StreamTitle, bool)
	// Match finds a track of the library by its tags, "" for none; nil is for never.
	Match func(ctx context.Context, artist, title string) (trackID string, err error)
	// Kept is told of a recording that became a mix; nil is for nobody.
	Kept func(*station.Recording)
	// Trouble tells the owner of a station why a show is not recorded, Note that
	// it is again. It returns at once; nil is for nobody.
	Trouble, Note func(stationID, text string)

	again time.Duration // againAfter, unless a test is in a hurry
}

// Show is what is recorded.
type Show struct {
	Station   *station.Station
	AccountID string // of the DJ; "" makes it the owner's
	DJ        string
	Title     string // of the show; "" for its DJ's name
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

// New returns a Service. Call Recover once, and Close in the end.
func New(c Config) *Service {
	c.again = cmp.Or(c.again, againAfter)
	s := &Service{Config: c, tapes: map[string]*taping{}}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	return s
}

// Close ends what is being recorded, and keeps it.
func (s *Service) Close() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.cancel()
	s.work.Wait()
}

// Begin records a show until end is called. Somebody who was away for a moment
// goes on with the same recording. It returns at once.
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
	turn := t.begin()
	if isNew { // not before: it ends when nobody is on air
		s.work.Go(t.run)
	}
	return func() { t.end(turn) }
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

// Recover finishes what was being recorded when this server ended.
func (s *Service) Recover(ctx context.Context) error {
	list, err := s.Store.RecordingsGoingOn(ctx, maxAtStart)
	if err != nil {
		return err
	}
	for i := range list {
		r := &list[i]
		if _, err := os.Stat(s.sound(r.ID)); err != nil || s.IsRecording(r.StationID) {
			continue // it is another server's, or goes on
		}
		if err := s.finish(ctx, r.ID); err != nil {
			return err
		}
	}
	return nil
}

// title is what a recording is called until somebody renames it.
func (show *Show) title(at time.Time) string {
	zone, err := time.LoadLocation(show.Station.TimeZone)
	if err != nil {
		zone = time.UTC
	}
	return cmp.Or(show.Title, show.DJ, show.Station.Name) + " – " + at.In(zone).Format(time.DateOnly)
}

// create notes in the database that a recording goes on.
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
	return r, nil
}

// Delete removes a recording with its sound and its mix.
func (s *Service) Delete(ctx context.Context, r *station.Recording) error {
	if r.State == station.RecordingRunning && s.IsRecording(r.StationID) {
		return music.NewError(music.Conflict, "This show is still being recorded.")
	}
	if r.MixID != "" {
		if err := s.Store.DeleteMix(ctx, r.MixID); err != nil && !errors.Is(err, music.ErrNotFound) {
			return err
		}
	}
	_, err := s.Store.ChangeRecording(ctx, r.ID, func(r *station.Recording) error {
		r.State, r.MixID = station.RecordingGone, ""
		return nil
	})
	if err != nil {
		return err
	}
	if err := s.erase(ctx, r.ID); err != nil {
		s.Log.Warn("the sound of a deleted recording is deleted later", "recording", r.ID, "error", err)
	}
	return nil
}
