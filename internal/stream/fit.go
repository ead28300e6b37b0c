package stream

import (
	"context"
	"slices"
	"time"

	"sonora/internal/music"
	"sonora/internal/premium"
)

// Wish is what a player wants of a track that knows neither its format nor the
// conversions of this server.
type Wish struct {
	Format     string        // an ending such as mp3; "raw" for the file itself, "" for any
	MaxBitrate int           // kbit/s; 0 for any
	Start      time.Duration // position to start at
}

// wishedFormats are the formats that tracks can be converted to, by the names that
// players use.
var wishedFormats = map[string]music.AudioFormat{
	"opus": music.Opus, "ogg": music.Opus, "oga": music.Opus, "aac": music.AAC, "m4a": music.AAC, "mp3": music.MP3, "flac": music.FLAC,
}

// Fit returns the options for the best that fulfils a wish and that the viewer's plan
// includes: the file itself if it does, otherwise a conversion, to MP3 unless the wish names
// another format. Without ffmpeg it is always the file itself.
func (s *Service) Fit(ctx context.Context, v music.Viewer, id string, w Wish) (Options, error) {
	o, err := s.fulfil(ctx, v, id, w)
	if err != nil {
		return o, err
	}
	return s.affordable(ctx, v, id, o, w.MaxBitrate)
}

// affordable returns options with which the viewer's plan lets them listen to a track: those
// that are given, or the best conversion that loses samples if the plan includes no lossless
// sound.
func (s *Service) affordable(ctx context.Context, v music.Viewer, id string, o Options, maxBitrate int) (Options, error) {
	if !s.isLossyOnly(ctx, v) {
		return o, nil
	}
	track, _, err := s.locate(ctx, v, id, s.now())
	if err != nil || !isLossless(track.Format, &o) || s.hasOpenedLossless(v, id, &o) {
		return o, err
	}
	best := bestLossy(maxBitrate)
	o.Convert, o.Format, o.Bitrate = best.Convert, best.Format, best.Bitrate
	return o, nil
}

// Offers returns the options for the best that the viewer's plan includes of a file, by its
// format: the file itself, or a conversion.
func (s *Service) Offers(ctx context.Context, v music.Viewer) func(music.AudioFormat) Options {
	isLossyOnly := s.isLossyOnly(ctx, v)
	return func(source music.AudioFormat) Options {
		if isLossyOnly && isLossless(source, &Options{}) {
			return bestLossy(0)
		}
		return Options{}
	}
}

// isLossyOnly reports whether the viewer's plan includes no lossless sound. A server that
// cannot convert has nothing else to offer.
func (s *Service) isLossyOnly(ctx context.Context, v music.Viewer) bool {
	return s.Works() && music.CodeOf(s.allows(ctx, v, premium.Lossless)) == music.Forbidden
}

// bestLossy returns the options for the best conversion that loses samples, up to a limit in
// kbit/s; 0 for any.
func bestLossy(maxBitrate int) Options {
	o := Options{Convert: true, Format: string(music.MP3), Bitrate: Bitrates[len(Bitrates)-1]}
	if maxBitrate > 0 {
		o.Bitrate = Within(maxBitrate)
	}
	return o
}

// fulfil returns the options for the best that fulfils a wish.
func (s *Service) fulfil(ctx context.Context, v music.Viewer, id string, w Wish) (Options, error) {
	wanted := wishedFormats[w.Format]
	if w.Start == 0 && (w.Format == "raw" || w.MaxBitrate == 0 && wanted == "") || !s.Works() {
		return Options{}, nil
	}
	track, err := s.tracks.TrackSound(ctx, v, id, false)
	if err != nil {
		return Options{}, err
	}
	isSlow := w.MaxBitrate == 0 || bitrateOf(track.Size, track.Duration) <= w.MaxBitrate
	if w.Start == 0 && isSlow && (wanted == "" || wanted == track.Format) {
		return Options{}, nil
	}
	if wanted == "" {
		wanted = music.MP3
	}
	if wanted == music.FLAC && w.MaxBitrate > 0 && !isSlow {
		wanted = music.MP3 // no FLAC is as small as that
	}
	return Options{Convert: true, Format: string(wanted), Bitrate: Within(w.MaxBitrate), Start: min(w.Start, max(0, track.Duration-time.Second))}, nil
}

// bitrateOf returns the average bitrate of a file in kbit/s.
func bitrateOf(size int64, length time.Duration) int {
	if length <= 0 {
		return 0
	}
	return int(float64(size) * 8 / 1000 / length.Seconds())
}

// Within returns the highest of Bitrates up to a limit in kbit/s, or the lowest of
// all; UsualBitrate without a limit.
func Within(limit int) int {
	if limit <= 0 {
		return UsualBitrate
	}
	for _, rate := range slices.Backward(Bitrates) {
		if rate <= limit {
			return rate
		}
	}
	return Bitrates[0]
}
