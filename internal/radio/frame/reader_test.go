package frame

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"testing"
	"testing/iotest"
	"time"

	"pgregory.net/rapid"

	"sonora/internal/codec/adts"
	"sonora/internal/codec/ogg"
	"sonora/internal/station"
)

// streams returns a stream of every codec and its duration.
func streams() map[Codec]struct {
	bytes []byte
	sound time.Duration
} {
	header, frames := flacStream(100)
	type stream = struct {
		bytes []byte
		sound time.Duration
	}
	return map[Codec]stream{
		MP3:  {flat(mp3Frames(100, 1)), 100 * 1152 * time.Second / 44100},
		AAC:  {flat(adtsFrames(100, 1)), 100 * 1024 * time.Second / 44100},
		Opus: {flat(opusStream(7, 20)), 2 * time.Second},
		FLAC: {append(header, flat(frames)...), 100 * 1152 * time.Second / 44100},
		WebM: {webmStream(100, 2, "A_OPUS"), 2 * time.Second},
	}
}

func TestReaderReturnsSentFrames(t *testing.T) {
	for codec, stream := range streams() {
		for name, in := range map[string]io.Reader{
			"whole": bytes.NewReader(stream.bytes), "bytes": iotest.OneByteReader(bytes.NewReader(stream.bytes)),
			"last with the error": iotest.DataErrReader(bytes.NewReader(stream.bytes)),
		} {
			r := NewReader(in, "")
			frames, err := read(t, r)
			if err != nil || r.Codec() != codec {
				t.Fatalf("%s, %s: %s, %v", codec, name, r.Codec(), err)
			}
			if got := sound(frames); (got - stream.sound).Abs() > time.Millisecond {
				t.Errorf("%s, %s: %v of sound, want %v", codec, name, got, stream.sound)
			}
			out := append(slices.Clone(frames[0].Header), data(frames)...)
			if codec != WebM && codec != FLAC && !bytes.Equal(out, stream.bytes) {
				t.Errorf("%s, %s: %d bytes came out of %d", codec, name, len(out), len(stream.bytes))
			}
			if !codec.IsPlain() && frames[0].Header == nil {
				t.Errorf("%s: no header", codec)
			}
			if again := readAll(t, out); !bytes.Equal(data(again), data(frames)) {
				t.Errorf("%s: what came out reads otherwise", codec)
			}
		}
	}
}

// TestListenersJoinAnywhere begins to listen at every frame.
func TestListenersJoinAnywhere(t *testing.T) {
	for codec, stream := range streams() {
		frames := readAll(t, stream.bytes)
		for i, f := range frames[:len(frames)-4] {
			if !f.Key {
				t.Errorf("%s: nobody can begin at frame %d", codec, i)
			}
			got := readAll(t, append(slices.Clone(frames[0].Header), data(frames[i:])...))
			if !bytes.Equal(data(got), data(frames[i:])) {
				t.Fatalf("%s: beginning at %d gives %d frames of %d", codec, i, len(got), len(frames)-i)
			}
		}
	}
}

// TestFramesAreNeverTorn inserts garbage between frames and removes parts of
// frames, with intact frames in between. The reader must return only frames that
// were sent, in their order.
func TestFramesAreNeverTorn(t *testing.T) {
	for codec, stream := range streams() {
		sent := readAll(t, stream.bytes)
		rapid.Check(t, func(t *rapid.T) {
			var broken []byte
			broken = append(broken, sent[0].Header...)
			hurt, healthy := 0, 0
			for _, f := range sent {
				if healthy++; healthy < 5 {
					broken = append(broken, f.Data...)
					continue
				}
				switch rapid.IntRange(0, 12).Draw(t, "fate") {
				case 0:
					healthy = 0
					hurt++
					broken = append(broken, rapid.SliceOfN(rapid.ByteMin(1), 1, 300).Draw(t, "garbage")...)
				case 1:
					hurt++
					healthy = 0
					broken = append(broken, f.Data[:rapid.IntRange(adts.HeaderSize, len(f.Data)).Draw(t, "cut")]...)
					continue
				}
				broken = append(broken, f.Data...)
			}
			r := NewReader(bytes.NewReader(broken), codec.ContentType())
			next, got := 0, 0
			for {
				f, err := r.Next()
				if err != nil {
					break
				}
				at := slices.IndexFunc(sent[next:], func(s Frame) bool { return bytes.Equal(s.Data, f.Data) })
				switch {
				case at >= 0:
					next += at + 1
				case codec.IsPlain() || codec == Opus: // our clusters differ from the sent ones; garbage can have the right checksum of 16 bits
					t.Fatalf("%s: a frame of %d bytes that nobody sent, or twice", codec, len(f.Data))
				}
				got++
			}
			if got < len(sent)-8*hurt-4 {
				t.Fatalf("%s: %d frames of %d after %d wounds", codec, got, len(sent), hurt)
			}
		})
	}
}

