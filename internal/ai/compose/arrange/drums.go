package arrange

import (
	"maps"
	"math/rand/v2"
	"slices"

	"sonora/internal/ai/compose/dice"
	"sonora/internal/ai/compose/score"
)

// hitLength is how long drum notes are written; drums ring as they like.
const hitLength = score.Quarter / 8

// velocities of the marks in drum lines.
var velocities = map[rune]uint8{'X': 118, 'x': 100, 'o': 78, 'g': 46}

// lines returns the lines of a level: those that it names and those of the levels below.
func (f drumFamily) lines(level int) map[string]string {
	lines := map[string]string{}
	for _, changes := range f.Levels[:level+1] {
		maps.Copy(lines, changes)
	}
	return lines
}

// hits writes a bar of lines, in the order of the drums' names.
func hits(r *rand.Rand, g grid, lines map[string]string, n, beats int, at score.Tick) []score.Note {
	var notes []score.Note
	for _, name := range slices.Sorted(maps.Keys(lines)) {
		if lines[name] == "" {
			continue
		}
		for i, mark := range g.bar(lines[name], n, beats) {
			velocity := velocities[mark]
			if mark >= '1' && mark <= '9' && r.IntN(10) < int(mark-'0') {
				velocity = velocities['o']
			}
			if velocity > 0 {
				notes = append(notes, score.Note{Start: at + score.Tick(i)*g.step(), Length: hitLength, Pitch: drumNames[name], Velocity: velocity})
			}
		}
	}
	return notes
}

func (w *writer) writePercussion(s *section) []score.Note {
	family := percussionFamilies()[w.family(score.Percussion, w.style.Percussion, "shaker")]
	r := w.dice(s, score.Percussion)
	var notes []score.Note
	for bar := range s.Bars {
		lines := family.lines(s.level(bar, len(family.Levels)))
		notes = append(notes, hits(r, family.grid, lines, bar, w.plan.Beats, s.start+score.Tick(bar)*w.bar)...)
	}
	return notes
}

func (w *writer) writeDrums(s *section) []score.Note {
	r := w.dice(s, score.Drums)
	family := w.drums
	if halves := r.IntN(3) == 0; halves && s.Name == "bridge" && (family.Fill == "snare" || family.Fill == "toms") {
		family = drumFamilies()["half-time"]
	}
	var notes []score.Note
	for bar := range s.Bars {
		at := s.start + score.Tick(bar)*w.bar
		lines := family.lines(s.level(bar, len(family.Levels)))
		if s.Name == "break" && family.Fill == "electronic" {
			delete(lines, "kick")
		}
		played := hits(r, family.grid, lines, bar, w.plan.Beats, at)
		notes = append(notes, w.fill(r, s, bar, family, played)...)
	}
	if s.Name == "build" {
		notes = append(without(notes, s.start, s.end, score.Snare, score.Clap), w.roll(s)...)
		notes = without(notes, s.end-2*score.Quarter, s.end, score.Kick)
	}
	if s.Energy >= 0.5 && s.before != nil && family.Fill != "none" {
		notes = without(notes, s.start, s.start+1, score.ClosedHat, score.OpenHat, score.Ride, score.Crash)
		notes = append(notes, score.Note{Start: s.start, Length: w.bar, Pitch: score.Crash, Velocity: 104})
	}
	return notes
}

// fill replaces the last beats of a bar by a fill: every so many bars of the
// style, and before another section.
func (w *writer) fill(r *rand.Rand, s *section, bar int, family drumFamily, played []score.Note) []score.Note {
	last := bar == s.Bars-1
	due := w.style.Fills > 0 && ((bar+1)%w.style.Fills == 0 || last && s.after != nil)
	options := slices.DeleteFunc(slices.Clone(fills()[family.Fill]), func(f drumFill) bool {
		return f.Length > w.plan.Beats || f.Length > 2 && (!last || s.Energy < 0.5)
	})
	if !due || len(options) == 0 || s.Energy < 0.2 || s.Name == "build" {
		return played
	}
	drawn := dice.Pick(r, options, func(f drumFill) float64 { return f.Weight })
	end := s.start + score.Tick(bar+1)*w.bar
	from := end - score.Tick(drawn.Length)*score.Quarter
	played = slices.DeleteFunc(played, func(n score.Note) bool { return n.Start >= from })
	for _, name := range slices.Sorted(maps.Keys(drawn.Hits)) {
		for i, mark := range drawn.Hits[name] {
			if velocity := velocities[mark]; velocity > 0 {
				played = append(played, score.Note{Start: from + score.Tick(i)*drawn.step(), Length: hitLength, Pitch: drumNames[name], Velocity: velocity})
			}
		}
	}
	return played
}

// roll writes the snare of a build: quarters, eighths, then sixteenths, louder and louder.
func (w *writer) roll(s *section) []score.Note {
	var notes []score.Note
	whole := s.end - s.start
	for at := s.start; at < s.end; {
		done := at - s.start
		step := score.Quarter
		switch {
		case done*4 >= whole*3:
			step /= 4
		case done*2 >= whole:
			step /= 2
		}
		velocity := uint8(52 + 66*int64(done)/int64(whole))
		notes = append(notes, score.Note{Start: at, Length: hitLength, Pitch: score.Snare, Velocity: velocity})
		at += step
	}
	return notes
}

// without removes notes of some pitches that start in from to before to.
func without(notes []score.Note, from, to score.Tick, pitches ...uint8) []score.Note {
	return slices.DeleteFunc(notes, func(n score.Note) bool {
		return n.Start >= from && n.Start < to && slices.Contains(pitches, n.Pitch)
	})
}

// kicks returns when the kick plays in a section, sorted, whether or not the drums do.
func (w *writer) kicks(s *section) []score.Tick {
	if len(w.style.Drums) == 0 {
		return nil
	}
	var at []score.Tick
	for _, n := range w.writeDrums(s) {
		if n.Pitch == score.Kick {
			at = append(at, n.Start)
		}
	}
	slices.Sort(at)
	return slices.Compact(at)
}
