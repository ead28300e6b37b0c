package rekordbox

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"net/url"
	"strconv"
	"strings"

	"sonora/internal/codec/collection"
)

// Writer writes a document: first all tracks, then all playlists. Errors of
// writing come from Close.
type Writer struct {
	w     *bufio.Writer
	lists bool
	err   error
}

// NewWriter begins a document of a number of tracks. program and version say
// who wrote it.
func NewWriter(w io.Writer, program, version string, tracks int) *Writer {
	x := &Writer{w: bufio.NewWriter(w)}
	x.text(xml.Header, "<DJ_PLAYLISTS Version=\"1.0.0\">\n")
	x.tag("  <PRODUCT", "Name", program, "Version", version, "Company", "")
	x.text("/>\n")
	x.tag("  <COLLECTION", "Entries", strconv.Itoa(tracks))
	x.text(">\n")
	return x
}

func (x *Writer) text(parts ...string) {
	for _, part := range parts {
		if x.err == nil {
			_, x.err = x.w.WriteString(part)
		}
	}
}

// tag writes the beginning of a tag with attributes: names and values.
func (x *Writer) tag(name string, attributes ...string) {
	x.text(name)
	for i := 0; i < len(attributes); i += 2 {
		x.text(" ", attributes[i], `="`)
		if x.err == nil {
			x.err = xml.EscapeText(x.w, []byte(attributes[i+1]))
		}
		x.text(`"`)
	}
}

// Track writes a track. Its Location is a path, from the root of a drive.
func (x *Writer) Track(t *collection.Track) error {
	x.tag("    <TRACK", "TrackID", t.Key, "Name", t.Title, "Artist", t.Artist, "Album", t.Album,
		"TotalTime", strconv.Itoa(int(t.Duration)), "AverageBpm", fmt.Sprintf("%.2f", t.BPM), "Location", fileURL(t.Location))
	x.text(">\n")
	for _, p := range t.Grid {
		x.tag("      <TEMPO", "Inizio", at(p.At), "Bpm", fmt.Sprintf("%.2f", p.BPM), "Metro", strconv.Itoa(max(p.Meter, 1))+"/4", "Battito", strconv.Itoa(max(p.Beat, 1)))
		x.text("/>\n")
	}
	if t.Cue != nil {
		x.mark(markCue, "", *t.Cue, memorySlot)
	}
	for _, c := range t.Memory {
		x.mark(markCue, c.Name, c.At, memorySlot)
	}
	for _, c := range t.HotCues {
		x.mark(markCue, c.Name, c.At, c.Slot, rgb(c.Color)...)
	}
	for _, l := range t.Loops {
		slot := memorySlot
		if l.Pad != nil {
			slot = *l.Pad
		}
		x.mark(markLoop, l.Name, l.From, slot, "End", at(l.To))
	}
	x.text("    </TRACK>\n")
	return x.err
}

func (x *Writer) mark(kind int, name string, start float64, slot int, more ...string) {
	x.tag("      <POSITION_MARK", append([]string{"Name", name, "Type", strconv.Itoa(kind), "Start", at(start), "Num", strconv.Itoa(slot)}, more...)...)
	x.text("/>\n")
}

func at(seconds float64) string { return strconv.FormatFloat(max(seconds, 0), 'f', 3, 64) }

// rgb returns the attributes of a colour, #rrggbb.
func rgb(color string) []string {
	n, err := strconv.ParseUint(strings.TrimPrefix(color, "#"), 16, 24)
	if err != nil {
		return nil
	}
	return []string{"Red", strconv.Itoa(int(n >> 16)), "Green", strconv.Itoa(int(n >> 8 & 0xff)), "Blue", strconv.Itoa(int(n & 0xff))}
}

// fileURL returns the URL of a path in the form that rekordbox writes.
func fileURL(path string) string {
	path = strings.TrimPrefix(strings.ReplaceAll(path, `\`, "/"), "/")
	return "file://localhost/" + strings.TrimPrefix((&url.URL{Path: "/" + path}).EscapedPath(), "/")
}

// Playlist writes a playlist, whose entries are keys of tracks.
func (x *Writer) Playlist(p *collection.Playlist) error {
	if !x.lists {
		x.text("  </COLLECTION>\n  <PLAYLISTS>\n    <NODE Type=\"0\" Name=\"ROOT\">\n")
		x.lists = true
	}
	x.tag("      <NODE", "Name", p.Name, "Type", "1", "KeyType", "0", "Entries", strconv.Itoa(len(p.Tracks)))
	x.text(">\n")
	for _, key := range p.Tracks {
		x.tag("        <TRACK", "Key", key)
		x.text("/>\n")
	}
	x.text("      </NODE>\n")
	return x.err
}

// Close ends the document.
func (x *Writer) Close() error {
	if x.lists {
		x.text("    </NODE>\n  </PLAYLISTS>\n")
	} else {
		x.text("  </COLLECTION>\n")
	}
	x.text("</DJ_PLAYLISTS>\n")
	if x.err == nil {
		x.err = x.w.Flush()
	}
	if x.err != nil {
		return fmt.Errorf("write rekordbox XML: %w", x.err)
	}
	return nil
}
