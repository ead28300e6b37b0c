package analysis

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"sonora/internal/media/ffmpeg"
	"sonora/internal/media/tag"
	"sonora/internal/music"
	"sonora/internal/sound"
	"sonora/internal/testkit/fakelib"
)

func newAnalyser(t *testing.T) *Analyser {
	t.Helper()
	f, err := ffmpeg.Find(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return &Analyser{FFmpeg: f}
}

func write(t *testing.T, name string, b []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestAnalyse(t *testing.T) {
	const bpm, seconds = 124.5, 30
	r := newAnalyser(t).Analyse(t.Context(), []string{write(t, "clicks.wav", fakelib.Clicks(bpm, seconds))})[0]
	if r.Err != nil {
		t.Fatal(r.Err)
	}
	a := r.Analysis
	if math.Abs(a.Tempo.BPM-bpm) > bpm/1000 || len(a.Grid) != 1 || a.Meter != 4 || a.Tempo.Confidence < 0.5 {
		t.Errorf("rhythm: %+v, grid %v, %d/4", a.Tempo, a.Grid, a.Meter)
	}
	if first := a.Grid[0].Start; math.Min(first, math.Abs(first-60/bpm)) > 0.02 {
		t.Errorf("the first beat is at %v", first)
	}
	if a.Key.String() != "Am" {
		t.Errorf("key %s (%v)", a.Key, a.KeyTrust)
	}
	if a.Samples != seconds*44_100 || a.SampleRate != 44_100 || a.Version != sound.Version {
		t.Errorf("length: %d at %d", a.Samples, a.SampleRate)
	}
	if a.Loudness.Integrated < -30 || a.Loudness.Integrated > -8 || a.Energy <= 0 || a.Energy > 1 {
		t.Errorf("loudness %+v, energy %v", a.Loudness, a.Energy)
	}
	if n := len(r.Peaks.Low); n != seconds*sound.PeaksPerSecond || len(r.Peaks.Mid) != n || len(r.Peaks.High) != n || len(a.Overview) != 3*sound.OverviewPoints {
		t.Errorf("%d points, overview %d", n, len(a.Overview))
	}
	if len(a.Sections) == 0 || a.Sections[0].Start != 0 || math.Abs(a.Sections[len(a.Sections)-1].End-seconds) > 0.01 || len(a.Cues) < 4 {
		t.Errorf("form: %v %v", a.Sections, a.Cues)
	}
}

// TestKnownTempoAndKey analyses clicks whose tags name another reading of their tempo, and another
// key. Only an algorithm that wrote the music knows them.
func TestKnownTempoAndKey(t *testing.T) {
	const vocabulary, seconds = "http://cv.iptc.org/newscodes/digitalsourcetype/", 30
	for _, c := range []struct {
		source                string
		heard, written, tempo float64
		key                   string
	}{
		{vocabulary + "algorithmicMedia", 75, 150, 150, "F#m"},
		{vocabulary + "algorithmicMedia", 150, 75, 75, "F#m"},
		{vocabulary + "algorithmicMedia", 120, 120, 120, "F#m"},
		{vocabulary + "trainedAlgorithmicMedia", 100, 50, 100, "Am"},
		{"", 100, 50, 100, "Am"},
	} {
		plain := write(t, "clicks.wav", fakelib.Clicks(c.heard, seconds))
		path := tagged(t, plain, map[string][]string{"BPM": {strconv.FormatFloat(c.written, 'f', -1, 64)}, "INITIALKEY": {"F#m"}, "DIGITALSOURCETYPE": {c.source}})
		r := newAnalyser(t).Analyse(t.Context(), []string{path})[0]
		if r.Err != nil {
			t.Fatal(r.Err)
		}
		a := r.Analysis
		if len(a.Grid) != 1 || math.Abs(a.Tempo.BPM/c.tempo-1) > 0.001 || math.Abs(a.Grid[0].BPM/c.tempo-1) > 0.001 || a.Key.String() != c.key {
			t.Errorf("%+v: %+v, grid %v, key %s", c, a.Tempo, a.Grid, a.Key)
			continue
		}
		beat := math.Mod(a.Grid[0].Start*c.heard/60, 1) // clicks begin at 0
		if off := math.Min(beat, 1-beat); off > 0.05 && math.Abs(off-0.5) > 0.05 {
			t.Errorf("%+v: the beats are %v of a click off", c, off)
		}
	}
}

// tagged returns a copy of a file with tags.
func tagged(t *testing.T, path string, fields map[string][]string) string {
	t.Helper()
	from, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	info, err := from.Stat()
	if err != nil {
		t.Fatal(err)
	}
	to, err := os.Create(strings.TrimSuffix(path, ".wav") + "-tagged.wav")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(tag.Write(to, from, info.Size(), tag.Change{Fields: fields}), to.Close()); err != nil {
		t.Fatal(err)
	}
	return to.Name()
}

// TestNoSteadyBeat checks that sound without a beat gets no tempo.
func TestNoSteadyBeat(t *testing.T) {
	silence := append(fakelib.WAVHeader(44_100, 2, 10*44_100), make([]byte, 10*44_100*4)...)
	r := newAnalyser(t).Analyse(t.Context(), []string{write(t, "silence.wav", silence)})[0]
	if r.Err != nil {
		t.Fatal(r.Err)
	}
	a := r.Analysis
	if a.Tempo.BPM != 0 || len(a.Grid) != 0 || a.Meter != 0 || a.Key != music.NoKey || a.Loudness.Integrated != sound.SilenceLUFS {
		t.Errorf("silence: %+v %v %v %+v", a.Tempo, a.Grid, a.Key, a.Loudness)
	}
}

// TestOddRates checks that every sample rate is converted to a working rate and
// that the length stays exact.
func TestOddRates(t *testing.T) {
	analyser := newAnalyser(t)
	for _, rate := range []int{8000, 11_025, 22_050, 32_000, 48_000, 96_000, 192_000} {
		samples := rate * 3
		b := fakelib.WAVHeader(rate, 1, samples)
		for i := range samples {
			v := int16(8000 * math.Sin(2*math.Pi*440*float64(i)/float64(rate)))
			b = append(b, byte(v), byte(v>>8))
		}
		r := analyser.Analyse(t.Context(), []string{write(t, "tone.wav", b)})[0]
		if r.Err != nil {
			t.Errorf("%d Hz: %v", rate, r.Err)
			continue
		}
		if a := r.Analysis; a.Samples != int64(samples) || a.SampleRate != rate || math.Abs(a.Loudness.Integrated+15.2) > 1 {
			t.Errorf("%d Hz: %d samples at %d, %+v", rate, a.Samples, a.SampleRate, a.Loudness)
		}
	}
}

func TestWorkingRate(t *testing.T) {
	for rate := minRate; rate <= maxRate; rate += 25 {
		if f := factor(workingRate(rate)); f == 0 {
			t.Fatalf("%d Hz is decoded at %d", rate, workingRate(rate))
		}
	}
}

// TestBadFiles checks that a bad file gets a reason and does not affect the
// others in its batch.
func TestBadFiles(t *testing.T) {
	good := fakelib.Clicks(120, 5)
	tone := func(rate, channels int) []byte {
		return append(fakelib.WAVHeader(rate, channels, 1000), make([]byte, 1000*channels*2)...)
	}
	gone := filepath.Join(t.TempDir(), "gone.wav")
	files := map[string]string{ // file to a part of its reason
		write(t, "empty.wav", nil):                                "empty",
		write(t, "header.wav", good[:44]):                         "",
		write(t, "short.wav", good[:len(good)/3]):                 "cut off",
		write(t, "1hz.wav", tone(1, 1)):                           "sample rate",
		write(t, "channels.wav", tone(44_100, 10_000)):            "",
		write(t, "text.mp3", []byte(strings.Repeat("words ", 9))): "text",
		write(t, "day.wav", fakelib.WAVHeader(8000, 1, 1<<30)):    "",
		gone:                              "gone",
		write(t, "noise.flac", good[44:]): "",
	}
	var names []string
	for name := range files {
		names = append(names, name)
	}
	names = append(names, write(t, "good.wav", good))
	results := newAnalyser(t).Analyse(t.Context(), names)
	for i, r := range results[:len(names)-1] {
		if r.Err == nil || !strings.Contains(Reason(r.Err).String(), files[names[i]]) || strings.Contains(Reason(r.Err).String(), "log") {
			t.Errorf("%s: %v (%s)", filepath.Base(names[i]), r.Err, Reason(r.Err))
		}
	}
	if last := results[len(results)-1]; last.Err != nil || last.Analysis.Samples != 5*44_100 {
		t.Errorf("the good one: %v", last.Err)
	}
}

func TestTooLong(t *testing.T) {
	if err := refuse(&music.AudioFile{SampleRate: 44_100, Duration: 7 * time.Hour}); err == nil || !strings.Contains(Reason(err).String(), "6 hours") {
		t.Errorf("seven hours: %v", err)
	}
}

func TestLongRecordingsAreHeardToTheirEnd(t *testing.T) {
	const rate = 22_050
	late := &ffmpeg.Sound{Rate: rate, Audio: &music.AudioFile{SampleRate: rate, Channels: 1, Samples: 6 * 3600 * rate, Duration: MaxDuration}}
	for from, want := range map[time.Duration]float64{0: 1, MaxDuration - time.Second: 1, MaxDuration: 0} {
		e := newListener(late)
		e.heard = int64(from.Seconds()) * rate
		if err := e.Hear(make([]float32, rate)); err != nil {
			t.Fatal(err)
		}
		e.listen(e.decimator.Flush(nil))
		if got := e.onsets.Envelope().Duration; math.Abs(got-want) > 0.01 {
			t.Errorf("of the second after %v, %.2f s were heard for tempo and key, want %v s", from, got, want)
		}
	}
}

func TestBatches(t *testing.T) {
	clip := write(t, "clip.wav", fakelib.Clicks(120, 1))
	long := write(t, "long.wav", append(fakelib.WAVHeader(8000, 1, 8000*400), make([]byte, 8000*400*2)...))
	paths := []string{long, long, clip, "/nowhere"}
	for range 10 {
		paths = append(paths, clip)
	}
	var sizes []int
	var all []string
	for batch := range Batches(paths) {
		sizes, all = append(sizes, len(batch)), append(all, batch...)
	}
	if len(all) != len(paths) || len(sizes) != 3 || sizes[0] != 1 || sizes[1] != BatchFiles || sizes[2] != 5 {
		t.Errorf("batches of %v", sizes)
	}
}
