package djimport

import (
	"cmp"
	"math"
	"path"
	"slices"
	"strings"

	"sonora/internal/codec/collection"
	"sonora/internal/marks"
	"sonora/internal/music"
	"sonora/internal/sound"
)

// conversion takes the marks of a track over to the desk.
type conversion struct {
	marks.Marks
	shift, length float64 // s: what to add to the positions of the file; the end
	leftOut       int     // marks that the desk cannot hold
}

// marksOf converts the marks of a track, and counts those that the desk cannot
// hold: beyond its buttons, or behind the end of the track.
//
// Memory cues have no place of their own: the first is the main cue, unless the
// file has one, and the others become hot cues if the track has no hot cues.
func marksOf(t *collection.Track, c *music.Candidate, a *sound.TrackAnalysis, origin collection.Origin) (m marks.Marks, leftOut int) {
	measured := (*sound.Analysis)(nil)
	if a != nil {
		measured = a.Measured
	}
	x := conversion{shift: shiftOf(t, c, measured, origin), length: c.Duration.Seconds()}
	memory := t.Memory
	if at := t.Cue; at != nil {
		x.setCue(*at)
	} else if len(memory) > 0 {
		x.setCue(memory[0].At)
		memory = memory[1:]
	}
	for _, cue := range t.HotCues {
		x.addHotCue(cue)
	}
	for _, cue := range memory {
		x.addMemory(cue, len(t.HotCues) == 0)
	}
	for _, l := range t.Loops {
		x.addLoop(l)
	}
	x.setGrid(t.Grid)
	x.Clean()
	return x.Marks, x.leftOut
}

// place returns where a position of the file is in the track. ok is false behind
// the end.
func (x *conversion) place(at float64) (place float64, ok bool) {
	place = max(at+x.shift, 0)
	return place, place <= x.length
}

func (x *conversion) setCue(at float64) {
	if place, ok := x.place(at); ok {
		x.Cue = &place
	} else {
		x.leftOut++
	}
}

func (x *conversion) addHotCue(cue collection.HotCue) {
	place, ok := x.place(cue.At)
	if !ok || cue.Slot >= marks.MaxHotCues {
		x.leftOut++
		return
	}
	x.HotCues = append(x.HotCues, marks.HotCue{Slot: cue.Slot, At: place, Name: nameOf(cue.Name), Color: cue.Color})
}

// addMemory adds a memory cue as the next hot cue, if those are free. Many tracks
// have one at each hot cue, which says nothing new.
func (x *conversion) addMemory(cue collection.Memory, isFree bool) {
	place, _ := x.place(cue.At)
	switch {
	case isFree:
		x.addHotCue(collection.HotCue{Slot: len(x.HotCues), At: cue.At, Name: cue.Name})
	case !slices.ContainsFunc(x.HotCues, func(c marks.HotCue) bool { return near(c.At, place) }):
		x.leftOut++
	}
}

func (x *conversion) addLoop(l collection.Loop) {
	from, _ := x.place(l.From)
	to, ok := x.place(l.To)
	if !ok || to <= from || len(x.Loops) == marks.MaxLoops {
		x.leftOut++
		return
	}
	loop := marks.Loop{From: from, To: to, Name: nameOf(l.Name)}
	if l.Pad != nil && *l.Pad < marks.MaxHotCues {
		loop.Pad = l.Pad
	}
	x.Loops = append(x.Loops, loop)
}

func (x *conversion) setGrid(tempos []collection.Tempo) {
	if x.Grid = gridOf(tempos, x.shift, x.length); x.Grid == nil && len(tempos) > 0 {
		x.leftOut++
	}
}

func nameOf(name string) string {
	name = music.OneLine(name, 0)
	if runes := []rune(name); len(runes) > marks.MaxName {
		name = string(runes[:marks.MaxName])
	}
	return strings.TrimSpace(name)
}

