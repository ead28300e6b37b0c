package playlist

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"sonora/internal/music"
)

// document is a playlist as JSON.
type document struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Tracks      []documentTrack `json:"tracks"`
}

type documentTrack struct {
	ID       string  `json:"id,omitempty"`
	Path     string  `json:"path,omitempty"`
	Title    string  `json:"title,omitempty"`
	Artist   string  `json:"artist,omitempty"`
	Creator  string  `json:"creator,omitempty"` // as others name the artist
	Album    string  `json:"album,omitempty"`
	Duration float64 `json:"duration,omitempty"` // seconds
}

// parseJSON reads a document or a bare list of tracks.
func parseJSON(text string) (*file, error) {
	var d document
	var into any = &d
	if strings.HasPrefix(strings.TrimSpace(text), "[") {
		into = &d.Tracks
	}
	if err := json.Unmarshal([]byte(text), into); err != nil {
		return nil, errNotPlaylist.Because(err)
	}
	switch {
	case len(d.Tracks) == 0:
		return nil, errEmptyFile
	case len(d.Tracks) > maxLines:
		return nil, errTooLong
	}
	f := &file{name: cut(d.Name), description: cut(d.Description)}
	for i, t := range d.Tracks {
		one := item{
			line: i + 1, id: cut(t.ID), location: cut(t.Path), title: cut(t.Title), artist: cut(t.Artist), album: cut(t.Album),
		}
		if one.artist == "" {
			one.artist = cut(t.Creator)
		}
		if t.Duration > 0 && t.Duration < 1e6 {
			one.duration = time.Duration(t.Duration * float64(time.Second))
		}
		f.items = append(f.items, one)
	}
	return f, nil
}

func writeJSON(p *music.Playlist, tracks []music.Candidate) ([]byte, error) {
	d := document{Name: p.Name, Description: p.Description, Tracks: []documentTrack{}}
	for i := range tracks {
		t := &tracks[i]
		d.Tracks = append(d.Tracks, documentTrack{ID: t.ID, Path: pathOf(t), Title: t.Title, Artist: t.Artist, Album: t.Album, Duration: t.Duration.Seconds()})
	}
	b, err := json.MarshalIndent(d, "", " ")
	if err != nil {
		return nil, fmt.Errorf("write JSON: %w", err)
	}
	return append(b, '\n'), nil
}
