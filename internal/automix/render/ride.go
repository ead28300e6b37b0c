package render

import (
	"sonora/internal/automix/plan"
	"sonora/internal/dsp"
)

// Ride holds the gains with which the level is ridden around a join.
type Ride struct {
	From  int64     `json:"from"`  // frame of the first gain, counted from the beginning of the join
	Gains []float32 `json:"gains"` // dB for each 100 ms; none outside
}

// at returns the gain in dB at a frame, counted from the beginning of the join.
func (r *Ride) at(frame int64) float32 {
	frame -= r.From
	i := int(frame / block)
	if frame < 0 || i >= len(r.Gains) {
		return 0
	}
	next := float32(0)
	if i+1 < len(r.Gains) {
		next = r.Gains[i+1]
	}
	return r.Gains[i] + (next-r.Gains[i])*float32(frame%block)/block
}

// The bounds of riding the level: numbers of values of 100 ms, and dB.
const (
	rideReach  = 90  // before and after a join
	rideMean   = 60  // before and after that range, for the mean level on either side
	rideWindow = 15  // to either side: short-term loudness, 3 s
	rideFree   = 1.0 // LU by which the level may deviate from the line
	maxTaken   = 3.0 // LU that the limiter may take where the level is raised
	maxRide    = 9.0
	rideSmooth = 10
	ridings    = 6
	rideLead   = rideReach + max(rideMean, rideSmooth*ridings) // before and after a join, which its ride reads or changes
)

// Lead is the number of frames before and after a join that its ride reads or
// changes, plus those that the limiter needs.
const Lead = (rideLead + 20) * block

// stage makes a mix of the sum of all tracks: it rides its level, and passes it
// through the last stage.
type stage struct {
	*Renderer
	*Master
	scratch *scratch // the sum
	isLossy bool
	buffer  []float32
}

func (r *Renderer) stage(m *Master, t *scratch, isLossy bool) stage {
	return stage{Renderer: r, Master: m, scratch: t, isLossy: isLossy, buffer: make([]float32, 2*block)}
}

// pass passes the frames [at, end) of the sum to the last stage.
func (s *stage) pass(out *output, at, end int64) error {
	for at < end {
		part := s.buffer[:2*min(block, end-at)]
		if err := s.scratch.read(part, at); err != nil {
			return err
		}
		if err := out.write(part); err != nil {
			return err
		}
		at += block
	}
	return nil
}

// ride rides the level around join i as a DJ would, so that it neither drops nor
// jumps. It repeats on what the limiter leaves of its own result, because the
// level changes faster than the smoothed gain.
func (s *stage) ride(i int) error {
	j, summed := &s.Plan.Joins[i], s.scratch.levels()
	base := s.scratch.base / block
	first, last := max(j.At/block-rideLead, base), min(j.End()/block+rideLead, base+int64(len(summed)))
	s.Rides[i] = Ride{}
	if j.Kind == plan.Gapless || first >= last {
		return nil
	}
	r := &s.Rides[i]
	*r = Ride{From: first*block - j.At, Gains: make([]float32, last-first+1)}
	sum := make([]float32, last-first)
	for range ridings {
		limited, err := s.limited(first, last)
		if err != nil {
			return err
		}
		for k := range sum {
			sum[k] = summed[first-base+int64(k)] + float32(s.decibels(s.Plan, first+int64(k)))
		}
		if !r.adjust(j, sum, limited) {
			return nil // and neither would the next time
		}
	}
	return nil
}

// limited returns the loudness of the blocks [first, last) as the limiter leaves
// them.
func (s *stage) limited(first, last int64) ([]float32, error) {
	meter, err := dsp.NewLevelMeter(plan.Rate, 2)
	if err != nil {
		return nil, err
	}
	out := s.output(s.Plan, s.isLossy, first*block, first*block, last*block, func(samples []float32) error {
		meter.Write(samples)
		return nil
	})
	if err := s.pass(out, first*block, last*block); err != nil {
		return nil, err
	}
	return meter.Levels(), out.finish()
}

// adjust changes the gains so that the level comes nearer to where it should be.
// sum and limited are the loudness of each 100 ms with the gains so far, before
// and after the limiter. adjust reports whether it changed any gain.
func (r *Ride) adjust(j *plan.Join, sum, limited []float32) (changed bool) {
	first := (r.From + j.At) / block
	wanted := make([]float32, len(r.Gains))
	rideTo(dsp.SumLevels(sum), dsp.SumLevels(limited), wanted, int(j.At/block-first), int(j.End()/block-first))
	for i := range r.Gains {
		from, to := max(i-rideSmooth, 0), min(i+rideSmooth+1, len(wanted))
		var total float32
		for _, w := range wanted[from:to] {
			total += w
		}
		before := r.Gains[i]
		r.Gains[i] = max(-maxRide, min(before+total/float32(to-from), maxRide))
		changed = changed || r.Gains[i] != before
	}
	return changed
}

// rideTo sets the gains that keep the short-term loudness around a join, which
// lasts from at to end, near a line between the mean levels on either side. The
// line is straight, unless the limiter takes what a gain would add to the quieter
// side: then all of the slope is on the louder side.
func rideTo(sum, limited dsp.LevelSums, wanted []float32, at, end int) {
	taken := func(from, to int) float64 { return sum.Mean(from, to) - limited.Mean(from, to) }
	start, stop := at-rideReach, end+rideReach
	before, after := limited.Mean(start-rideMean, start), limited.Mean(stop, stop+rideMean)
	from, to := start, stop // where the slope begins and ends
	switch {
	case after < before && taken(end, stop+rideMean) > maxTaken:
		to = at
	case before < after && taken(start-rideMean, at) > maxTaken:
		from = end
	}
	for i := max(start, 0); i < min(stop, limited.Len()); i++ {
		line := before + (after-before)*min(max(float64(i-from)/float64(to-from), 0), 1)
		level := limited.Mean(i-rideWindow, i+rideWindow)
		gain := min(max(level, line-rideFree), line+rideFree) - level
		gain = min(gain, max(0, maxTaken-taken(i-rideWindow, i+rideWindow)))
		wanted[i] = float32(gain)
	}
}
