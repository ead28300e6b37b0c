package catalogue_test

import (
	"bytes"
	"encoding/binary"
	"math"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
	"sonora/internal/testkit/fakelib"
)

// sine returns a WAV file of 1 kHz at half of full scale.
func sine(seconds int) []byte {
	const rate = 44_100
	le := binary.LittleEndian
	data := le.AppendUint32([]byte("RIFF"), uint32(36+seconds*rate*2))
	data = append(data, "WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00"...)
	data = le.AppendUint32(le.AppendUint32(data, rate), rate*2)
	data = le.AppendUint32(append(data, "\x02\x00\x10\x00data"...), uint32(seconds*rate*2))
	for i := range seconds * rate {
		data = le.AppendUint16(data, uint16(int16(math.Sin(2*math.Pi*1000*float64(i)/rate)*math.MaxInt16/2)))
	}
	return data
}

// converting starts a server with songs of given lengths in seconds, by title.
func converting(t *testing.T, seconds ...int) (s *testkit.Server, path func(i int) string) {
	t.Helper()
	apitest.FFmpeg(t)
	root := t.TempDir()
	for i, n := range seconds {
		fakelib.Write(t, root, "song"+strconv.Itoa(i)+".wav", sine(n))
	}
	s = testkit.Start(t, testkit.Options{Music: root})
	all := apitest.TracksOf(t, s)
	return s, func(i int) string { return "/api/tracks/" + all["song"+strconv.Itoa(i)].ID }
}

// seconds decodes a response and returns its length.
func seconds(t *testing.T, data string) float64 {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "ffmpeg", "-v", "error", "-i", "pipe:0", "-f", "s16le", "-ac", "1", "-ar", "48000", "-")
	cmd.Stdin = strings.NewReader(data)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("decode %d bytes: %v", len(data), err)
	}
	return float64(len(out)) / 2 / 48_000
}

func TestConvertedStream(t *testing.T) {
	s, path := converting(t, 3)
	stream := path(0) + "/stream?format="
	for format, kind := range map[string]string{
		"opus": "audio/ogg", "aac": "audio/aac", "mp3&bitrate=320": "audio/mpeg", "flac": "audio/flac", "flac&container=fmp4": "audio/mp4", "aac&container=fmp4&bitrate=96": "audio/mp4",
		"opus&gain=track": "audio/ogg", "opus&start=0": "audio/ogg",
	} {
		r := s.Do(t, call{Path: stream + format, As: s.Member, ByCookie: true})
		if got := seconds(t, r.Body); r.Status != 200 || r.Header.Get("Content-Type") != kind || r.Header.Get("X-Content-Duration") != "3.000" || math.Abs(got-3) > 0.06 {
			t.Errorf("%s: %d %v, %.3f s", format, r.Status, r.Header, got)
		}
	}
	late := s.Do(t, call{Path: stream + "mp3&start=1.5", As: s.Member})
	if got := seconds(t, late.Body); late.Status != 200 || late.Header.Get("X-Content-Duration") != "1.500" || late.Header.Get("Accept-Ranges") != "" || math.Abs(got-1.5) > 0.06 {
		t.Errorf("from 1.5 s on: %d %v, %.3f s", late.Status, late.Header, got)
	}
	s.Run(t, []testkit.Scenario{
		{Name: "unknown format", Request: call{Path: stream + "wma", As: s.Member}, Status: 400, Contains: []string{`"format":["Choose opus, aac, mp3 or flac."]`}},
		{Name: "no format", Request: call{Path: stream, As: s.Member}, Status: 400, Contains: []string{`"format":[`}},
		{Name: "odd bitrate", Request: call{Path: stream + "mp3&bitrate=128", As: s.Member}, Status: 400, Contains: []string{`"bitrate":[`}},
		{Name: "bitrate in words", Request: call{Path: stream + "mp3&bitrate=high", As: s.Member}, Status: 400, Contains: []string{`"bitrate":[`}},
		{Name: "start in words", Request: call{Path: stream + "mp3&start=NaN", As: s.Member}, Status: 400, Contains: []string{`"start":[`}},
		{Name: "start before the start", Request: call{Path: stream + "mp3&start=-1", As: s.Member}, Status: 400, Contains: []string{`"start":[`}},
		{Name: "start at the end", Request: call{Path: stream + "mp3&start=3", As: s.Member}, Status: 400, Contains: []string{`"start":["The track ends before that."]`}},
		{Name: "bitrate of the original in words", Request: call{Path: path(0) + "/stream?bitrate=abc", As: s.Member}, Status: 400, Contains: []string{`"bitrate":[`}},
		{Name: "start of the original before its start", Request: call{Path: path(0) + "/stream?start=-5", As: s.Member}, Status: 400, Contains: []string{`"start":[`}},
		{Name: "proxy in words", Request: call{Path: path(0) + "/stream?proxy=abc", As: s.Member}, Status: 400, Contains: []string{`"proxy":[`}},
		{Name: "unknown gain", Request: call{Path: stream + "mp3&gain=loud", As: s.Member}, Status: 400, Contains: []string{`"gain":[`}},
		{Name: "MP3 in MP4", Request: call{Path: stream + "mp3&container=fmp4", As: s.Member}, Status: 400, Contains: []string{`"container":[`}},
		{Name: "nobody", Request: call{Path: stream + "mp3"}, Status: 404},
		{Name: "no track", Request: call{Path: "/api/tracks/nothing/stream?format=mp3", As: s.Member}, Status: 404},
		{Name: "headers alone", Request: call{Method: "HEAD", Path: stream + "mp3&bitrate=96", As: s.Member}, Status: 200, Headers: map[string]string{"Content-Type": "audio/mpeg", "X-Content-Duration": "3.000", "Accept-Ranges": ""}},
		{Name: "formats", Request: call{Path: "/api/stream/formats", As: s.Member}, Status: 200, Contains: []string{`"ffmpeg":true`, `{"format":"opus","container":"ogg","mime":"audio/ogg","bitrates":[96,160,320]}`, `{"format":"flac","container":"fmp4","mime":"audio/mp4","bitrates":[]}`}},
	})
}

