// Package collection is what the codecs of DJ programs have in common: the
// tracks of a collection with their marks, and its playlists. Every codec
// translates its format's positions to seconds; where its program counts them
// from is said by the codec, because programs disagree about the silence that
// encoders of MP3 and AAC add (see Origin).
package collection

import (
	"math"
	"strconv"
	"strings"
)

// Track is a track as a DJ program knows it. Fields that a file lacks are empty.
type Track struct {
	Key                  string // by which playlists of the same file name it
	Location             string // a path or file URL, as written
	Title, Artist, Album string
	Duration             float64 // s
	BPM                  float64
	Cue                  *float64 // s, the main cue
	HotCues              []HotCue
	Memory               []Memory
	Loops                []Loop
	Grid                 []Tempo // sorted
	Invalid              int     // marks that were not read because they are impossible
	Excess               int     // and those because there are too many
}

// HotCue is a cue point on a numbered button.
type HotCue struct {
	Slot  int     // from 0
	At    float64 // s
	Name  string
	Color string // #rrggbb; "" for none
}

// Memory is a cue point without a button.
type Memory struct {
	At   float64 // s
	Name string
}

// Loop is a saved loop.
type Loop struct {
	From, To float64 // s
	Name     string
	Pad      *int // the numbered button, from 0, which a hot cue may have too; nil for none
}

// PadOf returns the pad of a loop from the number that a file has for it; nil
// if that is negative, which means none.
func PadOf(slot int) *int {
	if slot < 0 {
		return nil
	}
	return &slot
}

// Tempo is a beat from which on the beats have one distance, until the next
// Tempo. The first one also holds for the beats before it.
type Tempo struct {
	At    float64 // s, of a beat
	BPM   float64
	Beat  int // position in its bar, from 1; 0 if unknown
	Meter int // beats per bar; 0 if unknown
}

// Playlist is a playlist or crate.
type Playlist struct {
	Folders    []string // the folders that it is in, from the outside
	Name       string
	Tracks     []string // Keys; Locations if ByLocation
	ByLocation bool
}

// Sink receives what a codec reads, in the order of the file. Tracks come
// before the playlists that name them. An error ends the reading.
type Sink interface {
	Track(t *Track) error
	Playlist(p *Playlist) error
}

// Origin says which sample of an MP3 a program calls 0. Sonora's 0 is the first
// sample of the recording, after the delay of encoder and decoder. Other
// compressed formats have a delay too, which programs other than Sonora play.
type Origin int

// The origins. https://github.com/digital-dj-tools/dj-data-converter/issues/3
// found them for Traktor and rekordbox, and
// https://github.com/mixxxdj/mixxx/pull/2119 and pull/2526 for Serato, by
// comparing cues of the same files.
const (
	// FromRecording starts at the recording itself.
	FromRecording Origin = iota
	// FromSound starts at the first frame of sound. The encoder's delay counts.
	FromSound
	// FromFrame starts at the first frame, even where it only holds the
	// encoder's description (Xing, Info). The encoder's delay counts too.
	FromFrame
)

// Limits of what is read of a file. The rest is left out.
const (
	maxText      = 1000 // bytes of one text
	maxMarks     = 64   // of each kind, per track
	maxTempos    = 20_000
	maxSeconds   = 48 * 3600
	maxFolders   = 32
	maxPlaylists = 20_000
	maxEntries   = 2_000_000 // of all playlists together
)

// Text returns a text of a file, cut to a sane length. It is a copy, so that it
// does not keep the rest in memory.
func Text(s string) string {
	s = strings.TrimSpace(s)
	if len(s) > maxText {
		s = strings.ToValidUTF8(s[:maxText], "")
	}
	return strings.Clone(s)
}

// Number reads a decimal number. ok is false for a text that is not a finite
// number.
func Number(s string) (n float64, ok bool) {
	n, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	return n, err == nil && !math.IsNaN(n) && !math.IsInf(n, 0)
}

// AddHotCue adds a hot cue unless it is impossible, its slot is taken, or there
// are too many. Formats that list each cue twice repeat it at nearly the same
// position, which does not count as left out.
func (t *Track) AddHotCue(c HotCue) {
	if !isTime(c.At) || c.Slot < 0 {
		t.Invalid++
		return
	}
	for _, other := range t.HotCues {
		if other.Slot == c.Slot {
			if math.Abs(other.At-c.At) > beatSlack {
				t.Invalid++
			}
			return
		}
	}
	if c.Slot >= maxMarks {
		t.Excess++
		return
	}
	c.At, c.Name = max(c.At, 0), Text(c.Name)
	t.HotCues = append(t.HotCues, c)
}

// AddMemory adds a memory cue unless it is impossible or there are too many.
func (t *Track) AddMemory(c Memory) {
	if t.has(isTime(c.At), len(t.Memory) < maxMarks) {
		t.Memory = append(t.Memory, Memory{max(c.At, 0), Text(c.Name)})
	}
}

// AddLoop adds a loop unless it is impossible or there are too many.
func (t *Track) AddLoop(l Loop) {
	if t.has(isTime(l.From) && isTime(l.To) && l.To > max(l.From, 0), len(t.Loops) < maxMarks) {
		t.Loops = append(t.Loops, Loop{max(l.From, 0), l.To, Text(l.Name), l.Pad})
	}
}

// AddTempo adds a tempo behind the others unless it is impossible or there are
// too many.
func (t *Track) AddTempo(p Tempo) {
	n := len(t.Grid)
	isPossible := isTime(p.At) && isBPM(p.BPM) && (n == 0 || p.At > t.Grid[n-1].At)
	if !t.has(isPossible, n < maxTempos) {
		return
	}
	if p.Meter < 1 || p.Meter > maxMeter {
		p.Meter = 0
	}
	if p.Beat < 0 || p.Beat > max(p.Meter, 4) {
		p.Beat = 0
	}
	t.Grid = append(t.Grid, p)
}

// SetCue sets the main cue unless it is impossible.
func (t *Track) SetCue(at float64) {
	if t.has(isTime(at), true) {
		at = max(at, 0)
		t.Cue = &at
	}
}

// has reports whether a mark is possible and has room, and counts it otherwise.
func (t *Track) has(isPossible, hasRoom bool) bool {
	switch {
	case !isPossible:
		t.Invalid++
	case !hasRoom:
		t.Excess++
	}
	return isPossible && hasRoom
}

const maxMeter = 16

// isTime reports whether a track may have a mark here. Delays of encoders make
// times before the beginning possible.
func isTime(at float64) bool { return at > -5 && at < maxSeconds }

// The tempos of music that people mix, and some room.
func isBPM(bpm float64) bool { return bpm >= 20 && bpm <= 400 }
