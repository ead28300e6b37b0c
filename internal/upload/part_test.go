package upload

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"testing"
	"time"

	"sonora/internal/codec/ogg"
	"sonora/internal/codec/opus"
	"sonora/internal/codec/vorbis"
	"sonora/internal/intake"
	"sonora/internal/music"
)

// recorded returns 200 packets of 20 ms in pages of 50, as the DJ desk records.
// The sound is noise: packet n has n as its bytes.
func recorded() []byte {
	const packets, size, skip = 200, 100, 312
	var out []byte
	h := ogg.Header{Flags: ogg.First, Serial: 7}
	page := func(packets ...[]byte) {
		h.Lacing = nil
		for _, p := range packets {
			h.Lacing = ogg.Lace(h.Lacing, len(p))
		}
		out = append(out, h.Page(bytes.Join(packets, nil))...)
		h.Sequence++
		h.Flags = 0
	}
	page(opus.Head{Channels: 2, PreSkip: skip, InputRate: opus.Rate}.Bytes())
	page(append([]byte(opus.TagsMagic), vorbis.Block([]byte("test"), nil)...))
	var waiting [][]byte
	for n := range packets {
		packet := bytes.Repeat([]byte{byte(n)}, size)
		packet[0] = 31<<3 | 4 // CELT, 20 ms, stereo
		waiting = append(waiting, packet)
		if len(waiting) == 50 {
			h.Granule += 50 * 960
			page(waiting...)
			waiting = nil
		}
	}
	return out
}

// kept cuts a recording and returns what a player makes of it: which packets it
// decodes, how many samples of the first one it skips, and how many samples it plays.
func kept(t *testing.T, src []byte, part Part) (first, last int, skipped, played int64) {
	t.Helper()
	var out bytes.Buffer
	if err := cutOpus(&out, bufio.NewReader(bytes.NewReader(src)), part); err != nil {
		t.Fatal(err)
	}
	first = -1
	r := bufio.NewReader(&out)
	var end int64
	for n := uint32(0); ; n++ {
		page, err := r.Peek(1)
		if errors.Is(err, io.EOF) {
			return first, last, skipped, end - skipped
		}
		if err != nil || page[0] != 'O' {
			t.Fatal(err)
		}
		h, body, err := readPage(r)
		if err != nil || h.Sequence != n || h.Serial != 7 || !h.Verify(h.Page(body)) {
			t.Fatalf("page %d: %+v, %v", n, h, err)
		}
		for packet := range h.Packets(body) {
			switch n {
			case 0:
				head, _ := opus.ParseHead(packet)
				skipped = int64(head.PreSkip)
			case 1:
			default:
				if last = int(packet[1]); first < 0 {
					first = last
				}
			}
		}
		end = h.Granule
	}
}

