package render

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"slices"

	"sonora/internal/automix/plan"
	"sonora/internal/codec/mpeg"
	"sonora/internal/media/ffmpeg"
)

// Step is the length of an MP3 frame, in frames of the mix. A part of a mix
// that begins and ends at multiples of Step can be replaced without encoding
// the rest again.
const Step = ffmpeg.MP3Samples

const (
	frameBytes = ffmpeg.MP3Frame
	approach   = 10 // MP3 frames encoded in advance and discarded, to prime the encoder
	lameDelay  = 576
)

// frameHeader is the header of the first MP3 frame, which holds no sound.
var frameHeader = []byte{0xff, 0xfb, 0xe4, 0x44}

// mp3Frames returns the number of MP3 frames that hold the sound of a mix,
// without the first frame.
func mp3Frames(p *plan.Plan) int64 { return (p.Frames + ffmpeg.MP3Delay + Step - 1) / Step }

// Size returns the size of a mix as MP3 in bytes. It is known before anything is
// rendered, because all frames have the same size.
func Size(p *plan.Plan) int64 { return (1 + mp3Frames(p)) * frameBytes }

// Playable returns how many seconds of a mix are in the first bytes of its MP3.
func Playable(p *plan.Plan, bytes int64) float64 {
	samples := (bytes/frameBytes-1)*Step - ffmpeg.MP3Delay
	return float64(max(0, min(samples, p.Frames))) / plan.Rate
}

// infoFrame returns the first MP3 frame of a mix, which states the length of the
// sound.
func infoFrame(p *plan.Plan) []byte {
	n := mp3Frames(p)
	info := mpeg.Info{Frames: n, Bytes: Size(p), Delay: lameDelay, Padding: n*Step - p.Frames - lameDelay}
	return info.Frame(frameHeader, frameBytes)
}

// MP3 writes the whole mix to a file and calls heard with the number of bytes
// that can be played so far. It may overwrite them later to correct the
// loudness.
func (r *Renderer) MP3(ctx context.Context, file *os.File, heard func(bytes int64)) (*Master, error) {
	if _, err := file.WriteAt(infoFrame(r.Plan), 0); err != nil {
		return nil, fmt.Errorf("write the sound of a mix: %w", err)
	}
	most := int64(0)
	return r.mix(ctx, true, func() (encoder, error) {
		w := &frameWriter{file: file, at: frameBytes, left: mp3Frames(r.Plan), heard: func(bytes int64) {
			if bytes > most {
				most = bytes
				heard(bytes)
			}
		}}
		return r.encodeTo(ctx, w)
	})
}

// encodeTo starts an encoder whose output w writes.
func (r *Renderer) encodeTo(ctx context.Context, w *frameWriter) (encoder, error) {
	e, err := r.FFmpeg.MP3(ctx, r.Idle, w.write)
	if err != nil {
		return nil, err
	}
	return &framed{MP3: e, frames: w}, nil
}

// frameWriter writes a range of an encoder's MP3 frames to a file.
type frameWriter struct {
	file  io.WriterAt
	at    int64 // offset in the file of the next MP3 frame
	skip  int64 // MP3 frames to discard first
	left  int64 // MP3 frames still to write
	heard func(bytes int64)
}

func (w *frameWriter) write(b []byte) error {
	skipped := min(w.skip, int64(len(b)/frameBytes))
	w.skip -= skipped
	b = b[skipped*frameBytes:]
	b = b[:min(int64(len(b)), w.left*frameBytes)]
	if len(b) == 0 {
		return nil
	}
	if _, err := w.file.WriteAt(b, w.at); err != nil {
		return fmt.Errorf("write the sound of a mix: %w", err)
	}
	w.at += int64(len(b))
	w.left -= int64(len(b) / frameBytes)
	if w.heard != nil {
		w.heard(w.at)
	}
	return nil
}

// framed is an encoder that writes to frames.
type framed struct {
	*ffmpeg.MP3
	frames *frameWriter
}

