package upload

import (
	"context"
	"net/url"
	"path"
	"slices"
	"strings"

	"sonora/internal/djmix"
	"sonora/internal/intake"
	"sonora/internal/music"
)

// Errors of people who publish or change a mix.
var (
	errNotUploaded = music.FieldError(music.Invalid, "audioUrl", music.Say("There is no audio at this address. Upload the file first."))
	errOwnSound    = music.FieldError(music.Conflict, "audioUrl",
		music.Say("This mix was recorded or made by the server, so its sound cannot be replaced. Add the file as another mix."))
)

// PublishMix creates a mix of the viewer as fill describes it. Its sound has to be a
// part of one of their uploads, and listeners are told who the DJ is.
func (s *Service) PublishMix(ctx context.Context, v music.Viewer, part Part, fill func(*music.Mix)) (*music.Mix, error) {
	return s.createMix(ctx, v, part, func(m *music.Mix) error {
		fill(m)
		switch err := m.Check(); {
		case err != nil:
			return err
		case m.DJName == "":
			return djmix.ErrNoDJ
		case !strings.HasPrefix(m.AudioURL, intake.MediaAudio):
			return errNotUploaded
		}
		return nil
	})
}

// AddMix is PublishMix for an operator, who may leave the DJ open. Sound at a web
// address is fetched.
func (s *Service) AddMix(ctx context.Context, v music.Viewer, fill func(*music.Mix)) (*music.Mix, error) {
	return s.createMix(ctx, v, Part{}, func(m *music.Mix) error {
		fill(m)
		return m.Check()
	})
}

func (s *Service) createMix(ctx context.Context, v music.Viewer, part Part, fill func(*music.Mix) error) (*music.Mix, error) {
	m := music.NewMix()
	m.OwnerID, m.CreatedAt = v.AccountID, s.now()
	if err := fill(&m); err != nil {
		return nil, err
	}
	if part != (Part{}) {
		if err := s.shorten(ctx, v, intake.MediaID(m.AudioURL), part); err != nil {
			return nil, err
		}
	}
	if err := s.measureMix(ctx, v, &m); err != nil {
		return nil, err
	}
	if err := s.store.CreateMix(ctx, &m); err != nil {
		return nil, err
	}
	s.tellMixes()
	return &m, nil
}

// ChangeMix changes a mix for an operator. Its sound is measured again if the address
// changes. It returns Conflict if the address of a recording or an automix would
// change.
func (s *Service) ChangeMix(ctx context.Context, v music.Viewer, id string, fill func(*music.Mix)) (*music.Mix, error) {
	before, err := s.store.Mix(ctx, v, id)
	if err != nil {
		return nil, err
	}
	after, alter := *before, fill
	if fill(&after); after.AudioURL != before.AudioURL {
		if err := after.Check(); err != nil {
			return nil, err
		}
		if err := s.mayReplaceSound(ctx, id); err != nil {
			return nil, err
		}
		if err := s.measureMix(ctx, v, &after); err != nil {
			return nil, err
		}
		alter = func(m *music.Mix) {
			fill(m)
			m.AudioURL, m.Duration, m.Size, m.Format = after.AudioURL, after.Duration, after.Size, after.Format
		}
	}
	m, err := s.store.ChangeMix(ctx, id, alter)
	if err != nil {
		return nil, err
	}
	s.tellMixes()
	return m, nil
}

// mayReplaceSound returns Conflict for the mix of a recording or an automix, which
// is played, trimmed and rendered from there whatever its address says.
func (s *Service) mayReplaceSound(ctx context.Context, mixID string) error {
	_, recorded := s.store.RecordingOfMix(ctx, mixID)
	_, made := s.store.AutomixOfMix(ctx, mixID)
	for _, err := range []error{recorded, made} {
		if err == nil {
			return errOwnSound
		}
		if music.CodeOf(err) != music.NotFound {
			return err
		}
	}
	return nil
}

// tellMixes tells browsers that the mixes changed.
func (s *Service) tellMixes() { s.events.Publish(music.Event{Type: music.EventMix}) }

// measureMix sets the duration, size and format of a mix from its file. A file of
// another server is fetched first. It has to be a track by then: one of the
// viewer's own uploads becomes one, which only they and operators find among the
// tracks.
func (s *Service) measureMix(ctx context.Context, v music.Viewer, m *music.Mix) error {
	if address, err := url.Parse(m.AudioURL); err == nil && isWeb(address) {
		r, err := s.fetch(ctx, v, address)
		if err != nil {
			return err
		}
		m.AudioURL = intake.MediaAudio + r.ID + path.Ext(r.Place)
	}
	id := intake.MediaID(m.AudioURL)
	if id == "" {
		return errNoAddress
	}
	u, err := s.store.Upload(ctx, id)
	var t *music.TrackDetail
	switch {
	case err != nil:
	case u.AccountID != v.AccountID && !v.IsAdmin(): // a mix may be heard by more people than its track
		err = music.ErrNotFound
	case u.State == intake.Used:
		t, err = s.store.Track(ctx, v, u.TrackID)
	default:
		t, err = s.Keep(ctx, v, Track{UploadID: u.ID, Title: m.Title, Artist: m.DJName, Genre: m.Genre})
	}
	if music.CodeOf(err) == music.NotFound {
		return errNotUploaded
	}
	if err == nil {
		err = s.store.CheckReviewed(ctx, t.ID)
	}
	if err != nil {
		return err
	}
	m.Duration, m.Size = t.Duration, t.Size
	if format := strings.ToUpper(string(t.Format)); slices.Contains(music.MixFormats, format) {
		m.Format = format
	}
	return nil
}
