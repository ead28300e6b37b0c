package mixdown

import (
	"embed"

	"sonora/internal/ai/compose/embedded"
	"sonora/internal/ai/compose/plan"
	"sonora/internal/ai/compose/score"
	"sonora/internal/ai/compose/style"
)

// channel is the usual treatment of a role on the mixing desk.
type channel struct {
	Level    float64 `json:"level"`    // dB
	Highpass float64 `json:"highpass"` // Hz
	Low      band    `json:"low"`      // shelf
	Mid      band    `json:"mid"`
	High     band    `json:"high"`  // shelf
	Drive    float64 `json:"drive"` // saturation, 0 to 1
	Pan      float64 `json:"pan"`   // -1 to 1
	Width    float64 `json:"width"` // of the sides, 1 leaves them
	Wide     float64 `json:"wide"`  // sides made of a delayed copy, which vanish in mono
	Reverb   float64 `json:"reverb"`
	Delay    float64 `json:"delay"`
	Duck     float64 `json:"duck"` // share of the sidechain, 0 to 1
}

type band struct {
	Hz float64 `json:"hz"`
	Q  float64 `json:"q"`
	DB float64 `json:"db"`
}

//go:embed roles.json
var files embed.FS

var channels = embedded.Must(func() (map[score.Role]channel, error) {
	return embedded.Read[map[score.Role]channel](files, "roles.json")
})

// player plays the notes of a part.
type player interface {
	Play(n note)
	Render(left, right []float32)
	Busy() bool
}

// strip is one part on the mixing desk.
type strip struct {
	role    score.Role
	player  player
	notes   []note // that are not yet played
	filters []biquad
	level   float32
	left    []float32
	right   []float32
	pan     [2]float32
	width   float32
	wide    float32
	drive   float32
	duck    float32
	reverb  float32
	delay   float32
	line    []float32 // for wide
	at      int
	rings   int // frames until the filters are silent
}

const (
	wideDelay = 607 // frames: 14 ms
	stripTail = 8192
)

func newStrip(role score.Role, mix *style.Mix, p *plan.Plan) *strip {
	c := channels()[role]
	s := &strip{
		role: role, left: make([]float32, block), right: make([]float32, block), line: make([]float32, wideDelay),
		level: gain(c.Level + mix.Levels[role] + p.Levels[role]), width: float32(c.Width), wide: float32(c.Wide), drive: float32(c.Drive), duck: float32(c.Duck),
		reverb: send(c.Reverb, mix.Reverb, role, p.Wet), delay: send(c.Delay, mix.Delay, role, p.Wet),
	}
	s.pan = [2]float32{float32(min(1, 1-c.Pan)), float32(min(1, 1+c.Pan))}
	for _, f := range []biquad{
		section("high", c.Highpass, 0.7, 0), section("lowshelf", c.Low.Hz, 0.7, c.Low.DB),
		section("peak", c.Mid.Hz, max(c.Mid.Q, 0.1), c.Mid.DB), section("highshelf", c.High.Hz, 0.7, c.High.DB),
	} {
		if !f.flat() {
			s.filters = append(s.filters, f)
		}
	}
	return s
}

// send returns the level of a send: what the style says, or the role's usual
// one, and more or less of it as the plan is wet.
func send(usual float64, style map[score.Role]float64, role score.Role, wet float64) float32 {
	if level, ok := style[role]; ok {
		usual = level * 0.6
	}
	return float32(usual * (1 + float64(0.8*wet)))
}

// render fills left and right with the next block. It returns false if they are
// silent.
func (s *strip) render(now int) bool {
	for len(s.notes) > 0 && s.notes[0].Start < now+block {
		s.player.Play(s.notes[0])
		s.notes = s.notes[1:]
	}
	clear(s.left)
	clear(s.right)
	if s.player.Busy() {
		s.player.Render(s.left, s.right)
		s.rings = stripTail
	} else {
		s.player.Render(s.left, s.right) // keeps its clock
		s.rings = max(0, s.rings-block)
	}
	if s.rings == 0 {
		return false
	}
	for i := range s.filters {
		s.filters[i].stereo(s.left, s.right)
	}
	s.place()
	return true
}

// place applies level, saturation, width and pan.
func (s *strip) place() {
	for i := range s.left {
		l, r := float32(s.left[i]*s.level), float32(s.right[i]*s.level)
		if s.drive > 0 {
			l, r = warm(l, s.drive), warm(r, s.drive)
		}
		mid, side := (l+r)*0.5, float32((l-r)*0.5*s.width)
		side = mac(side, s.wide, s.line[s.at])
		s.line[s.at] = mid
		if s.at++; s.at == wideDelay {
			s.at = 0
		}
		s.left[i] = float32((mid + side) * s.pan[0])
		s.right[i] = float32((mid - side) * s.pan[1])
	}
}

// warm saturates: it bends peaks, and leaves quiet sound alone.
func warm(x, drive float32) float32 {
	y := min(max(x, -1.5), 1.5)
	return mac(x, drive, mac(y-x, float32(y*y)*y, -4.0/27))
}
