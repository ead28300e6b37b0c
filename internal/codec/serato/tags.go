// Package serato reads what Serato DJ writes into audio files, and its crates.
// Serato publishes no description; this follows
// https://github.com/Holzhaus/serato-tags, and for crates
// https://github.com/mixxxdj/mixxx/wiki/Serato-Database-Format.
//
// Positions are milliseconds, those of beat grids seconds. In MP3s Serato counts
// them from the first frame (collection.FromFrame): it plays the encoder's delay.
package serato

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math"
	"strings"

	"sonora/internal/codec/collection"
)

// Origin is where positions are counted from.
const Origin = collection.FromFrame

// The names of the objects in ID3 tags.
const (
	markers  = "Serato Markers_"
	markers2 = "Serato Markers2"
	beatGrid = "Serato BeatGrid"
)

// oggMarkers2 is the Vorbis comment of Ogg files with the entries of Markers2:
// the base64 alone, without what surrounds it elsewhere.
const oggMarkers2 = "SERATO_MARKERS2"

// names maps the names of fields in tags to those of ID3: Vorbis comments of
// FLAC and Ogg, and free-form items of MP4 whose domain is com.serato.dj.
var names = map[string]string{
	"SERATO_MARKERS_V2": markers2, oggMarkers2: markers2, "SERATO_BEATGRID": beatGrid,
	"markersv2": markers2, "markers": markers, "beatgrid": beatGrid,
	markers: markers, markers2: markers2, beatGrid: beatGrid,
}

// IsField reports whether a field of a tag, by its name, holds marks.
func IsField(name string) bool { return names[name] != "" }

// ReadTags returns the marks in the fields of a file's tag, by the names for
// which IsField is true. It leaves out fields that it does not understand.
func ReadTags(fields map[string][]byte) *collection.Track {
	objects := map[string][]byte{}
	for name, b := range fields {
		own := names[name]
		switch inside, data, isWrapped := unwrap(b); {
		case own == "":
		case own == name:
			objects[own] = b
		case name == oggMarkers2:
			objects[own] = append([]byte{1, 1}, b...)
		case isWrapped && inside == own:
			objects[own] = data
		}
	}
	t := &collection.Track{}
	readMarkers2(t, objects[markers2])
	readMarkers(t, objects[markers])
	readBeatGrid(t, objects[beatGrid])
	return t
}

// unwrap decodes a field of FLAC or MP4: the base64 of an object as in ID3, a
// media type, a file name and a description, each ended by NUL, and the data.
func unwrap(b []byte) (name string, data []byte, ok bool) {
	b, err := decode64(b)
	parts := bytes.SplitN(b, []byte{0}, 4)
	if err != nil || len(parts) < 4 {
		return "", nil, false
	}
	return string(parts[2]), parts[3], true
}

// decode64 decodes base64 with line feeds and without padding. Serato may write
// one character more than a multiple of four, the rest of which is zero.
func decode64(b []byte) ([]byte, error) {
	text := strings.TrimRight(strings.NewReplacer("\n", "", "\r", "", "=", "").Replace(string(b)), "\x00")
	if len(text)%4 == 1 {
		text += "A"
	}
	data, err := base64.RawStdEncoding.DecodeString(text)
	if err != nil {
		return nil, fmt.Errorf("read base64: %w", err)
	}
	return data, nil
}

// readMarkers2 reads cues and loops with their names: named entries in base64,
// followed by NULs.
func readMarkers2(t *collection.Track, b []byte) {
	if !bytes.HasPrefix(b, []byte{1, 1}) {
		return
	}
	text, _, _ := bytes.Cut(b[2:], []byte{0})
	b, err := decode64(text)
	if err != nil || !bytes.HasPrefix(b, []byte{1, 1}) {
		return
	}
	for b = b[2:]; ; {
		kind, rest, ok := bytes.Cut(b, []byte{0})
		if !ok || len(kind) == 0 || len(rest) < 4 {
			return
		}
		size := binary.BigEndian.Uint32(rest)
		if rest = rest[4:]; uint64(size) > uint64(len(rest)) {
			return
		}
		entry := rest[:size]
		b = rest[size:]
		switch {
		case string(kind) == "CUE" && len(entry) >= 12:
			t.AddHotCue(collection.HotCue{Slot: int(entry[1]), At: seconds(entry[2:]), Color: colour(entry[7:]), Name: label(entry[12:])})
		case string(kind) == "LOOP" && len(entry) >= 20:
			t.AddLoop(collection.Loop{From: seconds(entry[2:]), To: seconds(entry[6:]), Name: label(entry[20:]), Pad: collection.PadOf(int(entry[1]))})
		}
	}
}

