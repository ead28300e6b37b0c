package playlist

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"sonora/internal/music"
)

// document is a playlist in JSON.
type document struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Tracks      []documentTrack `json:"tracks"`
}

// wrapped is a playlist in JSPF (www.xspf.org/jspf), as ListenBrainz writes it.
const wrapped = "playlist"

type documentTrack struct {
	ID       string  `json:"id,omitempty"`
	Path     string  `json:"path,omitempty"`
	Title    string  `json:"title,omitempty"`
	Artist   string  `json:"artist,omitempty"`
	Creator  string  `json:"creator,omitempty"` // the artist, as other programs name the field
	Album    string  `json:"album,omitempty"`
	Duration float64 `json:"duration,omitempty"` // seconds; in JSPF milliseconds

	// JSPF: a text or a list of texts
	Location   texts `json:"location,omitempty"`
	Identifier texts `json:"identifier,omitempty"`
}

// texts is a text or a list of texts.
type texts []string

// UnmarshalJSON implements json.Unmarshaler.
func (t *texts) UnmarshalJSON(data []byte) error {
	var one string
	if json.Unmarshal(data, &one) == nil {
		*t = texts{one}
		return nil
	}
	return json.Unmarshal(data, (*[]string)(t))
}

// parseJSON parses a document or a bare list of tracks. It decodes tracks one
// by one, because a small file may contain many.
func parseJSON(text string) (*file, error) {
	d := json.NewDecoder(strings.NewReader(text))
	f := &file{}
	var err error
	if strings.HasPrefix(strings.TrimSpace(text), "[") {
		err = f.tracks(d)
	} else {
		err = f.document(d, true)
	}
	if err == nil {
		if _, more := d.Token(); !errors.Is(more, io.EOF) {
			err = errNotPlaylist
		}
	}
	if known, ok := errors.AsType[*music.Error](err); ok {
		return nil, known
	}
	switch {
	case err != nil:
		return nil, errNotPlaylist.Because(err)
	case len(f.items) == 0:
		return nil, errEmptyFile
	}
	return f, nil
}

// document decodes the fields of an object, which may be wrapped in another.
func (f *file) document(d *json.Decoder, outer bool) error {
	if begin, err := d.Token(); err != nil || begin != json.Delim('{') {
		return errors.Join(err, errNotPlaylist)
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		name, _ := key.(string)
		if err := f.member(d, strings.ToLower(name), outer); err != nil {
			return fmt.Errorf("field %q: %w", name, err)
		}
	}
	_, err := d.Token()
	return err
}

func (f *file) member(d *json.Decoder, name string, outer bool) error {
	switch name {
	case "name":
		return decodeText(d, &f.name)
	case "description":
		return decodeText(d, &f.description)
	case "title":
		if f.name != "" {
			break
		}
		return decodeText(d, &f.name)
	case "annotation":
		return decodeText(d, &f.description)
	case wrapped:
		if !outer {
			break
		}
		return f.document(d, false)
	case "track":
		f.items, f.isJSPF = nil, true
		return f.tracks(d)
	case "tracks":
		f.items = nil // as with any field, the last one counts
		return f.tracks(d)
	}
	var ignored json.RawMessage
	return d.Decode(&ignored)
}

func decodeText(d *json.Decoder, into *string) error {
	var text string
	err := d.Decode(&text)
	*into = cut(text)
	return err
}

// tracks decodes a list, or null.
func (f *file) tracks(d *json.Decoder) error {
	switch begin, err := d.Token(); {
	case err != nil:
		return err
	case begin == nil:
		return nil
	case begin != json.Delim('['):
		return errNotPlaylist
	}
	for d.More() {
		if len(f.items) == maxLines {
			return errTooLong
		}
		var t documentTrack
		if err := d.Decode(&t); err != nil {
			return fmt.Errorf("track %d: %w", len(f.items)+1, err)
		}
		if f.isJSPF {
			t.Duration /= 1000
		}
		f.items = append(f.items, t.item(len(f.items)+1))
	}
	_, err := d.Token()
	return err
}

func (t *documentTrack) item(line int) item {
	one := item{line: line, id: cut(t.ID), location: cut(t.Path), title: cut(t.Title), artist: cut(t.Artist), album: cut(t.Album)}
	if one.artist == "" {
		one.artist = cut(t.Creator)
	}
	if one.location == "" && len(t.Location) > 0 {
		one.location = cut(t.Location[0])
	}
	for _, id := range t.Identifier {
		if _, recording, ok := strings.Cut(id, "musicbrainz.org/recording/"); ok {
			one.recordingID = cut(strings.ToLower(recording))
		}
	}
	if t.Duration > 0 && t.Duration < 1e6 {
		one.duration = time.Duration(t.Duration * float64(time.Second))
	}
	return one
}

// writeJSON writes one track per line. Indentation would make the file half as
// large again.
func writeJSON(p *music.Playlist, tracks []music.Candidate) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // the file is not part of a web page
	if err := e.Encode(document{Name: p.Name, Description: p.Description, Tracks: []documentTrack{}}); err != nil {
		return nil, fmt.Errorf("write JSON: %w", err)
	}
	b.Truncate(b.Len() - len("]}\n"))
	for i := range tracks {
		t := &tracks[i]
		if i > 0 {
			b.Truncate(b.Len() - 1) // remove the line break
			b.WriteByte(',')
		}
		b.WriteByte('\n')
		if err := e.Encode(documentTrack{ID: t.ID, Path: pathOf(t), Title: t.Title, Artist: t.Artist, Album: t.Album, Duration: t.Duration.Seconds()}); err != nil {
			return nil, fmt.Errorf("write JSON: %w", err)
		}
	}
	b.WriteString("]}\n")
	return b.Bytes(), nil
}
