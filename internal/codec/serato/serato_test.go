package serato

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"io"
	"math"
	"strings"
	"testing"
	"unicode/utf16"

	"sonora/internal/codec/collection"
	"sonora/internal/codec/collection/collectiontest"
)

// entry is an entry of Markers2.
func entry(kind string, content string) string {
	return kind + "\x00" + string(binary.BigEndian.AppendUint32(nil, uint32(len(content)))) + content
}

func markers2Of(entries ...string) []byte {
	text := base64.RawStdEncoding.EncodeToString([]byte("\x01\x01" + strings.Join(entries, "") + "\x00"))
	if len(text) > 72 {
		text = text[:72] + "\n" + text[72:]
	}
	return append([]byte("\x01\x01"+text), make([]byte, 40)...)
}

var twoCues = markers2Of(
	entry("COLOR", "\x00\xff\xff\xff"),
	entry("CUE", "\x00\x00\x00\x00\x05\xb0\x00\xcc\x00\x44\x00\x00Intro\x00"),
	entry("CUE", "\x00\x06\x00\x01\x00\x00\x00\x00\xcc\x00\x00\x00Ágora\x00"),
	entry("LOOP", "\x00\x02\x00\x00\x05\xad\x00\x00\x1b\xbc\xff\xff\xff\xff\x00\x27\xaa\xe1\x00\x00Roll\x00"),
	entry("BPMLOCK", "\x00"),
)

// markersID3 has a cue in the third place, and no loop.
var markersID3 = unhex("02050000000e" + strings.Repeat("7f7f7f7f7f7f7f7f7f7f007f7f7f7f7f000000000100", 2) +
	"00000d2a587f7f7f7f7f007f7f7f7f7f063210000100" + strings.Repeat("7f7f7f7f7f7f7f7f7f7f007f7f7f7f7f000000000100", 2) +
	strings.Repeat("7f7f7f7f7f7f7f7f7f7f007f7f7f7f7f000000000300", 9) + "077f7f7f")

// markersMP4 is what Serato writes into MP4.
var markersMP4 = unhex("02050000000e000005b0ffffffff00ffffffff00cc00440100" + strings.Repeat("ffffffffffffffff00ffffffff000000000000", 4) +
	"000005ad00001bbc00ffffffff0027aae10300" + strings.Repeat("ffffffffffffffff00ffffffff000000000300", 8) + "0000ffffff0000")

// grid has 16 beats at 120 BPM and goes on at 128.
var grid = floats("\x01\x00\x00\x00\x00\x02", 0.5, math.Float32frombits(16), 8.5, 128)

func floats(head string, numbers ...float32) []byte {
	b := []byte(head)
	for _, n := range numbers {
		b = binary.BigEndian.AppendUint32(b, math.Float32bits(n))
	}
	return append(b, 0x37)
}

func unhex(text string) []byte {
	b, err := hex.DecodeString(text)
	if err != nil {
		panic(err)
	}
	return b
}

func wrapped(name string, data []byte) []byte {
	text := base64.RawStdEncoding.EncodeToString([]byte("application/octet-stream\x00\x00" + name + "\x00" + string(data)))
	return []byte(text[:72] + "\n" + text[72:])
}

