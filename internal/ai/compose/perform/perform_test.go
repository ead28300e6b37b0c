package perform

import (
	"reflect"
	"testing"

	"sonora/internal/ai/compose/plan"
	"sonora/internal/ai/compose/score"
	"sonora/internal/ai/compose/style"
)

// eighths returns a score of one bar of eighths and a chord on the second beat.
func eighths() *score.Score {
	s := &score.Score{BPM: 120, Beats: 4, Sections: []score.Section{{Letter: "A", Bars: 1, Energy: 0.8}}}
	part := score.Part{Role: score.Comp, Instrument: "nylon-guitar"}
	for i := range score.Tick(8) {
		part.Notes = append(part.Notes, score.Note{Start: i * 480, Length: 400, Pitch: 60, Velocity: 90})
	}
	part.Notes = append(part.Notes, score.Note{Start: 960, Length: 400, Pitch: 64, Velocity: 90}, score.Note{Start: 960, Length: 400, Pitch: 67, Velocity: 90})
	s.Parts = []score.Part{part}
	return s
}

func onePlan(swing float64) plan.Plan {
	return plan.Plan{Seed: 1, BPM: 120, Beats: 4, Swing: swing, Sections: []plan.Section{{Letter: "A", Bars: 1}}}
}

func starts(s *score.Score, pitch uint8) (all []score.Tick) {
	for _, n := range s.Parts[0].Notes {
		if n.Pitch == pitch {
			all = append(all, n.Start)
		}
	}
	return all
}

func TestMachinesAreExact(t *testing.T) {
	s := eighths()
	Play(s, onePlan(0.5), &style.Style{Grid: 16})
	if got, want := starts(s, 60), []score.Tick{0, 480, 960, 1440, 1920, 2400, 2880, 3360}; !reflect.DeepEqual(got, want) {
		t.Errorf("plays at %v", got)
	}
	for _, n := range s.Parts[0].Notes {
		if n.Velocity != s.Parts[0].Notes[0].Velocity {
			t.Errorf("plays %+v", n)
		}
	}
}

func TestSwingMovesTheSecondOfTwo(t *testing.T) {
	s := eighths()
	Play(s, onePlan(0.667), &style.Style{Grid: 8})
	if got, want := starts(s, 60), []score.Tick{0, 640, 960, 1600, 1920, 2560, 2880, 3520}; !reflect.DeepEqual(got, want) {
		t.Errorf("eighths swing to %v, want %v", got, want)
	}
	s = eighths()
	Play(s, onePlan(0.667), &style.Style{Grid: 16})
	if got := starts(s, 60); got[1] != 480 {
		t.Errorf("sixteenths swing, and eighths move to %v", got)
	}
}

func TestTripletsDoNotSwing(t *testing.T) {
	s := &score.Score{BPM: 120, Beats: 4, Sections: []score.Section{{Letter: "A", Bars: 1}}}
	s.Parts = []score.Part{{Role: score.Drums, Notes: []score.Note{{Start: 320, Length: 9, Pitch: 42, Velocity: 9}, {Start: 640, Length: 9, Pitch: 42, Velocity: 9}}}}
	Play(s, onePlan(0.667), &style.Style{Grid: 12})
	if got := starts(s, 42); got[0] != 320 || got[1] != 640 {
		t.Errorf("triplets move to %v", got)
	}
}

func TestPeopleArePushedStrumAndDiffer(t *testing.T) {
	// 12.5 ms are 24 ticks at 120 BPM.
	s := eighths()
	Play(s, onePlan(0.5), &style.Style{Grid: 16, Human: style.Human{Strum: 12.5, Push: map[score.Role]float64{score.Comp: 12.5}}})
	if a, b, c := starts(s, 60)[2], starts(s, 64)[0], starts(s, 67)[0]; a != 984 || b != 1008 || c != 1032 {
		t.Errorf("strums at %d, %d, %d", a, b, c)
	}
	s = eighths()
	s.Parts[0].Instrument = "warm-pad"
	Play(s, onePlan(0.5), &style.Style{Grid: 16, Human: style.Human{Strum: 12.5}})
	if got := starts(s, 67)[0]; got != 960 {
		t.Errorf("a pad strums at %d", got)
	}
	s = eighths()
	Play(s, onePlan(0.5), &style.Style{Grid: 16, Human: style.Human{Timing: 5, Velocity: 0.05}})
	times, strengths := map[score.Tick]bool{}, map[uint8]bool{}
	for _, n := range s.Parts[0].Notes {
		times[(n.Start+240)%480] = true
		strengths[n.Velocity] = true
		if off := (n.Start+240)%480 - 240; off < -40 || off > 40 {
			t.Errorf("plays %d ticks beside the beat", off)
		}
	}
	if len(times) < 4 || len(strengths) < 4 {
		t.Errorf("plays like a machine: %v %v", times, strengths)
	}
}

func TestNotesOfOnePitchDoNotOverlap(t *testing.T) {
	got := separate([]score.Note{
		{Start: 0, Length: 900, Pitch: 60, Velocity: 50},
		{Start: 500, Length: 100, Pitch: 60, Velocity: 50},
		{Start: 500, Length: 300, Pitch: 60, Velocity: 70},
		{Start: 500, Length: 300, Pitch: 59, Velocity: 70},
	})
	want := []score.Note{
		{Start: 0, Length: 500, Pitch: 60, Velocity: 50},
		{Start: 500, Length: 300, Pitch: 59, Velocity: 70},
		{Start: 500, Length: 300, Pitch: 60, Velocity: 70},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v", got)
	}
}

// TestCalmSectionsAreSofter holds the difference between a verse and a chorus to
// 15 percent of velocity, which is about 3 dB.
func TestCalmSectionsAreSofter(t *testing.T) {
	var velocities [2]int
	for i, energy := range []float64{0.45, 0.95} {
		s := eighths()
		s.Sections[0].Energy = energy
		Play(s, onePlan(0.5), &style.Style{Grid: 16})
		velocities[i] = int(s.Parts[0].Notes[0].Velocity)
	}
	if calm, full := velocities[0], velocities[1]; 100*calm > 85*full {
		t.Errorf("velocity %d in a calm section, %d in a full one", calm, full)
	}
}
