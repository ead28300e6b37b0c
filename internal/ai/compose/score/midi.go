package score

import (
	"cmp"
	"encoding/binary"
	"io"
	"math"
	"slices"

	"sonora/internal/ai/compose/instrument"
)

// drumChannel is the MIDI channel of kits in General MIDI, counted from 0.
const drumChannel = 9

// midiEvent is an event of a track of a Standard MIDI File.
type midiEvent struct {
	at   Tick
	data []byte
}

// MIDI writes the score as a Standard MIDI File of type 1: a track with the
// tempo, time and key signatures and a marker for each section, then a track
// for each part. It leaves out textures and effects, which General MIDI does not have.
func (s *Score) MIDI(w io.Writer) error {
	tracks := [][]midiEvent{s.conductor()}
	channel := byte(0)
	for _, part := range s.Parts {
		on, known := instrument.Named(part.Instrument)
		if !known || on.Program < 0 {
			continue
		}
		if on.Kind == instrument.Kit {
			tracks = append(tracks, part.events(drumChannel, byte(on.Program)))
			continue
		}
		tracks = append(tracks, part.events(channel, byte(on.Program)))
		if channel++; channel == drumChannel {
			channel++
		}
	}
	file := binary.BigEndian.AppendUint32([]byte("MThd"), 6)
	for _, field := range []uint16{1, uint16(len(tracks)), uint16(Quarter)} {
		file = binary.BigEndian.AppendUint16(file, field)
	}
	for _, events := range tracks {
		file = appendTrack(file, events, s.End())
	}
	_, err := w.Write(file)
	return err
}

// conductor returns the events of the first track.
func (s *Score) conductor() []midiEvent {
	events := []midiEvent{
		{0, meta(0x03, []byte(s.Title))},
		{0, meta(0x58, []byte{byte(s.Beats), 2, 24, 8})},
		{0, meta(0x59, []byte{byte(s.Key.fifths()), minorFlag(s.Key)})},
		{0, tempo(s.BPM)},
	}
	for _, slower := range s.Slowing {
		events = append(events, midiEvent{slower.Start, tempo(slower.BPM)})
	}
	for _, section := range s.Sections {
		events = append(events, midiEvent{section.Start, meta(0x06, []byte(section.Name))})
	}
	return events
}

func minorFlag(k Key) byte {
	if k.Minorish() {
		return 1
	}
	return 0
}

// fifths returns the key signature: sharps, or flats as a negative number, -5 to 6.
func (k Key) fifths() int {
	tonic := k.Tonic
	if k.Minorish() {
		tonic += 3
	}
	fifths := tonic * 7 % 12
	if fifths > 6 {
		fifths -= 12
	}
	return fifths
}

// tempo returns the meta event with the length of a quarter note in microseconds.
func tempo(bpm float64) []byte {
	micros := uint32(math.Round(60e6 / bpm))
	return meta(0x51, []byte{byte(micros >> 16), byte(micros >> 8), byte(micros)})
}

func meta(kind byte, data []byte) []byte {
	return append(append([]byte{0xff, kind}, quantity(uint32(len(data)))...), data...)
}

// events returns the events of a part on a channel.
func (p Part) events(channel, program byte) []midiEvent {
	events := []midiEvent{
		{0, meta(0x03, []byte(string(p.Role)+": "+p.Instrument))},
		{0, []byte{0xc0 | channel, program}},
	}
	for _, n := range p.Notes {
		events = append(events,
			midiEvent{n.Start, []byte{0x90 | channel, n.Pitch, max(n.Velocity, 1)}},
			midiEvent{n.End(), []byte{0x80 | channel, n.Pitch, 0}})
	}
	return events
}

// appendTrack appends a chunk with events in order of time. At one time, keys are released before others are pressed.
func appendTrack(file []byte, events []midiEvent, end Tick) []byte {
	slices.SortStableFunc(events, func(a, b midiEvent) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(presses(a), presses(b)))
	})
	var chunk []byte
	at := Tick(0)
	for _, e := range events {
		chunk = append(append(chunk, quantity(uint32(e.at-at))...), e.data...)
		at = e.at
	}
	chunk = append(append(chunk, quantity(uint32(max(end-at, 0)))...), meta(0x2f, nil)...)
	file = binary.BigEndian.AppendUint32(append(file, "MTrk"...), uint32(len(chunk)))
	return append(file, chunk...)
}

func presses(e midiEvent) int {
	if e.data[0]&0xf0 == 0x90 {
		return 1
	}
	return 0
}

// quantity returns a variable-length quantity: seven bits per byte, the highest first.
func quantity(n uint32) []byte {
	data := []byte{byte(n & 0x7f)}
	for n >>= 7; n > 0; n >>= 7 {
		data = append([]byte{byte(n&0x7f) | 0x80}, data...)
	}
	return data
}
