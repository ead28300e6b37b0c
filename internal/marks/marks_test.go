package marks

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/sound"
)

func full() *Marks {
	return &Marks{
		Cue:     new(0.5),
		HotCues: []HotCue{{Slot: 7, At: 59, Name: " Outro\n now\x00 ", Color: "#FF8800"}, {Slot: 0, At: 0}},
		Loops:   []Loop{{From: 1, To: 2, Name: strings.Repeat("é", MaxName)}},
		Grid:    &Grid{Segments: []sound.GridSegment{{Start: 0.5, BPM: 120, Beats: 100}}, Downbeat: 3, Meter: 4},
	}
}

func TestClean(t *testing.T) {
	given := full()
	m := *given
	m.Clean()
	if err := m.Validate(time.Minute); err != nil {
		t.Fatal(err)
	}
	if first, last := m.HotCues[0], m.HotCues[1]; first.Slot != 0 || last.Name != "Outro now" || last.Color != "#ff8800" {
		t.Errorf("cleaned: %+v", m.HotCues)
	}
	if given.HotCues[0].Slot != 7 {
		t.Error("the given marks changed")
	}
}

func TestValidateNamesTheField(t *testing.T) {
	for field, wrong := range map[string][]func(*Marks){
		"cue": {func(m *Marks) { m.Cue = new(-0.1) }, func(m *Marks) { m.Cue = new(61.5) }, func(m *Marks) { m.Cue = new(math.NaN()) }},
		"hotCues": {
			func(m *Marks) { m.HotCues[0].Slot = MaxHotCues },
			func(m *Marks) { m.HotCues[0].Slot = -1 },
			func(m *Marks) { m.HotCues[0].Slot = m.HotCues[1].Slot },
			func(m *Marks) { m.HotCues[0].At = math.Inf(1) },
			func(m *Marks) { m.HotCues[0].Name = strings.Repeat("é", MaxName+1) },
			func(m *Marks) { m.HotCues[0].Color = "#ff880" },
			func(m *Marks) { m.HotCues[0].Color = "red" },
			func(m *Marks) { m.HotCues[0].Color = "#ff88zz" },
		},
		"loops": {
			func(m *Marks) { m.Loops = slices.Repeat(m.Loops, MaxLoops+1) },
			func(m *Marks) { m.Loops[0].To = m.Loops[0].From },
			func(m *Marks) { m.Loops[0].To = 100 },
			func(m *Marks) { m.Loops[0].Name += "x" },
			func(m *Marks) { m.Loops[0].Pad = new(-1) },
			func(m *Marks) { m.Loops[0].Pad = new(MaxHotCues) },
		},
		"grid": {
			func(m *Marks) { m.Grid.Segments = nil },
			func(m *Marks) { m.Grid.Segments[0].BPM = 0 },
			func(m *Marks) { m.Grid.Segments[0].Beats = 10_000 },
			func(m *Marks) { m.Grid.Downbeat = 100 },
			func(m *Marks) { m.Grid.Meter = 0 },
		},
	} {
		for i, change := range wrong {
			m := full()
			change(m)
			m.Clean()
			err, ok := errors.AsType[*music.Error](m.Validate(time.Minute))
			if !ok || err.Code != music.Invalid || len(err.Fields[field]) != 1 || len(err.Fields) != 1 {
				t.Errorf("%s %d: %v", field, i, err)
			}
		}
	}
	long := &Marks{Cue: new(20_000.0)}
	if err := long.Validate(0); err != nil {
		t.Errorf("a track of unknown length: %v", err)
	}
}

func TestEqual(t *testing.T) {
	a, b := full(), full()
	if !a.Equal(b) || !(&Marks{}).Equal(&Marks{HotCues: []HotCue{}, Loops: []Loop{}}) || !(&Marks{Cue: new(1.0)}).Equal(&Marks{Cue: new(1.0), Loops: []Loop{}}) {
		t.Error("the same marks differ")
	}
	if b.Grid.Meter = 3; a.Equal(b) || a.Equal(&Marks{}) {
		t.Error("different marks are equal")
	}
}
