package radio

import (
	"context"
	"errors"
	"io"
	"log/slog"

	"sonora/internal/media/ffmpeg"
	"sonora/internal/music"
	"sonora/internal/radio/encode"
	"sonora/internal/radio/frame"
	"sonora/internal/radio/mix"
	"sonora/internal/radio/playout"
	"sonora/internal/station"
)

// soundFactory builds the mixers, encoders and decoders of stations on top of
// this machine's ffmpeg.
type soundFactory struct {
	ctx      context.Context
	ffmpeg   func(ctx context.Context) (*ffmpeg.Runner, error)
	log      *slog.Logger
	measured *mix.Measured
	bodies   mix.Bodies // nil for none
}

var (
	errNoFFmpeg = music.NewError(music.Unavailable, "This server cannot mix sound: ffmpeg is not installed.")
	errSilent   = music.NewError(music.Unavailable, "This server cannot mix sound at the moment: ffmpeg does not answer.")
)

// of returns the Sound of a station. The error is a sentence for people if
// ffmpeg is missing or does not answer.
func (d *soundFactory) of(ctx context.Context, _ *station.Station) (playout.Sound, error) {
	if d.ffmpeg == nil {
		return nil, errNoFFmpeg
	}
	runner, err := d.ffmpeg(ctx)
	if errors.Is(err, ffmpeg.ErrSilent) {
		return nil, errSilent.Because(err)
	}
	if err != nil {
		return nil, errNoFFmpeg.Because(err)
	}
	return &ffmpegSound{d, runner}, nil
}

// ffmpegSound implements playout.Sound.
type ffmpegSound struct {
	*soundFactory
	with *ffmpeg.Runner
}

// Mix implements playout.Sound.
func (s *ffmpegSound) Mix(options mix.Options, next func(ctx context.Context, n mix.Need) *mix.Item) playout.Mixer {
	return mix.New(s.ctx, mix.Config{FFmpeg: s.with, Log: s.log, Options: options, Next: next, Measured: s.measured, Bodies: s.bodies})
}

// Encode implements playout.Sound.
func (s *ffmpegSound) Encode(ctx context.Context, codec frame.Codec, bitrate int) (playout.Encoder, error) {
	return encode.Start(ctx, s.with, encode.Form{Codec: codec, Bitrate: bitrate})
}

// containers are ffmpeg's names for the container formats of streams.
var containers = map[frame.Codec]string{
	frame.MP3: "mp3", frame.AAC: "aac", frame.Opus: "ogg", frame.Vorbis: "ogg", frame.OggFLAC: "ogg", frame.FLAC: "flac", frame.WebM: "matroska",
}

// Decode implements playout.Sound.
func (s *ffmpegSound) Decode(ctx context.Context, codec frame.Codec, stream io.Reader, into *mix.Ring) error {
	return mix.Decode(ctx, s.with, containers[codec], stream, into)
}
