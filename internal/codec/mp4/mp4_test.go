package mp4

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sonora/internal/codec/flac"
)

// bytesSource is a Source in memory.
type bytesSource []byte

func (s bytesSource) Size() int64 { return int64(len(s)) }

func (s bytesSource) Peek(off int64, n int) ([]byte, error) {
	if off < 0 || n < 0 || int64(n) > s.Size()-off {
		return nil, io.ErrUnexpectedEOF
	}
	return s[off:][:n], nil
}

func be(values ...uint32) string {
	var b []byte
	for _, v := range values {
		b = binary.BigEndian.AppendUint32(b, v)
	}
	return string(b)
}

func box(kind string, parts ...string) string {
	body := strings.Join(parts, "")
	return be(uint32(len(body)+8)) + kind + body
}

// entry returns a sample entry with two channels of 16 bits at 44.1 kHz.
func entry(codec string, parts ...string) string {
	return box(codec, be(0, 1, 0, 0, 2<<16|16, 0, 44100<<16), strings.Join(parts, ""))
}

// trackOf returns an audio track with 100 frames of 1024 samples.
func trackOf(entry string, more ...string) string {
	table := box("stbl", box("stsd", be(0, 1), entry), box("stts", be(0, 1, 100, 1024)), strings.Join(more, ""))
	return box("trak", box("tkhd", be(0, 0, 0, 7, 0, 0)), box("mdia", box("mdhd", be(0, 0, 0, 44100, 102400, 0)), box("hdlr", be(0, 0), "soun"), box("minf", table)))
}

func movieOf(parts ...string) string {
	return box("ftyp", "M4A ") + box("moov", box("mvhd", be(0, 0, 0, 1000, 2322)), strings.Join(parts, "")) + box("mdat", strings.Repeat("sound", 100))
}

