// Package rekordbox reads and writes the XML file with which rekordbox and
// other DJ programs exchange collections. Its source is AlphaTheta's
// "rekordbox XML format", version 1.0.0
// (https://cdn.rekordbox.com/files/20200410160904/xml_format_list.pdf).
//
// Positions are seconds with three decimals. In MP3s rekordbox counts them from
// the first frame (collection.FromFrame): it plays the encoder's delay.
package rekordbox

import (
	"fmt"
	"io"
	"math"
	"strings"

	"sonora/internal/codec/collection"
)

// Origin is where positions are counted from.
const Origin = collection.FromFrame

// The kinds of position marks.
const (
	markCue  = 0
	markLoad = 3 // where a track is loaded
	markLoop = 4
)

// memorySlot is the number of marks that are not on a button.
const memorySlot = -1

const (
	nodeFolder   = 0
	keyLocations = 1 // the entries of a playlist are locations, otherwise track IDs
)

type parser struct {
	x     *collection.XML
	to    collection.Sink
	lists *collection.Lists
	track *collection.Track
}

// Parse reads a document and passes its tracks and playlists on. Its error
// wraps collection.ErrFormat if the document is not of rekordbox.
func Parse(r io.Reader, to collection.Sink) error {
	p := &parser{x: collection.NewXML(r), to: to, lists: collection.NewLists(to)}
	return p.x.Each("DJ_PLAYLISTS", p.element)
}

func (p *parser) element(e *collection.Element) error {
	switch {
	case p.x.In("DJ_PLAYLISTS", "COLLECTION", "TRACK"):
		return p.inTrack(e)
	case p.x.In("DJ_PLAYLISTS", "PLAYLISTS", "NODE"):
		return p.inNode(e)
	}
	return nil
}

func (p *parser) inTrack(e *collection.Element) error {
	switch {
	case e.Depth == 3 && e.IsEnd:
		return p.to.Track(p.track)
	case e.Depth == 3:
		p.begin(e)
	case e.IsEnd:
	case e.Name == "TEMPO":
		p.tempo(e)
	case e.Name == "POSITION_MARK":
		p.mark(e)
	}
	return nil
}

func (p *parser) begin(e *collection.Element) {
	p.track = &collection.Track{
		Key: e.Attr("TrackID"), Location: e.Attr("Location"),
		Title: e.Attr("Name"), Artist: e.Attr("Artist"), Album: e.Attr("Album"),
	}
	if seconds, ok := e.Number("TotalTime"); ok && seconds > 0 {
		p.track.Duration = seconds
	}
	if bpm, ok := e.Number("AverageBpm"); ok && bpm > 0 {
		p.track.BPM = bpm
	}
}

func (p *parser) tempo(e *collection.Element) {
	at, hasTime := e.Number("Inizio")
	bpm, hasBPM := e.Number("Bpm")
	if !hasTime || !hasBPM {
		p.track.Invalid++
		return
	}
	meter, _, _ := strings.Cut(e.Attr("Metro"), "/") // such as 4/4
	beats, ok := collection.Number(meter)
	if !ok {
		beats = 0
	}
	p.track.AddTempo(collection.Tempo{At: at, BPM: bpm, Beat: e.Int("Battito", 0), Meter: int(math.Max(0, math.Min(beats, 99)))})
}

func (p *parser) mark(e *collection.Element) {
	at, ok := e.Number("Start")
	if !ok {
		p.track.Invalid++
		return
	}
	name, slot := e.Attr("Name"), e.Int("Num", memorySlot)
	switch e.Int("Type", -1) {
	case markLoop:
		if to, ok := e.Number("End"); ok {
			p.track.AddLoop(collection.Loop{From: at, To: to, Name: name, Pad: collection.PadOf(slot)})
		} else {
			p.track.Invalid++
		}
	case markLoad:
		p.track.SetCue(at)
	case markCue:
		if slot == memorySlot {
			p.track.AddMemory(collection.Memory{At: at, Name: name})
		} else {
			p.track.AddHotCue(collection.HotCue{Slot: slot, At: at, Name: name, Color: colour(e)})
		}
	}
}

func colour(e *collection.Element) string {
	r, g, b := e.Int("Red", -1), e.Int("Green", -1), e.Int("Blue", -1)
	if r|g|b < 0 || max(r, g, b) > 255 {
		return ""
	}
	return fmt.Sprintf("#%02x%02x%02x", r, g, b)
}

func (p *parser) inNode(e *collection.Element) error {
	switch {
	case e.IsEnd:
		return p.lists.End(e.Depth)
	case e.Name == "TRACK":
		return p.lists.Add(e.Attr("Key"))
	case e.Name != "NODE":
		return nil
	case e.Int("Type", nodeFolder) != nodeFolder:
		return p.lists.Begin(e.Attr("Name"), e.Depth, e.Int("KeyType", 0) == keyLocations)
	case e.Depth == 3:
		return p.lists.Folder("", e.Depth) // the root
	}
	return p.lists.Folder(e.Attr("Name"), e.Depth)
}
