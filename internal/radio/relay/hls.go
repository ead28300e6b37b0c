package relay

import (
	"context"
	"io"
	"net/url"
	"time"

	"sonora/internal/codec/mp4"
	"sonora/internal/codec/mpegts"
	"sonora/internal/media/ffmpeg"
	"sonora/internal/radio/frame"
)

const (
	maxSegmentBytes = 32 << 20
	segmentTime     = 30 * time.Second
	behindLive      = 3 // segments before the end where playback starts, RFC 8216 section 6.3.3
	maxFailures     = 5 // in a row, until a stream counts as lost
)

// openHLS opens the stream of an HLS playlist.
func (c *Client) openHLS(ctx context.Context, at *url.URL, list []byte, t *trail) (*Stream, error) {
	if variants := variantsOf(at, list); len(variants) > 0 {
		if t.hops++; t.hops > maxHops {
			return nil, errCircles
		}
		at = bestOf(variants)
		var err error
		if list, err = c.fetch(ctx, at, maxPlaylist, playlistTime); err != nil {
			return nil, err
		}
	}
	p := &segmentQueue{client: c, at: at, last: -1}
	if err := p.take(parseMedia(at, list)); err != nil {
		return nil, err
	}
	first, err := p.next(ctx)
	if err != nil {
		return nil, err
	}
	return c.streamOfSegments(ctx, p, first)
}

// segmentQueue hands out the segments of a live stream one after the other.
type segmentQueue struct {
	client *Client
	at     *url.URL
	media  *mediaList
	queue  []segment
	last   int64 // sequence number of the last queued segment; -1 before the first
	ended  bool
	begin  *url.URL // initialization section of fragmented MP4, sent before the first segment
	mapped bool
}

// take queues the new segments of a playlist.
func (p *segmentQueue) take(m *mediaList) error {
	if m.locked {
		return errEncrypted
	}
	if len(m.segments) == 0 && p.last < 0 {
		return errNoStream
	}
	list := m.segments
	if p.last < 0 && !m.ended {
		list = list[max(0, len(list)-behindLive):]
	}
	if len(list) > 0 && list[len(list)-1].seq < p.last-int64(len(list)) {
		p.last = -1 // it was restarted
	}
	for _, s := range list {
		if s.seq > p.last {
			p.queue, p.last = append(p.queue, s), s.seq
		}
	}
	p.media, p.ended, p.begin = m, m.ended, m.first
	return nil
}

// next returns the next segment, or io.EOF when there are no more.
func (p *segmentQueue) next(ctx context.Context) ([]byte, error) {
	if p.begin != nil && !p.mapped {
		p.mapped = true
		return p.client.fetch(ctx, p.begin, maxSegmentBytes, segmentTime)
	}
	for failures := 0; ; {
		if len(p.queue) > 0 {
			s := p.queue[0]
			p.queue = p.queue[1:]
			data, err := p.client.fetch(ctx, s.address, maxSegmentBytes, segmentTime)
			if err == nil {
				return data, nil
			}
			if failures++; failures >= maxFailures || ctx.Err() != nil {
				return nil, err
			}
			continue
		}
		if p.ended {
			return nil, io.EOF
		}
		if err := p.reload(ctx); err != nil {
			if failures++; failures >= maxFailures || ctx.Err() != nil {
				return nil, err
			}
		}
		if len(p.queue) == 0 {
			failures++ // a playlist that does not advance is as good as none
			if failures > 3*maxFailures {
				return nil, errStalled
			}
		}
	}
}

// reload waits half a segment and reads the playlist again.
func (p *segmentQueue) reload(ctx context.Context) error {
	wait := time.NewTimer(p.media.target / 2)
	defer wait.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-wait.C:
	}
	list, err := p.client.fetch(ctx, p.at, maxPlaylist, playlistTime)
	if err != nil {
		return err
	}
	return p.take(parseMedia(p.at, list))
}

// streamOfSegments reads at most one segment ahead of the consumer of its frames.
func (c *Client) streamOfSegments(ctx context.Context, p *segmentQueue, first []byte) (*Stream, error) {
	r, w := io.Pipe()
	var sound io.Reader = r
	closers := closing{r}
	switch containerOf(first) {
	case inTS:
		sound = newTSReader(r)
	case inMP4:
		process, err := c.unwrap(ctx, r)
		if err != nil {
			return nil, err
		}
		sound, closers = process.Outputs[0], append(closers, stopped{process})
	}
	go func() {
		err := error(nil)
		for data := first; err == nil; data, err = p.next(ctx) {
			if _, err = w.Write(data); err != nil {
				break
			}
		}
		w.CloseWithError(err)
	}()
	return &Stream{Info: Info{HLS: true}, frames: frame.NewReader(sound, ""), titles: &titleBox{}, body: closers}, nil
}

// closing closes several things.
type closing []io.Closer

func (c closing) Close() error {
	for _, closer := range c {
		closer.Close()
	}
	return nil
}

// stopped stops a process when it is closed.
type stopped struct{ process *ffmpeg.Process }

func (s stopped) Close() error {
	s.process.Stop()
	go func() { _ = s.process.Wait() }() // its error only says that it was stopped
	return nil
}

// Containers of segments.
const (
	inNone = iota // packed audio
	inTS
	inMP4
)

func containerOf(data []byte) int {
	switch {
	case len(data) > mpegts.PacketSize && data[0] == mpegts.Sync && data[mpegts.PacketSize] == mpegts.Sync:
		return inTS
	case mp4.IsSegment(data):
		return inMP4
	}
	return inNone
}

// unwrap has ffmpeg extract the sound of fragmented MP4. ffmpeg sees only the
// fetched bytes and has no network access.
func (c *Client) unwrap(ctx context.Context, r io.Reader) (*ffmpeg.Process, error) {
	if c.FFmpeg == nil {
		return nil, errNoFFmpeg
	}
	runner, err := c.FFmpeg(ctx)
	if err != nil {
		return nil, errNoFFmpeg.Because(err)
	}
	const day = 24 * time.Hour
	return runner.Start(ctx, ffmpeg.Command{
		Args: []string{
			"-hide_banner", "-loglevel", "error", "-nostdin", "-protocol_whitelist", "pipe", "-probesize", "65536", "-analyzeduration", "0", "-f", "mp4", "-i", "pipe:0",
			"-map", "0:a:0", "-c:a", "copy", "-flush_packets", "1", "-f", "adts", "pipe:1",
		},
		Stdin: r, Time: 30 * day, CPU: day,
	})
}
