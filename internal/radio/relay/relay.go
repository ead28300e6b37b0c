// Package relay pulls streams from elsewhere: Icecast and SHOUTcast servers
// with their titles, playlists that lead to them, and HLS. Whatever answers is
// taken for hostile: it is bounded in size and time, and no address inside a
// private network is asked unless the operator lets it be.
package relay

import (
	"context"
	"io"
	"net/http"
	"sync"

	"sonora/internal/media/ffmpeg"
	"sonora/internal/radio/frame"
	"sonora/internal/station"
)

// Config is what a Client stands on.
type Config struct {
	Version string      // of the program, for the others to know who asks
	Inside  func() bool // whether relays may be in private networks; nil is for never
	// FFmpeg takes fragmented MP4 apart; nil is for nobody.
	FFmpeg func(ctx context.Context) (*ffmpeg.Runner, error)
}

// Client opens streams. It is safe for concurrent use.
type Client struct {
	Config
	http *http.Client
}

// New returns a Client.
func New(c Config) *Client { return &Client{Config: c, http: newHTTP(c.Inside)} }

// Info is what a server says of its stream; what it does not say is zero.
type Info struct {
	Name        string
	Description string
	Genre       string
	Bitrate     int // kbit/s
	ContentType string
	HLS         bool
}

// Stream is an opened stream. Next belongs to one goroutine; Close may be
// called from any, more than once.
type Stream struct {
	Info   Info
	frames *frame.Reader
	titles *titleBox
	end    context.CancelFunc
	close  sync.Once
	body   io.Closer
}

// Open opens the stream of a relay, and follows its metadata address when it
// has one. It returns when the stream answers; the error is a sentence. The
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

// OpenURL opens the stream at an address, also behind playlists. The error is
// a sentence. The stream ends with ctx.
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

// Next returns the next whole frames; Frame.Title is a title that begins with
// them. The error is io.EOF at the end, else a sentence.
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

// Codec is what the stream is made of; known after the first frame.
func (s *Stream) Codec() frame.Codec { return s.frames.Codec() }

// Close ends the stream; a Next that waits returns.
func (s *Stream) Close() {
	s.close.Do(func() {
		s.end()
		s.body.Close()
	})
}
