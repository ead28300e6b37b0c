package frame

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// TestRealEncoders cuts streams made by ffmpeg into frames. ffmpeg then decodes
// the frames from the middle on and must get sound of the same length.
func TestRealEncoders(t *testing.T) {
	if _, err := exec.LookPath("ffmpeg"); err != nil {
		t.Skip("ffmpeg is not installed; make test installs it")
	}
	for name, c := range map[string]struct {
		codec Codec
		args  string
	}{
		"mp3": {MP3, "-b:a 128k -f mp3"}, "vbr": {MP3, "-q:a 5 -f mp3"}, "22 kHz": {MP3, "-ar 22050 -ac 1 -f mp3"}, "aac": {AAC, "-f adts"},
		"opus": {Opus, "-c:a libopus -f ogg"}, "vorbis": {Vorbis, "-c:a libvorbis -f ogg"}, "ogg flac": {OggFLAC, "-c:a flac -f ogg"},
		"flac": {FLAC, "-f flac"}, "webm": {WebM, "-c:a libopus -f webm"},
	} {
		t.Run(name, func(t *testing.T) {
			args := "-v error -f lavfi -i sine=f=440:d=6:sample_rate=44100 -metadata title=Tone -ac 2 " + c.args + " -"
			stream := ffmpeg(t, nil, strings.Fields(args)...)
			r := NewReader(bytes.NewReader(stream), "")
			frames, err := read(t, r)
			if err != nil || r.Codec() != c.codec {
				t.Fatalf("%s, %v", r.Codec(), err)
			}
			if got := sound(frames); (got - 6*time.Second).Abs() > 150*time.Millisecond {
				t.Errorf("%v of sound", got)
			}
			if title := frames[0].Title; c.codec != AAC && (title == nil || title.Title != "Tone") {
				t.Errorf("title %+v", title)
			}
			tail := frames[len(frames)/2:]
			pcm := ffmpeg(t, append(bytes.Clone(frames[0].Header), data(tail)...), strings.Fields("-v fatal -i - -f s16le -ac 1 -ar 8000 -")...)
			if got, want := len(pcm)/2, int(sound(tail).Seconds()*8000); got < want-2400 || got > want+2400 {
				t.Errorf("%d samples of %d", got, want)
			}
			if silence := Silence(frames[0], c.codec, time.Second); c.codec.IsPlain() {
				pcm := ffmpeg(t, data(silence), strings.Fields("-v error -xerror -i - -f s16le -ac 1 -ar 8000 -")...)
				if len(pcm) < 16_000 || len(bytes.Trim(pcm, "\x00")) > 0 {
					t.Errorf("silence of %d bytes that sounds", len(pcm))
				}
			}
		})
	}
}

func ffmpeg(t *testing.T, in []byte, args ...string) []byte {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "ffmpeg", args...)
	cmd.Stdin = bytes.NewReader(in)
	var wrong bytes.Buffer
	cmd.Stderr = &wrong
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("ffmpeg %v: %v\n%s", args, err, &wrong)
	}
	return out
}
