// Package traktor reads NML files, the collections of Traktor. Native
// Instruments publishes no description; this follows
// https://github.com/mixxxdj/mixxx/wiki/Traktor-Cue-Storage-Format and files of
// Traktor 2 and 3.
//
// Positions are milliseconds. In MP3s Traktor counts them from the first frame
// (collection.FromFrame): it plays the encoder's delay.
package traktor

import (
	"cmp"
	"io"

	"sonora/internal/codec/collection"
)

// Origin is where positions are counted from.
const Origin = collection.FromFrame

// The kinds of CUE_V2.
const (
	kindCue     = 0
	kindFadeOut = 2 // 1 is a fade-in
	kindLoad    = 3
	kindGrid    = 4
	kindLoop    = 5
)

const maxMarkers = 1000

type parser struct {
	x     *collection.XML
	to    collection.Sink
	lists *collection.Lists
	track *collection.Track
	grid  []marker
}

// marker is a grid marker, the first beat of a bar. Its tempo is that of the
// track unless it has one of its own, as since Traktor 3.
type marker struct{ at, bpm float64 }

// Parse reads a document and passes its tracks and playlists on. Its error
// wraps collection.ErrFormat if the document is not of Traktor.
func Parse(r io.Reader, to collection.Sink) error {
	p := &parser{x: collection.NewXML(r), to: to, lists: collection.NewLists(to)}
	return p.x.Each("NML", p.element)
}

func (p *parser) element(e *collection.Element) error {
	switch {
	case p.x.In("NML", "COLLECTION", "ENTRY"):
		return p.inEntry(e)
	case p.x.In("NML", "PLAYLISTS", "NODE"):
		return p.inNode(e)
	}
	return nil
}

// inEntry reads a track: its description is in the elements below it.
func (p *parser) inEntry(e *collection.Element) error {
	switch {
	case e.Depth == 3 && e.IsEnd:
		for _, m := range p.grid {
			p.track.AddTempo(collection.Tempo{At: m.at, BPM: cmp.Or(m.bpm, p.track.BPM), Beat: 1, Meter: 4})
		}
		return p.to.Track(p.track)
	case e.Depth == 3:
		p.track, p.grid = &collection.Track{Title: e.Attr("TITLE"), Artist: e.Attr("ARTIST")}, p.grid[:0]
	case e.IsEnd:
	case e.Depth == 4:
		p.about(e)
	case e.Name == "GRID" && p.x.In("NML", "COLLECTION", "ENTRY", "CUE_V2"):
		if bpm, ok := e.Number("BPM"); ok && len(p.grid) > 0 {
			p.grid[len(p.grid)-1].bpm = bpm
		}
	}
	return nil
}

func (p *parser) about(e *collection.Element) {
	t := p.track
	switch e.Name {
	case "LOCATION":
		t.Key = e.Attr("VOLUME") + e.Attr("DIR") + e.Attr("FILE")
		t.Location = path(e.Attr("DIR") + e.Attr("FILE"))
	case "ALBUM":
		t.Album = e.Attr("TITLE")
	case "INFO":
		for _, name := range []string{"PLAYTIME_FLOAT", "PLAYTIME"} {
			if seconds, ok := e.Number(name); ok && seconds > 0 && t.Duration == 0 {
				t.Duration = seconds
			}
		}
	case "TEMPO":
		if bpm, ok := e.Number("BPM"); ok && bpm > 0 {
			t.BPM = bpm
		}
	case "CUE_V2":
		p.cue(e)
	}
}

// path converts Traktor's folders, "/:Users/:me/:", to a path.
func path(dir string) string {
	out := make([]byte, 0, len(dir)+1)
	for i := range len(dir) {
		if dir[i] == ':' && i > 0 && dir[i-1] == '/' {
			continue
		}
		out = append(out, dir[i])
	}
	return string(out)
}

func (p *parser) cue(e *collection.Element) {
	ms, ok := e.Number("START")
	if !ok {
		p.track.Invalid++
		return
	}
	at, slot, name := ms/1000, e.Int("HOTCUE", -1), e.Attr("NAME")
	if name == "n.n." { // "no name"
		name = ""
	}
	switch kind := e.Int("TYPE", -1); {
	case kind == kindLoop:
		if length, ok := e.Number("LEN"); ok {
			p.track.AddLoop(collection.Loop{From: at, To: at + length/1000, Name: name, Pad: collection.PadOf(slot)})
		} else {
			p.track.Invalid++
		}
	case kind == kindGrid:
		if len(p.grid) < maxMarkers {
			p.grid = append(p.grid, marker{at: at})
		}
	case kind == kindLoad:
		p.track.SetCue(at)
	case kind < kindCue || kind > kindFadeOut:
	case slot >= 0:
		p.track.AddHotCue(collection.HotCue{Slot: slot, At: at, Name: name})
	default:
		p.track.AddMemory(collection.Memory{At: at, Name: name})
	}
}

// inNode reads the playlists: nodes of folders hold SUBNODES, nodes of playlists
// hold entries.
func (p *parser) inNode(e *collection.Element) error {
	switch {
	case e.IsEnd:
		return p.lists.End(e.Depth)
	case e.Name == "PRIMARYKEY" && e.Attr("TYPE") == "TRACK":
		return p.lists.Add(e.Attr("KEY"))
	case e.Name != "NODE":
		return nil
	case e.Attr("TYPE") == "PLAYLIST":
		return p.lists.Begin(e.Attr("NAME"), e.Depth, false)
	case e.Attr("TYPE") == "FOLDER" && e.Depth == 3:
		return p.lists.Folder("", e.Depth) // the root
	case e.Attr("TYPE") == "FOLDER":
		return p.lists.Folder(e.Attr("NAME"), e.Depth)
	}
	return nil
}