func TestReadTags(t *testing.T) {
	const head = ` "" by "" on "" 0s 0bpm at` + " \n"
	named := ` hot 0 1.456 Intro #cc0044
 hot 6 65.536 Ágora #00cc00
 loop 1.453-7.100 Roll on pad 2`
	for name, test := range map[string]struct {
		fields map[string][]byte
		want   string
	}{
		"ID3": {map[string][]byte{markers2: twoCues, beatGrid: grid}, named + `
 tempo 0.500 120.000 1/4
 tempo 8.500 128.000 1/4`},
		"FLAC":                  {map[string][]byte{"SERATO_MARKERS_V2": wrapped(markers2, twoCues)}, named},
		"Ogg":                   {map[string][]byte{"SERATO_MARKERS2": bytes.TrimRight(twoCues[2:], "\x00")}, named},
		"MP4":                   {map[string][]byte{"markersv2": wrapped(markers2, twoCues), "markers": wrapped(markers, markersMP4)}, named},
		"only the old markers":  {map[string][]byte{markers: markersID3}, " hot 2 218.456 #cc8800"},
		"the old markers count": {map[string][]byte{markers2: twoCues, markers: markersID3}, " hot 2 218.456 #cc8800\n hot 6 65.536 Ágora #00cc00\n loop 1.453-7.100 Roll on pad 2"},
		"old markers of MP4":    {map[string][]byte{"markers": wrapped(markers, markersMP4)}, " hot 0 1.456 #cc0044\n loop 1.453-7.100 on pad 0"},
		"another object":        {map[string][]byte{"markersv2": wrapped("Serato Overview", twoCues)}, ""},
	} {
		var got collectiontest.Recorder
		if err := got.Track(ReadTags(test.fields)); err != nil {
			t.Fatal(err)
		}
		t.Run(name, func(t *testing.T) { got.Check(t, strings.TrimSpace(head+test.want)) })
	}
}

func crateField(kind string, content []byte) []byte {
	return append(binary.BigEndian.AppendUint32([]byte(kind), uint32(len(content))), content...)
}

func wide(text string) (b []byte) {
	for _, unit := range utf16.Encode([]rune(text)) {
		b = binary.BigEndian.AppendUint16(b, unit)
	}
	return b
}

var crate = bytes.Join([][]byte{
	crateField("vrsn", wide("1.0/Serato ScratchLive Crate")),
	crateField("osrt", crateField("tvcn", wide("key"))),
	crateField("otrk", crateField("ptrk", wide("Users/me/Música/a.mp3"))),
	crateField("otrk", crateField("ptrk", wide("Users/me/b.flac"))),
}, nil)

func TestParseCrate(t *testing.T) {
	var got collectiontest.Recorder
	if err := ParseCrate(bytes.NewReader(crate), "Club%%Late.crate", &got); err != nil {
		t.Fatal(err)
	}
	got.Check(t, `Users/me/Música/a.mp3 "" by "" on "" 0s 0bpm at Users/me/Música/a.mp3
Users/me/b.flac "" by "" on "" 0s 0bpm at Users/me/b.flac
list Club/Late: Users/me/Música/a.mp3 Users/me/b.flac`)
}

func TestRefusesCrate(t *testing.T) {
	for name, b := range map[string][]byte{
		"empty": nil, "text": []byte("not a crate at all"), "another file": crateField("vrsn", wide("2.0/Serato Scratch LIVE Database")),
		"cut off": crate[:len(crate)-4], "huge": []byte("vrsn\xff\xff\xff\xff"),
	} {
		if err := ParseCrate(bytes.NewReader(b), "x.crate", &collectiontest.Recorder{}); !errors.Is(err, collection.ErrFormat) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzCrate(f *testing.F) {
	f.Add(crate)
	f.Fuzz(func(t *testing.T, b []byte) {
		collectiontest.Fuzz(t, b, func(r io.Reader, to collection.Sink) error { return ParseCrate(r, "x.crate", to) })
	})
}

func FuzzTags(f *testing.F) {
	f.Add(twoCues, markersID3, grid)
	f.Add(twoCues, markersMP4, grid)
	f.Fuzz(func(t *testing.T, second, first, beats []byte) {
		collectiontest.Sane(t, ReadTags(map[string][]byte{markers2: second, markers: first, beatGrid: beats}))
		collectiontest.Sane(t, ReadTags(map[string][]byte{"markersv2": second, "markers": first, "SERATO_BEATGRID": beats}))
		collectiontest.Sane(t, ReadTags(map[string][]byte{"SERATO_MARKERS2": second}))
	})
}
