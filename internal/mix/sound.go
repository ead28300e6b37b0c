package mix

import (
	"context"
	"slices"

	"sonora/internal/djmix"
	"sonora/internal/intake"
	"sonora/internal/music"
)

var (
	errNoWaveform = music.NewError(music.NotFound, "The waveform is not drawn yet.")
	errNoDownload = music.NewError(music.Forbidden, "The DJ does not offer this mix for download.")
)

// Waveform returns the waveform of the audible part of a mix: three bands, one after
// another. That of an upload is from the analysis of its track, which need not be
// visible to the viewer. Waveform returns NotFound until there is one.
func (s *Service) Waveform(ctx context.Context, v music.Viewer, id string) ([]byte, error) {
	m, err := s.Store.Mix(ctx, v, id)
	if err != nil {
		return nil, err
	}
	r, err := s.recordingOf(ctx, id)
	if err != nil {
		return nil, err
	}
	if r == nil {
		drawn, err := s.overview(ctx, m)
		if err != nil {
			return nil, err
		}
		return part(drawn, 0, 1)
	}
	drawn, err := s.Store.Waveform(ctx, r.ID)
	if err != nil {
		return nil, err
	}
	whole := max(r.Duration, 1).Seconds()
	return part(drawn, r.Trim.From.Seconds()/whole, (r.Trim.From+r.Heard()).Seconds()/whole)
}

// overview returns the waveform of a mix's upload or automix; empty until it is
// drawn.
func (s *Service) overview(ctx context.Context, m *music.Mix) ([]byte, error) {
	if intake.MediaID(m.AudioURL) == "" {
		return s.Store.AutomixWaveform(ctx, m.ID)
	}
	track, err := s.Store.TrackOfMix(ctx, m)
	if err != nil {
		return nil, err
	}
	a, err := s.Store.TrackAnalysis(ctx, theServer, track)
	if err != nil || a.Measured == nil {
		return nil, err
	}
	return a.Measured.Overview, nil
}

// part returns a part of a waveform, from one share of its length to another.
func part(drawn []byte, from, to float64) ([]byte, error) {
	n := len(drawn) / 3
	first, last := int(from*float64(n)), min(n, int(to*float64(n)))
	if first >= last {
		return nil, errNoWaveform
	}
	return slices.Concat(drawn[first:last], drawn[n+first:n+last], drawn[2*n+first:2*n+last]), nil
}

// MayDownload returns a mix whose sound the viewer may save as a file, and
// otherwise Forbidden.
func (s *Service) MayDownload(ctx context.Context, v music.Viewer, id string) (*djmix.Detail, error) {
	d, err := s.Detail(ctx, v, id)
	if err == nil && !d.MayDownload && !d.CanManage {
		err = errNoDownload
	}
	return d, err
}
