package similarity

import (
	"context"
	"time"

	"sonora/internal/sound"
)

const (
	chunk     = 2000             // rows read at once
	sampled   = 4000             // approximate number of vectors that the scale is fitted to
	overlap   = 10 * time.Minute // read again, because the clocks of servers differ
	refitFrom = 64               // a new scale is fitted once the library has grown by this many tracks and by half
)

// load reads the whole index, once for any number of callers.
func (s *Service) load(ctx context.Context) (*index, error) {
	s.loading.Lock()
	defer s.loading.Unlock()
	s.mu.Lock()
	x := s.index
	if x == nil {
		s.library, s.vectors = false, false
	}
	s.mu.Unlock()
	if x != nil {
		return x, nil // another caller was faster
	}
	begun := s.now()
	x, analysed, err := s.readAll(ctx)
	if err != nil {
		return nil, err
	}
	s.Log.Debug("similarity index loaded", "tracks", x.live(), "took", s.now().Sub(begun))
	s.mu.Lock()
	defer s.mu.Unlock()
	s.index, s.analysed = x, analysed
	return x, nil
}

// readAll builds an index of all vectors. analysed is the time of the latest
// analysis in it.
func (s *Service) readAll(ctx context.Context) (x *index, analysed time.Time, err error) {
	n, err := s.Store.CountVectors(ctx)
	if err != nil {
		return nil, analysed, err
	}
	var sample [][]float32
	err = s.each(ctx, max(1, n/sampled), func(rows []sound.TrackVector) {
		for i := range rows {
			if usable(rows[i].Vector) {
				sample = append(sample, rows[i].Vector)
			}
		}
	})
	if err != nil {
		return nil, analysed, err
	}
	x = newIndex(fit(sample))
	err = s.each(ctx, 1, func(rows []sound.TrackVector) {
		x.put(rows)
		analysed = latest(analysed, rows)
	})
	x.scale.fitted = x.live()
	return x, analysed, err
}

// each passes all vectors, or every step-th one, to take in chunks.
func (s *Service) each(ctx context.Context, step int, take func([]sound.TrackVector)) error {
	for after := int64(0); ; {
		rows, err := s.Store.Vectors(ctx, after, step, chunk)
		if err != nil || len(rows) == 0 {
			return err
		}
		take(rows)
		after = rows[len(rows)-1].Seq
	}
}

func latest(at time.Time, rows []sound.TrackVector) time.Time {
	for i := range rows {
		if rows[i].AnalysedAt.After(at) {
			at = rows[i].AnalysedAt
		}
	}
	return at
}

// read updates an index. If library is true, it also reads which tracks exist.
func (s *Service) read(ctx context.Context, x *index, library bool) error {
	if library {
		if err := s.readLibrary(ctx, x); err != nil {
			return err
		}
	}
	if err := s.readAnalyses(ctx, x); err != nil {
		return err
	}
	if n := x.live(); n < x.scale.fitted+refitFrom || n < x.scale.fitted*3/2 {
		return nil
	}
	fresh, analysed, err := s.readAll(ctx)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.index, s.analysed = fresh, analysed
	return nil
}

// readLibrary reads which tracks exist and who may hear them.
func (s *Service) readLibrary(ctx context.Context, x *index) error {
	w := x.sweep()
	for after := int64(0); ; {
		there, err := s.Store.VectorTracks(ctx, after, chunk)
		if err != nil {
			return err
		}
		if len(there) == 0 {
			w.end()
			return nil
		}
		after = there[len(there)-1].Seq
		missing := w.keep(there)
		if len(missing) == 0 {
			continue
		}
		rows, err := s.Store.VectorsOf(ctx, missing)
		if err != nil {
			return err
		}
		x.put(rows)
	}
}

// readAnalyses reads the vectors of recently analysed tracks.
func (s *Service) readAnalyses(ctx context.Context, x *index) error {
	s.mu.Lock()
	since := s.analysed
	s.mu.Unlock()
	if !since.IsZero() {
		since = since.Add(-overlap)
	}
	for {
		rows, err := s.Store.VectorsSince(ctx, since, chunk)
		if err != nil {
			return err
		}
		x.put(rows)
		last := latest(since, rows)
		s.mu.Lock()
		if last.After(s.analysed) {
			s.analysed = last
		}
		s.mu.Unlock()
		if len(rows) < chunk || !last.After(since) {
			return nil
		}
		since = last
	}
}