// gridOf converts a beat grid, or returns nil if there is none that fits. The
// beats of the first tempo also go back to the beginning of the track. The desk
// has one meter per track and counts its bars without a break: where the file
// changes them, the bars of most beats count.
func gridOf(given []collection.Tempo, shift, length float64) *marks.Grid {
	tempos := joined(given)
	if len(tempos) == 0 {
		return nil
	}
	g := &marks.Grid{Meter: meterOf(given, length-shift)}
	total := 0
	for i, p := range tempos {
		spacing, at := 60/p.BPM, p.At+shift
		if i == 0 {
			before := int(math.Floor(at / spacing)) // negative before the beginning
			at -= float64(before) * spacing
		}
		beats := int(math.Floor((length-at)/spacing)) + 1
		if i+1 < len(tempos) {
			beats = min(beats, int(math.Round((tempos[i+1].At+shift-at)/spacing)))
		}
		if beats > 0 {
			g.Segments = append(g.Segments, sound.GridSegment{Start: at, BPM: p.BPM, Beats: beats})
			total += beats
		}
	}
	g.Downbeat = downbeatOf(given, shift, length, g)
	if !sound.CheckGrid(g.Segments, length).IsZero() || g.Downbeat >= total {
		return nil
	}
	return g
}

// meterOf returns the meter of most beats before the end; 4 if none is known.
func meterOf(tempos []collection.Tempo, end float64) int {
	beats := map[int]float64{}
	best := 0
	for i, p := range tempos {
		if p.Meter == 0 {
			continue
		}
		beats[p.Meter] += beatsOf(tempos, i, end)
		if best == 0 || beats[p.Meter] > beats[best] {
			best = p.Meter
		}
	}
	return cmp.Or(best, 4)
}

// beatsOf returns how many beats a tempo holds for.
func beatsOf(tempos []collection.Tempo, i int, end float64) float64 {
	if i+1 < len(tempos) {
		end = min(end, tempos[i+1].At)
	}
	return max(0, end-tempos[i].At) * tempos[i].BPM / 60
}

// downbeatOf returns the first downbeat of a grid on which most beats agree. Without
// any, it is the beat of the first tempo.
func downbeatOf(tempos []collection.Tempo, shift, length float64, g *marks.Grid) int {
	agree := make([]float64, g.Meter)
	best, known := 0, false
	for i, p := range tempos {
		if p.Beat == 0 && i > 0 {
			continue
		}
		downbeat := modulo(indexOf(p.At+shift, g.Segments)-max(p.Beat-1, 0), g.Meter)
		agree[downbeat] += beatsOf(tempos, i, length-shift)
		if !known || agree[downbeat] > agree[best] {
			best, known = downbeat, true
		}
	}
	return best
}

// indexOf returns the number of the beat at a time, from 0 for the grid's first.
func indexOf(at float64, grid []sound.GridSegment) int {
	index := 0
	for i, g := range grid {
		beat := int(math.Round((at - g.Start) * g.BPM / 60))
		if beat < g.Beats || i == len(grid)-1 {
			return index + beat
		}
		index += g.Beats
	}
	return index
}

func modulo(n, of int) int { return ((n % of) + of) % of }

// joined joins tempos that only continue the one before, as rekordbox writes one
// per beat for tracks that drift.
func joined(tempos []collection.Tempo) (out []collection.Tempo) {
	for _, p := range tempos {
		if n := len(out); n > 0 {
			last := out[n-1]
			beats := (p.At - last.At) * last.BPM / 60
			away := math.Abs(beats-math.Round(beats)) * 60 / last.BPM
			if math.Abs(last.BPM-p.BPM) < 0.005 && away < 0.002 {
				continue
			}
		}
		out = append(out, p)
	}
	return out
}

// The delays of encoders and decoders that files do not tell: LAME with the
// decoder's, as most MP3s have it, and that of AAC encoders.
const (
	delayMP3 = 1105
	delayAAC = 2112
	usualHz  = 44_100
)

// shiftOf returns what to add to the positions of a file, in seconds. Where the
// program starts to count is an assumption, since programs treat some MP3s
// differently. If there is a beat grid, the beats that were measured decide.
func shiftOf(t *collection.Track, c *music.Candidate, a *sound.Analysis, origin collection.Origin) float64 {
	usual, others := shifts(c.Name, a, origin)
	if a == nil || len(others) == 0 || len(t.Grid) == 0 || len(a.Grid) == 0 {
		return usual
	}
	const better = 0.006 // s, by which another assumption has to fit better
	best, away := usual, distance(t.Grid, usual, a)
	if math.IsNaN(away) {
		return usual
	}
	away -= better
	for _, other := range others {
		if d := distance(t.Grid, other, a); d < away {
			best, away = other, d
		}
	}
	return best
}