func mustRead(t *testing.T, content string) *Movie {
	t.Helper()
	m, err := Read(bytesSource(content), nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// descriptor returns a descriptor of esds with its size in n bytes.
func descriptor(tag byte, n int, body string) string {
	b := []byte{tag}
	for i := n - 1; i >= 0; i-- {
		c := byte(len(body)>>(7*i)) & 0x7f
		if i > 0 {
			c |= 0x80
		}
		b = append(b, c)
	}
	return string(b) + body
}

// esds returns a box that describes AAC with an AudioSpecificConfig.
func esds(object byte, config string, n int) string {
	decoder := string([]byte{object}) + "\x15\x00\x00\x00" + be(160_000, 128_000)
	return box("esds", be(0), descriptor(3, n, "\x00\x01\x00"+descriptor(4, n, decoder+descriptor(5, n, config))))
}

func TestDescriptions(t *testing.T) {
	info := flac.Info{MinBlock: 4096, MaxBlock: 4096, Rate: 96_000, Channels: 6, Bits: 24}.Bytes()
	for name, c := range map[string]struct {
		entry string
		want  Track
	}{
		"nothing more":       {entry("mp4a"), Track{Codec: AAC, Rate: 44_100, Channels: 2, Bits: 16}},
		"AAC LC":             {entry("mp4a", esds(0x40, "\x11\x90", 1)), Track{Codec: AAC, Rate: 48_000, Channels: 2, Bits: 16, Average: 128_000}},
		"long sizes":         {entry("mp4a", esds(0x40, "\x11\x90", 4)), Track{Codec: AAC, Rate: 48_000, Channels: 2, Bits: 16, Average: 128_000}},
		"HE-AAC":             {entry("mp4a", esds(0x40, "\x2b\x11\x88", 1)), Track{Codec: AAC, Rate: 48_000, Channels: 2, Bits: 16, Average: 128_000}},
		"HE-AAC 2":           {entry("mp4a", esds(0x40, "\xeb\x09\x88", 1)), Track{Codec: AAC, Rate: 48_000, Channels: 2, Bits: 16, Average: 128_000}},
		"7.1":                {entry("mp4a", esds(0x40, "\x11\xb8", 1)), Track{Codec: AAC, Rate: 48_000, Channels: 8, Bits: 16, Average: 128_000}},
		"an explicit rate":   {entry("mp4a", esds(0x40, "\x17\x80\x5d\xc0\x10", 1)), Track{Codec: AAC, Rate: 48_000, Channels: 2, Bits: 16, Average: 128_000}},
		"a cut config":       {entry("mp4a", esds(0x40, "\x11", 1)), Track{Codec: AAC, Rate: 44_100, Channels: 2, Bits: 16, Average: 128_000}},
		"MP3":                {entry("mp4a", esds(0x6b, "\x11\x90", 1)), Track{Codec: MP3, Rate: 44_100, Channels: 2, Bits: 16, Average: 128_000}},
		"QuickTime, wave":    {box("mp4a", be(0, 1, 1<<16, 0, 2<<16|16, 0, 44100<<16, 0, 0, 0, 0), box("wave", box("frma", "mp4a"), esds(0x40, "\x11\x90", 1))), Track{Codec: AAC, Rate: 48_000, Channels: 2, Bits: 16, Average: 128_000}},
		"QuickTime, longer":  {box("mp4a", be(0, 1, 2<<16, 0, 2<<16|16, 0, 44100<<16), strings.Repeat("\x00", 36), esds(0x40, "\x11\x90", 1)), Track{Codec: AAC, Rate: 48_000, Channels: 2, Bits: 16, Average: 128_000}},
		"ALAC":               {entry("alac", box("alac", be(0, 4096, 0x00180a0e, 0x0e060000, 0, 0, 88_200))), Track{Codec: ALAC, Rate: 88_200, Channels: 6, Bits: 24}},
		"FLAC":               {entry("fLaC", box("dfLa", be(0), "\x80\x00\x00\x22", string(info[:]))), Track{Codec: FLAC, Rate: 96_000, Channels: 6, Bits: 24}},
		"Opus":               {entry("Opus", box("dOps", "\x00\x01\x01\x38\x00\x00\xac\x44\x00\x00\x00")), Track{Codec: Opus, Rate: 48_000, Channels: 1, Bits: 16}},
		"protected":          {entry("drms"), Track{Codec: Protected, Rate: 44_100, Channels: 2, Bits: 16}},
		"a cut entry":        {box("mp4a", be(0, 1)), Track{}},
		"a cut box of Opus":  {entry("Opus", box("dOps", "\x00\x01")), Track{Codec: Opus, Rate: 44_100, Channels: 2, Bits: 16}},
		"a longer inner box": {entry("Opus", be(100)+"dOps"), Track{Codec: Opus, Rate: 44_100, Channels: 2, Bits: 16}},
	} {
		got := mustRead(t, movieOf(trackOf(c.entry))).Audio
		if got == nil {
			t.Fatalf("%s: no audio", name)
		}
		exported := Track{Codec: got.Codec, Rate: got.Rate, Channels: got.Channels, Bits: got.Bits, Average: got.Average}
		if exported != c.want {
			t.Errorf("%s: %+v, want %+v", name, exported, c.want)
		}
	}
}

// withEdit puts an edit list into a track.
func withEdit(track string, parts ...string) string {
	return box("trak", track[8:], box("edts", box("elst", parts...)))
}

func TestLength(t *testing.T) {
	track := trackOf(entry("mp4a"))
	times64 := box("mdhd", be(1<<24, 0, 0, 0, 0, 44100, 0, 88200))
	for name, c := range map[string]struct {
		movie         string
		note          string
		samples       int64
		before, after int
	}{
		"the table":           {movieOf(track), "", 102_400, 0, 0},
		"an edit":             {movieOf(withEdit(track, be(0, 1, 2000, 2112, 1<<16))), "", 88_200, 2112, 102_400 - 2112 - 88_200},
		"an edit of all":      {movieOf(withEdit(track, be(0, 1, 2322, 0, 1<<16))), "", 102_400, 0, 0},
		"an edit of 64 bits":  {movieOf(withEdit(track, be(1<<24, 1, 0, 2000, 0, 2112, 1<<16))), "", 88_200, 2112, 102_400 - 2112 - 88_200},
		"silence, then edits": {movieOf(withEdit(track, be(0, 3, 500, 1<<32-1, 1<<16, 1000, 2112, 1<<16, 500, 46_212, 1<<16))), "", 66_150, 2112, 102_400 - 2112 - 66_150},
		"iTunes' note":        {movieOf(track), " 00000000 00000840 000001CA 0000000000018000 00", 98_304, 2112, 102_400 - 2112 - 98_304},
		"a note of too much":  {movieOf(track), " 00000000 00000840 000001CA 00000000FFFFFFFF", 102_400, 0, 0},
		"only the header":     {movieOf(box("trak", box("mdia", times64, box("hdlr", be(0, 0), "soun"), box("minf", box("stbl", box("stsd", be(0, 1), entry("alac"))))))), "", 88_200, 0, 0},
	} {
		m := mustRead(t, c.movie)
		var note *Gapless
		if g, ok := ParseGapless(c.note); ok {
			note = &g
		}
		if (note != nil) != (c.note != "") {
			t.Errorf("%s: the note is not read", name)
		}
		if samples, before, after := m.Length(note); samples != c.samples || before != c.before || after != c.after {
			t.Errorf("%s: %d samples, %d before, %d after", name, samples, before, after)
		}
	}
	for _, note := range []string{"", "0 1 2", "0 x 2 3", "0 1 2 x"} {
		if g, ok := ParseGapless(note); ok {
			t.Errorf("%q became %+v", note, g)
		}
	}
}

func TestFragments(t *testing.T) {
	header := movieOf(box("mvex", box("trex", be(0, 7, 1, 1024))), trackOf(entry("mp4a")))
	before := box("moov", trackOf(entry("mp4a")), box("mvex", box("trex", be(0, 7, 1, 1024))))
	for name, c := range map[string]struct {
		file string
		want int64
	}{
		"the default length":   {before + box("moof", box("traf", box("tfhd", be(0, 7)), box("trun", be(0, 10)))), 102_400 + 10*1024},
		"a length of its own":  {before + box("moof", box("traf", box("tfhd", be(8, 7, 960)), box("trun", be(0, 10)))), 102_400 + 10*960},
		"behind other fields":  {before + box("moof", box("traf", box("tfhd", be(11, 7, 0, 0, 5, 960)), box("trun", be(0, 10)))), 102_400 + 10*960},
		"one by one":           {before + box("moof", box("traf", box("tfhd", be(0, 7)), box("trun", be(0x305, 2, 0, 0, 500, 9, 600, 9)))), 102_400 + 1100},
		"fewer than it says":   {before + box("moof", box("traf", box("tfhd", be(0, 7)), box("trun", be(0x100, 1000, 500)))), 102_400 + 500},
		"of another track":     {before + box("moof", box("traf", box("tfhd", be(0, 8)), box("trun", be(0, 10)))), 102_400},
		"an earlier extension": {header + box("moof", box("traf", box("tfhd", be(0, 7)), box("trun", be(0, 10)))), 102_400},
	} {
		m := mustRead(t, c.file)
		if samples, _, _ := m.Length(nil); samples != c.want || !m.IsFragmented {
			t.Errorf("%s: %d samples, want %d", name, samples, c.want)
		}
	}
}

func TestWhereThingsAre(t *testing.T) {
	offsets := box("stco", be(0, 4, 8, 100, 10_000, 20_000))
	long := box("co64", be(0, 2, 0, 8, 1, 8))
	for kind, file := range map[string]string{"stco": movieOf(trackOf(entry("mp4a"), offsets)), "co64": movieOf(trackOf(entry("mp4a"), long))} {
		m := mustRead(t, file)
		if share, err := m.Audio.Present(bytesSource(file)); err != nil || share != 0.5 {
			t.Errorf("%s: %v, %v", kind, share, err)
		}
	}
	metas := 0
	file := movieOf(trackOf(entry("mp4a")), box("trak", box("mdia", box("hdlr", be(0, 0), "vide"))), box("udta", box("meta", "a"), box("name", "b")), box("meta", "c"))
	m, err := Read(bytesSource(file), func(Box) error { metas++; return nil })
	if err != nil || metas != 2 || m.Tracks != 2 || m.Audio == nil || m.Data.Size() != 500 || m.DataBytes != 500 || m.Index.Kind != "moov" || m.Cut != (Box{}) {
		t.Errorf("%d lists of tags, %+v, %v", metas, m, err)
	}
	if share, err := m.Audio.Present(bytesSource(file)); err != nil || share != 1 {
		t.Errorf("without a table: %v, %v", share, err)
	}
	cut := mustRead(t, file[:len(file)-100])
	if cut.Cut.Kind != "mdat" || cut.Cut.End != int64(len(file)) || cut.DataBytes != 400 || cut.Data.Size() != 500 {
		t.Errorf("%+v", cut)
	}
	if cut := mustRead(t, file[:60]); cut.Cut.Kind != "moov" || cut.Index != (Box{}) || cut.Audio != nil {
		t.Errorf("%+v", cut)
	}
	deep := ""
	for range 100 {
		deep = box("mdia", deep)
	}
	if _, err := Read(bytesSource(movieOf(box("trak", deep))), nil); !errors.Is(err, ErrDepth) {
		t.Errorf("deep boxes: %v", err)
	}
	stop := errors.New("enough")
	if _, err := Read(bytesSource(file), func(Box) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("got %v", err)
	}
}

func TestEach(t *testing.T) {
	for name, c := range map[string]struct {
		content string
		want    string
	}{
		"two":               {box("aaaa", "x") + box("bbbb"), "aaaa 8-9 bbbb 17-17"},
		"up to the end":     {be(0) + "mdatxyz", "mdat 8-11"},
		"64 bits":           {be(1) + "mdat" + be(0, 20) + "soun" + box("bbbb"), "mdat 16-20 bbbb 28-28"},
		"beyond the end":    {be(100) + "mdatxyz", "mdat 8-100"},
		"absurdly far":      {be(1) + "mdat" + be(1<<32-1, 1<<32-1), "mdat 16-4611686018427387904"},
		"an impossible one": {box("aaaa") + be(7) + "bbbb" + box("cccc"), "aaaa 8-8"},
		"half a header":     {box("aaaa") + "\x00\x00\x00", "aaaa 8-8"},
	} {
		var got []string
		err := Each(bytesSource(c.content), 0, int64(len(c.content)), func(b Box) error {
			got = append(got, fmt.Sprintf("%s %d-%d", b.Kind, b.Start, b.End))
			return nil
		})
		if s := strings.Join(got, " "); err != nil || s != c.want {
			t.Errorf("%s: %s, %v", name, s, err)
		}
	}
}

// nodes draws a tree of boxes.
func nodes(t *rapid.T, depth int) []*Node {
	var out []*Node
	for range rapid.IntRange(0, 3).Draw(t, "boxes") {
		n := &Node{Kind: rapid.SampledFrom([]string{"udta", "trak", "minf", "stbl", "free", "meta"}).Draw(t, "kind")}
		if indexBoxes[n.Kind] {
			n.IsOpen = true
			if depth > 0 {
				n.Boxes = nodes(t, depth-1)
			}
		} else {
			n.Body = rapid.SliceOfN(rapid.Byte(), 0, 30).Draw(t, "body")
		}
		out = append(out, n)
	}
	return out
}

func sameNode(a, b *Node) bool {
	return a.Kind == b.Kind && a.IsOpen == b.IsOpen && bytes.Equal(a.Body, b.Body) && slices.EqualFunc(a.Boxes, b.Boxes, sameNode)
}

func TestReadsWhatItWrites(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := &Node{Kind: "moov", IsOpen: true, Boxes: nodes(t, 4)}
		b := want.Append(nil)
		got, err := ReadIndex(b[8:])
		if err != nil || !sameNode(got, want) {
			t.Fatalf("%+v became %+v, %v", want, got, err)
		}
		var kinds []string
		err = Each(bytesSource(b), 8, int64(len(b)), func(box Box) error {
			kinds = append(kinds, box.Kind)
			return nil
		})
		if err != nil || !slices.EqualFunc(kinds, want.Boxes, func(kind string, n *Node) bool { return kind == n.Kind }) {
			t.Fatalf("%v, %v", kinds, err)
		}
	})
}

