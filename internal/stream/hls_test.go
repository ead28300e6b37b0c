package stream

import (
	"bytes"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"testing"
	"time"

	"sonora/internal/music"
)

func TestPlaylist(t *testing.T) {
	for _, length := range []time.Duration{time.Second, segmentTime(1), segmentTime(1) + 1, 100 * time.Second, 20 * time.Hour} {
		list := Playlist(length, func(n int) string { return fmt.Sprintf("160/%d.aac", n) })
		var sum float64
		durations := regexp.MustCompile(`#EXTINF:([\d.]+),\n160/(\d+)\.aac\n`).FindAllStringSubmatch(list, -1)
		for i, d := range durations {
			seconds, err := strconv.ParseFloat(d[1], 64)
			if err != nil || seconds <= 0 && length > segmentTime(1)+1 || seconds > 6 || d[2] != strconv.Itoa(i) {
				t.Errorf("%v: piece %q", length, d)
			}
			sum += seconds
		}
		if math.Abs(sum-length.Seconds()) > 0.00001*float64(len(durations)) || len(durations) != segments(length) {
			t.Errorf("%v: %d pieces, %v s", length, len(durations), sum)
		}
	}
}

func TestSegmentsJoinToTheTrack(t *testing.T) {
	b := open(t, nil)
	const length = 40 * time.Second
	r := b.song("song.wav", int(length/time.Second), 44_100)
	r.Form = Form{Format: music.AAC, Bitrate: 96}
	var all []byte
	for n := range segments(length) {
		piece, err := b.Segment(t.Context(), r, n, length)
		if err != nil {
			t.Fatal(err)
		}
		tag := timeTag(n)
		frames, ok := bytes.CutPrefix(piece, tag)
		if !ok || len(tag) != 73 || len(frames) == 0 || frames[0] != 0xff {
			t.Fatalf("piece %d begins with % x", n, piece[:80])
		}
		all = append(all, frames...)
	}
	if whole := b.whole(r); !bytes.Equal(all, whole) {
		t.Errorf("the pieces are %d bytes, the whole %d", len(all), len(whole))
	}
	for _, n := range []int{-1, segments(length), 1 << 40} {
		if _, err := b.Segment(t.Context(), r, n, length); music.CodeOf(err) != music.NotFound {
			t.Errorf("piece %d: %v", n, err)
		}
	}
}

func TestSegmentFarAhead(t *testing.T) {
	b := open(t, nil)
	r := b.slow("song.wav")
	const length = 600 * time.Second
	last := segments(length) - 2
	piece, err := b.Segment(t.Context(), r, last, length)
	if err != nil {
		t.Fatal(err)
	}
	if d := b.decode(piece[len(timeTag(last)):]); math.Abs(d.seconds()-segmentTime(1).Seconds()) > 0.03 || math.Abs(d.pitch()-1000) > 3 {
		t.Errorf("%.3f s, %.1f Hz", d.seconds(), d.pitch())
	}
	b.mu.Lock()
	base := b.encodes[r.key()]
	b.mu.Unlock()
	if base == nil || base.length() > r.Form.expected(length)*9/10 {
		t.Error("the segment waited for all earlier segments")
	}
}
