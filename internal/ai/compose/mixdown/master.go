package mixdown

import "sonora/internal/ai/compose/style"

// master is what the whole mix goes through before its loudness is set.
type master struct {
	filters []biquad
	side    [2]biquad // low frequencies are mono
	width   float32
	drive   float32
	glue    glue
	middle  []float32
	sides   []float32
}

const (
	monoBelow = 120  // Hz
	subBelow  = 100  // Hz
	air       = -4.5 // dB above 8.5 kHz: synthetic sounds have more than recorded ones
)

func newMaster(mix *style.Mix, bright float64) *master {
	width := mix.Width
	if width == 0 {
		width = 1
	}
	m := &master{
		width: 1 + float32(0.6*(width-1)), drive: 0.15 + float32(0.6*mix.Drive),
		middle: make([]float32, block), sides: make([]float32, block),
	}
	m.side = [2]biquad{section("high", monoBelow, 0.54, 0), section("high", monoBelow, 1.31, 0)} // Butterworth of the fourth order
	tilt := mix.Tilt + float64(1.2*bright)
	for _, f := range []biquad{
		section("high", 26, 0.7, 0), section("lowshelf", subBelow, 0.7, mix.Sub),
		section("lowshelf", 250, 0.4, -2*tilt), section("highshelf", 3500, 0.4, 2*tilt), section("highshelf", 8500, 0.6, air),
	} {
		if !f.flat() {
			m.filters = append(m.filters, f)
		}
	}
	if mix.Lowpass > 0 && mix.Lowpass < 20000 {
		m.filters = append(m.filters, section("low", mix.Lowpass, 0.6, 0))
	}
	return m
}

func (m *master) process(left, right []float32) {
	for i := range m.filters {
		m.filters[i].stereo(left, right)
	}
	m.glue.process(left, right)
	for i, l := range left {
		r := right[i]
		if m.drive > 0 {
			l, r = warm(l, m.drive), warm(r, m.drive)
		}
		m.middle[i], m.sides[i] = (l+r)*0.5, float32((l-r)*0.5*m.width)
	}
	m.side[0].mono(m.sides)
	m.side[1].mono(m.sides)
	for i, mid := range m.middle {
		left[i], right[i] = mid+m.sides[i], mid-m.sides[i]
	}
}

// glue is a slow compressor of both channels with a ratio of 2:1 above its
// threshold, which lets short peaks pass.
type glue struct {
	level float32 // mean square
	gain  float32
}

const (
	glueStep      = 64   // frames between changes of the gain
	glueThreshold = 0.02 // mean square: -17 dB
	glueSmooth    = 0.03 // share by which the level follows in a step: 50 ms
	glueMost      = 0.7  // lowest gain: -3 dB
)

func (g *glue) process(left, right []float32) {
	if g.gain == 0 {
		g.gain = 1
	}
	for len(left) >= glueStep {
		l, r := left[:glueStep], right[:glueStep]
		var power float32
		for i, v := range l {
			power = mac(mac(power, v, v), r[i], r[i])
		}
		g.level = mac(g.level, power/(2*glueStep)-g.level, glueSmooth)
		target := float32(1)
		if g.level > glueThreshold {
			target = max(glueMost, root(root(glueThreshold/g.level)))
		}
		slope := (target - g.gain) / glueStep
		for i := range l {
			g.gain += slope
			l[i] *= g.gain
			r[i] *= g.gain
		}
		left, right = left[glueStep:], right[glueStep:]
	}
}
