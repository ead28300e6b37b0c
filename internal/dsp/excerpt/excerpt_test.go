package excerpt

import (
	"math"
	"math/rand/v2"
	"testing"

	"sonora/internal/dsp"
)

const beat = 0.48 // s, 125 beats per minute

// song has a kick drum on every beat, as all songs here, and notes of its own.
type song struct {
	length float64
	notes  [bands][]float64 // the strength of each sixteenth
}

func newSong(seed uint64, length float64) *song {
	r := rand.New(rand.NewPCG(seed, 1))
	s := &song{length: length}
	for b := range s.notes {
		s.notes[b] = make([]float64, int(length/beat*4)+1)
		for i := range s.notes[b] {
			if r.Float64() < 0.4 {
				s.notes[b][i] = r.Float64()
			}
			if b == 0 && i%4 == 0 {
				s.notes[b][i] = 1
			}
		}
	}
	return s
}

// level returns the level of a band at a time, 0 to 1.
func (s *song) level(band int, at float64) float64 {
	if at < 0 || at >= s.length {
		return 0
	}
	sixteenth := at / beat * 4
	i := int(sixteenth)
	return s.notes[band][i] * math.Exp(-2*(sixteenth-float64(i)))
}

// played is a song in a mix. It fades in and out for some seconds.
type played struct {
	*song
	at, from, to, speed, fade float64 // to is in the song
}

func (p *played) level(band int, at float64) float64 {
	own := p.from + (at-p.at)*p.speed
	if own < p.from || own > p.to {
		return 0
	}
	fade := 1.0
	if p.fade > 0 {
		fade = min(1, (own-p.from)/p.fade, (p.to-own)/p.fade)
	}
	return fade * p.song.level(band, own)
}

// draw returns the waveform of songs together, as an equaliser leaves it.
func draw(length float64, gains [bands]float64, list ...played) *Waveform {
	n := int(length * dsp.PeaksPerSecond)
	w := &Waveform{make([]byte, n), make([]byte, n), make([]byte, n)}
	r := rand.New(rand.NewPCG(9, 9))
	for b, points := range [][]byte{w.Low, w.Mid, w.High} {
		for i := range points {
			sum := 0.02 * r.Float64()
			for k := range list {
				sum += list[k].level(b, (float64(i)+0.5)/dsp.PeaksPerSecond)
			}
			points[i] = byte(min(255, 120*gains[b]*sum))
		}
	}
	return w
}

var flat = [bands]float64{1, 1, 1}

func (s *song) waveform() *Waveform {
	return draw(s.length, flat, played{song: s, to: s.length, speed: 1})
}

// TestFind finds songs at other speeds, faded into each other and equalised, and none
// that is not there although all have the same beat.
func TestFind(t *testing.T) {
	a, b, c := newSong(1, 90), newSong(2, 100), newSong(3, 80)
	mix := []played{
		{a, 0, 0, 85, 1.03, 8}, {b, 75, 20, 100, 0.926, 8}, {c, 160, 0, 80, 1.08, 8}, {a, 228, 20, 80, 0.96, 8},
	}
	r := New(draw(300, [bands]float64{0.3, 1, 1.6}, mix...))
	for _, test := range []struct {
		song *song
		want []played
	}{{a, []played{mix[0], mix[3]}}, {b, mix[1:2]}, {c, mix[2:3]}} {
		found := r.Find(test.song.waveform())
		if len(found) != len(test.want) {
			t.Errorf("found %+v, want %+v", found, test.want)
			continue
		}
		for _, want := range test.want {
			x := found[0]
			if len(found) > 1 && math.Abs(found[1].Start-want.at) < math.Abs(x.Start-want.at) {
				x = found[1]
			}
			// Where the song begins in the mix, if it is played from its beginning.
			begin, truth := x.Start-x.From/x.Speed, want.at-want.from/want.speed
			length := (want.to - want.from) / want.speed
			if math.Abs(x.Start-want.at) > 8 || math.Abs(begin-truth) > 0.6 || math.Abs(x.Speed-want.speed) > 0.003 || math.Abs(x.Length-length) > 16 {
				t.Errorf("found %+v, want %+v", x, want)
			}
		}
	}
	for seed := range uint64(5) {
		if found := r.Find(newSong(10+seed, 120).waveform()); len(found) > 0 {
			t.Errorf("song %d is not in the mix: %+v", seed, found)
		}
	}
}

// TestFindShort finds the shortest tracks in copies of themselves.
func TestFindShort(t *testing.T) {
	for _, length := range []float64{MinTrack, 17, 20, 23, 32} {
		s := newSong(5, length)
		found := New(s.waveform()).Find(s.waveform())
		if len(found) != 1 || found[0].Likeness < 0.9 || found[0].Likeness > 1 || found[0].Length < 0.7*length || math.Abs(found[0].Start-found[0].From) > 0.1 {
			t.Errorf("%v s: %+v", length, found)
		}
	}
}

