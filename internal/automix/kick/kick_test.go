package kick

import (
	"math"
	"testing"

	"sonora/internal/testkit/wave"
)

// TestEachWaveOfAKickIsNoKick measures kicks like those of a drum machine, whose
// second wave is as loud as their first, above bass notes that begin anywhere.
func TestEachWaveOfAKickIsNoKick(t *testing.T) {
	const bpm, first = 132.0, 0.3
	for _, late := range []float64{0, 0.0002, 0.0005, 0.0008} {
		var m Meter
		m.Write(wave.Stereo(16, func(s float64) float64 {
			since := math.Mod(s-first-late+60*60/bpm, 60/bpm)
			kick := math.Min(1, since/0.012) * math.Exp(-8*since) * math.Sin(2*math.Pi*(52*since+0.8*(1-math.Exp(-60*since))))
			return 0.5*kick + 0.12*math.Sin(2*math.Pi*87*s)*math.Sin(2*math.Pi*1.1*s)
		}))
		found := m.Find(first, 60/bpm, 0, 32)
		if len(found) < 30 {
			t.Fatalf("%.1f ms late: %d kicks", late*1000, len(found))
		}
		if spread := Spread(found, Drift(found)); spread > 0.004 {
			t.Errorf("%.1f ms late: the kicks spread by %.1f ms", late*1000, spread*1000)
		}
	}
}
