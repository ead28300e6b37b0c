package arrange

import (
	"math/rand/v2"
	"slices"

	"sonora/internal/ai/compose/harmony"
	"sonora/internal/ai/compose/instrument"
	"sonora/internal/ai/compose/score"
)

// bassist writes the bass of one section.
type bassist struct {
	*section
	family bassFamily
	r      *rand.Rand
	low    int // MIDI key of the lowest root
	high   int // MIDI key

	notes []score.Note
}

func (w *writer) writeBass(on instrument.Instrument, s *section) []score.Note {
	family := bassFamilies()[w.bassFamily()]
	b := bassist{section: s, family: family, r: w.dice(s, score.Bass), low: max(int(on.Low), 28), high: int(on.High)}
	kicks := w.kicks(s)
	for bar := range s.Bars {
		line := family.Levels[s.level(bar, len(family.Levels))]
		at := s.start + score.Tick(bar)*w.bar
		if onKicks := between(kicks, at, at+w.bar); family.Rhythm == "kick" && len(onKicks) > 0 {
			b.followKicks(line, onKicks, at+w.bar)
			continue
		}
		if family.Rhythm == "kick" {
			line = "R---------------"
		}
		b.playLine(family.bar(line, bar, w.plan.Beats), at)
	}
	if family.Kick {
		b.lockTo(kicks)
	}
	b.leanOn(kicks)
	b.glide()
	return b.notes
}

// playLine plays one bar of a line.
func (b *bassist) playLine(line string, at score.Tick) {
	for i, mark := range line {
		start := at + score.Tick(i)*b.family.step()
		if mark == '-' && b.startsChord(start) {
			mark = 'R'
		}
		if mark == '.' || mark == '-' {
			continue
		}
		steps := 1
		for i+steps < len(line) && line[i+steps] == '-' && !b.startsChord(start+score.Tick(steps)*b.family.step()) {
			steps++
		}
		b.play(mark, start, score.Tick(steps)*b.family.step(), steps+i == len(line))
	}
}

// followKicks plays the marks of a line in turn, one on each kick, each until the next.
func (b *bassist) followKicks(line string, kicks []score.Tick, end score.Tick) {
	for i, at := range kicks {
		until := end
		if i+1 < len(kicks) {
			until = kicks[i+1]
		}
		b.play(rune(line[i%len(line)]), at, until-at, false)
	}
}

func (b *bassist) play(mark rune, start, length score.Tick, last bool) {
	c := b.chordAt(start)
	pitch := b.pitch(mark, c, start)
	velocity := uint8(96)
	length = max(length*score.Tick(b.family.Gate)/100, 1)
	switch {
	case mark == 'r':
		velocity, length = 52, min(length, score.Quarter/8)
	case mark == 'a' || mark == 'w' || last:
		velocity = 90
	}
	b.notes = append(b.notes, score.Note{Start: start, Length: length, Pitch: uint8(pitch), Velocity: velocity})
}

// pitch returns the MIDI key of a mark over a chord.
func (b *bassist) pitch(mark rune, c score.Chord, at score.Tick) int {
	root := b.above(c.Bass)
	next := b.chordAfter(at)
	switch mark {
	case '3', '5', '6', '7', '8':
		return b.tone(c, root, mark)
	case 'P':
		if b.carriesPedal(c) {
			return b.above(b.key.Tonic)
		}
	case 'n':
		return b.above(next.Bass)
	case 'a':
		if next.Start == c.Start {
			return b.tone(c, root, '5')
		}
		return b.inRange(b.above(next.Bass) + []int{-1, 1, -2, 2, -1}[b.r.IntN(5)])
	case 'w':
		return b.walk(c, b.above(next.Bass))
	}
	return root
}

// carriesPedal reports whether the bass may stay on the tonic below a chord: the tonic belongs to
// its triad, and the section is not one that lives on its chords.
func (s *section) carriesPedal(c score.Chord) bool {
	return s.Name != "chorus" && s.Name != "bridge" && slices.Contains(c.Tones[:min(3, len(c.Tones))], s.key.Tonic)
}