func TestConvertedRanges(t *testing.T) {
	s, path := converting(t, 3)
	stream := path(0) + "/stream?format=mp3"
	data := s.Do(t, call{Path: stream, As: s.Member}).Body
	whole := await(t, s, stream)
	size := strconv.Itoa(len(data))
	if whole.Body != data || whole.Header.Get("Content-Length") != size || whole.Header.Get("ETag") == "" {
		t.Errorf("kept: %d of %s bytes, %v", len(whole.Body), size, whole.Header)
	}
	piece := s.Do(t, call{Path: stream, As: s.Member, Header: map[string]string{"Range": "bytes=100-199"}})
	if piece.Status != 206 || piece.Body != data[100:200] || piece.Header.Get("Content-Range") != "bytes 100-199/"+size {
		t.Errorf("a range: %d, %d bytes, %v", piece.Status, len(piece.Body), piece.Header)
	}
	s.Run(t, []testkit.Scenario{
		{Name: "outside", Request: call{Path: stream, As: s.Member, Header: map[string]string{"Range": "bytes=9999999-"}}, Status: 416, Contains: []string{"outside the file"}},
		{Name: "known", Request: call{Path: stream, As: s.Member, Header: map[string]string{"If-None-Match": whole.Header.Get("ETag")}}, Status: 304},
		{Name: "headers alone", Request: call{Method: "HEAD", Path: stream, As: s.Member}, Status: 200, Headers: map[string]string{"Content-Length": size}},
	})
}

// await waits until a conversion is cached.
func await(t *testing.T, s *testkit.Server, path string) testkit.Response {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); <-time.After(5 * time.Millisecond) {
		if r := s.Do(t, call{Path: path, As: s.Member}); r.Header.Get("Accept-Ranges") == "bytes" {
			return r
		}
	}
	t.Fatal("the conversion was not cached")
	return testkit.Response{}
}

