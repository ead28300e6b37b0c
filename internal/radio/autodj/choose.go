package autodj

import (
	"slices"
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
)

// choice is a song of a playlist that could be next.
type choice struct {
	*source
	place int64
	song  *station.Song
	keys  keys
	verdict
}

// choose returns the next song: the first one in the shuffle of the due playlist
// that breaks no rule. If there is none, it takes such a song from another
// playlist, or else the song that breaks the least important rule (see breach);
// among several of these, the one whose conflict is farthest away in time.
func (p *planner) choose() (station.Slot, error) {
	if slot, err := p.fitted(); slot != nil || err != nil {
		return *orEmpty(slot), err
	}
	sources, err := p.sources(p.at)
	if err != nil {
		return station.Slot{}, err
	}
	if len(sources) == 0 {
		return station.Slot{}, p.nothing()
	}
	p.byTurn(sources)
	p.expectKept()
	var best *choice
	for _, s := range sources {
		c, err := p.bestOf(s)
		if err != nil {
			return station.Slot{}, err
		}
		if c != nil && (best == nil || c.better(best.verdict)) {
			best = c
		}
		if best != nil && best.breach == none {
			break
		}
	}
	if best == nil {
		return station.Slot{}, ErrMissing
	}
	return p.chosen(best, p.reason(best)), nil
}

func orEmpty(s *station.Slot) *station.Slot {
	if s == nil {
		return &station.Slot{}
	}
	return s
}

// nothing returns the error that says why there are no playlists to choose
// from.
func (p *planner) nothing() error {
	if len(p.Rules.inForce(station.RoleMusic, p.partAt(p.at).show())) == 0 {
		return ErrNoLists
	}
	return ErrEmpty
}

// sentence reports whether an error is one of the sentences with which a plan
// may end.
func sentence(err error) bool {
	return err == ErrNoLists || err == ErrEmpty || err == ErrMissing //nolint:errorlint // compared by identity: another error with the same code is a fault
}

// byTurn orders playlists, the one that is due first.
func (p *planner) byTurn(sources []*source) {
	slices.SortStableFunc(sources, func(a, b *source) int {
		return p.state.Credits[b.list.ID] + b.list.Weight - p.state.Credits[a.list.ID] - a.list.Weight
	})
}

// expectKept tells the memory when the kept slots after the next song will
// begin.
func (p *planner) expectKept() {
	p.memory.shift = 0
	if len(p.kept) > 0 && !p.Loose {
		p.memory.shift = max(0, p.at.Sub(p.kept[0].At))
	}
}

// bestOf returns the song of a playlist that breaks the least important rule;
// nil if none can be played.
func (p *planner) bestOf(s *source) (*choice, error) {
	var best *choice
	err := p.scan(s, false, func(place int64, song *station.Song) bool {
		c := p.weigh(s, place, song)
		if best == nil || c.better(best.verdict) {
			best = &c
		}
		return c.breach == none
	})
	return best, err
}

func (p *planner) weigh(s *source, place int64, song *station.Song) choice {
	c := choice{source: s, place: place, song: song, keys: p.keysOf(song)}
	end := p.at.Add(time.Duration(song.Seconds * float64(time.Second)))
	c.verdict = p.memory.judge(song, c.keys, p.at, end, p.state.Last, p.state.Songs, len(s.pool.Seqs))
	return c
}

// chosen makes a slot from a choice.
func (p *planner) chosen(c *choice, reason music.Message) station.Slot {
	slot := c.slotOf(c.place, c.song, station.SlotMusic)
	slot.Reason, slot.Relaxed = reason, c.breach > recent
	p.taken[slot.ID] = true
	return slot
}
