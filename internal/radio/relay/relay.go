// Package relay pulls remote streams: Icecast and SHOUTcast streams with their
// titles, playlists that lead to them, and HLS. It treats every response as
// hostile: size and time are limited, and it does not connect to private
// networks unless the operator allows that.
package relay

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"sync"

	"sonora/internal/media/ffmpeg"
	"sonora/internal/radio/frame"
	"sonora/internal/station"
)

// Config is what a Client needs.
type Config struct {
	Log     *slog.Logger
	Version string      // of Sonora, for the User-Agent header
	Inside  func() bool // whether relays may be in private networks; nil for never
	// FFmpeg extracts sound from fragmented MP4; nil if there is none.
	FFmpeg func(ctx context.Context) (*ffmpeg.Runner, error)
}

// Client opens streams. It is safe for concurrent use.
type Client struct {
	Config
	http *http.Client
}

// New returns a Client.
func New(c Config) *Client { return &Client{Config: c, http: newHTTP(c.Inside)} }

// Info is what a server says about its stream; unknown values are zero.
type Info struct {
	Name        string
	Description string
	Genre       string
	Bitrate     int // kbit/s
	ContentType string
	HLS         bool
}

// Stream is an open stream. Next belongs to one goroutine; Close may be called
// from anywhere, more than once.
type Stream struct {
	Info   Info
	frames *frame.Reader
	titles *titleBox
	end    context.CancelFunc
	close  sync.Once
	body   io.Closer
}

// Open opens the stream of a relay, and polls its metadata URL if it has one.
// It returns when the stream answers. The error is a sentence for people. The
// stream ends with ctx.
func (c *Client) Open(ctx context.Context, s *station.Station) (*Stream, error) {
	stream, err := c.OpenURL(ctx, s.StreamURL)
	if err != nil {
		return nil, err
	}
	if s.MetadataURL != "" {
		ctx, stop := context.WithCancel(ctx)
		end := stream.end
		stream.end = func() { stop(); end() }
		go c.follow(ctx, s, stream.titles)
	}
	return stream, nil
}

// OpenURL opens the stream at a URL, directly or through playlists. The error
// is a sentence for people. The stream ends with ctx.
func (c *Client) OpenURL(ctx context.Context, address string) (*Stream, error) {
	ctx, end := context.WithCancel(ctx)
	stream, err := c.open(ctx, address, &trail{})
	if err != nil {
		end()
		return nil, explain(err)
	}
	stream.end = end
	return stream, nil
}

// Next returns the next whole frames; Frame.Title is a title that starts with
// them. The error is io.EOF at the end, otherwise a sentence for people.
func (s *Stream) Next() (frame.Frame, error) {
	f, err := s.frames.Next()
	if err != nil {
		return f, ended(err)
	}
	if title := s.titles.take(f.Title); title != nil {
		f.Title = title
	}
	return f, nil
}

// Codec returns the codec of the stream. It is known after the first frame.
func (s *Stream) Codec() frame.Codec { return s.frames.Codec() }

// Close ends the stream and a Next that waits.
func (s *Stream) Close() {
	s.close.Do(func() {
		s.end()
		s.body.Close()
	})
}
