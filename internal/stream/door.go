package stream

import (
	"context"
	"slices"

	"sonora/internal/music"
	"sonora/internal/premium"
)

// Plans say what people's plans include. Package quota implements it.
type Plans interface {
	// Allows returns Forbidden if the viewer's plan does not have a switch.
	Allows(ctx context.Context, v music.Viewer, e premium.Entitlement) error
	// Within returns Forbidden if the viewer's plan does not allow as much as is used
	// and wanted together.
	Within(ctx context.Context, v music.Viewer, e premium.Entitlement, used, wanted int64) error
}

// admit lets a viewer open a track that they may see, if their plan includes it in this
// quality and on one more device.
func (s *Service) admit(ctx context.Context, v music.Viewer, id string, source music.AudioFormat, o *Options) error {
	if o.listener != nil {
		v = *o.listener
	}
	if !isLossless(source, o) || !s.hasOpenedLossless(v, id, o) {
		if err := s.admitQuality(ctx, v, source, o); err != nil {
			return err
		}
	}
	if err := s.admitUse(ctx, v, id, o); err != nil {
		return err
	}
	if s.counts(v, o) && isLossless(source, o) {
		s.devices.fetch(v, losslessItem(id)) // and may fetch the rest of it after the plan has ended
	}
	return nil
}

// losslessItem is how a device remembers that it has opened a track without loss.
func losslessItem(id string) string { return "lossless " + id }

// hasOpenedLossless reports whether a device has opened a track without loss, and so may
// fetch it to its end.
func (s *Service) hasOpenedLossless(v music.Viewer, id string, o *Options) bool {
	return s.counts(v, o) && s.devices.hasOpened(v, losslessItem(id))
}

// admitEarly returns Forbidden if a mix is in early access, which the viewer's plan does not
// include. What a device has opened as item it may fetch to its end.
func (s *Service) admitEarly(ctx context.Context, v music.Viewer, mix, item string, o *Options) error {
	if s.plans == nil || o.IsOwn || s.counts(v, o) && s.devices.hasOpened(v, item) {
		return nil
	}
	isEarly, err := s.mixes.IsEarly(ctx, v, mix, s.now())
	if err != nil || !isEarly {
		return err
	}
	if v.ForOthers {
		v = music.Viewer{} // a link does not lend the early access of whoever created it
	}
	return s.allows(ctx, v, premium.EarlyMixes)
}

// admitUse returns Forbidden if a viewer's plan includes no downloads, or not one more
// device that plays.
func (s *Service) admitUse(ctx context.Context, v music.Viewer, id string, o *Options) error {
	switch {
	case o.IsDownload && o.IsOwn, o.HeadersOnly:
		return nil
	case o.IsDownload:
		return s.allows(ctx, v, premium.Downloads)
	default:
		return s.admitDevice(ctx, v, id)
	}
}

func (s *Service) allows(ctx context.Context, v music.Viewer, e premium.Entitlement) error {
	if s.plans == nil {
		return nil
	}
	return s.plans.Allows(ctx, v, e)
}

// losslessFormats are the formats of files that keep every sample.
var losslessFormats = []music.AudioFormat{music.FLAC, music.ALAC, music.WAV, music.AIFF}

// isLossless reports whether somebody asks for every sample of a file that has them.
func isLossless(source music.AudioFormat, o *Options) bool {
	return slices.Contains(losslessFormats, source) && o.Stem == 0 && !o.IsOwn && (!o.Convert || music.AudioFormat(o.Format) == music.FLAC)
}

// admitQuality returns Forbidden for lossless sound that the viewer's plan does not
// include. A FLAC of a lossy file, which players need to join songs without a gap, is
// not better than the file. A server that cannot convert has nothing else to offer.
func (s *Service) admitQuality(ctx context.Context, v music.Viewer, source music.AudioFormat, o *Options) error {
	if !isLossless(source, o) {
		return nil
	}
	err := s.allows(ctx, v, premium.Lossless)
	if music.CodeOf(err) == music.Forbidden && !s.Works() {
		return nil
	}
	return err
}

// admitDevice counts the device of a viewer, which opens a track or a mix. It returns
// Forbidden if the viewer listens on as many other devices as their plan allows. What
// the device has opened before it may fetch to its end. Visitors and those behind a link
// have no device.
func (s *Service) admitDevice(ctx context.Context, v music.Viewer, item string) error {
	if s.plans == nil || v.Device == "" {
		return nil
	}
	if s.starts != nil && !s.devices.hasOpened(v, item) && !s.devices.plays(v) {
		if err := s.start(ctx, v); err != nil {
			return err
		}
	}
	for {
		others, isOpened := s.devices.others(v, item)
		if isOpened {
			s.devices.fetch(v, item)
			return nil
		}
		if err := s.plans.Within(ctx, v, premium.Streams, others, 1); err != nil {
			return err
		}
		if s.devices.claim(v, item, others) {
			return nil
		}
	}
}

// Listen lets a viewer use the sound of a mix that is not a track, as their plan allows,
// and counts the device while it fetches the sound to play it. It closes the source if
// it returns an error.
func (s *Service) Listen(ctx context.Context, v music.Viewer, item string, source *Source, o Options) (*Source, error) {
	err := s.admitEarly(ctx, v, item, item, &o)
	if err == nil {
		err = s.admitUse(ctx, v, item, &o)
	}
	if err != nil {
		source.Close()
		return nil, err
	}
	source.guard = &guard{now: s.now, next: s.now().Add(recheckEvery), fetched: s.fetches(v, item, &o)}
	return source, nil
}

// fetches returns what keeps counting the device on which a viewer plays an item; nil if
// it does not count.
func (s *Service) fetches(v music.Viewer, item string, o *Options) func() {
	if o.listener != nil {
		v = *o.listener
	}
	if !s.counts(v, o) {
		return nil
	}
	return func() { s.devices.fetch(v, item) }
}

// counts reports whether a request makes a device count as one that plays.
func (s *Service) counts(v music.Viewer, o *Options) bool {
	return s.plans != nil && v.Device != "" && !o.IsDownload && !o.HeadersOnly
}
