package body

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"sonora/internal/blob"
	"sonora/internal/radio/encode"
	"sonora/internal/radio/frame"
	"sonora/internal/radio/mix"
)

const (
	// nice is the niceness of an encoder here: what plays has priority. The
	// decoder waits for it.
	nice = 10
	// retryAfter is how long to wait before a body that could not be made is
	// tried again.
	retryAfter = time.Hour
)

// order is a body that is to be made.
type order struct {
	key  string
	of   mix.Rendering
	done chan struct{} // closed when it was made, or cannot be
}

// make has a body made and waits for it. It reports whether to look again.
func (s *Store) make(ctx context.Context, key string, r *mix.Rendering) bool {
	s.mu.Lock()
	o := s.making[key]
	if o == nil && time.Since(s.failed[key]) > retryAfter {
		o = &order{key: key, of: *r, done: make(chan struct{})}
		select {
		case s.waiting <- o:
			s.making[key] = o
		default:
			o = nil // it is made when it is played again
		}
	}
	s.mu.Unlock()
	if o == nil {
		return false
	}
	select {
	case <-o.done:
		return true
	case <-ctx.Done():
		return false
	}
}

// run makes bodies, one at a time.
func (s *Store) run() {
	s.clean()
	for {
		select {
		case <-s.ctx.Done():
			return
		case o := <-s.waiting:
			err := s.makeOne(o)
			if err != nil && s.ctx.Err() == nil {
				s.log.Debug("encode body failed", "path", o.of.Path, "error", err)
			}
			s.mu.Lock()
			delete(s.making, o.key)
			if err != nil && s.ctx.Err() == nil {
				s.failed[o.key] = time.Now()
			}
			s.mu.Unlock()
			close(o.done)
		}
	}
}

func (s *Store) makeOne(o *order) error {
	runner, err := s.ffmpeg(s.ctx)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	encoder, err := encode.Start(ctx, runner, encode.Form{Codec: frame.MP3, Bitrate: o.of.Bitrate})
	if err != nil {
		return err
	}
	defer encoder.Close()
	if err := encoder.Yield(nice); err != nil {
		return err
	}
	c := &collector{ended: make(chan struct{})}
	go c.collect(encoder)
	var printer mix.Printer
	var prints []mix.Print
	outline, err := mix.Render(ctx, runner, &o.of, func(block []float32) error {
		printer.Hear(block, func(p mix.Print) { prints = append(prints, p) })
		return encoder.Write(block)
	})
	if err != nil {
		return err
	}
	if err := encoder.Finish(); err != nil {
		return err
	}
	<-c.ended
	if c.err != nil {
		return c.err
	}
	stored, err := pack(outline, c.size+printSize, c.with(prints))
	if err != nil {
		return err
	}
	if err := s.blobs.Put(s.ctx, o.key, bytes.NewReader(stored), int64(len(stored))); err != nil {
		return err
	}
	s.clean()
	return nil
}

// collector takes the frames of an encoder.
type collector struct {
	frames []byte
	size   int
	err    error
	ended  chan struct{}
}

func (c *collector) collect(e *encode.Encoder) {
	defer close(c.ended)
	for {
		f, err := e.Next()
		if errors.Is(err, io.EOF) && len(c.frames) > 0 {
			return
		}
		if err != nil {
			c.err = err
			return
		}
		if c.size == 0 {
			c.size = len(f.Data)
		}
		if len(f.Data) != c.size {
			c.err = fmt.Errorf("a frame has %d bytes instead of %d", len(f.Data), c.size)
			return
		}
		c.frames = append(c.frames, f.Data...)
	}
}

// with returns the frames, each after its print. The last frames, with which the
// encoder flushes its delay, have none.
func (c *collector) with(prints []mix.Print) []byte {
	b := make([]byte, 0, len(c.frames)+len(c.frames)/c.size*printSize)
	for n := range len(c.frames) / c.size {
		var p mix.Print
		if n < len(prints) {
			p = prints[n]
		}
		for _, v := range p {
			b = binary.BigEndian.AppendUint16(b, uint16(v))
		}
		b = append(b, c.frames[n*c.size:][:c.size]...)
	}
	return b
}

// forget removes a damaged body, so that it is made again.
func (s *Store) forget(key string) {
	s.log.Warn("read body failed: it is damaged, and made again when it is played", "key", key)
	if err := s.blobs.Delete(s.ctx, key); err != nil {
		s.log.Warn("delete body failed", "key", key, "error", err)
	}
}

// clean deletes the oldest bodies when there are too many.
func (s *Store) clean() {
	var all []blob.Info
	var total int64
	for info, err := range s.blobs.List(s.ctx, folder) {
		if err != nil {
			s.log.Debug("list bodies failed", "error", err)
			return
		}
		all = append(all, info)
		total += info.Size
	}
	slices.SortFunc(all, func(a, b blob.Info) int { return cmp.Compare(a.ModTime.UnixNano(), b.ModTime.UnixNano()) })
	for _, old := range all {
		if total <= s.maxBytes {
			return
		}
		if err := s.blobs.Delete(s.ctx, old.Key); err != nil {
			s.log.Debug("delete body failed", "key", old.Key, "error", err)
			return
		}
		total -= old.Size
	}
}