func TestTags(t *testing.T) {
	frames := mp3Frames(10, 1)
	id3 := join([]byte("ID3\x03\x00\x00\x00\x00\x00\x27"), []byte("TIT2\x00\x00\x00\x07\x00\x00\x01\xff\xfeT\x00\xe9\x00"), []byte("TPE1\x00\x00\x00\x04\x00\x00\x00Ad\xe9"), make([]byte, 8))
	id3v1 := append([]byte("TAGOld"), make([]byte, 122)...)
	xing := append([]byte{0xff, 0xfb, 0x90, 0x64}, make([]byte, 413)...)
	copy(xing[36:], "Xing")
	ape := append([]byte("APETAGEX\xd0\x07\x00\x00\x08\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xa0"), make([]byte, 8+8)...)
	r := NewReader(bytes.NewReader(join(id3, xing, flat(frames[:5]), id3v1, ape, id3, xing, flat(frames[5:]), id3v1)), "audio/mpeg")
	got, err := read(t, r)
	if err != nil || !bytes.Equal(data(got), flat(frames)) {
		t.Fatalf("%d frames, %v", len(got), err)
	}
	for i, f := range got {
		want := station.StreamTitle{Artist: "Adé", Title: "Té"}
		if (i == 0 || i == 5) != (f.Title != nil) || f.Title != nil && *f.Title != want {
			t.Errorf("frame %d: title %+v", i, f.Title)
		}
	}
}

func TestChanges(t *testing.T) {
	slow := mp3Frames(20, 2, 0xff, 0xfb, 0x94, 0x64) // 48 kHz
	aac := adtsFrames(20, 1)
	opus := opusStream(3, 20, "ARTIST=Ada", "TITLE=One")
	got := readAll(t, join(flat(mp3Frames(20, 1)), flat(slow), flat(aac), flat(opus), flat(opusStream(4, 5, "title=Two")), flat(mp3Frames(20, 4))))
	var rates []int
	var titles []string
	for _, f := range got {
		if len(rates) == 0 || rates[len(rates)-1] != f.Rate {
			rates = append(rates, f.Rate)
		}
		if f.Title != nil {
			titles = append(titles, f.Title.String())
		}
	}
	if len(got) != 20+20+20+20+5+20 || !slices.Equal(rates, []int{44100, 48000, 44100, 48000, 44100}) || !slices.Equal(titles, []string{"Ada - One", "Two"}) {
		t.Errorf("%d frames, rates %v, titles %v", len(got), rates, titles)
	}
}

func TestFreeFormat(t *testing.T) {
	frames := mp3Frames(20, 3, 0xff, 0xfb, 0x00, 0x64)
	if got := readAll(t, flat(frames)); !bytes.Equal(data(got), flat(frames)) || len(got) != 20 {
		t.Errorf("%d frames", len(got))
	}
}

func TestBlocksInADTS(t *testing.T) {
	frames := adtsFrames(10, 1)
	for _, f := range frames {
		f[6] = f[6]&^3 | 2 // three blocks
		f[1] &^= 1         // with a checksum
	}
	got := readAll(t, flat(frames))
	if want := 30 * 1024 * time.Second / 44100; len(got) != 10 || (sound(got)-want).Abs() > time.Microsecond {
		t.Errorf("%d frames, %v", len(got), sound(got))
	}
}

// TestContinuedPackets sends packets that continue on the next page. Listeners
// cannot join within one, and after a lost page its rest is dropped.
func TestContinuedPackets(t *testing.T) {
	pages := opusStream(9, 2)
	packet := append([]byte{31 << 3}, bytes.Repeat([]byte{5}, 509)...)
	open := oggPage(0, ogg.NoGranule, 9, 4, true, packet)
	rest := oggPage(ogg.Continued, 2*4800+960, 9, 5, false, bytes.Repeat([]byte{6}, 40))
	after := oggPage(0, 3*4800, 9, 6, false, opusPackets(4, 1)...)
	got := readAll(t, join(flat(pages), open, rest, after))
	keys := []bool{}
	for _, f := range got {
		keys = append(keys, f.Key)
	}
	if !slices.Equal(keys, []bool{true, true, true, false, true}) || sound(got) != 300*time.Millisecond {
		t.Errorf("keys %v, %v", keys, sound(got))
	}
	got = readAll(t, join(flat(pages), rest, after))
	if len(got) != 3 || !bytes.Equal(got[2].Data, after) {
		t.Errorf("%d frames after a lost page", len(got))
	}
}

