package djimport

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"sonora/internal/codec/collection"
	"sonora/internal/codec/rekordbox"
	"sonora/internal/marks"
	"sonora/internal/music"
	"sonora/internal/sound"
)

var nearly = cmpopts.EquateApprox(0, 1e-6)

func song(name string) *music.Candidate {
	return &music.Candidate{ID: "1", Name: name, Duration: 100 * time.Second}
}

func TestMarksOf(t *testing.T) {
	got, leftOut := marksOf(&collection.Track{
		HotCues: []collection.HotCue{{Slot: 7, At: 10, Name: "Drop"}, {Slot: 0, At: 1, Color: "#FF8800"}, {Slot: 8, At: 2}, {Slot: 3, At: 101}},
		Memory:  []collection.Memory{{At: 0.5, Name: "first"}, {At: 4, Name: "second"}},
		Loops:   []collection.Loop{{From: 5, To: 9, Name: "Roll", Pad: new(8)}, {From: 99, To: 102}},
		Grid:    []collection.Tempo{{At: 2.25, BPM: 120, Beat: 3, Meter: 4}, {At: 50.25, BPM: 60, Beat: 1, Meter: 4}},
	}, song("a.flac"), nil, collection.FromFrame)
	want := marks.Marks{
		Cue:     new(0.5),
		HotCues: []marks.HotCue{{Slot: 0, At: 1, Color: "#ff8800"}, {Slot: 7, At: 10, Name: "Drop"}},
		Loops:   []marks.Loop{{From: 5, To: 9, Name: "Roll"}},
		// The beat at 2.25 is the fifth one, and the third of its bar: the third beat begins one.
		Grid: &marks.Grid{Segments: []sound.GridSegment{{Start: 0.25, BPM: 120, Beats: 100}, {Start: 50.25, BPM: 60, Beats: 50}}, Downbeat: 2, Meter: 4},
	}
	if diff := cmp.Diff(want, got, nearly); diff != "" || leftOut != 4 {
		t.Errorf("%d left out\n%s", leftOut, diff)
	}
	if err := got.Validate(100 * time.Second); err != nil {
		t.Error(err)
	}
}

// TestMemoryCues makes hot cues of memory cues where there are no hot cues.
func TestMemoryCues(t *testing.T) {
	memory := []collection.Memory{{At: 4, Name: "Verse"}, {At: 200}, {At: 8}}
	got, leftOut := marksOf(&collection.Track{Cue: new(0.2), Memory: memory}, song("a.wav"), nil, collection.FromFrame)
	want := marks.Marks{Cue: new(0.2), HotCues: []marks.HotCue{{Slot: 0, At: 4, Name: "Verse"}, {Slot: 1, At: 8}}}
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" || leftOut != 1 {
		t.Errorf("%d left out\n%s", leftOut, diff)
	}
}

// TestLeftOut counts what the desk has no place for.
func TestLeftOut(t *testing.T) {
	short := song("a.flac")
	short.Duration = 10 * time.Second
	for name, test := range map[string]struct {
		track collection.Track
		want  int
	}{
		"hot cues beyond the last button": {collection.Track{HotCues: []collection.HotCue{{Slot: 7, At: 1}, {Slot: 8, At: 2}, {Slot: 9, At: 3}}}, 2},
		"memory cues beside hot cues":     {collection.Track{Cue: new(0.0), HotCues: []collection.HotCue{{At: 1}}, Memory: []collection.Memory{{At: 1.001}, {At: 2}}}, 1},
		"too many loops":                  {collection.Track{Loops: slices.Repeat([]collection.Loop{{From: 1, To: 2}}, marks.MaxLoops+3)}, 3},
		"a main cue behind the end":       {collection.Track{Cue: new(10.1)}, 1},
		"a grid that does not fit":        {collection.Track{Grid: []collection.Tempo{{At: -4, BPM: 20, Beat: 1, Meter: 16}, {At: 8, BPM: 20}}}, 1},
		"nothing":                         {collection.Track{}, 0},
	} {
		if _, got := marksOf(&test.track, short, nil, collection.FromFrame); got != test.want {
			t.Errorf("%s: %d, want %d", name, got, test.want)
		}
	}
}

