// Package encode encodes PCM into streams, with one ffmpeg per format that runs
// as long as its station plays.
package encode

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"sonora/internal/media/ffmpeg"
	"sonora/internal/radio/frame"
)

// The input format: interleaved stereo.
const (
	Rate     = 48_000
	Channels = 2
)

const (
	// batch is how much sound is written at a time. Waking ffmpeg for every
	// block costs a third more.
	batch      = 100 * time.Millisecond
	batchBytes = int(batch * Rate / time.Second * Channels * 4)
	// writeTime is how long an encoder may be busy before it counts as hung, and
	// startTime how long it may take to send its first frame. On an overloaded
	// machine, where starting a process takes many seconds, a new one would not be
	// faster.
	writeTime = 10 * time.Second
	startTime = time.Minute
	// pipeBytes holds 0.4 s, so that Write rarely blocks.
	pipeBytes = 1 << 17
	memory    = 512 << 20
)

// Form is an output format.
type Form struct {
	Codec   frame.Codec // MP3, AAC or Opus
	Bitrate int         // kbit/s
}

// encoders are the names of ffmpeg's encoders.
var encoders = map[frame.Codec]string{frame.MP3: "libmp3lame", frame.AAC: "aac", frame.Opus: "libopus"}

// CanEncode reports whether ffmpeg can encode a codec.
func CanEncode(f *ffmpeg.Runner, codec frame.Codec) bool {
	name, known := encoders[codec]
	return known && f != nil && f.Encodes(name)
}

// maxBitrates are in kbit/s. Higher values do not sound better.
var maxBitrates = map[frame.Codec]int{frame.MP3: 320, frame.AAC: 320, frame.Opus: 256}

// mp3Bitrates are the bitrates of MPEG-1 Layer III in kbit/s.
var mp3Bitrates = []int{32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320}

// bitrate returns the nearest bitrate that the codec supports.
func (f Form) bitrate() int {
	rate := max(32, min(f.Bitrate, maxBitrates[f.Codec]))
	if f.Codec != frame.MP3 {
		return rate
	}
	best := mp3Bitrates[0]
	for _, b := range mp3Bitrates {
		if math.Abs(float64(b-rate)) < math.Abs(float64(best-rate)) {
			best = b
		}
	}
	return best
}

func (f Form) arguments() []string {
	args := []string{
		"-hide_banner", "-loglevel", "error", "-nostdin", "-nostats", "-filter_threads", "1", "-protocol_whitelist", "pipe",
		"-probesize", "32", "-analyzeduration", "0", "-f", "f32le", "-ar", strconv.Itoa(Rate), "-ac", strconv.Itoa(Channels), "-i", "pipe:0",
		"-map", "0:a:0", "-map_metadata", "-1", "-threads", "1", "-c:a", encoders[f.Codec], "-b:a", strconv.Itoa(f.bitrate()) + "k",
	}
	switch f.Codec {
	case frame.Opus:
		args = append(args, "-compression_level", "5", "-f", "ogg", "-page_duration", "200000")
	case frame.AAC:
		args = append(args, "-f", "adts")
	default:
		args = append(args, "-write_xing", "0", "-id3v2_version", "0", "-f", "mp3")
	}
	return append(args, "-flush_packets", "1", "pipe:1")
}

// Encoder is a running ffmpeg. Write and Close belong to one goroutine, Next to
// another. It ends with its context.
type Encoder struct {
	form    Form
	process *ffmpeg.Process
	input   *os.File
	frames  *frame.Reader
	batch   []byte
	close   sync.Once
	started time.Time
	isUp    atomic.Bool // it has sent a frame
}

// ErrCannot means that this machine's ffmpeg lacks the encoder.
var ErrCannot = errors.New("this ffmpeg lacks the encoder")

// Start starts an encoder.
func Start(ctx context.Context, f *ffmpeg.Runner, form Form) (*Encoder, error) {
	if !CanEncode(f, form.Codec) {
		return nil, fmt.Errorf("encode %s: %w", form.Codec, ErrCannot)
	}
	theirs, ours, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("encode: %w", err)
	}
	defer theirs.Close()
	ffmpeg.Widen(theirs, pipeBytes)
	process, err := f.Start(ctx, ffmpeg.Command{
		Args: form.arguments(), Stdin: theirs, Time: ffmpeg.Endless, CPU: ffmpeg.Endless, Memory: memory,
	})
	if err != nil {
		ours.Close()
		return nil, err
	}
	return &Encoder{
		form: form, process: process, input: ours, batch: make([]byte, 0, batchBytes), started: time.Now(),
		frames: frame.NewReader(process.Outputs[0], form.Codec.ContentType()),
	}, nil
}

// Form returns the output format.
func (e *Encoder) Form() Form { return e.form }

// Yield lowers the priority, as ffmpeg.Process.Yield does.
func (e *Encoder) Yield(nice int32) error { return e.process.Yield(nice) }

// Write adds interleaved samples. It buffers up to a tenth of a second. An
// error means that the encoder has died or hangs and must be replaced.
func (e *Encoder) Write(block []float32) error {
	for _, v := range block {
		bits := math.Float32bits(v)
		e.batch = append(e.batch, byte(bits), byte(bits>>8), byte(bits>>16), byte(bits>>24))
		if len(e.batch) == cap(e.batch) {
			if err := e.flush(); err != nil {
				return err
			}
		}
	}
	return nil
}

func (e *Encoder) flush() error {
	defer func() { e.batch = e.batch[:0] }()
	if err := e.input.SetWriteDeadline(e.deadline(time.Now())); err != nil {
		return fmt.Errorf("encode: %w", err)
	}
	if _, err := e.input.Write(e.batch); err != nil {
		e.process.Stop()
		return fmt.Errorf("encode: %w", err)
	}
	return nil
}

// deadline returns when an encoder that cannot take a batch now counts as hung.
func (e *Encoder) deadline(now time.Time) time.Time {
	at := now.Add(writeTime)
	if first := e.started.Add(startTime); !e.isUp.Load() && first.After(at) {
		return first
	}
	return at
}

// Next waits for the next frames; io.EOF when the encoder has ended.
func (e *Encoder) Next() (frame.Frame, error) {
	f, err := e.frames.Next()
	if err == nil {
		e.isUp.Store(true)
	}
	return f, err
}

// Finish ends the input: Next returns the remaining frames and then io.EOF.
func (e *Encoder) Finish() error {
	err := e.flush()
	e.input.Close()
	return err
}

// Close stops the encoder at once. Next then returns an error.
func (e *Encoder) Close() {
	e.close.Do(func() {
		e.process.Stop()
		e.input.Close()
		_ = e.process.Wait() // it was told to stop
	})
}
