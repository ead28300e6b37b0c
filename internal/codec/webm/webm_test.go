package webm

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestElementsReadWhatTheyWrite(t *testing.T) {
	ids := []uint32{EBML, Segment, Info, TimestampScale, Duration, TrackEntry, Cluster, SimpleBlock}
	rapid.Check(t, func(t *rapid.T) {
		var b []byte
		var want []Child
		for range rapid.IntRange(0, 10).Draw(t, "elements") {
			c := Child{ID: rapid.SampledFrom(ids).Draw(t, "id"), Content: rapid.SliceOfN(rapid.Byte(), 0, 300).Draw(t, "content")}
			at := len(b)
			b = AppendElement(b, c.ID, c.Content)
			c.Whole = b[at:]
			want = append(want, c)
		}
		tail := rapid.SampledFrom([][]byte{nil, {0}, {0xa3}, {0xa3, 0x85, 1}, AppendOpen(nil, Cluster)}).Draw(t, "tail")
		got := slices.Collect(Children(append(slices.Clone(b), tail...)))
		if len(got) != len(want) {
			t.Fatalf("%d elements of %d", len(got), len(want))
		}
		for i := range got {
			if got[i].ID != want[i].ID || !bytes.Equal(got[i].Content, want[i].Content) || !bytes.Equal(got[i].Whole, want[i].Whole[:len(got[i].Whole)]) {
				t.Fatalf("%+v became %+v", want[i], got[i])
			}
		}
	})
}

func TestIntegersReadWhatTheyWrite(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.Int64Range(0, 1<<56-2).Draw(t, "value")
		if got, n, ok := Vint(AppendVint(nil, value)); !ok || got != value || n != len(AppendVint(nil, value)) {
			t.Fatalf("%d became %d in %d bytes, %v", value, got, n, ok)
		}
		if got := Unsigned(binary.BigEndian.AppendUint64(nil, uint64(value))); got != uint64(value) {
			t.Fatalf("%d became %d", value, got)
		}
		number := rapid.Float64().Draw(t, "number")
		if got := Float(binary.BigEndian.AppendUint64(nil, math.Float64bits(number))); got != number {
			t.Fatalf("%v became %v", number, got)
		}
		short := rapid.Float32().Draw(t, "short")
		if got := Float(binary.BigEndian.AppendUint32(nil, math.Float32bits(short))); got != float64(short) {
			t.Fatalf("%v became %v", short, got)
		}
	})
}

func TestParse(t *testing.T) {
	for name, c := range map[string]struct {
		b    string
		want Element
		ok   bool
	}{
		"one byte each":     {"\xa3\x85", Element{SimpleBlock, 2, 5}, true},
		"four and eight":    {"\x1f\x43\xb6\x75\x01\x00\x00\x00\x00\x00\x00\x07", Element{Cluster, 12, 7}, true},
		"unknown, one byte": {"\x1f\x43\xb6\x75\xff", Element{Cluster, 5, UnknownSize}, true},
		"unknown, eight":    {"\x18\x53\x80\x67\x01\xff\xff\xff\xff\xff\xff\xff", Element{Segment, 12, UnknownSize}, true},
		"an ID of five":     {"\x08\x00\x00\x00\x01\x85", Element{}, false},
		"a size of nine":    {"\xa3\x00\x01", Element{}, false},
		"above 2 GiB":       {"\xa3\x08\xff\xff\xff\xff", Element{}, false},
		"cut in its ID":     {"\x1f\x43", Element{}, false},
		"cut before a size": {"\xa3", Element{}, false},
		"cut inside a size": {"\xa3\x40", Element{}, false},
		"nothing":           {"", Element{}, false},
		"zeros":             {"\x00\x00\x00", Element{}, false},
	} {
		if got, ok := Parse([]byte(c.b)); ok != c.ok || ok && got != c.want {
			t.Errorf("%s: %+v, %v", name, got, ok)
		}
	}
}

