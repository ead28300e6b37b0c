package catalogue_test

import (
	"encoding/binary"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
	"sonora/internal/testkit/fakelib"
	"sonora/internal/testkit/wave"
)

const stemManifest = `{"version":1,"stems":[{"name":"Drums","color":"#ff0000"},{"name":"Bass","color":"#00FF00"},{"name":"Synths","color":"#0000FF"},{"name":"Vocals","color":"?"}]}`

// stemFile returns a stem file of 2 s whose tracks are tones of these
// frequencies in Hz.
func stemFile(t *testing.T, tones ...string) []byte {
	t.Helper()
	name := filepath.Join(t.TempDir(), "x.mp4")
	args := []string{"-v", "error"}
	for _, hz := range tones {
		args = append(args, "-f", "lavfi", "-i", "sine=frequency="+hz+":sample_rate=44100:duration=2")
	}
	for i := range tones {
		args = append(args, "-map", string(rune('0'+i))+":a")
	}
	if out, err := exec.CommandContext(t.Context(), "ffmpeg", append(args, "-c:a", "alac", name)...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	box := func(kind, content string) string {
		return string(binary.BigEndian.AppendUint32(nil, uint32(8+len(content)))) + kind + content
	}
	added := box("udta", box("stem", stemManifest))
	moov := strings.LastIndex(string(b), "moov") - 4 // ffmpeg writes it last
	binary.BigEndian.PutUint32(b[moov:], binary.BigEndian.Uint32(b[moov:])+uint32(len(added)))
	return append(b, added...)
}

// samples decodes a response at 48 kHz and returns the left channel.
func samples(t *testing.T, data string) []float32 {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "ffmpeg", "-v", "error", "-i", "pipe:0", "-f", "f32le", "-ac", "2", "-ar", "48000", "-")
	cmd.Stdin = strings.NewReader(data)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("decode %d bytes: %v", len(data), err)
	}
	s := make([]float32, len(out)/8)
	for i := range s {
		s[i] = math.Float32frombits(binary.LittleEndian.Uint32(out[8*i:]))
	}
	return s
}

type stemsAnswer struct {
	Kind, State    string
	Progress, Gain float64
	Stems          []struct{ ID, Name, Color, URL string }
}

func TestStems(t *testing.T) {
	apitest.FFmpeg(t)
	root := t.TempDir()
	fakelib.Write(t, root, "Song.stem.mp4", stemFile(t, "1000", "300", "500", "700", "900"))
	loop := wave.Clicks(120, 0.2, 3000)
	plain := wave.File(4, loop)
	fakelib.Write(t, root, "Plain.wav", plain)
	s := testkit.Start(t, testkit.Options{Music: root})
	all := apitest.TracksOf(t, s)
	if len(all) != 2 || all["Song"].ID == "" || all["Plain"].ID == "" {
		t.Fatalf("the library has %+v", all)
	}
	studio, path := "/api/tracks/"+all["Song"].ID, "/api/tracks/"+all["Plain"].ID
	s.Run(t, []testkit.Scenario{
		{Name: "studio", Request: call{Path: studio + "/stems", As: s.Member}, Status: 200, Contains: []string{
			`"kind":"studio"`, `"state":"ready"`, `"gain":0`, `{"id":"1","name":"Drums","color":"#FF0000","url":"` + studio + `/stems/1"}`, `{"id":"4","name":"Vocals","color":"",`,
		}},
		{Name: "the mixdown has no stem", Request: call{Path: studio + "/stems/0", As: s.Member}, Status: 404},
		{Name: "no fifth stem", Request: call{Path: studio + "/stems/5", As: s.Member}, Status: 404},
		{Name: "no such part", Request: call{Path: studio + "/stems/drums", As: s.Member}, Status: 404},
		{Name: "nobody", Request: call{Path: studio + "/stems/1"}, Status: 404},
		{Name: "nobody asks", Request: call{Path: studio + "/stems"}, Status: 404},
		{Name: "stems are not split", Request: call{Method: "POST", Path: studio + "/stems", As: s.Member}, Status: 409},
		{Name: "not split yet", Request: call{Path: path + "/stems", As: s.Member}, Status: 200, Contains: []string{`"kind":"split"`, `"state":"none"`, `"stems":[]`}},
		{Name: "no drums yet", Request: call{Path: path + "/stems/drums", As: s.Member}, Status: 404},
		{Name: "visitors split nothing", Request: call{Method: "POST", Path: path + "/stems"}, Status: 401},
	})
	for i, hz := range []float64{300, 500, 700, 900} {
		r := s.Do(t, call{Path: studio + "/stems/" + string(rune('1'+i)), As: s.Member})
		heard := samples(t, r.Body)
		if own, mixdown := wave.Power(heard, hz), wave.Power(heard, 1000); r.Header.Get("Content-Type") != "audio/flac" || len(heard) != 2*wave.Rate || own < 1000*mixdown {
			t.Errorf("stem %d: %v, %d samples, %g against %g", i+1, r.Header, len(heard), own, mixdown)
		}
	}
	part := s.Do(t, call{Path: studio + "/stems/2", As: s.Member, Header: map[string]string{"Range": "bytes=0-3"}})
	if part.Status != 206 || part.Body != "fLaC" {
		t.Errorf("a range of a stem: %d %q", part.Status, part.Body)
	}
	if mixdown := samples(t, s.Do(t, call{Path: studio + "/stream", As: s.Member}).Body); wave.Power(mixdown, 1000) < 1000*wave.Power(mixdown, 500) {
		t.Error("the track does not play as its mixdown")
	}
	splitPlain(t, s, path, wave.Stereo(4, loop))
}