// Close feeds silence to the encoder, so that it writes the last frames.
func (f *framed) Close() error {
	if err := f.Write(make([]float32, 2*4*Step)); err != nil {
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

// Again writes the sound of r.Plan to a file. It renders the parts that differ
// from the plan old and copies the rest from the old sound, from. m is the
// master of the old sound. The returned master keeps its loudness, and has new
// rides for the joins for which changed is true.
func (r *Renderer) Again(ctx context.Context, old *plan.Plan, m *Master, changed func(join int) bool, from io.ReaderAt, file *os.File) (*Master, error) {
	if _, err := file.WriteAt(infoFrame(r.Plan), 0); err != nil {
		return nil, fmt.Errorf("write the sound of a mix: %w", err)
	}
	changes := r.changes(old)
	at, oldAt := int64(0), int64(0)
	for _, c := range changes {
		if err := move(file, from, at, oldAt, c.From-at); err != nil {
			return nil, err
		}
		at, oldAt = c.To, c.OldTo
	}
	if at < r.Plan.Frames {
		if err := move(file, from, at, oldAt, mp3Frames(r.Plan)*Step-at); err != nil {
			return nil, err
		}
	}
	next := &Master{Trim: m.Trim, Rides: slices.Clone(m.Rides), Loudness: m.Loudness, Shifts: m.Shifts}
	done, total := int64(0), int64(0) // frames to mix
	for _, c := range changes {
		total += r.frames(c)
	}
	for _, c := range changes {
		one, n, before := *r, r.frames(c), done
		one.Progress = func(share float64) { r.tell((float64(before) + share*float64(n)) / float64(total)) }
		if err := one.part(ctx, next, c, changed, file); err != nil {
			return nil, err
		}
		done += n
	}
	return next, nil
}

// changes returns the parts to render again for a change of the plan old.
func (r *Renderer) changes(old *plan.Plan) []plan.Change { return r.Plan.Changes(old, Step, Lead) }

// byteOf returns the offset in a file of the MP3 frame that holds a frame of
// the mix.
func byteOf(frame int64) int64 { return (1 + frame/Step) * frameBytes }

// move copies the MP3 frames of length frames of the mix, from frame old in the
// file from to frame at in file.
func move(file io.WriterAt, from io.ReaderAt, at, old, length int64) error {
	n := length / Step * frameBytes
	if got, err := io.Copy(io.NewOffsetWriter(file, byteOf(at)), io.NewSectionReader(from, byteOf(old), n)); err != nil || got < n {
		return fmt.Errorf("copy the sound of a mix: %d of %d bytes: %w", got, n, cmp.Or(err, io.ErrUnexpectedEOF))
	}
	return nil
}

// span returns the frames of the mix to mix again for a change, with what comes
// before and after it.
func (r *Renderer) span(c plan.Change) (start, end int64) {
	return max(0, c.From-warmUp*plan.Rate) / block * block, min(c.To+block+8*Step, r.Plan.Frames)
}

// frames returns how many frames are mixed for a change.
func (r *Renderer) frames(c plan.Change) int64 {
	start, end := r.span(c)
	return end - start
}

// Needs returns the entries of the plan that Again plays, and whose files it
// therefore needs.
func (r *Renderer) Needs(old *plan.Plan) []bool {
	needs := make([]bool, len(r.Plan.Entries))
	for _, c := range r.changes(old) {
		start, end := r.span(c)
		for i := range r.Plan.Entries {
			needs[i] = needs[i] || r.Plan.Entries[i].Overlaps(start, end)
		}
	}
	return needs
}

// part renders a changed part of a mix into a file that already holds what has
// not changed, and rides the changed joins in it anew in m.
func (r *Renderer) part(ctx context.Context, m *Master, c plan.Change, changed func(join int) bool, file *os.File) error {
	start, end := r.span(c)
	t, err := newScratch(r.Folder, start)
	if err != nil {
		return err
	}
	defer t.close()
	shifts := m.Shifts
	if shifts == nil {
		shifts = []int64{} // of a mix without shifts
	}
	_, err = r.sum(ctx, start, end, shifts, func(at int64, samples []float32) error {
		r.tell(summing * float64(at-start) / float64(end-start))
		return t.write(samples)
	})
	if err != nil {
		return err
	}
	s := r.stage(m, t, true)
	if err := s.rideAgain(c, changed); err != nil {
		return err
	}
	first := max(0, c.From-approach*Step)
	left := (c.To - c.From) / Step
	if c.To == r.Plan.Frames {
		left = mp3Frames(r.Plan) - c.From/Step
	}
	w := &frameWriter{file: file, at: byteOf(c.From), skip: (c.From - first) / Step, left: left}
	return r.encode(func() (encoder, error) { return r.encodeTo(ctx, w) }, func(e encoder) error {
		return s.replay(ctx, s.output(r.Plan, true, start, first, end, e.Write), start, end)
	})
}

// rideAgain rides the joins anew that changed in a part.
func (s *stage) rideAgain(c plan.Change, changed func(join int) bool) error {
	var joins []int
	for i := range s.Rides {
		if j := &s.Plan.Joins[i]; changed(i) && j.At >= c.From && j.At < c.To {
			joins = append(joins, i)
			s.Rides[i] = Ride{}
		}
	}
	for _, i := range joins {
		if err := s.ride(i); err != nil {
			return err
		}
	}
	return nil
}

// replay passes the frames [start, end) of the sum to the last stage, and
// finishes it.
func (s *stage) replay(ctx context.Context, out *output, start, end int64) error {
	const step = 10 * block // between two reports of progress
	for at := start; at < end; at += step {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := s.pass(out, at, min(at+step, end)); err != nil {
			return err
		}
		s.tell(summing + (1-summing)*float64(at-start)/float64(end-start))
	}
	return out.finish()
}