// entry returns a track entry.
func entry(number, kind byte, codec string, rate float64) []byte {
	audio := AppendElement(nil, SamplingFrequency, binary.BigEndian.AppendUint64(nil, math.Float64bits(rate)))
	audio = AppendElement(audio, Channels, []byte{2})
	b := AppendElement(nil, TrackNumber, []byte{number})
	b = AppendElement(b, TrackType, []byte{kind})
	b = AppendElement(b, CodecID, []byte(codec))
	return AppendElement(nil, TrackEntry, AppendElement(b, Audio, audio))
}

func TestTracks(t *testing.T) {
	content := slices.Concat(entry(1, TypeVideo, "V_VP9", 0), entry(2, TypeAudio, CodecOpus, 48_000), entry(3, TypeAudio, CodecVorbis, 1e9), AppendElement(nil, TrackEntry, nil))
	want := []Track{
		{Number: 1, Type: TypeVideo, Codec: "V_VP9", Rate: 8000, Channels: 2},
		{Number: 2, Type: TypeAudio, Codec: CodecOpus, Rate: 48_000, Channels: 2},
		{Number: 3, Type: TypeAudio, Codec: CodecVorbis, Rate: 8000, Channels: 2},
		{Rate: 8000, Channels: 1},
	}
	if got := ParseTracks(content); !slices.Equal(got, want) {
		t.Errorf("%+v", got)
	}
}

func TestBlocksReadWhatTheyWrite(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := Block{
			Track: rapid.Int64Range(1, math.MaxInt32).Draw(t, "track"), Time: rapid.Int16().Draw(t, "time"),
			Flags: rapid.Byte().Draw(t, "flags"), Data: rapid.SliceOf(rapid.Byte()).Draw(t, "data"),
		}
		content := b.Append(nil)
		group := append(AppendElement(nil, 0x9b, []byte{20}), AppendElement(nil, BlockID, content)...) // with a duration
		for id, content := range map[uint32][]byte{SimpleBlock: content, BlockGroup: group} {
			got, ok := ParseBlock(id, content)
			if !ok || got.Track != b.Track || got.Time != b.Time || got.Flags != b.Flags || !bytes.Equal(got.Data, b.Data) {
				t.Fatalf("%+v became %+v, %v", b, got, ok)
			}
		}
		if _, ok := ParseBlock(SimpleBlock, content[:len(content)-len(b.Data)-1]); ok {
			t.Fatal("a block without flags")
		}
		if _, ok := ParseBlock(BlockGroup, nil); ok {
			t.Fatal("a group without a block")
		}
	})
}

func FuzzParse(f *testing.F) {
	f.Add(entry(2, TypeAudio, CodecOpus, 48_000))
	f.Add(AppendElement(AppendOpen(nil, Cluster), SimpleBlock, (&Block{Track: 200, Time: -5, Data: []byte("sound")}).Append(nil)))
	f.Add(AppendElement(nil, BlockGroup, AppendElement(nil, BlockID, []byte{0x81, 0, 0, 0})))
	f.Fuzz(func(t *testing.T, b []byte) {
		if e, ok := Parse(b); ok && (e.Head < 2 || e.Head > MaxHead || e.Head > len(b) || e.Size < UnknownSize) {
			t.Errorf("%+v", e)
		}
		at := 0
		for c := range Children(b) {
			if at += len(c.Whole); at > len(b) || len(c.Content) >= len(c.Whole) {
				t.Errorf("%+v reaches to %d of %d", c, at, len(b))
			}
			if again, ok := Parse(AppendElement(nil, c.ID, c.Content)); !ok || again.ID != c.ID || again.Size != len(c.Content) {
				t.Errorf("%x became %+v", c.ID, again)
			}
		}
		for _, track := range ParseTracks(b) {
			if track.Number < 0 || track.Number > math.MaxInt32 || track.Rate < 1 || track.Rate > maxRate || track.Channels < 0 || track.Channels > 255 {
				t.Errorf("%+v", track)
			}
		}
		for _, id := range []uint32{SimpleBlock, BlockGroup} {
			block, ok := ParseBlock(id, b)
			if !ok || block.Track < 0 {
				continue
			}
			again, ok := ParseBlock(SimpleBlock, block.Append(nil))
			if !ok || again.Track != block.Track || again.Time != block.Time || !bytes.Equal(again.Data, block.Data) {
				t.Errorf("%+v became %+v", block, again)
			}
		}
	})
}
