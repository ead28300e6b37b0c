package mixdown

import (
	"fmt"

	"sonora/internal/ai/compose/score"
)

// desk is the mixing desk: strips, echo, room and master.
type desk struct {
	strips []*strip
	duck   *sidechain
	echo   *echo
	room   *room
	master *master
	left   []float32
	right  []float32
	wet    [2][]float32 // echo and room
	quiet  []bool       // strips that are silent in this block
	stem   []Stem
}

// newDesk returns a desk that plays the score from a tick on.
func newDesk(p Piece, from score.Tick) (*desk, error) {
	mix, s := p.Mix, p.Score
	d := &desk{
		duck: newSidechain(kicks(s, from), mix.Sidechain, s.BPM), master: newMaster(mix, p.Plan.Bright),
		room: newRoom(mix.Room), echo: newEcho(mix.DelayBeats * 60 / max(s.BPM, 30)),
		left: make([]float32, block), right: make([]float32, block),
	}
	d.wet = [2][]float32{make([]float32, block), make([]float32, block)}
	names := map[score.Role]int{}
	for i := range s.Parts {
		part := &s.Parts[i]
		strip := newStrip(part.Role, mix, p.Plan)
		names[part.Role]++
		name := string(part.Role)
		if names[part.Role] > 1 {
			name = fmt.Sprintf("%s %d", name, names[part.Role])
		}
		player, err := newPlayer(p, part.Instrument, name)
		if err != nil {
			return nil, err
		}
		strip.player, strip.notes = player, schedule(s, part, from)
		d.strips = append(d.strips, strip)
		d.stem = append(d.stem, Stem{name, make([]float32, 2*block)})
	}
	d.quiet = make([]bool, len(d.strips))
	d.stem = append(d.stem, Stem{"room", make([]float32, 2*block)})
	return d, nil
}

// render fills left and right with the block that starts at now, before the
// master.
func (d *desk) render(now int) {
	clear(d.left)
	clear(d.right)
	ducks := d.duck.next(now)
	for i, s := range d.strips {
		d.quiet[i] = !s.render(now)
		if d.quiet[i] {
			continue
		}
		if ducks && s.duck > 0 {
			s.lower(&d.duck.gains)
		}
		for i, l := range s.left {
			r := s.right[i]
			d.left[i] += l
			d.right[i] += r
			d.room.left[i] = mac(d.room.left[i], l, s.reverb)
			d.room.right[i] = mac(d.room.right[i], r, s.reverb)
		}
		if s.delay > 0 {
			for i, l := range s.left {
				d.echo.left[i] = mac(d.echo.left[i], l, s.delay)
				d.echo.right[i] = mac(d.echo.right[i], s.right[i], s.delay)
			}
		}
	}
	clear(d.wet[0])
	clear(d.wet[1])
	d.echo.add(d.wet[0], d.wet[1])
	for i := range d.wet[0] {
		d.room.left[i] = mac(d.room.left[i], d.wet[0][i], 0.25)
		d.room.right[i] = mac(d.room.right[i], d.wet[1][i], 0.25)
	}
	d.room.add(d.wet[0], d.wet[1])
	for i := range d.left {
		d.left[i] += d.wet[0][i]
		d.right[i] += d.wet[1][i]
	}
}

// lower applies the gains of the sidechain.
func (s *strip) lower(gains *[block]float32) {
	for i, g := range gains {
		g = mac(1, g-1, s.duck)
		s.left[i] *= g
		s.right[i] *= g
	}
}

// stems returns what was rendered last, apart.
func (d *desk) stems() []Stem {
	for i, s := range d.strips {
		weave(d.stem[i].Samples, s.left, s.right)
		if d.quiet[i] {
			clear(d.stem[i].Samples)
		}
	}
	weave(d.stem[len(d.strips)].Samples, d.wet[0], d.wet[1])
	return d.stem
}

func weave(samples, left, right []float32) {
	for i, l := range left {
		samples[2*i], samples[2*i+1] = l, right[i]
	}
}

// rings reports whether anything still sounds.
func (d *desk) rings() bool {
	for i := range d.strips {
		if !d.quiet[i] {
			return true
		}
	}
	return d.room.rings || d.echo.rings > 0
}
