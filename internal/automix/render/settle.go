package render

import (
	"context"
	"slices"

	"sonora/internal/automix/plan"
	"sonora/internal/media/ffmpeg"
)

// Review listens to a mix and may ask for changes before it is encoded.
type Review interface {
	// Begin returns what hears the next attempt from its beginning. Attempts at
	// another loudness may follow before Next.
	Begin() (ffmpeg.Listener, error)
	// Next returns a plan that replaces that of the last attempt, which is over,
	// and the numbers of the joins that differ; no numbers if the mix is good.
	Next() (next *plan.Plan, changed []int, err error)
}

// Settle writes the whole mix to a file once review finds nothing more to change.
// It mixes only the changed parts again, and encodes only once. r.Plan is then the
// plan of the file.
func (r *Renderer) Settle(ctx context.Context, path string, review Review) (*Master, error) {
	isLossy, open, err := r.file(ctx, path)
	if err != nil {
		return nil, err
	}
	t, err := newScratch(r.Folder, 0)
	if err != nil {
		return nil, err
	}
	defer t.close()
	m := &Master{}
	listen := func() (encoder, error) {
		l, err := review.Begin()
		return heard{l}, err
	}
	again := func(e encoder) error { return r.master(ctx, m, t, isLossy, e) }
	fill := func(e encoder) error { return r.join(ctx, m, t, isLossy, e) }
	for {
		if err := r.loud(m, listen, fill, again); err != nil {
			return nil, err
		}
		next, changed, err := review.Next()
		if err != nil {
			return nil, err
		}
		if len(changed) == 0 {
			break
		}
		if err := r.change(ctx, m, t, next); err != nil {
			return nil, err
		}
		fill = func(e encoder) error { return r.remaster(ctx, m, t, isLossy, changed, e) }
	}
	err = r.encode(open, func(e encoder) error {
		s := r.stage(m, t, isLossy)
		return s.replay(ctx, m.output(r.Plan, isLossy, 0, 0, r.Plan.Frames, e.Write), 0, r.Plan.Frames)
	})
	r.tell(1)
	return m, err
}

// heard passes sound to a listener instead of encoding it.
type heard struct{ ffmpeg.Listener }

// Write implements encoder.
func (h heard) Write(samples []float32) error { return h.Hear(samples) }

// Close implements encoder.
func (h heard) Close() error { return nil }

// Discard implements encoder.
func (h heard) Discard() {}

// change makes a scratch file with the sum of r.Plan hold that of another plan,
// which becomes r.Plan. It mixes only the parts that differ.
func (r *Renderer) change(ctx context.Context, m *Master, t *scratch, next *plan.Plan) error {
	same := append(next.Same(r.Plan), plan.Span{From: next.Frames, To: next.Frames})
	old := &scratch{parts: t.parts}
	r.Plan = next
	var parts []part
	at := int64(0)
	for _, span := range same {
		if at < span.From {
			parts = append(parts, part{at, t.size})
			_, err := r.sum(ctx, at, span.From, m.Shifts, func(at int64, samples []float32) error {
				r.tell(summing * float64(at) / float64(next.Frames))
				return t.write(samples)
			})
			if err != nil {
				return err
			}
		}
		parts = old.appendTo(parts, span)
		at = span.To
	}
	return t.rearrange(ctx, parts, next.Frames)
}

// appendTo appends the parts of a span of the mix in s to those of another mix.
func (s *scratch) appendTo(parts []part, span plan.Span) []part {
	for at := span.From; at < span.To; {
		n, place := s.find(span.Old+at-span.From, span.To-at)
		parts = append(parts, part{at, place})
		at += n
	}
	return parts
}

// remaster is master, but keeps the rides of the joins that have not changed.
func (r *Renderer) remaster(ctx context.Context, m *Master, t *scratch, isLossy bool, changed []int, e encoder) error {
	rides := slices.Clone(m.Rides)
	l, err := r.level(m, t, isLossy, e)
	if err != nil {
		return err
	}
	for i := range rides {
		if slices.Contains(changed, i) {
			rides[i] = Ride{}
		}
	}
	l.Rides = rides
	for _, i := range changed {
		if err := l.ride(i); err != nil {
			return err
		}
	}
	return l.finish(ctx)
}
