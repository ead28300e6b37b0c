// Package likeness compares music that AI made with the library, so that operators who
// review it hear of the tracks whose tune or whose sound it has.
package likeness

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"sonora/internal/background"
	"sonora/internal/dsp/excerpt"
	"sonora/internal/dsp/tune"
	"sonora/internal/generation"
	"sonora/internal/music"
	"sonora/internal/sound"
	"sonora/internal/store"
)

const (
	every        = time.Minute // for tracks that another server analysed
	longestTrack = 20 * time.Minute
	maxFound     = 5 // tracks that are shown
)

// The likenesses from which operators hear of a track. Of 770 pairs of different pieces by
// the composer in ten styles, none had more than 0.55 by its tune or 0.44 by its sound. Of ten
// pieces, eight in another key and tempo had 0.7 to 0.86 by their tune.
const (
	sameTune  = 0.6
	sameSound = 0.5
)

// theServer reads all music on behalf of the operators.
var theServer = music.System("likeness")

// Events carries events between servers.
type Events interface {
	Subscribe(handle func(music.Event)) (unsubscribe func(), err error)
}

// Config is what a Service needs. All fields are required.
type Config struct {
	Store  *store.Store
	Events Events
	Log    *slog.Logger
	// Note stores the tracks that a generation is like, or none. It returns NotFound if the
	// generation is deleted.
	Note func(ctx context.Context, generationID string, found []generation.Likeness) error
	// Tune and Waveform return the notes and the waveform of a track that the viewer may
	// see, or NotFound until they are known.
	Tune     func(ctx context.Context, v music.Viewer, trackID string) (*tune.Tune, error)
	Waveform func(ctx context.Context, v music.Viewer, trackID string) (*sound.Peaks, error)
}

// Service compares generations with the library. It is safe for concurrent use.
type Service struct{ Config }

// New returns a Service. It works once Run runs.
func New(c Config) *Service { return &Service{c} }

// Run compares generations as soon as the library is analysed, until ctx ends.
func (s *Service) Run(ctx context.Context) error {
	analysed := make(chan struct{}, 1)
	unsubscribe, err := s.Events.Subscribe(func(e music.Event) {
		if e.Type != music.EventAnalysis {
			return
		}
		select {
		case analysed <- struct{}{}:
		default: // it is about to look
		}
	})
	if err != nil {
		return err
	}
	defer unsubscribe()
	return background.Task{Name: "compare music that AI made with the library", Every: every, Wake: analysed, Do: s.compareAll, Log: s.Log}.Run(ctx)
}

// compareAll does all that waits for an analysis.
func (s *Service) compareAll(ctx context.Context) error {
	return errors.Join(s.completeSounds(ctx), s.compareWaiting(ctx))
}

// completeSounds notes how generations sound of which only older versions of this program
// noted anything, or that could not be decoded at once.
func (s *Service) completeSounds(ctx context.Context) error {
	tracks, err := s.Store.SoundsWithoutWaveform(ctx)
	if err != nil {
		return err
	}
	var errs []error
	for id, trackID := range tracks {
		peaks, err := s.Waveform(ctx, theServer, trackID)
		if music.CodeOf(err) == music.NotFound {
			continue // it is being analysed again
		}
		if err == nil {
			err = s.Store.NoteWaveform(ctx, id, pack(&excerpt.Waveform{Low: peaks.Low, Mid: peaks.Mid, High: peaks.High}))
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// compareWaiting compares the generations that wait for it, once the whole library is
// analysed: before, it would miss tracks. What could not be compared is compared later.
func (s *Service) compareWaiting(ctx context.Context) error {
	waiting, err := s.Store.UncomparedGenerations(ctx)
	if err != nil || len(waiting) == 0 {
		return err
	}
	queue, err := s.Store.AnalysisQueue(ctx, sound.Version, time.Now())
	if err != nil || queue.Waiting+queue.Running > 0 {
		return err
	}
	var errs []error
	for i := range waiting {
		errs = append(errs, s.compare(ctx, &waiting[i]))
	}
	return errors.Join(errs...)
}

// compare finds the tracks that a generation is like, and notes them. It does not look
// at other generations of the same person, which are often versions of one piece.
func (s *Service) compare(ctx context.Context, x *generation.Generation) error {
	a, err := s.piece(ctx, x.TrackID)
	if music.CodeOf(err) == music.NotFound {
		return nil // it was deleted, or is being analysed again
	}
	if err != nil {
		return err
	}
	songs, err := s.Store.SongsToCompare(ctx, x.OwnerID, longestTrack)
	if err != nil {
		return err
	}
	found := []generation.Likeness{}
	for i := range songs {
		if err := ctx.Err(); err != nil {
			return err
		}
		b, err := s.piece(ctx, songs[i].ID)
		if music.CodeOf(err) == music.NotFound {
			continue
		}
		if err != nil {
			return err
		}
		if l := a.like(b); l != nil {
			l.TrackID, l.Title = songs[i].ID, songs[i].Title
			found = append(found, *l)
		}
	}
	slices.SortFunc(found, func(a, b generation.Likeness) int { return cmp.Compare(b.Share, a.Share) })
	err = s.Note(ctx, x.ID, found[:min(len(found), maxFound)])
	if music.CodeOf(err) == music.NotFound {
		return nil // it was deleted meanwhile
	}
	return err
}

// piece is what is compared of a track.
type piece struct {
	tune     *tune.Tune
	waveform *excerpt.Waveform
	sound    *excerpt.Recording // nil until it is needed
}

func (s *Service) piece(ctx context.Context, trackID string) (*piece, error) {
	notes, err := s.Tune(ctx, theServer, trackID)
	if err != nil {
		return nil, fmt.Errorf("read the tune of track %s: %w", trackID, err)
	}
	peaks, err := s.Waveform(ctx, theServer, trackID)
	if err != nil {
		return nil, fmt.Errorf("read the waveform of track %s: %w", trackID, err)
	}
	return &piece{tune: notes, waveform: &excerpt.Waveform{Low: peaks.Low, Mid: peaks.Mid, High: peaks.High}}, nil
}

// like returns how another piece is like this one; nil if it is not. The same recording has
// the same tune, so that others need not be compared by their sound, which takes longer.
func (p *piece) like(other *piece) *generation.Likeness {
	m := tune.Compare(p.tune, other.tune)
	if m == (tune.Match{}) || m.Likeness >= sameSound {
		if l := p.sounds(other); l != nil {
			return l
		}
	}
	if m.Likeness >= sameTune {
		return &generation.Likeness{Kind: generation.LikeTune, Share: m.Likeness, At: m.Start, OtherAt: m.OtherStart}
	}
	return nil
}

// sounds returns where the sound of another piece is heard in this one; nil for nowhere.
func (p *piece) sounds(other *piece) *generation.Likeness {
	if len(other.waveform.Low) < excerpt.MinTrack*sound.PeaksPerSecond {
		return nil
	}
	if p.sound == nil {
		p.sound = excerpt.New(p.waveform)
	}
	return closest(p.sound.Find(other.waveform), sameSound)
}

// closest returns where sound is heard with at least some likeness; nil for nowhere.
func closest(found []excerpt.Excerpt, least float64) *generation.Likeness {
	var best *generation.Likeness
	for _, x := range found {
		if x.Likeness >= least && (best == nil || x.Likeness > best.Share) {
			best = &generation.Likeness{Kind: generation.LikeSound, Share: x.Likeness, At: x.Start, OtherAt: x.From}
		}
	}
	return best
}