func TestRecordingsAreCutToTheSample(t *testing.T) {
	src := recorded()
	ms := time.Millisecond
	for _, c := range []struct {
		part            Part
		first, last     int
		skipped, played int64
	}{
		{Part{0, 4 * time.Second}, 0, 199, 312, 199*960 + 960 - 312},
		{Part{0, 1001 * ms}, 0, 50, 312, 48048},
		{Part{2 * time.Second, 3 * time.Second}, 96, 150, 4*960 + 312, 48000},
		{Part{2010 * ms, 4 * time.Second}, 96, 199, 4*960 + 480 + 312, 96000 - 480 - 312},
		{Part{50 * ms, 60 * ms}, 0, 3, 312 + 2400, 480},
	} {
		first, last, skipped, played := kept(t, src, c.part)
		if first != c.first || last != c.last || skipped != c.skipped || played != c.played {
			t.Errorf("%v: packets %d to %d, %d samples skipped, %d played; want %+v", c.part, first, last, skipped, played, c)
		}
	}
	var out bytes.Buffer
	if err := cutOpus(&out, bufio.NewReader(bytes.NewReader(src[:len(src)-50])), Part{time.Second, 4 * time.Second}); err != nil {
		t.Errorf("a recording without its end: %v", err)
	}
	for name, broken := range map[string][]byte{"empty": nil, "headers": src[:200], "noise": []byte("no music")} {
		if err := cutOpus(&out, bufio.NewReader(bytes.NewReader(broken)), Part{0, time.Second}); music.CodeOf(err) != music.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestMixesOfAPart publishes a part of a recording, after attempts that leave all of
// it in place.
func TestMixesOfAPart(t *testing.T) {
	f := newFixture(t)
	ctx := t.Context()
	whole, err := exec.CommandContext(ctx, "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=440:d=8", "-c:a", "libopus", "-f", "ogg", "-").Output()
	f.must(err)
	id := f.send("set.opus", whole)
	fill := func(m *music.Mix) { m.Title, m.DJName, m.AudioURL = "Set", "Ana", intake.MediaAudio+id+".opus" }
	for _, part := range []Part{{9 * time.Second, 0}, {3 * time.Second, 2 * time.Second}, {-time.Second, 0}} {
		_, err := f.PublishMix(ctx, f.ana, part, fill)
		f.code(err, music.Invalid)
	}
	_, err = f.PublishMix(ctx, f.ben, Part{time.Second, 0}, fill)
	f.code(err, music.Invalid)
	if now, err := os.ReadFile(f.staging.path(id)); err != nil || !bytes.Equal(now, whole) {
		t.Fatalf("%d of %d bytes are left: %v", len(now), len(whole), err)
	}
	// The server is killed after the cut, and the person tries again.
	part := Part{2 * time.Second, 5500 * time.Millisecond}
	f.must(f.cut(f.staging.path(id), part, 8*time.Second))
	// Then nothing comes of another part.
	f.must(f.shorten(ctx, f.ana, id, Part{5 * time.Second, 0}))
	m, err := f.PublishMix(ctx, f.ana, part, fill)
	f.must(err)
	if left, err := os.ReadDir(f.staging.dir); err != nil || len(left) != 0 {
		t.Errorf("%d files are left: %v", len(left), err)
	}
	if m.Duration != 3500*time.Millisecond {
		t.Errorf("the mix has %v", m.Duration)
	}
	mp3 := f.send("Set.mp3", song(1))
	_, err = f.PublishMix(ctx, f.ana, part, func(m *music.Mix) { m.Title, m.DJName, m.AudioURL = "Set", "Ana", intake.MediaAudio+mp3+".mp3" })
	f.code(err, music.Invalid)
}

// TestRecordingsAreAsLongAsThePlanAllows saves recordings of the DJ desk, and a file that is
// none.
func TestRecordingsAreAsLongAsThePlanAllows(t *testing.T) {
	f := newFixture(t)
	f.minutes = 2
	ctx := t.Context()
	long, err := exec.CommandContext(ctx, "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=440:d=185", "-c:a", "libopus", "-b:a", "16k", "-f", "ogg", "-").Output()
	f.must(err)
	record := func() string {
		u, err := f.Create(ctx, f.ana, "set.opus", "", UnknownLength)
		f.must(err)
		half := int64(len(long) / 2)
		for _, p := range []Piece{{Length: half}, {Offset: half, Length: int64(len(long)) - half, Total: int64(len(long))}} {
			p.Body = f.line(bytes.NewReader(long[p.Offset : p.Offset+p.Length]))
			_, err := f.Write(ctx, f.ana, u.ID, p)
			f.must(err)
		}
		return u.ID
	}
	publish := func(id string, part Part) (*music.Mix, error) {
		return f.PublishMix(ctx, f.ana, part, func(m *music.Mix) { m.Title, m.DJName, m.AudioURL = "Set", "Ana", intake.MediaAudio+id+".opus" })
	}
	first, second := record(), record()
	_, err = publish(first, Part{})
	f.code(err, music.Forbidden)
	_, err = f.Keep(ctx, f.ana, Track{UploadID: first, Title: "Set"})
	f.code(err, music.Forbidden)
	_, err = publish(first, Part{0, 184 * time.Second})
	f.code(err, music.Forbidden)
	m, err := publish(first, Part{4 * time.Second, 124 * time.Second})
	f.must(err)
	if m.Duration.Round(time.Second) != 120*time.Second {
		t.Errorf("a part of %v", m.Duration)
	}
	f.minutes = 0
	m, err = publish(second, Part{})
	f.must(err)
	if m.Duration.Round(time.Second) != 185*time.Second {
		t.Errorf("with a better plan: %v", m.Duration)
	}
	f.minutes = 1
	if _, err := publish(f.send("set.opus", long), Part{}); err != nil {
		t.Errorf("a file that was recorded elsewhere: %v", err)
	}
}
