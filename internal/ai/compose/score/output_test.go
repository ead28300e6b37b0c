package score

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strings"
	"testing"
)

func piece() *Score {
	return &Score{
		Title: "Rain", BPM: 120, Beats: 4, Key: Key{Tonic: 2, Mode: Minor},
		Sections: []Section{
			{Name: "verse", Letter: "A", Bars: 5, Key: Key{Tonic: 2, Mode: Minor}},
			{Name: "chorus", Letter: "B", Start: 5 * Whole, Bars: 2, Key: Key{Tonic: 4, Mode: Minor}},
		},
		Chords: []Chord{
			{Start: 0, Length: Whole, Symbol: "Dm7"},
			{Start: Whole, Length: Whole / 2, Symbol: "Gm"},
			{Start: Whole + Whole/2, Length: Whole / 2, Symbol: "A7"},
			{Start: 2 * Whole, Length: 2 * Whole, Symbol: "Dm7"},
			{Start: 4 * Whole, Length: Whole, Symbol: "Bb"},
			{Start: 5 * Whole, Length: 2 * Whole, Symbol: "Em"},
		},
		Parts: []Part{
			{Role: Drums, Instrument: "lofi-kit", Notes: []Note{{Start: 0, Length: 120, Pitch: Kick, Velocity: 100}}},
			{Role: Bass, Instrument: "upright-bass", Notes: []Note{{Start: 0, Length: Quarter, Pitch: 38, Velocity: 90}, {Start: Quarter, Length: 200 * Quarter / 100, Pitch: 38, Velocity: 80}}},
			{Role: Texture, Instrument: "rain", Notes: []Note{{Start: 0, Length: 7 * Whole, Pitch: 60, Velocity: 80}}},
		},
		Slowing: []Slowing{{Start: 6 * Whole, BPM: 100}},
	}
}

func TestSheet(t *testing.T) {
	const want = `Rain
D minor, 120 BPM, 4/4

[A] verse, 5 bars
| Dm7            | Gm  A7         | Dm7            | %              |
| Bb             |

[B] chorus, 2 bars, E minor
| Em             | %              |
`
	if got := piece().Sheet(); got != want {
		t.Errorf("got\n%s", got)
	}
}

// readTracks returns the tracks of a Standard MIDI File, each as pairs of a time and an event.
func readTracks(t *testing.T, file []byte) [][]midiEvent {
	t.Helper()
	if string(file[:8]) != "MThd\x00\x00\x00\x06" || binary.BigEndian.Uint16(file[8:]) != 1 || binary.BigEndian.Uint16(file[12:]) != uint16(Quarter) {
		t.Fatalf("the header is %x", file[:14])
	}
	count := int(binary.BigEndian.Uint16(file[10:]))
	rest := file[14:]
	var tracks [][]midiEvent
	for range count {
		length := binary.BigEndian.Uint32(rest[4:])
		if string(rest[:4]) != "MTrk" {
			t.Fatalf("a track begins with %q", rest[:4])
		}
		tracks = append(tracks, readEvents(t, rest[8:8+length]))
		rest = rest[8+length:]
	}
	if len(rest) > 0 {
		t.Errorf("%d bytes follow the tracks", len(rest))
	}
	return tracks
}

func readEvents(t *testing.T, data []byte) []midiEvent {
	t.Helper()
	var events []midiEvent
	at := Tick(0)
	number := func() (n int) {
		for {
			b := data[0]
			data = data[1:]
			n = n<<7 | int(b&0x7f)
			if b < 0x80 {
				return n
			}
		}
	}
	for len(data) > 0 {
		at += Tick(number())
		length := 3
		switch {
		case data[0] == 0xff:
			kind := data[1]
			data = data[2:]
			size := number()
			events = append(events, midiEvent{at, append([]byte{0xff, kind}, data[:size]...)})
			data = data[size:]
			continue
		case data[0]&0xf0 == 0xc0:
			length = 2
		}
		events = append(events, midiEvent{at, data[:length]})
		data = data[length:]
	}
	return events
}

func TestMIDI(t *testing.T) {
	var file bytes.Buffer
	if err := piece().MIDI(&file); err != nil {
		t.Fatal(err)
	}
	tracks := readTracks(t, file.Bytes())
	if len(tracks) != 3 {
		t.Fatalf("%d tracks; the texture has none", len(tracks))
	}
	for i, want := range [][]midiEvent{
		{
			{0, []byte("\xff\x03Rain")},
			{0, []byte("\xff\x58\x04\x02\x18\x08")},
			{0, []byte("\xff\x59\xff\x01")},
			{0, []byte("\xff\x51\x07\xa1\x20")},
			{0, []byte("\xff\x06verse")},
			{5 * Whole, []byte("\xff\x06chorus")},
			{6 * Whole, []byte("\xff\x51\x09\x27\xc0")},
			{7 * Whole, []byte("\xff\x2f")},
		},
		{
			{0, []byte("\xff\x03drums: lofi-kit")}, {0, []byte{0xc9, 0}}, {0, []byte{0x99, Kick, 100}}, {120, []byte{0x89, Kick, 0}}, {7 * Whole, []byte("\xff\x2f")},
		},
		{
			{0, []byte("\xff\x03bass: upright-bass")},
			{0, []byte{0xc0, 32}},
			{0, []byte{0x90, 38, 90}},
			{Quarter, []byte{0x80, 38, 0}},
			{Quarter, []byte{0x90, 38, 80}},
			{3 * Quarter, []byte{0x80, 38, 0}},
			{7 * Whole, []byte("\xff\x2f")},
		},
	} {
		if len(tracks[i]) != len(want) {
			t.Errorf("track %d: %v", i, tracks[i])
			continue
		}
		for j, e := range want {
			if got := tracks[i][j]; got.at != e.at || !bytes.Equal(got.data, e.data) {
				t.Errorf("track %d, event %d: %d %q, want %d %q", i, j, got.at, got.data, e.at, e.data)
			}
		}
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("the disk is full") }

func TestMIDIReportsErrors(t *testing.T) {
	if err := piece().MIDI(full{}); err == nil || !strings.Contains(err.Error(), "full") {
		t.Errorf("got %v", err)
	}
}
