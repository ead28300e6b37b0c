// Package mix holds the rules around published DJ mixes: who changes them, where
// their tracklists are, and what listeners do with them.
package mix

import (
	"context"
	"strings"
	"time"

	"sonora/internal/djmix"
	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/store"
)

// Config is what a Service needs. All fields are required.
type Config struct {
	Store     *store.Store
	Automixes Automixes
	Pictures  Pictures
	Events    Events
	// Match returns the ID of the library track with a title by an artist; "" for
	// none. It finds only what every member may hear.
	Match func(ctx context.Context, artist, title string) (trackID string, err error)
	Now   func() time.Time
}

// Automixes has the mixes that the server made. *automix.Service implements it.
type Automixes interface {
	// Tracklist returns NotFound for any other mix.
	Tracklist(ctx context.Context, v music.Viewer, mixID string) ([]djmix.Entry, error)
}

// Events carries events to browsers.
type Events interface{ Publish(e music.Event) }

// Pictures keeps pictures that people send. *playlist.Service implements it.
type Pictures interface {
	KeepPicture(ctx context.Context, picture []byte) (name string, err error)
	TidyPictures(ctx context.Context) error
}

// Service changes mixes. It is safe for concurrent use.
type Service struct {
	Config

	plays *once
}

// New returns a Service.
func New(c Config) *Service { return &Service{Config: c, plays: newOnce(c.Now)} }

// theServer reads the sound and recordings of mixes that the viewer may hear, and
// mixes that are hidden from their owners.
var theServer = music.System("mixes")

// Detail returns a mix with its tracklist, or NotFound if the viewer may not hear
// it. An automix has the tracklist of its current sound until somebody writes
// another one.
func (s *Service) Detail(ctx context.Context, v music.Viewer, id string) (*djmix.Detail, error) {
	d, err := s.Store.MixDetail(ctx, v, id)
	if err != nil {
		return nil, err
	}
	r, err := s.recordingOf(ctx, id)
	switch {
	case err != nil:
		return nil, err
	case r != nil:
		d.Tracklist = r.HeardTracklist()
		d.CanManage = d.CanManage || r.MayManage(v)
	case len(d.Tracklist) == 0:
		list, err := s.Automixes.Tracklist(ctx, v, id)
		if err != nil && music.CodeOf(err) != music.NotFound {
			return nil, err
		}
		d.Tracklist = append(d.Tracklist, list...)
	}
	return d, nil
}

// recordingOf returns the recorded show that a mix was made from; nil for none.
func (s *Service) recordingOf(ctx context.Context, id string) (*station.Recording, error) {
	r, err := s.Store.RecordingOfMix(ctx, id)
	if music.CodeOf(err) == music.NotFound {
		return nil, nil
	}
	return r, err
}

// managed returns a mix that the viewer may change. It returns Forbidden if they
// may only hear it.
func (s *Service) managed(ctx context.Context, v music.Viewer, id string) (*djmix.Detail, error) {
	d, err := s.Detail(ctx, v, id)
	if err == nil && !d.CanManage {
		err = music.ErrForbidden
	}
	return d, err
}

// Change changes what a mix says about itself. Its recording, if it has one, gets
// the new title and DJ, because it describes the mix again when it is edited. It
// returns Invalid if a mix would lose the name of its DJ.
func (s *Service) Change(ctx context.Context, v music.Viewer, id string, alter func(*music.Mix)) (*djmix.Detail, error) {
	before, err := s.managed(ctx, v, id)
	if err != nil {
		return nil, err
	}
	wanted := before.Mix
	alter(&wanted)
	if before.DJName != "" && strings.TrimSpace(wanted.DJName) == "" {
		return nil, djmix.ErrNoDJ
	}
	after, err := s.Store.ChangeMix(ctx, id, alter)
	if err != nil {
		return nil, err
	}
	if after.Title != before.Title || after.DJName != before.DJName {
		if err := s.changeRecording(ctx, id, func(r *station.Recording) { r.Title, r.DJ = after.Title, after.DJName }); err != nil {
			return nil, err
		}
	}
	if djmix.CoverHash(&before.Mix) != djmix.CoverHash(after) {
		if err := s.Pictures.TidyPictures(ctx); err != nil {
			return nil, err
		}
	}
	s.tell()
	return s.Detail(ctx, v, id)
}

// Withdraw deletes a mix of the viewer, or any for an operator, with its picture.
// The upload it came from stays among their tracks. Withdraw returns Forbidden if
// they may only hear it.
func (s *Service) Withdraw(ctx context.Context, v music.Viewer, id string) error {
	m, err := s.Store.Mix(ctx, theServer, id) // the viewer's own even if an operator hid it
	if err == nil && !djmix.MayManage(v, m) {
		if _, err = s.Store.Mix(ctx, v, id); err == nil {
			err = music.ErrForbidden
		}
	}
	if err != nil {
		return err
	}
	if err := s.Store.DeleteMix(ctx, id); err != nil {
		return err
	}
	s.tell()
	if djmix.CoverHash(m) == "" {
		return nil
	}
	return s.Pictures.TidyPictures(ctx)
}

// tell tells browsers that a mix changed. Likes, plays and comments are not worth
// a message to everybody.
func (s *Service) tell() { s.Events.Publish(music.Event{Type: music.EventMix}) }

func (s *Service) changeRecording(ctx context.Context, mixID string, alter func(*station.Recording)) error {
	r, err := s.recordingOf(ctx, mixID)
	if err != nil || r == nil {
		return err
	}
	_, err = s.Store.ChangeRecording(ctx, r.ID, func(r *station.Recording) error {
		alter(r)
		return nil
	})
	return err
}

// SetCover gives a mix the middle of a picture as its own.
func (s *Service) SetCover(ctx context.Context, v music.Viewer, id string, picture []byte) (*djmix.Detail, error) {
	if _, err := s.managed(ctx, v, id); err != nil {
		return nil, err
	}
	hash, err := s.Pictures.KeepPicture(ctx, picture)
	if err != nil {
		return nil, err
	}
	return s.Change(ctx, v, id, func(m *music.Mix) { m.CoverImageURL = djmix.CoverPath(m.ID, hash) })
}

// RemoveCover leaves a mix without a picture.
func (s *Service) RemoveCover(ctx context.Context, v music.Viewer, id string) error {
	_, err := s.Change(ctx, v, id, func(m *music.Mix) { m.CoverImageURL = "" })
	return err
}