// TestAlwaysContinued sends a stream in which every page continues a packet.
// Listeners can begin every other second all the same.
func TestAlwaysContinued(t *testing.T) {
	pages := opusStream(9, 0)
	packet := append([]byte{31 << 3}, bytes.Repeat([]byte{5}, 509)...)
	pages = append(pages, oggPage(0, 48_000, 9, 2, true, append(opusPackets(4, 1), packet)...))
	for i := range 9 {
		rest := append([][]byte{bytes.Repeat([]byte{6}, 40)}, opusPackets(4, 1)...)
		pages = append(pages, oggPage(ogg.Continued, int64(i+2)*48_000, 9, uint32(i+3), true, append(rest, packet)...))
	}
	keys := 0
	for _, f := range readAll(t, flat(pages)) {
		if f.Key {
			keys++
		}
	}
	if keys != 4 {
		t.Errorf("%d keys", keys)
	}
}

func TestOtherStreamsAreIgnored(t *testing.T) {
	pages := opusStream(9, 3)
	skeleton := oggPage(ogg.First, 0, 1, 0, false, []byte("fishead\x00"))
	bone := oggPage(0, 0, 1, 1, false, []byte("fisbone"))
	got := readAll(t, join(skeleton, pages[0], bone, flat(pages[1:])))
	if len(got) != 3 || !bytes.Equal(got[0].Header, flat(pages[:2])) {
		t.Errorf("%d frames, %d bytes of header", len(got), len(got[0].Header))
	}
	theora := oggPage(ogg.First, 0, 2, 0, false, []byte("\x80theora"))
	for name, stream := range map[string][]byte{
		"theora": join(theora, flat(pages)), "theora second": join(pages[0], theora, flat(pages[1:])), "webm": webmStream(10, 1, "V_VP8"),
	} {
		if _, err := NewReader(bytes.NewReader(stream), "").Next(); err == nil || err.Error() != ErrVideo.Error() {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestNotAudio(t *testing.T) {
	text := bytes.Repeat([]byte("This is a page and no sound, not at all. "), 10_000)
	r := NewReader(bytes.NewReader(text), "audio/mpeg")
	if _, err := r.Next(); err == nil || err.Error() != ErrNotAudio.Error() {
		t.Errorf("a text: %v", err)
	}
	if _, err := NewReader(bytes.NewReader(nil), "").Next(); !errors.Is(err, io.EOF) {
		t.Errorf("nothing: %v", err)
	}
	wrong := errors.New("wrong")
	r = NewReader(io.MultiReader(bytes.NewReader(flat(mp3Frames(5, 1))), iotest.ErrReader(wrong)), "")
	if frames, err := read(t, r); !errors.Is(err, wrong) || len(frames) != 5 {
		t.Errorf("%d frames, %v", len(frames), err)
	}
	// Sound, then no sound.
	r = NewReader(bytes.NewReader(join(flat(mp3Frames(5, 1)), text)), "")
	if frames, err := read(t, r); err == nil || len(frames) < 4 {
		t.Errorf("%d frames, %v", len(frames), err)
	}
}

// TestFirstFrameArrivesSoon reads from a live source. A frame is returned as
// soon as the header of the next one has arrived.
func TestFirstFrameArrivesSoon(t *testing.T) {
	in, out := io.Pipe()
	go func() {
		for _, f := range mp3Frames(5, 1) {
			_, _ = out.Write(f)
		}
		// and stays open
	}()
	r := NewReader(in, "audio/mpeg")
	for i := range 4 {
		if _, err := r.Next(); err != nil {
			t.Fatalf("frame %d: %v", i, err)
		}
	}
	_ = in.Close()
}

func TestSilence(t *testing.T) {
	for name, like := range map[string]Frame{
		"128k": {Data: mp3Frames(1, 1)[0]}, "by form": {Rate: 22050, Channels: 1}, "mono": {Data: mp3Frames(1, 1, 0xff, 0xfb, 0x90, 0xc4)[0]},
		"free": {Data: mp3Frames(1, 1, 0xff, 0xfb, 0x00, 0x64)[0]},
	} {
		silence := Silence(like, MP3, 2*time.Second)
		if got := readAll(t, data(silence)); len(got) != len(silence) || sound(got) < 2*time.Second {
			t.Errorf("%s: %d frames, %v", name, len(got), sound(got))
		}
	}
	silence := Silence(Frame{Data: mp3Frames(1, 1)[0]}, MP3, 100*time.Second)
	if kbits := float64(len(data(silence))) * 8 / sound(silence).Seconds() / 1000; kbits < 127.99 || kbits > 128.01 {
		t.Errorf("%v kbit/s", kbits)
	}
	for channels := 1; channels <= 6; channels++ {
		silence := Silence(Frame{Rate: 44100, Channels: channels}, AAC, time.Second)
		if got := readAll(t, data(silence)); len(got) != len(silence) || got[0].Channels != channels {
			t.Errorf("AAC, %d channels: %d frames", channels, len(got))
		}
	}
	if Silence(Frame{}, Opus, time.Second) != nil {
		t.Error("silence of Opus")
	}
}