// splitPlain splits a track and compares the sum of its parts with its sound.
func splitPlain(t *testing.T, s *testkit.Server, path string, want []float32) {
	t.Helper()
	r := s.Do(t, call{Method: "POST", Path: path + "/stems", As: s.Member})
	if r.Status != 202 {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	got := testkit.JSON[stemsAnswer](t, r)
	for end := time.Now().Add(time.Minute); got.State != "ready" && time.Now().Before(end); <-time.After(20 * time.Millisecond) {
		got = testkit.JSON[stemsAnswer](t, s.Do(t, call{Path: path + "/stems", As: s.Member}))
	}
	if got.State != "ready" || len(got.Stems) != 2 || got.Stems[0].ID != "drums" || got.Stems[1].ID != "melody" {
		t.Fatalf("%+v", got)
	}
	drums, melody := s.Do(t, call{Path: got.Stems[0].URL, As: s.Member}), s.Do(t, call{Path: got.Stems[1].URL, As: s.Member})
	a, b := samples(t, drums.Body), samples(t, melody.Body)
	if len(a) != len(want)/2 || len(b) != len(a) {
		t.Fatalf("%d and %d samples of %d", len(a), len(b), len(want)/2)
	}
	gain, off, all := math.Pow(10, got.Gain/20), 0.0, 0.0
	for i := range a {
		d := gain*(float64(a[i])+float64(b[i])) - float64(want[2*i])
		off, all = off+d*d, all+float64(want[2*i])*float64(want[2*i])
	}
	if db := 10 * math.Log10(off/all); db > -60 {
		t.Errorf("the sum differs by %.1f dB", db)
	}
	if wave.Power(a, 110) > wave.Power(b, 110)/100 {
		t.Error("the tone is in the drums")
	}
	again := s.Do(t, call{Method: "POST", Path: path + "/stems", As: s.Member})
	if part := s.Do(t, call{Path: got.Stems[0].URL, As: s.Member, Header: map[string]string{"Range": "bytes=0-3"}}); part.Status != 206 || part.Body != "fLaC" || again.Status != 202 {
		t.Errorf("a range: %d %q; again: %d", part.Status, part.Body, again.Status)
	}
	if r := s.Do(t, call{Path: got.Stems[0].URL}); r.Status != 404 {
		t.Errorf("a visitor got %d", r.Status)
	}
}
