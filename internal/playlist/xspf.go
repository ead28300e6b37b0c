package playlist

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strconv"
	"strings"
	"time"

	"sonora/internal/music"
)

const maxDepth = 32 // maximum nesting of elements

// parseXSPF parses XSPF (xspf.org). It rejects documents that define entities,
// which only serve to blow up a small file.
func parseXSPF(text string) (*file, error) {
	d := xml.NewDecoder(strings.NewReader(text))
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil } // the text is already UTF-8
	x := xspfReader{file: &file{}}
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			err = x.read(token)
		}
		if known, ok := errors.AsType[*music.Error](err); ok {
			return nil, known
		}
		if err != nil {
			return nil, errNotPlaylist.Because(err)
		}
	}
	if !x.isPlaylist {
		return nil, errNotPlaylist
	}
	if len(x.file.items) == 0 {
		return nil, errEmptyFile
	}
	return x.file, nil
}

// xspfReader is the state of reading a document.
type xspfReader struct {
	file       *file
	isPlaylist bool
	path       []string // names of the open elements
	track      item
	text       strings.Builder
}

func (x *xspfReader) read(token xml.Token) error {
	switch t := token.(type) {
	case xml.Directive:
		if bytes.Contains(bytes.ToUpper(t), []byte("ENTITY")) || bytes.ContainsRune(t, '[') {
			return errNotPlaylist
		}
	case xml.StartElement:
		x.path = append(x.path, t.Name.Local)
		if len(x.path) > maxDepth {
			return errNotPlaylist
		}
		x.isPlaylist = x.isPlaylist || len(x.path) == 1 && t.Name.Local == "playlist"
		x.text.Reset()
	case xml.CharData:
		if x.text.Len() < maxText {
			x.text.Write(t)
		}
	case xml.EndElement:
		err := x.end()
		x.path = x.path[:len(x.path)-1]
		x.text.Reset()
		return err
	}
	return nil
}

// end processes the text of an element.
func (x *xspfReader) end() error {
	value := cut(x.text.String())
	switch path := strings.Join(x.path, "/"); path {
	case "playlist/title":
		x.file.name = value
	case "playlist/annotation":
		x.file.description = value
	case "playlist/trackList/track":
		if len(x.file.items) == maxLines {
			return errTooLong
		}
		x.track.line = len(x.file.items) + 1
		x.file.items = append(x.file.items, x.track)
		x.track = item{}
	default:
		if field, ok := strings.CutPrefix(path, "playlist/trackList/track/"); ok {
			x.field(field, value)
		}
	}
	return nil
}

func (x *xspfReader) field(name, value string) {
	switch name {
	case "location":
		if x.track.location == "" { // further locations are alternatives
			x.track.location = value
		}
	case "title":
		x.track.title = value
	case "creator":
		x.track.artist = value
	case "album":
		x.track.album = value
	case "duration":
		if ms, err := strconv.ParseFloat(value, 64); err == nil && ms > 0 && ms < 1e9 {
			x.track.duration = time.Duration(ms * float64(time.Millisecond))
		}
	}
}

type xspfDocument struct {
	XMLName    xml.Name    `xml:"http://xspf.org/ns/0/ playlist"`
	Version    string      `xml:"version,attr"`
	Title      string      `xml:"title"`
	Annotation string      `xml:"annotation,omitempty"`
	Tracks     []xspfTrack `xml:"trackList>track"`
}

type xspfTrack struct {
	Location string `xml:"location"`
	Title    string `xml:"title"`
	Creator  string `xml:"creator,omitempty"`
	Album    string `xml:"album,omitempty"`
	Duration int64  `xml:"duration,omitempty"` // ms
}

func writeXSPF(p *music.Playlist, tracks []music.Candidate) ([]byte, error) {
	d := xspfDocument{Version: "1", Title: p.Name, Annotation: p.Description}
	for i := range tracks {
		t := &tracks[i]
		d.Tracks = append(d.Tracks, xspfTrack{(&url.URL{Path: pathOf(t)}).EscapedPath(), t.Title, t.Artist, t.Album, t.Duration.Milliseconds()})
	}
	b, err := xml.MarshalIndent(d, "", " ")
	if err != nil {
		return nil, fmt.Errorf("write XSPF: %w", err)
	}
	return append([]byte(xml.Header), append(b, '\n')...), nil
}