func seconds(b []byte) float64 { return float64(binary.BigEndian.Uint32(b)) / 1000 }

func colour(b []byte) string { return fmt.Sprintf("#%02x%02x%02x", b[0], b[1], b[2]) }

func label(b []byte) string {
	b, _, _ = bytes.Cut(b, []byte{0})
	return strings.ToValidUTF8(string(b), "")
}

// The entries of the older markers: the first are cues, the others loops.
const (
	markersHeader = 6
	cueEntries    = 5
	kindLoop      = 3
)

// readMarkers reads the older markers, which have no names. Where they are
// present Serato takes the first five cues from them, even if there are none.
func readMarkers(t *collection.Track, b []byte) {
	if len(b) < markersHeader || b[0] != 2 || b[1] != 5 {
		return
	}
	entries := int(binary.BigEndian.Uint32(b[2:]))
	b = b[markersHeader:]
	row := rowID3
	if entries > 0 && len(b) < entries*row.size {
		row = rowMP4
	}
	if entries <= 0 || entries > 100 || len(b) < entries*row.size {
		return
	}
	known := t.HotCues
	t.HotCues = nil
	loops := len(t.Loops)
	for i := range entries {
		entry := b[i*row.size:][:row.size]
		from, hasFrom := row.position(entry, 0)
		to, hasTo := row.position(entry, 1)
		switch isLoop := entry[row.size-2] == kindLoop; {
		case !hasFrom:
		case isLoop && hasTo && loops == 0: // otherwise they are the same, with names
			t.AddLoop(collection.Loop{From: from, To: to, Pad: collection.PadOf(i - cueEntries)})
		case !isLoop && i < cueEntries:
			t.AddHotCue(collection.HotCue{Slot: i, At: from, Color: row.colour(entry), Name: nameOf(known, i)})
		}
	}
	for _, c := range known {
		if c.Slot >= cueEntries {
			t.AddHotCue(c)
		}
	}
}

func nameOf(cues []collection.HotCue, slot int) string {
	for _, c := range cues {
		if c.Slot == slot {
			return c.Name
		}
	}
	return ""
}

// row is the layout of an entry. In ID3 numbers are spread over seven bits per
// byte; in MP4 they are plain, and all ones if they are not set.
type row struct {
	size     int
	position func(entry []byte, n int) (at float64, ok bool)
	colour   func(entry []byte) string
}

var rowID3 = row{
	size: 22,
	position: func(entry []byte, n int) (float64, bool) {
		return float64(spread(entry[5*n+1:])) / 1000, entry[5*n] == 0
	},
	colour: func(entry []byte) string { return fmt.Sprintf("#%06x", spread(entry[16:])) },
}

var rowMP4 = row{
	size: 19,
	position: func(entry []byte, n int) (float64, bool) {
		return seconds(entry[4*n:]), binary.BigEndian.Uint32(entry[4*n:]) != math.MaxUint32
	},
	colour: func(entry []byte) string { return colour(entry[14:]) },
}

// spread reads 24 bits that four bytes hold seven each.
func spread(b []byte) uint32 {
	return (uint32(b[0]&0x7f)<<21 | uint32(b[1]&0x7f)<<14 | uint32(b[2]&0x7f)<<7 | uint32(b[3]&0x7f)) & 0xffffff
}

// readBeatGrid reads the beat grid: markers with the number of beats to the
// next one, and a last one with the tempo.
func readBeatGrid(t *collection.Track, b []byte) {
	if len(b) < 6 || b[0] != 1 || b[1] != 0 {
		return
	}
	n := uint64(binary.BigEndian.Uint32(b[2:]))
	b = b[6:]
	if uint64(len(b)) < 8*n {
		return
	}
	number := func(i uint64) float64 { return float64(math.Float32frombits(binary.BigEndian.Uint32(b[4*i:]))) }
	for i := range n {
		at, bpm := number(2*i), number(2*i+1)
		if i+1 < n {
			bpm = 60 * float64(binary.BigEndian.Uint32(b[8*i+4:])) / (number(2*i+2) - at)
		}
		t.AddTempo(collection.Tempo{At: at, BPM: bpm, Beat: 1, Meter: 4})
	}
}
