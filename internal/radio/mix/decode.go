package mix

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"sonora/internal/media/ffmpeg"
)

const (
	decodeBlock = 16 << 10 // bytes per read
	decodeCPU   = 20       // CPU time limit, as a multiple of real time
	patience    = 2 * time.Minute
)

// output holds the ffmpeg options for the mixer's format.
var output = []string{
	"-map", "0:a:0", "-map_metadata", "-1", "-threads", "1", "-ar", "48000", "-ac", "2",
	"-c:a", "pcm_f32le", "-flush_packets", "0", "-f", "f32le", "pipe:1",
}

var quietly = []string{"-hide_banner", "-loglevel", "error", "-nostdin", "-nostats", "-filter_threads", "1"}

// Decode decodes a stream that arrives in real time, such as a live source,
// into a ring buffer until it ends. container is ffmpeg's name of its format:
// mp3, aac, ogg, flac, matroska. It waits for room in the ring, and closes the
// ring at the end.
func Decode(ctx context.Context, f *ffmpeg.Runner, container string, stream io.Reader, into *Ring) error {
	defer into.Close()
	args := append(append([]string{}, quietly...), "-probesize", "32768", "-analyzeduration", "500000", "-threads", "1", "-vn", "-sn", "-dn")
	args = append(append(args, ffmpeg.StreamInput(container)...), output...)
	args[len(args)-4] = "1" // -flush_packets: at once
	return pump(ctx, f, ffmpeg.Command{Args: args, Stdin: stream, Time: ffmpeg.Endless, CPU: ffmpeg.Endless}, func(samples []float32) error {
		return into.Write(ctx, samples)
	})
}

// decodeFile decodes a file from a time in seconds on.
func decodeFile(ctx context.Context, f *ffmpeg.Runner, path, demuxer string, length time.Duration, from int64, hear func([]float32) error) error {
	args := append(append([]string{}, quietly...), "-max_pixels", "50000000", "-threads", "1", "-vn", "-sn", "-dn")
	if from > 0 {
		args = append(args, "-ss", strconv.FormatInt(from, 10))
	}
	args = append(append(args, ffmpeg.Input(path, demuxer)...), output...)
	return pump(ctx, f, ffmpeg.Command{Args: args, Time: ffmpeg.Endless, CPU: patience + length/decodeCPU}, hear)
}

// errEnough ends a pump that needs no more sound.
var errEnough = errors.New("enough")

// pump passes on the output of a process until it ends. The samples are valid
// only during the call.
func pump(ctx context.Context, f *ffmpeg.Runner, c ffmpeg.Command, hear func([]float32) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	p, err := f.Start(ctx, c)
	if err != nil {
		return err
	}
	const frame = 4 * Channels
	buffer, samples, rest := make([]byte, decodeBlock), make([]float32, decodeBlock/4), 0
	for {
		n, err := p.Outputs[0].Read(buffer[rest:])
		n += rest
		whole := n / frame * frame
		if whole > 0 {
			if heard := hear(ffmpeg.Floats(samples, buffer[:whole])); heard != nil {
				p.Discard()
				if errors.Is(heard, errEnough) {
					return nil
				}
				return heard
			}
		}
		rest = copy(buffer, buffer[whole:n])
		switch {
		case errors.Is(err, io.EOF):
			return p.Wait()
		case err != nil:
			p.Discard()
			return fmt.Errorf("decode: %w", err)
		}
	}
}
