package render

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"

	"sonora/internal/automix/plan"
	"sonora/internal/codec/mpeg"
	"sonora/internal/dsp"
	"sonora/internal/media/ffmpeg"
)

// Grid is the length of an MP3 frame: a part of a mix that begins and ends on
// its multiples can be replaced without encoding the rest again.
const Grid = ffmpeg.MP3Samples

const (
	frameBytesMP3 = ffmpeg.MP3Frame
	approach      = 10 // frames that an encoder hears before the ones that are taken
	lameDelay     = 576
)

// frameHeader is that of the first frame, which has no sound.
var frameHeader = []byte{0xff, 0xfb, 0xe4, 0x44}

// mp3Frames returns how many MP3 frames hold a mix, without the first one.
func mp3Frames(p *plan.Plan) int64 { return (p.Frames + ffmpeg.MP3Delay + Grid - 1) / Grid }

// Size returns the size of a mix as MP3 in bytes. It is known before anything is
// rendered, because all frames have the same size.
func Size(p *plan.Plan) int64 { return (1 + mp3Frames(p)) * frameBytesMP3 }

// Playable returns how many seconds of a mix the first bytes of its MP3 play.
func Playable(p *plan.Plan, bytes int64) float64 {
	samples := (bytes/frameBytesMP3-1)*Grid - ffmpeg.MP3Delay
	return float64(max(0, min(samples, p.Frames))) / plan.Rate
}

// first returns the first frame of a mix as MP3, which tells its length.
func first(p *plan.Plan) []byte {
	n := mp3Frames(p)
	info := mpeg.Info{Frames: n, Bytes: Size(p), Delay: lameDelay, Padding: n*Grid - p.Frames - lameDelay}
	return info.Frame(frameHeader, frameBytesMP3)
}

// MP3 writes the whole mix to a file. heard is told how many bytes of the file
// can be played so far; those may be written once more to correct the loudness.
func (r *Renderer) MP3(ctx context.Context, file *os.File, heard func(bytes int64)) (*Master, error) {
	if _, err := file.WriteAt(first(r.Plan), 0); err != nil {
		return nil, fmt.Errorf("write the sound of a mix: %w", err)
	}
	most := int64(0)
	return r.mix(ctx, true, func() (encoder, error) {
		w := &frames{file: file, at: frameBytesMP3, left: mp3Frames(r.Plan), heard: func(bytes int64) {
			if bytes > most {
				most = bytes
				heard(bytes)
			}
		}}
		return r.frames(ctx, w)
	})
}

// frames starts an encoder whose frames are written by w.
func (r *Renderer) frames(ctx context.Context, w *frames) (encoder, error) {
	e, err := r.FFmpeg.MP3(ctx, r.Idle, w.write)
	if err != nil {
		return nil, err
	}
	return &framed{MP3: e, frames: w}, nil
}

// frames writes some of the frames of an encoder to a file, one after another.
type frames struct {
	file  io.WriterAt
	at    int64 // byte of the next frame
	skip  int64 // frames that are not taken
	left  int64 // frames that are still to be taken
	heard func(bytes int64)
}

func (w *frames) write(b []byte) error {
	skipped := min(w.skip, int64(len(b)/frameBytesMP3))
	w.skip -= skipped
	b = b[skipped*frameBytesMP3:]
	b = b[:min(int64(len(b)), w.left*frameBytesMP3)]
	if len(b) == 0 {
		return nil
	}
	if _, err := w.file.WriteAt(b, w.at); err != nil {
		return fmt.Errorf("write the sound of a mix: %w", err)
	}
	w.at += int64(len(b))
	w.left -= int64(len(b) / frameBytesMP3)
	if w.heard != nil {
		w.heard(w.at)
	}
	return nil
}

// framed is an encoder to frames.
type framed struct {
	*ffmpeg.MP3
	frames *frames
}

// Close lets the encoder hear silence, so that it writes the last frames.
func (f *framed) Close() error {
	if err := f.Write(make([]float32, 2*4*Grid)); err != nil {
		f.Discard()
		return err
	}
	if err := f.MP3.Close(); err != nil {
		return err
	}
	if f.frames.left > 0 {
		return fmt.Errorf("write the sound of a mix: %d frames are missing", f.frames.left)
	}
	return nil
}

