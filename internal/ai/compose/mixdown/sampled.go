package mixdown

import (
	"fmt"
	"math"
	"slices"

	"sonora/internal/ai/compose/instrument"
	"sonora/internal/ai/compose/score"
	"sonora/internal/ai/compose/soundfont"
	"sonora/internal/ai/compose/synth"
)

// newPlayer returns the sound of an instrument: the SoundFont's, if there is
// one that has it, or our own.
func newPlayer(p Piece, name, part string) (player, error) {
	i, ok := instrument.Named(name)
	if !ok {
		return nil, fmt.Errorf("the %s part: there is no instrument %q", part, name)
	}
	if level, ok := p.trims[name]; ok {
		return &sampled{Player: p.Font.Player(i.Program, i.Kind == instrument.Kit), level: level}, nil
	}
	own, err := synth.New(name, p.Plan.Seed)
	if err != nil {
		return nil, fmt.Errorf("the %s part: %w", part, err)
	}
	own.Tune(p.Score.Key.Tonic)
	return own, nil
}

// sampled plays a SoundFont as loudly as package synth plays its instruments.
type sampled struct {
	*soundfont.Player
	level       float32
	left, right [block]float32
}

func (s *sampled) Render(left, right []float32) {
	l, r := s.left[:len(left)], s.right[:len(left)]
	clear(l)
	clear(r)
	s.Player.Render(l, r)
	for i, x := range l {
		left[i] = mac(left[i], x, s.level)
		right[i] = mac(right[i], r[i], s.level)
	}
}

// trims returns the levels of the instruments that the SoundFont plays.
func trims(p Piece) map[string]float32 {
	levels := map[string]float32{}
	if p.Font == nil {
		return levels
	}
	for _, part := range p.Score.Parts {
		i, ok := instrument.Named(part.Instrument)
		if _, done := levels[i.Name]; done || !ok || !acoustic(i) {
			continue
		}
		player := p.Font.Player(i.Program, i.Kind == instrument.Kit)
		if player == nil {
			continue
		}
		if power := listen(player, i); power > 0 {
			levels[i.Name] = float32(math.Sqrt(powerOf(sampledLoudness) / power))
		}
	}
	return levels
}

const sampledLoudness = -20 // LUFS of listen's notes, as package synth is tested

// listen returns the power of a few notes.
func listen(player *soundfont.Player, i instrument.Instrument) float64 {
	const notes, length = 4, 24 * block // 0.28 s each
	for n := range notes {
		pitch := i.Low + uint8(int(i.High-i.Low)*(n+1)/6)
		if i.Kind == instrument.Kit {
			pitch = []score.Drum{score.Kick, score.ClosedHat, score.Snare, score.ClosedHat}[n]
		}
		player.Play(note{Start: n * length, Release: (n+1)*length - block, Pitch: pitch, Velocity: 90})
	}
	m, sum := newMeter(), 0.0
	left, right := make([]float32, block), make([]float32, block)
	for range notes * length / block {
		clear(left)
		clear(right)
		player.Render(left, right)
		sum += m.power(left, right)
	}
	return sum / (notes * length / block)
}

// acoustic reports whether samples sound more like the instrument than synthesis
// does.
func acoustic(i instrument.Instrument) bool {
	kinds := []instrument.Kind{instrument.Keys, instrument.Mallet, instrument.Plucked, instrument.Bowed, instrument.Wind}
	names := []string{"finger-bass", "picked-bass", "slap-bass", "upright-bass", "acoustic-kit", "rock-kit", "brush-kit", "orchestral-kit"}
	return slices.Contains(kinds, i.Kind) && i.Name != "felt-piano" || slices.Contains(names, i.Name)
}
