package autodj

import (
	"time"

	"sonora/internal/station"
)

const (
	// softStart is how far from its scheduled time a show may begin if it waits for
	// the end of a track.
	softStart = 30 * time.Second
	// hardStart is the time before a hard start in which nothing new begins.
	hardStart = station.MaxEarly
)

// part is a stretch of a show that no show with priority interrupts.
type part struct {
	station.ShowTime
	begins bool // the show begins here; otherwise it continues after another one
}

// show returns the show of a part; nil for none.
func (p *part) show() *station.Show {
	if p == nil {
		return nil
	}
	return &p.Show
}

// from returns when a part begins; zero for none.
func (p *part) from() time.Time {
	if p == nil {
		return time.Time{}
	}
	return p.From
}

// isHard reports whether the current track is faded out for this part. A live
// show has no sound of the AutoDJ to start with.
func (p *part) isHard() bool { return p.begins && p.Show.IsHard && p.Show.Kind == station.ShowAutoDJ }

func partsOf(c *Calendar, from, to time.Time) []part {
	times := c.Times(from.Add(-48*time.Hour), to)
	var parts []part
	for _, t := range Resolve(times, from.Add(-48*time.Hour), to) {
		begins := false
		for i := range times {
			begins = begins || times[i].Show.ID == t.Show.ID && times[i].From.Equal(t.From)
		}
		parts = append(parts, part{t, begins})
	}
	return parts
}

// partAt returns the part whose music plays at a time; nil for none. A show
// that begins a moment later counts as begun.
func (p *planner) partAt(at time.Time) *part {
	var on *part
	for i := range p.parts {
		tolerance := time.Duration(0)
		if p.parts[i].begins {
			tolerance = softStart
			if p.parts[i].isHard() {
				tolerance = hardStart
			}
		}
		if p.parts[i].From.Add(-tolerance).After(at) {
			break
		}
		on = &p.parts[i]
	}
	if on == nil || !on.To.After(at) {
		return nil
	}
	return on
}

// hardBefore returns the first hard start between two times; zero for none.
func (p *planner) hardBefore(from, to time.Time) time.Time {
	for i := range p.parts {
		if b := p.parts[i].From; p.parts[i].isHard() && b.After(from.Add(hardStart)) && b.Before(to) {
			return b
		}
	}
	return time.Time{}
}

// hardSoon returns a hard start so soon after a time that nothing new begins
// before it; zero for none.
func (p *planner) hardSoon(at time.Time) time.Time {
	for i := range p.parts {
		if b := p.parts[i].From; p.parts[i].isHard() && b.After(at) && b.Sub(at) <= hardStart {
			return b
		}
	}
	return time.Time{}
}

// nextStart returns the part with which the next show begins after a time; nil
// for none.
func (p *planner) nextStart(at time.Time) *part {
	for i := range p.parts {
		if p.parts[i].begins && p.parts[i].From.After(at.Add(softStart)) {
			return &p.parts[i]
		}
	}
	return nil
}
