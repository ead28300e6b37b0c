package soundfont

import (
	"math"
	"slices"

	"sonora/internal/ai/compose/synth"
)

const (
	step      = 32 // frames between changes of envelopes, filters and pitches
	maxVoices = 40
	silent    = 1e-5
	fadeTime  = 0.02 // s in which a voice that must end falls by 60 dB
)

// Player plays one preset. It is not safe for concurrent use.
type Player struct {
	regions []region
	waiting []synth.Note
	voices  []*voice
	now     int
}

// Player returns a player of a program of General MIDI, 0 to 127, or of a drum
// kit. It returns nil if the font has no such preset.
func (f *Font) Player(program int, kit bool) *Player {
	bank := 0
	if kit {
		bank = 128
	}
	for _, wanted := range []int{program, 0} {
		for i := range f.presets {
			if f.presets[i].bank == bank && f.presets[i].program == wanted {
				if regions := f.regions(i); len(regions) > 0 {
					return &Player{regions: regions}
				}
			}
		}
		if !kit {
			break
		}
	}
	return nil
}

// Play adds a note. Notes must be added in the order of their starts.
func (p *Player) Play(n synth.Note) { p.waiting = append(p.waiting, n) }

// Busy reports whether notes sound or wait.
func (p *Player) Busy() bool { return len(p.voices) > 0 || len(p.waiting) > 0 }

// Render adds the next frames to left and right, which have the same length.
func (p *Player) Render(left, right []float32) {
	for len(left) > 0 {
		n := min(step-p.now%step, len(left))
		p.advance(left[:n], right[:n])
		left, right = left[n:], right[n:]
		p.now += n
	}
}

func (p *Player) advance(left, right []float32) {
	for len(p.waiting) > 0 && p.waiting[0].Start < p.now+len(left) {
		p.begin(p.waiting[0])
		p.waiting = p.waiting[1:]
	}
	for _, v := range p.voices {
		from := max(0, v.note.Start-p.now)
		v.render(left[from:], right[from:], p.now)
	}
	p.voices = slices.DeleteFunc(p.voices, func(v *voice) bool { return v.ended })
}

func (p *Player) begin(n synth.Note) {
	for _, v := range p.voices {
		if v.note.Pitch == n.Pitch {
			v.fade()
		}
	}
	key, velocity := int(n.Pitch), int(n.Velocity)
	first := len(p.voices)
	for i := range p.regions {
		r := &p.regions[i]
		if key < r.lowKey || key > r.highKey || velocity < r.lowVelocity || velocity > r.highVelocity {
			continue
		}
		if class := r.values[exclusiveClass]; class != 0 {
			for _, v := range p.voices[:first] {
				if v.values[exclusiveClass] == class {
					v.fade()
				}
			}
		}
		p.voices = append(p.voices, newVoice(r, n))
	}
	for i := 0; len(p.voices)-i > maxVoices; i++ {
		p.voices[i].fade()
	}
	if len(p.voices) > 2*maxVoices { // fading ones, of a font with very many layers
		p.voices = slices.Delete(p.voices, 0, len(p.voices)-2*maxVoices)
	}
}

// seconds returns the time of a value in timecents.
func seconds(timecents int) float32 {
	return float32(math.Exp2(float64(min(max(timecents, -12000), 8000)) / 1200))
}

// ratio returns the factor of a number of cents.
func ratio(cents float32) float32 { return float32(math.Exp2(float64(cents) / 1200)) }

// fromDB returns the factor of a level in dB.
func fromDB(db float32) float32 { return float32(math.Pow(10, float64(db)/20)) }
