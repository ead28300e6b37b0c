package ffmpeg

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"sonora/internal/media/tag"
	"sonora/internal/music"
)

const (
	// MaxChannels is how many channels Decode hands out; sounds of more
	// are mixed down to two.
	MaxChannels     = 8
	decodePatience  = 2 * time.Minute // for a process on a busy machine, beyond the length of the sound
	slowest         = 20              // times real time, of processor time
	decodeBuffer    = 64 << 10        // bytes read at a time
	decodePipe      = 512 << 10       // bytes between the processes: the fewer, the more often they wait for each other
	decodeQueue     = "1024"          // packets read ahead, likewise
	maxProbedPixels = "50000000"      // of a picture inside; ffmpeg looks at it even when it is not wanted
)

// Sound is a file to be decoded, with what Probe says of it.
type Sound struct {
	Path    string
	Audio   *music.AudioFile
	Demuxer string
	Rate    int // samples a second to be handed out; the file's own unless changed
}

// Probe looks at a file that is to be decoded. Its error is a *tag.FileError.
func Probe(path string) (Sound, error) {
	audio, demuxer, err := tag.Probe(path)
	if err != nil {
		return Sound{Path: path}, err
	}
	return Sound{path, audio, demuxer, audio.SampleRate}, nil
}

// DecodedChannels is the number of channels a file has once decoded.
func DecodedChannels(a *music.AudioFile) int {
	if a.Channels > MaxChannels {
		return 2
	}
	return a.Channels
}

// Listener takes the decoded sound of one file: interleaved samples, whole
// frames, never NaN or infinite. They are its own only during the call.
type Listener interface{ Hear(samples []float32) error }

// Decode decodes files at their Rates, all in one process, because the
// start of a process costs as much as a minute of music. Each file's sound
// goes to the Listener that open returns for it, one call at a time over all
// files. When the process fails, the files are decoded again one by one, with
// new Listeners, so that a damaged file spoils only itself. idle runs the
// process only when nothing else wants the processor.
//
// It returns an error for each file, nil where all went well; those that
// blame the file are *tag.FileError.
func (f *Runner) Decode(ctx context.Context, sounds []Sound, idle bool, open func(i int) Listener) []error {
	errs := make([]error, len(sounds))
	if len(sounds) == 0 {
		return errs
	}
	d := &decoding{ffmpeg: f, sounds: sounds, idle: idle}
	for i := range sounds {
		d.listeners = append(d.listeners, open(i))
	}
	failed := d.run(ctx, errs)
	if failed == nil {
		return errs
	}
	for i := range sounds {
		switch {
		case ctx.Err() != nil:
			errs[i] = ctx.Err()
		case len(sounds) == 1:
			errs[i] = failed
		default:
			errs[i] = f.Decode(ctx, sounds[i:i+1], idle, func(int) Listener { return open(i) })[0]
		}
	}
	return errs
}

// decoding is one process and the files it decodes.
type decoding struct {
	ffmpeg    *Runner
	sounds    []Sound
	idle      bool
	listeners []Listener
	turn      sync.Mutex // one Listener works at a time
}

// run fills errs with what is wrong with single files, and returns an error
// when the process failed.
func (d *decoding) run(ctx context.Context, errs []error) error {
	length := d.length()
	p, err := d.ffmpeg.Start(ctx, Command{
		Args: d.arguments(), Outputs: len(d.sounds), Background: d.idle,
		Time: decodePatience + length, CPU: decodePatience + length/slowest,
	})
	if err != nil {
		return err
	}
	var readers sync.WaitGroup
	for i, pipe := range p.Outputs {
		Widen(pipe, decodePipe)
		readers.Go(func() { errs[i] = d.read(i, pipe) })
	}
	readers.Wait()
	if err := p.Wait(); err != nil {
		return &tag.FileError{Kind: music.CorruptFile, Reason: "The sound cannot be decoded.", Err: err}
	}
	return nil
}

// Widen lets a pipe hold more bytes, where the system allows that, and has a
// read of it wait in the kernel, which costs half of what waiting in Go's does.
func Widen(pipe *os.File, bytes int) {
	_, _ = unix.FcntlInt(pipe.Fd(), unix.F_SETPIPE_SZ, bytes)
}

// length is that of all files together.
func (d *decoding) length() time.Duration {
	var length time.Duration
	for _, s := range d.sounds {
		length += s.Audio.Duration
	}
	return length
}