func TestReadIndex(t *testing.T) {
	deep := ""
	for range 100 {
		deep = box("mdia", deep)
	}
	for name, c := range map[string]struct {
		content string
		want    error
	}{
		"padding":                  {box("trak", box("mdia")) + "\x00\x00\x00", nil},
		"a list that ends with 0":  {box("udta", box("name", "x"), be(0)), nil},
		"a list of nothing but 0":  {box("udta", be(0, 0)), nil},
		"other bytes":              {box("trak") + "abc", ErrDamaged},
		"a box beyond its parent":  {box("trak", be(100)+"mdia"), ErrDamaged},
		"a size that is too small": {be(4) + "trak", ErrDamaged},
		"deep boxes":               {deep, ErrDepth},
	} {
		if _, err := ReadIndex([]byte(c.content)); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	item := &Node{Kind: "----", Body: []byte(box("mean", "a") + box("name", "b") + box("data", "c") + box("data", "d"))}
	if err := item.Open(); err != nil || item.Child("name") == nil || item.Child("none") != nil || len(item.All("data")) != 2 {
		t.Errorf("%+v, %v", item, err)
	}
}

func TestShift(t *testing.T) {
	content := func(short []uint32, long []uint32, more ...string) string {
		return trackOf(entry("mp4a"), box("stco", be(0, uint32(len(short))), be(short...)), box("co64", be(0, uint32(len(long)/2)), be(long...))) + strings.Join(more, "")
	}
	for name, c := range map[string]struct {
		content  string
		by, from int64
		want     string
		err      error
	}{
		"later ones move":   {content([]uint32{50, 100, 5000}, []uint32{0, 50, 1, 100}), 20, 100, content([]uint32{50, 120, 5020}, []uint32{0, 50, 1, 120}), nil},
		"back":              {content([]uint32{50, 100}, nil), -20, 100, content([]uint32{50, 80}, nil), nil},
		"above 4 GiB":       {content([]uint32{1<<32 - 10}, nil), 20, 0, "", ErrOffset},
		"before the begin":  {content([]uint32{10}, nil), -20, 0, "", ErrOffset},
		"fragments":         {content(nil, nil, box("mvex")), 20, 0, "", ErrFragmented},
		"64 bits have room": {content(nil, []uint32{0, 1<<32 - 10}), 20, 0, content(nil, []uint32{1, 10}), nil},
	} {
		b := []byte(c.content)
		moov, err := ReadIndex(b)
		if err != nil {
			t.Fatal(err)
		}
		if err := moov.Shift(c.by, c.from); !errors.Is(err, c.err) {
			t.Errorf("%s: %v", name, err)
		} else if got := string(moov.Append(nil)); err == nil && got != box("moov", c.want) {
			t.Errorf("%s: %x", name, got)
		}
		if string(b) != c.content {
			t.Errorf("%s: the given bytes are changed", name)
		}
	}
}

func TestSniff(t *testing.T) {
	for kind, want := range map[string][2]bool{"ftyp": {true, true}, "mdat": {true, false}, "styp": {false, true}, "OggS": {false, false}} {
		b := []byte(box(kind))
		if got := [2]bool{IsFile(b), IsSegment(b)}; got != want {
			t.Errorf("%s: %v", kind, got)
		}
		if IsFile(b[:7]) || IsSegment(b[:7]) {
			t.Errorf("%s: by seven bytes", kind)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, name := range []string{"sine.m4a", "faststart.m4a", "alac.m4a"} {
		b, err := os.ReadFile(filepath.Join("..", "..", "media", "testdata", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Add([]byte(movieOf(withEdit(trackOf(entry("mp4a", esds(0x40, "\x11\x90", 4)), box("co64", be(0, 1, 0, 8))), be(0, 1, 2000, 2112, 1<<16)))))
	f.Add([]byte(box("moov", trackOf(entry("Opus")), box("mvex", box("trex", be(0, 7, 1, 1024)))) + box("moof", box("traf", box("tfhd", be(11, 7, 0, 0, 5, 960)), box("trun", be(0x305, 2, 0, 0, 500, 9, 600, 9))))))
	f.Fuzz(func(t *testing.T, b []byte) {
		s := bytesSource(b)
		m, err := Read(s, func(meta Box) error {
			if meta.Start < 0 || meta.End > s.Size() || meta.Size() < 0 {
				t.Errorf("%+v", meta)
			}
			return nil
		})
		if err == nil && m.Audio != nil {
			checkMovie(t, s, m)
		}
		if moov, err := ReadIndex(b); err == nil {
			checkIndex(t, moov)
		}
	})
}

func checkMovie(t *testing.T, s Source, m *Movie) {
	t.Helper()
	if samples, before, after := m.Length(&Gapless{Delay: 2112, Samples: 1000}); samples < 0 || before < 0 || after < 0 {
		t.Errorf("%d samples, %d before, %d after", samples, before, after)
	}
	if share, err := m.Audio.Present(s); err == nil && (share < 0 || share > 1) {
		t.Errorf("%v of it is there", share)
	}
	if m.Audio.Rate < 0 || m.Audio.Channels < 0 || m.DataBytes < 0 {
		t.Errorf("%+v", m)
	}
}

// checkIndex writes an index and reads it again.
func checkIndex(t *testing.T, moov *Node) {
	t.Helper()
	written := moov.Append(nil)
	again, err := ReadIndex(written[8:])
	if err != nil || !sameNode(again, moov) {
		t.Errorf("%+v became %+v, %v", moov, again, err)
	}
	if moov.Shift(1<<20, 0) == nil && len(moov.Append(nil)) != len(written) {
		t.Error("its length changed")
	}
}
