package ffmpeg

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// The MP3 that MP3 writes: 320 kbit/s at 48 kHz, so that every frame has the
// same number of bytes.
const (
	MP3Rate    = 48_000
	MP3Frame   = 960  // bytes of a frame
	MP3Samples = 1152 // samples of a frame, per channel
	MP3Delay   = 1105 // samples that decoding adds before the sound
	mp3Bitrate = "320k"
)

// mp3Header is how every frame begins.
var mp3Header = []byte{0xff, 0xfb, 0xe4}

// MP3 is an encoder of stereo sound to MP3 frames. No frame needs the bits of
// another one, so that frames of two encoders can follow each other if both
// heard the same sound there. It belongs to one goroutine.
type MP3 struct {
	feed
	ended chan struct{}
	err   error // of reading, once ended is closed
}

// MP3 starts an encoder. It passes whole frames to hear, in another goroutine.
// The caller must call Close or Discard.
func (f *Runner) MP3(ctx context.Context, idle bool, hear func(frames []byte) error) (*MP3, error) {
	const encoder = "libmp3lame"
	if !f.Encodes(encoder) {
		return nil, errors.New("write MP3: this ffmpeg lacks the encoder " + encoder)
	}
	fed, err := f.feed(ctx, MP3Rate, idle, []string{
		"-c:a", encoder, "-b:a", mp3Bitrate, "-reservoir", "0", "-write_xing", "0", "-id3v2_version", "0", "-flush_packets", "1", "-f", "mp3", "pipe:1",
	})
	if err != nil {
		return nil, err
	}
	m := &MP3{feed: *fed, ended: make(chan struct{})}
	go func() {
		defer close(m.ended)
		m.err = m.read(hear)
	}()
	return m, nil
}

// read passes frames on. After an error it ends the process, so that writing
// fails too.
func (m *MP3) read(hear func([]byte) error) error {
	frames := make([]byte, 0, 64*MP3Frame)
	for {
		n, err := io.ReadAtLeast(m.process.Outputs[0], frames[len(frames):cap(frames)], 1)
		frames = frames[:len(frames)+n]
		whole := len(frames) / MP3Frame * MP3Frame
		heard := checkFrames(frames[:whole])
		if heard == nil && whole > 0 {
			heard = hear(frames[:whole])
		}
		if heard != nil {
			m.process.Stop()
			return heard
		}
		frames = frames[:copy(frames[:cap(frames)], frames[whole:])]
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read MP3: %w", err)
		}
	}
}

func checkFrames(frames []byte) error {
	for at := 0; at < len(frames); at += MP3Frame {
		if !bytes.HasPrefix(frames[at:], mp3Header) {
			return errors.New("the encoder wrote a frame of another size than " + strconv.Itoa(MP3Frame))
		}
	}
	return nil
}

// Close writes the rest, and waits until hear got all frames.
func (m *MP3) Close() error {
	err := errors.Join(m.flush(), m.input.Close())
	if err != nil {
		m.process.Stop()
	}
	<-m.ended
	return errors.Join(err, m.err, m.process.Wait())
}

// Discard gives up encoding.
func (m *MP3) Discard() {
	m.input.Close()
	m.process.Stop()
	<-m.ended
	m.process.Discard()
}