// arguments write the file i to the i-th output, all at their own rates.
func (d *decoding) arguments() []string {
	args := []string{"-hide_banner", "-loglevel", "error", "-nostdin", "-nostats", "-filter_threads", "1"}
	for _, s := range d.sounds {
		args = append(args, "-thread_queue_size", decodeQueue, "-max_pixels", maxProbedPixels, "-threads", "1", "-vn", "-sn", "-dn")
		args = append(args, Input(s.Path, s.Demuxer)...)
	}
	for i, s := range d.sounds {
		pipe := 1 // the others begin behind the process's own three
		if i > 0 {
			pipe = 2 + i
		}
		args = append(args, "-map", strconv.Itoa(i)+":a:0", "-map_metadata", "-1", "-threads", "1",
			"-ar", strconv.Itoa(s.Rate), "-ac", strconv.Itoa(DecodedChannels(s.Audio)),
			"-c:a", "pcm_f32le", "-flush_packets", "0", "-f", "f32le", "pipe:"+strconv.Itoa(pipe))
	}
	return args
}

// read hands what a pipe brings to its Listener. After an error it reads on,
// as the process writes all files side by side.
func (d *decoding) read(i int, pipe io.Reader) error {
	frame := 4 * DecodedChannels(d.sounds[i].Audio)
	buf, samples := make([]byte, decodeBuffer/frame*frame), make([]float32, decodeBuffer/4)
	left, end := d.most(i), d.end(i)
	heard := int64(0)
	for {
		n, err := io.ReadFull(pipe, buf)
		n -= n % frame
		if left -= int64(n / frame); left < 0 {
			return discard(pipe, &tag.FileError{Kind: music.CorruptFile, Reason: "The sound goes on far beyond the length the file names."})
		}
		n = int(min(int64(n/frame), end-heard)) * frame
		heard += int64(n / frame)
		if n > 0 {
			if err := d.hear(i, Floats(samples, buf[:n])); err != nil {
				return discard(pipe, err)
			}
		}
		switch {
		case err == nil:
		case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
			if heard == 0 {
				return &tag.FileError{Kind: music.CorruptFile, Reason: "The file holds no sound that can be decoded."}
			}
			return nil
		default:
			return fmt.Errorf("decode: %w", err)
		}
	}
}

func (d *decoding) hear(i int, samples []float32) error {
	d.turn.Lock()
	defer d.turn.Unlock()
	return d.listeners[i].Hear(samples)
}

// most is how many samples a file may hold: estimates of its header may be
// wrong, but not by any amount.
func (d *decoding) most(i int) int64 {
	const slack = 600 // seconds
	s := &d.sounds[i]
	return resampled(2*s.Audio.Samples, s.Audio.SampleRate, s.Rate) + slack*int64(s.Rate)
}

// end is where a sound ends: ffmpeg does not leave out the padding of every
// container.
func (d *decoding) end(i int) int64 {
	s := &d.sounds[i]
	if s.Audio.Padding == 0 && s.Demuxer != "mov" {
		return math.MaxInt64
	}
	return resampled(s.Audio.Samples, s.Audio.SampleRate, s.Rate)
}

// resampled is how many samples there are after a change of the sample rate.
func resampled(samples int64, from, to int) int64 {
	const most = 1 << 50 // centuries; no rate makes it overflow
	samples = min(samples, most)
	return samples/int64(from)*int64(to) + samples%int64(from)*int64(to)/int64(from)
}

// discard reads the rest so that the process can go on with other files.
func discard(pipe io.Reader, err error) error {
	_, drained := io.Copy(io.Discard, pipe)
	return errors.Join(err, drained)
}

// Floats reads little-endian floats into samples and returns those. What is no number becomes silence, and so
// does what is fainter than -300 dB: encoders leave such traces in silence, and
// processors take a hundred times as long for the numbers that come of them.
func Floats(samples []float32, b []byte) []float32 {
	const exponent, faintest, infinite = 23, 127 - 50, 255
	samples = samples[:len(b)/4]
	for i := range samples {
		bits := binary.LittleEndian.Uint32(b)
		b = b[4:]
		if bits>>exponent&infinite-faintest >= infinite-faintest {
			bits = 0
		}
		samples[i] = math.Float32frombits(bits)
	}
	return samples
}