// TestRangesDuringConversion requests ranges of a long track before its conversion
// is complete.
func TestRangesDuringConversion(t *testing.T) {
	s, path := converting(t, 900)
	ask := func(spec string) testkit.Response {
		return s.Do(t, call{Path: path(0) + "/stream?format=mp3&bitrate=320", As: s.Member, Header: map[string]string{"Range": spec}})
	}
	if r := ask("bytes=0-99"); r.Status != 206 || len(r.Body) != 100 || r.Header.Get("Content-Range") != "bytes 0-99/*" {
		t.Errorf("the beginning: %d, %d bytes, %v", r.Status, len(r.Body), r.Header)
	}
	// 320 kbit/s are 40,000 bytes per second, so this is minute 13.
	far := ask("bytes=31200000-31279999")
	if got := seconds(t, far.Body); far.Status != 206 || len(far.Body) != 80_000 || far.Header.Get("Content-Range") != "bytes 31200000-31279999/*" || math.Abs(got-2) > 0.2 {
		t.Errorf("far ahead: %d, %d bytes, %v, %.2f s", far.Status, len(far.Body), far.Header, got)
	}
	if r := ask("bytes=99999999-"); r.Status != 416 {
		t.Errorf("past the end: %d", r.Status)
	}
	if r := s.Do(t, call{Path: path(0) + "/stream?format=flac", As: s.Member, Header: map[string]string{"Range": "bytes=999999999-"}}); r.Status != 416 {
		t.Errorf("past the end of what is not yet there: %d", r.Status)
	}
}

func TestAnnounce(t *testing.T) {
	s, path := converting(t, 2)
	announce := path(0) + "/announce"
	s.Run(t, []testkit.Scenario{
		{Name: "announced", Request: call{Method: "POST", Path: announce, Body: `{"format":"opus","bitrate":96}`, As: s.Member}, Status: 202},
		{Name: "unknown format", Request: call{Method: "POST", Path: announce, Body: `{"format":"wma"}`, As: s.Member}, Status: 400, Contains: []string{`"format":[`}},
		{Name: "no format", Request: call{Method: "POST", Path: announce, Body: `{}`, As: s.Member}, Status: 400},
		{Name: "nobody", Request: call{Method: "POST", Path: announce, Body: `{"format":"opus"}`}, Status: 404},
	})
	if r := await(t, s, path(0)+"/stream?format=opus&bitrate=96"); math.Abs(seconds(t, r.Body)-2) > 0.01 {
		t.Errorf("%d bytes", len(r.Body))
	}
}

func TestHLS(t *testing.T) {
	s, path := converting(t, 14)
	list := s.Do(t, call{Path: path(0) + "/hls/index.m3u8?bitrate=96&gain=track", As: s.Member})
	var music bytes.Buffer
	for line := range strings.Lines(list.Body) {
		if !strings.HasPrefix(line, "#") {
			r := s.Do(t, call{Path: path(0) + "/hls/" + strings.TrimSpace(line), As: s.Member})
			if r.Status != 200 || r.Header.Get("Content-Type") != "audio/aac" {
				t.Errorf("%s: %d %s", line, r.Status, r.Body)
			}
			music.WriteString(r.Body)
		}
	}
	if got := seconds(t, music.String()); list.Status != 200 || strings.Count(list.Body, "#EXTINF") != 3 || math.Abs(got-14) > 0.1 {
		t.Errorf("%d %s: %.3f s", list.Status, list.Body, got)
	}
	s.Run(t, []testkit.Scenario{
		{Name: "nobody's list", Request: call{Path: path(0) + "/hls/index.m3u8"}, Status: 404},
		{Name: "nobody's piece", Request: call{Path: path(0) + "/hls/96/0.aac"}, Status: 404},
		{Name: "odd bitrate", Request: call{Path: path(0) + "/hls/index.m3u8?bitrate=1", As: s.Member}, Status: 400, Contains: []string{`"bitrate":[`}},
		{Name: "another bitrate", Request: call{Path: path(0) + "/hls/97/0.aac", As: s.Member}, Status: 400},
		{Name: "behind the end", Request: call{Path: path(0) + "/hls/96/3.aac", As: s.Member}, Status: 404},
		{Name: "no number", Request: call{Path: path(0) + "/hls/96/x.aac", As: s.Member}, Status: 404},
		{Name: "before the beginning", Request: call{Path: path(0) + "/hls/96/-1.aac", As: s.Member}, Status: 404},
		{Name: "no piece", Request: call{Path: path(0) + "/hls/96/0.ts", As: s.Member}, Status: 404},
	})
}