// shifts returns the usual shift for a file, and those that are possible.
func shifts(name string, a *sound.Analysis, origin collection.Origin) (usual float64, others []float64) {
	rate, delay := float64(usualHz), -1.0
	if a != nil && a.SampleRate > 0 {
		rate, delay = float64(a.SampleRate), float64(a.EncoderDelay)
	}
	switch ext := strings.ToLower(path.Ext(name)); {
	case origin == collection.FromRecording:
		return 0, nil
	case ext == ".mp3":
		if delay < 0 {
			delay = delayMP3
		}
		frame := 1152.0
		if rate < 32_000 { // MPEG-2
			frame = 576
		}
		delayed, whole := -delay/rate, -(delay+frame)/rate
		if usual = delayed; origin == collection.FromFrame && delay > 0 { // it has a frame with a description
			usual = whole
		}
		return usual, []float64{0, delayed, whole, -frame / rate}
	case ext == ".m4a" || ext == ".mp4" || ext == ".aac":
		if delay < 0 {
			delay = delayAAC
		}
		return -delay / rate, []float64{0, -delay / rate}
	}
	return 0, nil
}

// distance returns how far the beats of a grid are from the measured ones, on
// average, in seconds. It is NaN if their tempos differ.
func distance(grid []collection.Tempo, shift float64, a *sound.Analysis) float64 {
	sum, n := 0.0, 0
	for _, p := range grid {
		at := p.At + shift
		for _, g := range a.Grid {
			end := g.Start + float64(g.Beats)*60/g.BPM
			if at < g.Start-1 || at > end || math.Abs(p.BPM/g.BPM-1) > tempoSlack {
				continue
			}
			beats := (at - g.Start) * g.BPM / 60
			sum += math.Abs(beats-math.Round(beats)) * 60 / g.BPM
			n++
			break
		}
	}
	return sum / float64(n)
}

// merge takes marks over into the person's own: what is free, or with replace
// everything that was given. kept says whether marks of the person's own stayed
// instead of others.
func merge(own *marks.Marks, given marks.Marks, replace bool) (taken Counts, kept bool) {
	if given.Cue != nil && (own.Cue == nil || !near(*own.Cue, *given.Cue)) {
		if own.Cue == nil || replace {
			own.Cue, taken.Cues = given.Cue, 1
		} else {
			kept = true
		}
	}
	kept = mergeHotCues(own, given, replace, &taken) || kept
	kept = mergeLoops(own, given, replace, &taken) || kept
	if given.Grid != nil && !(&marks.Marks{Grid: own.Grid}).Equal(&marks.Marks{Grid: given.Grid}) {
		if own.Grid == nil || replace {
			own.Grid, taken.Grids = given.Grid, 1
		} else {
			kept = true
		}
	}
	return taken, kept
}

// near reports whether two marks are the same one, which was rounded.
func near(a, b float64) bool { return math.Abs(a-b) < 0.002 }

func mergeHotCues(own *marks.Marks, given marks.Marks, replace bool, taken *Counts) (kept bool) {
	bySlot := map[int]marks.HotCue{}
	for _, c := range own.HotCues {
		bySlot[c.Slot] = c
	}
	for _, c := range given.HotCues {
		before, used := bySlot[c.Slot]
		switch {
		case used && near(before.At, c.At) && before.Name == c.Name:
		case used && !replace:
			kept = true
		default:
			bySlot[c.Slot] = c
			taken.HotCues++
		}
	}
	own.HotCues = nil
	for slot := range marks.MaxHotCues {
		if c, ok := bySlot[slot]; ok {
			own.HotCues = append(own.HotCues, c)
		}
	}
	return kept
}

func mergeLoops(own *marks.Marks, given marks.Marks, replace bool, taken *Counts) (kept bool) {
	var added []marks.Loop
	for _, l := range given.Loops {
		isNew := true
		for _, before := range own.Loops {
			isNew = isNew && !(near(before.From, l.From) && near(before.To, l.To))
		}
		if isNew {
			added = append(added, l)
		}
	}
	switch {
	case len(added) == 0:
	case replace:
		own.Loops = given.Loops
		taken.Loops += len(added)
	default:
		room := min(len(added), marks.MaxLoops-len(own.Loops))
		own.Loops = append(own.Loops, added[:room]...)
		taken.Loops += room
		kept = room < len(added)
	}
	return kept
}
