package upload

import (
	"context"
	"net/url"
	"path"
	"slices"
	"strings"

	"sonora/internal/intake"
	"sonora/internal/music"
)

// Errors of people who publish a mix.
var (
	errNotUploaded = music.FieldError(music.Invalid, "audioUrl", music.Say("There is no audio at this address. Upload the file first."))
	errNoDJ        = music.FieldError(music.Invalid, "djName", music.Say("DJ name is required."))
)

// MeasurePublished is MeasureMix for a mix that its DJ publishes: its sound has to be
// an upload, and listeners are told who the DJ is. Operators may leave that open.
func (s *Service) MeasurePublished(ctx context.Context, v music.Viewer, m *music.Mix) error {
	switch err := m.Check(); {
	case err != nil:
		return err
	case m.DJName == "":
		return errNoDJ
	case !strings.HasPrefix(m.AudioURL, intake.MediaAudio):
		return errNotUploaded
	}
	return s.MeasureMix(ctx, v, m)
}

// MeasureMix sets the duration, size and format of a mix from its file. A file of
// another server is fetched first. It has to be a track by then: one of the
// viewer's own uploads becomes one, which only they and operators find among the
// tracks.
func (s *Service) MeasureMix(ctx context.Context, v music.Viewer, m *music.Mix) error {
	if err := m.Check(); err != nil {
		return err
	}
	if address, err := url.Parse(m.AudioURL); err == nil && isWeb(address) {
		r, err := s.fetch(ctx, v, address)
		if err != nil {
			return err
		}
		m.AudioURL = intake.MediaAudio + r.ID + path.Ext(r.Place)
	}
	name, ours := strings.CutPrefix(m.AudioURL, intake.MediaAudio)
	if !ours {
		return errNoAddress
	}
	id, _, _ := strings.Cut(name, ".")
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
	if err != nil {
		return err
	}
	m.Duration, m.Size = t.Duration, t.Size
	if format := strings.ToUpper(string(t.Format)); slices.Contains(music.MixFormats, format) {
		m.Format = format
	}
	return nil
}