func TestGridOf(t *testing.T) {
	for name, test := range map[string]struct {
		tempos []collection.Tempo
		want   *marks.Grid
	}{
		"none":                    {nil, nil},
		"before the beginning":    {[]collection.Tempo{{At: -0.1, BPM: 120, Beat: 1, Meter: 4}}, &marks.Grid{Segments: []sound.GridSegment{{Start: 0.4, BPM: 120, Beats: 20}}, Downbeat: 3, Meter: 4}},
		"a tempo for every beat":  {[]collection.Tempo{{At: 0.5, BPM: 120}, {At: 1.001, BPM: 120}, {At: 1.5, BPM: 120.001}}, &marks.Grid{Segments: []sound.GridSegment{{Start: 0, BPM: 120, Beats: 21}}, Downbeat: 1, Meter: 4}},
		"a waltz":                 {[]collection.Tempo{{At: 0.2, BPM: 60, Beat: 2, Meter: 3}}, &marks.Grid{Segments: []sound.GridSegment{{Start: 0.2, BPM: 60, Beats: 10}}, Downbeat: 2, Meter: 3}},
		"beyond the end":          {[]collection.Tempo{{At: 1, BPM: 60}, {At: 20, BPM: 90}}, &marks.Grid{Segments: []sound.GridSegment{{Start: 0, BPM: 60, Beats: 11}}, Downbeat: 1, Meter: 4}},
		"a beat before the next":  {[]collection.Tempo{{At: 0, BPM: 60}, {At: 3.9, BPM: 120}}, &marks.Grid{Segments: []sound.GridSegment{{Start: 0, BPM: 60, Beats: 4}, {Start: 3.9, BPM: 120, Beats: 13}}, Meter: 4}},
		"too slow for this track": {[]collection.Tempo{{At: -4, BPM: 20, Beat: 1, Meter: 16}, {At: 8, BPM: 20}}, nil},
	} {
		if diff := cmp.Diff(test.want, gridOf(test.tempos, 0, 10), nearly); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// TestShift compares the beats of a program with the measured ones: what the
// program counts from is only assumed.
func TestShift(t *testing.T) {
	const rate, delay, frame = 44100.0, 1105 / 44100.0, 1152 / 44100.0
	measured := func(delay int) *sound.Analysis {
		return &sound.Analysis{SampleRate: rate, EncoderDelay: delay, Grid: []sound.GridSegment{{Start: 0.3, BPM: 126, Beats: 200}}}
	}
	grid := func(start float64) []collection.Tempo { return []collection.Tempo{{At: start + 4*60/126.0, BPM: 126}} }
	for name, test := range map[string]struct {
		file   string
		grid   []collection.Tempo
		sound  *sound.Analysis
		origin collection.Origin
		want   float64
	}{
		"nothing is known":          {"a.mp3", nil, nil, collection.FromFrame, -(delay + frame)},
		"from the first sound":      {"a.mp3", nil, nil, collection.FromSound, -delay},
		"no delay":                  {"a.mp3", nil, measured(0), collection.FromFrame, 0},
		"the beats agree":           {"a.mp3", grid(0.3 + delay + frame), measured(1105), collection.FromFrame, -(delay + frame)},
		"without the first frame":   {"a.MP3", grid(0.3 + delay), measured(1105), collection.FromFrame, -delay},
		"from the recording itself": {"a.mp3", grid(0.3), measured(1105), collection.FromFrame, 0},
		"other beats":               {"a.mp3", grid(0.45), measured(1105), collection.FromFrame, -(delay + frame)},
		"another tempo":             {"a.mp3", []collection.Tempo{{At: 0.3, BPM: 140}}, measured(1105), collection.FromFrame, -(delay + frame)},
		"AAC":                       {"a.m4a", nil, nil, collection.FromFrame, -2112 / 44100.0},
		"AAC without delay":         {"a.m4a", grid(0.3), measured(2112), collection.FromFrame, 0},
		"no encoder":                {"a.flac", grid(0.32), measured(0), collection.FromFrame, 0},
	} {
		got := shiftOf(&collection.Track{Grid: test.grid}, song(test.file), test.sound, test.origin)
		if name != "other beats" && math.Abs(got-test.want) > 1e-9 {
			t.Errorf("%s: %.4f, want %.4f", name, got, test.want)
		}
		if name == "other beats" && math.Abs(got) > delay+frame+1e-9 {
			t.Errorf("%s: %.4f", name, got)
		}
	}
}

func TestMerge(t *testing.T) {
	grid := func(start float64) *marks.Grid {
		return &marks.Grid{Segments: []sound.GridSegment{{Start: start, BPM: 120, Beats: 9}}, Meter: 4}
	}
	own := marks.Marks{Cue: new(1.0), HotCues: []marks.HotCue{{Slot: 1, At: 5, Name: "mine"}}, Loops: []marks.Loop{{From: 1, To: 2}}, Grid: grid(0.1)}
	given := marks.Marks{Cue: new(2.0), HotCues: []marks.HotCue{{Slot: 0, At: 3}, {Slot: 1, At: 6}}, Loops: []marks.Loop{{From: 1.001, To: 2}, {From: 3, To: 4}}, Grid: grid(0.2)}
	for name, test := range map[string]struct {
		own     marks.Marks
		replace bool
		want    marks.Marks
		taken   Counts
		kept    bool
	}{
		"nothing yet": {marks.Marks{}, false, given, Counts{1, 2, 2, 1}, false},
		"keep": {own, false, marks.Marks{
			Cue: own.Cue, HotCues: []marks.HotCue{{Slot: 0, At: 3}, own.HotCues[0]}, Loops: []marks.Loop{{From: 1, To: 2}, {From: 3, To: 4}}, Grid: own.Grid,
		}, Counts{HotCues: 1, Loops: 1}, true},
		"replace":       {own, true, given, Counts{1, 2, 1, 1}, false},
		"a second time": {given, true, given, Counts{}, false},
	} {
		got := test.own
		got.HotCues, got.Loops = append([]marks.HotCue{}, test.own.HotCues...), append([]marks.Loop{}, test.own.Loops...)
		taken, kept := merge(&got, given, test.replace)
		if diff := cmp.Diff(test.want, got); diff != "" || taken != test.taken || kept != test.kept {
			t.Errorf("%s: %+v %v\n%s", name, taken, kept, diff)
		}
	}
}

// TestShortenedFile imports for a track with a mark of the person's own behind its
// end.
func TestShortenedFile(t *testing.T) {
	p := planned{marks.Marks{HotCues: []marks.HotCue{{Slot: 0, At: 3}}}, 10 * time.Second}
	for name, test := range map[string]struct {
		own  marks.Marks
		want outcome
	}{
		"a cue within":             {marks.Marks{Cue: new(9.0)}, outcome{taken: Counts{HotCues: 1}}},
		"a cue behind the end":     {marks.Marks{Cue: new(90.0)}, outcome{skipped: true}},
		"nothing to take, as well": {marks.Marks{Cue: new(90.0), HotCues: p.marks.HotCues}, outcome{}},
	} {
		own := test.own
		if got := p.takenInto(&own, false); got != test.want {
			t.Errorf("%s: %+v, want %+v", name, got, test.want)
		} else if got.taken == (Counts{}) && !own.Equal(&test.own) {
			t.Errorf("%s: changed to %+v", name, own)
		}
	}
}

// TestBarsOfMostBeats has files that change their bars, which a grid cannot.
func TestBarsOfMostBeats(t *testing.T) {
	for name, test := range map[string]struct {
		tempos          []collection.Tempo
		meter, downbeat int
	}{
		"bars that begin after an upbeat": {[]collection.Tempo{{At: 0, BPM: 120, Beat: 1, Meter: 4}, {At: 2.5, BPM: 120, Beat: 1, Meter: 4}}, 4, 1},
		"an upbeat before the end":        {[]collection.Tempo{{At: 0, BPM: 120, Beat: 3, Meter: 4}, {At: 90.5, BPM: 120, Beat: 1, Meter: 4}}, 4, 2},
		"another tempo with other bars":   {[]collection.Tempo{{At: 0, BPM: 120, Beat: 1, Meter: 4}, {At: 5.5, BPM: 60, Beat: 3, Meter: 4}}, 4, 1},
		"only the second counts bars":     {[]collection.Tempo{{At: 0, BPM: 120}, {At: 4, BPM: 125, Beat: 2, Meter: 3}}, 3, 1},
		"a waltz after four bars":         {[]collection.Tempo{{At: 0, BPM: 120, Beat: 1, Meter: 4}, {At: 8, BPM: 120, Beat: 1, Meter: 3}}, 3, 1},
	} {
		if g := gridOf(test.tempos, 0, 100); g == nil || g.Meter != test.meter || g.Downbeat != test.downbeat {
			t.Errorf("%s: %+v", name, g)
		}
	}
}

// sink keeps the tracks of a file.
type sink struct{ tracks []collection.Track }

func (s *sink) Track(t *collection.Track) error {
	s.tracks = append(s.tracks, *t)
	return nil
}

func (*sink) Playlist(*collection.Playlist) error { return nil }

// TestRoundTrip writes marks as rekordbox XML and reads the same ones.
func TestRoundTrip(t *testing.T) {
	want := marks.Marks{
		Cue:     new(0.5),
		HotCues: []marks.HotCue{{Slot: 0, At: 1, Color: "#ff8800"}, {Slot: 7, At: 10, Name: "Drop"}},
		Loops:   []marks.Loop{{From: 5, To: 9, Name: "Roll"}, {From: 9, To: 13, Pad: new(1)}},
		Grid:    &marks.Grid{Segments: []sound.GridSegment{{Start: 0.25, BPM: 120, Beats: 100}, {Start: 50.25, BPM: 60, Beats: 50}}, Downbeat: 2, Meter: 3},
	}
	var file bytes.Buffer
	w := rekordbox.NewWriter(&file, "Sonora", "1", 1)
	if err := errors.Join(w.Track((&Export{}).track(song("a.flac"), nil, &want)), w.Playlist(&collection.Playlist{}), w.Close()); err != nil {
		t.Fatal(err)
	}
	var read sink
	if err := rekordbox.Parse(&file, &read); err != nil || len(read.tracks) != 1 {
		t.Fatal(err, read)
	}
	got, leftOut := marksOf(&read.tracks[0], song("a.flac"), nil, rekordbox.Origin)
	if diff := cmp.Diff(want, got, nearly); diff != "" || leftOut != 0 {
		t.Errorf("%d left out\n%s", leftOut, diff)
	}
}

// TestPadsOfLoops exports the pad of a loop unless a hot cue or another loop has it.
func TestPadsOfLoops(t *testing.T) {
	own := marks.Marks{
		HotCues: []marks.HotCue{{Slot: 0, At: 1}},
		Loops:   []marks.Loop{{From: 1, To: 2, Pad: new(0)}, {From: 2, To: 3, Pad: new(3)}, {From: 3, To: 4, Pad: new(3)}, {From: 4, To: 5}},
	}
	var got []*int
	for _, l := range (&Export{}).track(song("a.flac"), nil, &own).Loops {
		got = append(got, l.Pad)
	}
	if diff := cmp.Diff([]*int{nil, new(3), nil, nil}, got); diff != "" {
		t.Error(diff)
	}
}