// namePedals writes the tonic into the names of chords below which the bass stays on it.
func (w *writer) namePedals(chords []score.Chord, bass []score.Note) {
	if w.bassFamily() != "pedal" {
		return
	}
	for i, c := range chords {
		s := w.sectionAt(c.Start)
		first := slices.IndexFunc(bass, func(n score.Note) bool { return n.Start >= c.Start && n.Start < c.Start+c.Length })
		if first >= 0 && int(bass[first].Pitch)%12 == s.key.Tonic && c.Bass != s.key.Tonic {
			chords[i] = harmony.Over(c, s.key.Tonic, s.key)
		}
	}
}

func (w *writer) bassFamily() string { return w.family(score.Bass, w.style.Bass, "root-quarters") }

// sectionAt returns the section that sounds at a tick.
func (w *writer) sectionAt(at score.Tick) *section {
	for i := range w.sections {
		if at < w.sections[i].end {
			return &w.sections[i]
		}
	}
	return &w.sections[len(w.sections)-1]
}

// above returns the lowest MIDI key of a pitch class in the bassist's octave.
func (b *bassist) above(class int) int { return b.low + (class-b.low%12+12)%12 }

func (b *bassist) inRange(pitch int) int {
	for pitch < b.low {
		pitch += 12
	}
	for pitch > b.high {
		pitch -= 12
	}
	return pitch
}

// tone returns a third, fifth, sixth, seventh or octave above a root, as the chord or its scale has it.
func (b *bassist) tone(c score.Chord, root int, mark rune) int {
	options := map[rune][]int{'3': {4, 3, 5, 2}, '5': {7, 6, 8}, '6': {9, 8}, '7': {10, 11, 9}, '8': {12}}[mark]
	for _, tones := range [][]int{c.Tones, c.Scale} {
		for _, interval := range options {
			if slices.Contains(tones, (root+interval)%12) {
				return b.inRange(root + interval)
			}
		}
	}
	return b.inRange(root + 12)
}

// walk returns the note of the chord or its scale that leads from the note before
// towards the target.
func (b *bassist) walk(c score.Chord, target int) int {
	from := b.above(c.Bass)
	if len(b.notes) > 0 {
		from = int(b.notes[len(b.notes)-1].Pitch)
	}
	aim := from + max(-4, min(4, (target-from)/2))
	if aim == from {
		aim += []int{-3, 3}[b.r.IntN(2)]
	}
	best, bestCost := from, 1000
	for pitch := b.low; pitch <= min(b.high, b.low+19); pitch++ {
		cost := 2 * max(pitch-aim, aim-pitch)
		switch {
		case pitch == from || !slices.Contains(c.Scale, pitch%12) && !slices.Contains(c.Tones, pitch%12):
			continue
		case slices.Contains(c.Tones, pitch%12):
			cost--
		case pitch == target:
			cost += 2
		}
		if cost < bestCost {
			best, bestCost = pitch, cost
		}
	}
	return best
}

// lockTo adds short roots where the kick plays and the bass rests.
func (b *bassist) lockTo(kicks []score.Tick) {
	for _, at := range kicks {
		rests := !slices.ContainsFunc(b.notes, func(n score.Note) bool {
			return n.Start < at+score.Quarter/4 && at < n.End()+score.Quarter/8
		})
		if rests {
			b.play('R', at, score.Quarter/4, false)
		}
	}
	slices.SortStableFunc(b.notes, func(x, y score.Note) int { return int(x.Start - y.Start) })
}

// leanOn makes the notes that fall on kicks louder than the others.
func (b *bassist) leanOn(kicks []score.Tick) {
	for i, n := range b.notes {
		if _, on := slices.BinarySearch(kicks, n.Start); on {
			b.notes[i].Velocity = min(n.Velocity+8, 127)
		}
	}
}

// glide draws which notes slide from the note before; that one is held until then.
func (b *bassist) glide() {
	for i := 1; i < len(b.notes); i++ {
		before := &b.notes[i-1]
		slides := b.r.IntN(100) < b.family.Glide
		if slides && before.Pitch != b.notes[i].Pitch && b.notes[i].Start-before.Start <= 2*score.Quarter {
			b.notes[i].Glide = min(score.Quarter/6, b.notes[i].Length)
			before.Length = b.notes[i].Start - before.Start
		}
	}
}

// between returns the sorted ticks in from to before to.
func between(ticks []score.Tick, from, to score.Tick) []score.Tick {
	i, _ := slices.BinarySearch(ticks, from)
	j, _ := slices.BinarySearch(ticks, to)
	return ticks[i:j]
}