// Again renders what differs between an old plan, whose sound is in from, and
// the plan of r, and writes the whole new sound to a file. Loudness stays as the
// old mix has it, which m says; the result is what belongs to the new one.
// changed are the joins whose level is ridden anew.
func (r *Renderer) Again(ctx context.Context, old *plan.Plan, m *Master, changed func(join int) bool, from io.ReaderAt, file *os.File) (*Master, error) {
	c := r.Plan.Compare(old, Grid, Lead)
	if err := move(file, from, 0, 0, c.From); err != nil {
		return nil, err
	}
	if _, err := file.WriteAt(first(r.Plan), 0); err != nil {
		return nil, fmt.Errorf("write the sound of a mix: %w", err)
	}
	if c.To < r.Plan.Frames {
		if err := move(file, from, c.To, c.OldTo, mp3Frames(r.Plan)*Grid-c.To); err != nil {
			return nil, err
		}
	}
	return r.part(ctx, m, c, changed, file)
}

// byteOf returns where the MP3 frame of a frame of the mix is in a file.
func byteOf(frame int64) int64 { return (1 + frame/Grid) * frameBytesMP3 }

// move copies MP3 frames from one file to another: those of some frames of the
// mix, which begin at frame old there and at frame at here.
func move(file io.WriterAt, from io.ReaderAt, at, old, length int64) error {
	n := length / Grid * frameBytesMP3
	if got, err := io.Copy(io.NewOffsetWriter(file, byteOf(at)), io.NewSectionReader(from, byteOf(old), n)); err != nil || got < n {
		return fmt.Errorf("copy the sound of a mix: %d of %d bytes: %w", got, n, cmp.Or(err, io.ErrUnexpectedEOF))
	}
	return nil
}

// part renders a part of a mix into a file that has the rest already.
func (r *Renderer) part(ctx context.Context, m *Master, c plan.Change, changed func(join int) bool, file *os.File) (*Master, error) {
	t, err := newTape(r.Folder)
	if err != nil {
		return nil, err
	}
	defer t.close()
	meter, err := dsp.NewLoudnessMeter(plan.Rate, 2)
	if err != nil {
		return nil, err
	}
	start := max(0, c.From-warmUp*plan.Rate) / block * block
	end := min(c.To+block+8*Grid, r.Plan.Frames)
	err = r.sum(ctx, start, end, func(at int64, samples []float32) error {
		meter.Write(samples)
		r.tell(summing * float64(at-start) / float64(end-start))
		return t.write(samples)
	})
	if err != nil {
		return nil, err
	}
	next := r.ridden(m, meter.Levels(), start, changed)
	first := max(0, c.From-approach*Grid)
	left := (c.To - c.From) / Grid
	if c.To == r.Plan.Frames {
		left = mp3Frames(r.Plan) - c.From/Grid
	}
	w := &frames{file: file, at: byteOf(c.From), skip: (c.From - first) / Grid, left: left}
	err = r.encode(func() (encoder, error) { return r.frames(ctx, w) }, func(e encoder) error {
		return r.replay(ctx, next.output(r.Plan, true, start, first, end, e.Write), t, start, end)
	})
	return next, err
}

// ridden returns a master whose rides are those of m, but anew for the changed
// joins. levels are those of the sum from frame base on.
func (r *Renderer) ridden(m *Master, levels []float32, base int64, changed func(join int) bool) *Master {
	next := &Master{Trim: m.Trim, Rides: append([]Ride(nil), m.Rides...), Loudness: m.Loudness}
	for i := range r.Plan.Joins {
		if changed(i) {
			continue
		}
		for k := range levels {
			levels[k] += next.Rides[i].at(base + int64(k)*block - r.Plan.Joins[i].At)
		}
	}
	for i := range r.Plan.Joins {
		if changed(i) {
			next.Rides[i] = ride(&r.Plan.Joins[i], levels, base)
		}
	}
	return next
}

// replay passes what is on a tape, from frame start of the mix on, to the last
// stage.
func (r *Renderer) replay(ctx context.Context, out *output, t *tape, start, end int64) error {
	buffer := make([]float32, 2*block)
	for at := start; at < end; at += block {
		if err := ctx.Err(); err != nil {
			return err
		}
		part := buffer[:2*min(block, end-at)]
		if err := t.read(part, at-start); err != nil {
			return err
		}
		if err := out.write(part); err != nil {
			return err
		}
		r.tell(summing + (1-summing)*float64(at-start)/float64(end-start))
	}
	return out.finish()
}
