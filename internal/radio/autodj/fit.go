package autodj

import (
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
)

const (
	// fitReach is the time before a show in which songs are chosen by their
	// length.
	fitReach = 15 * time.Minute
	// minFitTime is the time before a show in which nothing more is chosen.
	minFitTime = 20 * time.Second
	// maxFitSongs is the maximum number of songs whose combinations are tried.
	maxFitSongs = 48
)

// misses reports whether the planned songs, from the next one on, do not end
// when the next show begins.
func (p *planner) misses(next *station.Slot) bool {
	start := p.nextStart(p.at)
	if start == nil || p.Loose || next.Pinned || next.Kind != station.SlotMusic || len(p.out.Slots) == 0 || start.From.Sub(p.at) > fitReach {
		return false
	}
	shift := p.at.Sub(next.At)
	for i := range p.kept {
		if s := &p.kept[i]; s.Pinned || s.Kind == station.SlotRequest && i > 0 {
			return false // placed by people
		}
		end := p.kept[i].End().Add(shift)
		if p.kept[i].Until.IsZero() && end.After(start.From.Add(-softStart)) {
			return end.After(start.From.Add(softStart))
		}
		if !p.kept[i].Until.IsZero() {
			return p.kept[i].At.Add(shift).Add(time.Duration(p.kept[i].Length) * time.Second).After(start.From.Add(2 * softStart))
		}
	}
	return false
}

// fitted chooses the next song so that it, alone or with one or two more, ends
// within half a minute of the start of the next show; nil if no songs fit or no
// show is near.
func (p *planner) fitted() (*station.Slot, error) {
	start := p.nextStart(p.at)
	if start == nil {
		return nil, nil //nolint:nilnil // none
	}
	left := start.From.Sub(p.at)
	if left > fitReach || left < minFitTime {
		return nil, nil //nolint:nilnil // none
	}
	candidates, err := p.fitting()
	if err != nil || len(candidates) == 0 {
		return nil, err
	}
	first := -1
	target, room := left.Seconds(), softStart.Seconds()
	if start.isHard() { // the rest of a song can be faded out, but a gap cannot be filled
		target, room = target+softStart.Seconds()/2, softStart.Seconds()/2
	}
	for n := 1; n <= 3 && first < 0; n++ {
		between, err := p.secondsBetween(n, left)
		if err != nil {
			return nil, err
		}
		first = p.combine(candidates, n, target-between, room)
	}
	if first < 0 {
		return nil, nil //nolint:nilnil // none
	}
	c := &candidates[first]
	slot := p.chosen(c, music.Say("Of “%s”, for its length: “%s” begins on time.", c.pool.Name, start.Show.Name))
	return &slot, nil
}

// fitting returns songs that break no rule now, starting with the playlist that
// is due.
func (p *planner) fitting() ([]choice, error) {
	sources, err := p.sources(p.at)
	if err != nil {
		return nil, err
	}
	p.byTurn(sources)
	p.expectKept()
	var candidates []choice
	for _, s := range sources {
		n := 0
		err := p.scan(s, false, func(place int64, song *station.Song) bool {
			if c := p.weigh(s, place, song); c.breach == none {
				candidates = append(candidates, c)
				n++
			}
			return n >= maxFitSongs/len(sources)+1
		})
		if err != nil {
			return nil, err
		}
	}
	return candidates, nil
}

// secondsBetween returns the length of the items between the next n songs, in
// seconds, as far as it is known. The songs take about left.
func (p *planner) secondsBetween(n int, left time.Duration) (float64, error) {
	seconds := 0.0
	show := p.partAt(p.at).show()
	for _, role := range []station.Role{station.RoleHourly, station.RoleIdent, station.RoleJingle} {
		for _, l := range p.Rules.inForce(role, show) {
			if !p.dueWithin(l, n, left) {
				continue
			}
			s, err := p.source(l)
			if err != nil {
				return 0, err
			}
			if s == nil {
				continue
			}
			err = p.scan(s, true, func(_ int64, song *station.Song) bool {
				seconds += song.Seconds
				return true
			})
			if err != nil {
				return 0, err
			}
		}
	}
	return seconds, nil
}

// dueWithin reports whether a playlist becomes due before the last of the next
// n songs begins.
func (p *planner) dueWithin(l *station.Playlist, n int, left time.Duration) bool {
	last := p.at.Add(left * time.Duration(n-1) / time.Duration(n)) // when the last of them begins
	if l.Role == station.RoleHourly {
		due := nextMinute(p.at.Add(maxHourlyEarly), l.Minute, p.Rules.Calendar.Zone)
		return !due.After(last.Add(maxHourlyEarly))
	}
	before, known := p.state.LastPlays[l.ID]
	if !known || n < 2 {
		return false
	}
	return l.EverySongs > 0 && p.state.Songs-before.Songs+int64(n-1) >= int64(l.EverySongs) ||
		l.EveryMinutes > 0 && last.Sub(before.At) >= time.Duration(l.EveryMinutes)*time.Minute
}

// combine finds the n songs whose total length is closest to a target in
// seconds, and returns the index of the first one; -1 if no songs come within
// room seconds of it.
func (p *planner) combine(all []choice, n int, target, room float64) int {
	lengths := make([]float64, len(all))
	for i := range all {
		s := all[i].slotOf(all[i].place, all[i].song, station.SlotMusic)
		lengths[i] = p.airtime(&s)
	}
	best, first := room, -1
	try := func(length float64, songs ...int) {
		if off := max(target-length, length-target); off < best && apart(all, songs) {
			best, first = off, songs[0]
		}
	}
	for i := range all {
		if n == 1 {
			try(lengths[i], i)
			continue
		}
		for j := i + 1; j < len(all); j++ {
			if n == 2 {
				try(lengths[i]+lengths[j], i, j)
				continue
			}
			for k := j + 1; k < len(all); k++ {
				try(lengths[i]+lengths[j]+lengths[k], i, j, k)
			}
		}
	}
	return first
}

// apart reports whether songs may follow one another: they have no artist,
// album or title in common.
func apart(all []choice, songs []int) bool {
	for i, a := range songs {
		for _, b := range songs[:i] {
			x, y := &all[a], &all[b]
			if x.song.ID == y.song.ID || x.keys.artist != "" && x.keys.artist == y.keys.artist || x.keys.name != "" && x.keys.name == y.keys.name ||
				x.keys.album != "" && x.keys.album == y.keys.album || x.keys.title != "" && x.keys.title == y.keys.title {
				return false
			}
		}
	}
	return true
}