// TestFindBetweenSpeeds finds songs that play halfway between two of the speeds at
// which it looks for them.
func TestFindBetweenSpeeds(t *testing.T) {
	var mix []played
	for i, speed := range []float64{1.025, 0.975, 1.075, 0.925, 1.005} {
		mix = append(mix, played{newSong(uint64(20+i), 100), float64(80 * i), 0, 100, speed, 10})
	}
	r := New(draw(430, flat, mix...))
	for _, want := range mix {
		found := r.Find(want.song.waveform())
		if len(found) != 1 || math.Abs(found[0].begin()-want.at) > 0.6 || math.Abs(found[0].Speed-want.speed) > 0.003 {
			t.Errorf("found %+v, want it at %v with speed %v", found, want.at, want.speed)
		}
	}
}

// TestFindWithin finds songs that play much faster or slower, if it is to look for them.
func TestFindWithin(t *testing.T) {
	for _, speed := range []float64{0.705, 0.75, 0.8, 0.9, 1.145, 1.25, 1.395} {
		s := newSong(6, 100)
		r := New(draw(s.length/speed, flat, played{s, 0, 0, s.length, speed, 0}))
		if found := r.Find(s.waveform()); len(found) > 0 && found[0].Likeness > 0.5 {
			t.Errorf("at %v: %+v", speed, found)
		}
		found := r.FindWithin(s.waveform(), 30, 40)
		if len(found) != 1 || found[0].Likeness < 0.55 || math.Abs(found[0].Speed-speed) > 0.003 || found[0].Length < 0.8*s.length/speed {
			t.Errorf("at %v, from 0.7 to 1.4: %+v", speed, found)
		}
		if found := r.FindWithin(newSong(7, 100).waveform(), 30, 40); len(found) > 0 && found[0].Likeness > 0.5 {
			t.Errorf("at %v, another song: %+v", speed, found)
		}
	}
}

// TestFindNothing searches where there is nothing to recognise.
func TestFindNothing(t *testing.T) {
	noise := &Waveform{}
	r := rand.New(rand.NewPCG(4, 4))
	for range 40 * dsp.PeaksPerSecond {
		noise.Low, noise.Mid, noise.High = append(noise.Low, byte(r.Uint32())), append(noise.Mid, byte(r.Uint32())), append(noise.High, byte(r.Uint32()))
	}
	silence := draw(60, [bands]float64{})
	a := newSong(1, 60).waveform()
	uneven := &Waveform{Low: a.Low, Mid: a.Mid[:100]}
	for _, mix := range []*Waveform{{}, silence, uneven, a, draw(5, flat)} {
		rec := New(mix)
		for _, track := range []*Waveform{{}, silence, uneven, noise, draw(3, flat)} {
			if found := rec.Find(track); len(found) > 0 {
				t.Errorf("%d points in %d: %+v", len(track.Low), len(mix.Low), found)
			}
		}
	}
}

func TestDistinct(t *testing.T) {
	list := []Excerpt{
		{Track: 0, Start: 0, Length: 100, Likeness: 0.5},
		{Track: 1, Start: 2, Length: 90, Likeness: 0.8}, // the same song, better
		{Track: 2, Start: 70, Length: 100, Likeness: 0.4},
	}
	kept := Distinct(list)
	if len(kept) != 2 || kept[0].Track != 1 || kept[1].Track != 2 {
		t.Errorf("%+v", kept)
	}
}

// TestJoin finds a song on both sides of a minute in which another one covers it.
func TestJoin(t *testing.T) {
	a := newSong(1, 200)
	loud := newSong(2, 60)
	for b := range loud.notes {
		for i := range loud.notes[b] {
			loud.notes[b][i] *= 4
		}
	}
	r := New(draw(220, flat, played{a, 0, 0, 200, 1, 0}, played{loud, 70, 0, 60, 1, 0}))
	found := r.Find(a.waveform())
	if len(found) != 1 || found[0].Start > 0.5 || found[0].Length < 190 {
		t.Errorf("%+v", found)
	}
}

// TestTransform checks that a transform and its inverse give the samples back.
func TestTransform(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	f := newTransform(64)
	want := make([]float32, 64)
	for i := range want {
		want[i] = r.Float32() - 0.5
	}
	copy(f.samples, want)
	x := make([]complex64, 33)
	f.forward(x)
	f.inverse(x)
	for i, v := range f.samples {
		if math.Abs(float64(v-want[i])) > 1e-6 {
			t.Errorf("sample %d: %v, want %v", i, v, want[i])
		}
	}
}

// BenchmarkFind searches an hour's mix for a song that is in it, and for one that is
// not.
func BenchmarkFind(b *testing.B) {
	const each = 240
	var mix []played
	for i := range 15 {
		mix = append(mix, played{newSong(uint64(i), each+10), float64(i * each), 0, each + 10, 1 + 0.004*float64(i-7), 10})
	}
	r := New(draw(15*each, flat, mix...))
	for name, s := range map[string]*song{"heard": mix[4].song, "absent": newSong(99, each)} {
		w := s.waveform()
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				r.Find(w)
			}
		})
	}
}
