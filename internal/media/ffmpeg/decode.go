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
	// MaxChannels is the maximum number of channels that Decode returns. It
	// mixes sounds with more channels down to two.
	MaxChannels     = 8
	decodePatience  = 2 * time.Minute // added to the duration of the sound, for a busy machine
	slowest         = 20              // minimum decoding speed, relative to real time, in processor time
	decodeBuffer    = 64 << 10        // bytes read at a time
	decodePipe      = 512 << 10       // bytes of pipe buffer; small pipes make the processes wait for each other
	decodeQueue     = "1024"          // packets read ahead, for the same reason
	maxProbedPixels = "50000000"      // size limit for embedded pictures, which ffmpeg probes even if unused
)

// Sound is a file to decode, with the results of Probe.
type Sound struct {
	Path    string
	Audio   *music.AudioFile
	Demuxer string
	Rate    int // output sample rate in Hz; Probe sets the file's own
	// Filter is what the sound passes through before it is brought to Rate, in
	// ffmpeg's syntax; "" is nothing. It may change the length of the sound.
	Filter string
	Stereo bool // decode to two channels, however many the file has
}

// channels returns the number of channels that Decode returns for a sound.
func (s *Sound) channels() int {
	if s.Stereo {
		return 2
	}
	return DecodedChannels(s.Audio)
}

// Probe examines a file before decoding. Its error is a *tag.FileError.
func Probe(path string) (Sound, error) {
	audio, demuxer, err := tag.Probe(path)
	if err != nil {
		return Sound{Path: path}, err
	}
	return Sound{Path: path, Audio: audio, Demuxer: demuxer, Rate: audio.SampleRate}, nil
}

// DecodedChannels returns the number of channels that Decode returns for a
// file.
func DecodedChannels(a *music.AudioFile) int {
	if a.Channels > MaxChannels {
		return 2
	}
	return a.Channels
}

// Listener receives the decoded sound of one file: interleaved samples in whole
// frames, never NaN or infinite. It must not keep the slice.
type Listener interface{ Hear(samples []float32) error }

// Decode decodes files at their Rates in a single process, because starting one
// takes as long as decoding a minute of music. Each file's sound goes to the
// Listener that open returns for it; only one Listener is called at a time. If
// the process fails, Decode decodes the files again one by one with new
// Listeners, so that a damaged file does not affect the others. With idle, the
// process uses only otherwise idle processor time.
//
// Decode returns one error per file, nil for success. An error that is a
// *tag.FileError means that the file is at fault.
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
	hearing   sync.Mutex // held while a Listener runs
}

// run sets errs for files that are at fault, and returns an error if the
// process failed.
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
		return &tag.FileError{Kind: music.CorruptFile, Reason: music.Say("The sound cannot be decoded."), Err: err}
	}
	return nil
}

// Widen enlarges the buffer of a pipe if the system allows it. Reading its file
// descriptor makes the pipe blocking, so reads wait in the kernel, which costs
// half as much as waiting in the Go runtime.
func Widen(pipe *os.File, bytes int) {
	_, _ = unix.FcntlInt(pipe.Fd(), unix.F_SETPIPE_SZ, bytes)
}

// length returns the total duration of the files.
func (d *decoding) length() time.Duration {
	var length time.Duration
	for _, s := range d.sounds {
		length += s.Audio.Duration
	}
	return length
}

// arguments returns ffmpeg's arguments, which write file i to output i at its
// own rate.
func (d *decoding) arguments() []string {
	args := []string{"-hide_banner", "-loglevel", "error", "-nostdin", "-nostats", "-filter_threads", "1"}
	for _, s := range d.sounds {
		args = append(args, "-thread_queue_size", decodeQueue, "-max_pixels", maxProbedPixels, "-threads", "1", "-vn", "-sn", "-dn")
		args = append(args, Input(s.Path, s.Demuxer)...)
	}
	for i, s := range d.sounds {
		pipe := 1 // the other outputs follow the three standard streams
		if i > 0 {
			pipe = 2 + i
		}
		args = append(args, "-map", strconv.Itoa(i)+":a:0", "-map_metadata", "-1", "-threads", "1")
		if s.Filter != "" {
			args = append(args, "-filter:a", s.Filter)
		}
		args = append(args, "-ar", strconv.Itoa(s.Rate), "-ac", strconv.Itoa(s.channels()),
			"-c:a", "pcm_f32le", "-flush_packets", "0", "-f", "f32le", "pipe:"+strconv.Itoa(pipe))
	}
	return args
}

// read passes the sound from a pipe to its Listener. After an error it keeps
// reading, because the process writes all files in parallel.
func (d *decoding) read(i int, pipe io.Reader) error {
	frame := 4 * d.sounds[i].channels()
	buf, samples := make([]byte, decodeBuffer/frame*frame), make([]float32, decodeBuffer/4)
	left, end := d.maxSamples(i), d.end(i)
	heard := int64(0)
	for {
		n, err := io.ReadFull(pipe, buf)
		n -= n % frame
		if left -= int64(n / frame); left < 0 {
			return discard(pipe, &tag.FileError{Kind: music.CorruptFile, Reason: music.Say("The sound goes on far beyond the length the file names.")})
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
				return &tag.FileError{Kind: music.CorruptFile, Reason: music.Say("The file holds no sound that can be decoded.")}
			}
			return nil
		default:
			return fmt.Errorf("decode: %w", err)
		}
	}
}

func (d *decoding) hear(i int, samples []float32) error {
	d.hearing.Lock()
	defer d.hearing.Unlock()
	return d.listeners[i].Hear(samples)
}

// maxSamples returns the maximum number of samples of a file. The header may be
// an estimate, but is not wrong by more than this.
func (d *decoding) maxSamples(i int) int64 {
	const slack = 600 // seconds
	s := &d.sounds[i]
	return resampled(2*s.Audio.Samples, s.Audio.SampleRate, s.Rate) + slack*int64(s.Rate)
}

// end returns the sample at which a sound ends, because ffmpeg does not remove
// the padding in every container.
func (d *decoding) end(i int) int64 {
	s := &d.sounds[i]
	if s.Filter != "" || s.Audio.Padding == 0 && s.Demuxer != "mov" {
		return math.MaxInt64
	}
	return s.Length()
}

// Length returns the number of samples per channel at Rate, without a Filter.
func (s *Sound) Length() int64 { return resampled(s.Audio.Samples, s.Audio.SampleRate, s.Rate) }

// resampled converts a number of samples to another sample rate.
func resampled(samples int64, from, to int) int64 {
	const maxCount = 1 << 50 // centuries of sound; no sample rate makes it overflow
	samples = min(samples, maxCount)
	return samples/int64(from)*int64(to) + samples%int64(from)*int64(to)/int64(from)
}

// discard reads the rest of a pipe so that the process can continue with other
// files.
func discard(pipe io.Reader, err error) error {
	_, drained := io.Copy(io.Discard, pipe)
	return errors.Join(err, drained)
}

// Floats decodes little-endian floats into samples and returns the filled part.
// NaN, infinities and values below -300 dB become 0: encoders leave such traces
// in silence, and processors handle the resulting subnormal numbers a hundred
// times slower.
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
