package subsonic_test

import (
	"net/http"
	"strings"
	"testing"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

// decide asks how to play a song.
func (a *app) decide(id, info string) body {
	a.t.Helper()
	q := a.query("mediaId", id, "mediaType", "song")
	return parse(a.t, "getTranscodeDecision", do(a.t, a.server, testkit.Request{Method: http.MethodPost, Path: "/rest/getTranscodeDecision?" + q.Encode(), Body: info}))
}

func TestTranscodeDecision(t *testing.T) {
	apitest.FFmpeg(t)
	a := newApp(t)
	dawn := a.song("Dawn")
	direct := a.decide(dawn, `{"name":"Test","platform":"x","directPlayProfiles":[{"containers":["mp3"],"audioCodecs":["mp3"],"protocols":["http"]}]}`).at("transcodeDecision")
	if direct.at("canDirectPlay").v != true || direct.at("canTranscode").v != false || direct.text("sourceStream", "codec") != "mp3" {
		t.Errorf("direct: %v", direct.v)
	}
	other := a.decide(dawn, `{"name":"Test","platform":"x","directPlayProfiles":[{"containers":["flac"],"audioCodecs":["flac"],"protocols":["http"]}],
		"transcodingProfiles":[{"container":"ogg","audioCodec":"opus","protocol":"http"}],"maxTranscodingAudioBitrate":128000}`).at("transcodeDecision")
	if other.at("canDirectPlay").v != false || other.at("canTranscode").v != true || other.text("transcodeStream", "codec") != "opus" || other.at("transcodeStream", "audioBitrate").number() != 96000 {
		t.Errorf("converted: %v", other.v)
	}
	r := a.raw("getTranscodeStream", "mediaId", dawn, "mediaType", "song", "transcodeParams", other.text("transcodeParams"))
	if r.Status != http.StatusOK || r.Header.Get("Content-Type") != "audio/ogg" || !strings.HasPrefix(r.Body, "OggS") {
		t.Errorf("stream: %d %v", r.Status, r.Header)
	}
	limited := a.decide(dawn, `{"name":"Test","platform":"x","directPlayProfiles":[{"containers":[],"audioCodecs":[],"protocols":[]}],
		"codecProfiles":[{"type":"AudioCodec","name":"mp3","limitations":[{"name":"audioSamplerate","comparison":"LessThanEqual","values":["8000"],"required":true}]}]}`).at("transcodeDecision")
	if limited.at("canDirectPlay").v != false || limited.text("errorReason") == "" {
		t.Errorf("limited: %v", limited.v)
	}
	if got := a.decide(dawn, "nonsense"); got.at("error", "code").number() != 0 || got.text("status") != "failed" {
		t.Errorf("nonsense: %v", got.v)
	}
	for params, want := range map[string]int{"": 400, "x": 400, "opus-17": 400, "nonsense-96": 400} {
		if r := a.raw("getTranscodeStream", "mediaId", dawn, "mediaType", "song", "transcodeParams", params); r.Status != want {
			t.Errorf("%q: %d", params, r.Status)
		}
	}
	if r := a.raw("getTranscodeStream", "mediaId", "x", "mediaType", "song", "transcodeParams", "opus-96"); r.Status != http.StatusNotFound {
		t.Errorf("no song: %d", r.Status)
	}
}

func TestConvertedStreams(t *testing.T) {
	apitest.FFmpeg(t)
	a := newApp(t)
	flac := a.song("FLAC song")
	for _, c := range []struct {
		want  string
		pairs []string
	}{
		{"audio/flac", nil},
		{"audio/flac", []string{"format", "raw", "maxBitRate", "96"}},
		{"audio/mpeg", []string{"maxBitRate", "1"}},
		{"audio/mpeg", []string{"format", "mp3"}},
		{"audio/ogg", []string{"format", "opus", "maxBitRate", "128"}},
		{"audio/flac", []string{"format", "nonsense"}},
		{"audio/mpeg", []string{"timeOffset", "99999"}},
	} {
		r := a.raw("stream", append([]string{"id", flac}, c.pairs...)...)
		if r.Status != http.StatusOK || r.Header.Get("Content-Type") != c.want {
			t.Errorf("%v: %d %s, want %s", c.pairs, r.Status, r.Header.Get("Content-Type"), c.want)
		}
	}
	list := a.raw("hls.m3u8", "id", flac, "bitRate", "128@480x360")
	if list.Status != http.StatusOK || !strings.HasPrefix(list.Body, "#EXTM3U") || !strings.Contains(list.Body, "hlsSegment?") {
		t.Fatalf("HLS: %d %s", list.Status, list.Body)
	}
	for line := range strings.Lines(list.Body) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "hlsSegment?") {
			if r := do(t, a.server, testkitRequest(http.MethodGet, "/rest/"+line)); r.Status != http.StatusOK || len(r.Body) == 0 {
				t.Errorf("segment: %d", r.Status)
			}
			break
		}
	}
}

// TestStreamsWithoutLossless plays a FLAC with a plan that includes no lossless quality.
func TestStreamsWithoutLossless(t *testing.T) {
	apitest.FFmpeg(t)
	s := apitest.Start(t, testkit.Options{})
	a := appOf(t, s, s.Member)
	plan := testkit.JSON[map[string]any](t, s.Do(t, testkit.Request{Path: "/api/admin/premium/plans/free", As: s.Admin}))
	for _, name := range []string{"id", "version", "createdAt", "updatedAt", "$schema"} {
		delete(plan, name)
	}
	plan["grants"].(map[string]any)["lossless"] = false
	if r := s.Do(t, testkit.Request{Method: http.MethodPut, Path: "/api/admin/premium/plans/free", As: s.Admin, Body: apitest.Encode(t, plan)}); r.Status != http.StatusOK {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	flac := a.song("FLAC song")
	if r := a.raw("stream", "id", flac); r.Status != http.StatusOK || r.Header.Get("Content-Type") != "audio/mpeg" || len(r.Body) == 0 {
		t.Errorf("stream: %d %s", r.Status, r.Header.Get("Content-Type"))
	}
	a.fails(50, "download", "id", flac)
}

// TestVariants follows a playlist of playlists, which answers several bitrates.
func TestVariants(t *testing.T) {
	apitest.FFmpeg(t)
	a := newApp(t)
	flac := a.song("FLAC song")
	list := a.raw("hls.m3u8", "id", flac, "bitRate", "96@480x360", "bitRate", "192@640x480", "bitRate", "97")
	if list.Status != http.StatusOK || strings.Count(list.Body, "#EXT-X-STREAM-INF:BANDWIDTH=") != 2 {
		t.Fatalf("%d %s", list.Status, list.Body)
	}
	for line := range strings.Lines(list.Body) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "hls.m3u8?") {
			if r := do(t, a.server, testkitRequest(http.MethodGet, "/rest/"+line)); r.Status != http.StatusOK || !strings.Contains(r.Body, "hlsSegment?") {
				t.Errorf("%s: %d %s", line, r.Status, r.Body)
			}
		}
	}
	a.fails(70, "hls.m3u8", "id", "x", "bitRate", "96", "bitRate", "192")
	a.fails(0, "hls.m3u8", "id", flac, "bitRate", "96", "bitRate", "x")
	a.fails(0, "hls.m3u8", append([]string{"id", flac}, repeated("bitRate", strings.Split(strings.Repeat("96 ", 21), " ")...)...)...)
}
