package relay

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"path"
	"regexp"
	"strings"
	"time"

	"sonora/internal/codec/text"
	"sonora/internal/station"
)

const (
	askTitles     = 12 * time.Second
	askTitlesLate = 2 * time.Minute // after a failure
	maxMetadata   = 256 << 10
	maxDepth      = 5 // of nested JSON in which a title is searched
)

// follow polls a station's metadata URL for titles until ctx ends.
func (c *Client) follow(ctx context.Context, s *station.Station, titles *titleBox) {
	address, err := parseAddress(s.MetadataURL)
	if err != nil {
		c.Log.Warn("fetch titles of relay failed", "station", s.ID, "error", err)
		return
	}
	for wait := askTitles; ; {
		title, err := c.fetchTitle(ctx, address, s.StreamURL)
		if err == nil {
			titles.found(title)
			wait = askTitles
		} else {
			c.Log.Debug("fetch titles of relay failed", "station", s.ID, "error", err)
			wait = min(2*wait, askTitlesLate)
		}
		next := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			next.Stop()
			return
		case <-next.C:
		}
	}
}

// errNoTitle is the error of a metadata URL in whose response no title was found.
var errNoTitle = errors.New("the response has no title")

func (c *Client) fetchTitle(ctx context.Context, address *url.URL, stream string) (station.StreamTitle, error) {
	data, err := c.fetch(ctx, address, maxMetadata, playlistTime)
	if err != nil {
		return station.StreamTitle{}, err
	}
	title, ok := titleIn(data, stream)
	if !ok {
		return title, errNoTitle
	}
	return title, nil
}

// titleIn finds the title of a stream in the response of a metadata URL:
// Icecast's status-json.xsl, SHOUTcast's 7.html or stats?json=1, other JSON, or
// a line of text.
func titleIn(data []byte, stream string) (station.StreamTitle, bool) {
	data = bytes.TrimSpace(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")))
	if len(data) == 0 {
		return station.StreamTitle{}, false
	}
	var value any
	if (data[0] == '{' || data[0] == '[') && json.Unmarshal([]byte(text.Decode(data)), &value) == nil {
		return titleInJSON(value, stream, maxDepth)
	}
	page := text.Decode(data)
	if m := sevenHTML.FindStringSubmatch(page); m != nil {
		return given(station.ParseStreamTitle(clean(m[1])))
	}
	if data[0] == '<' || strings.ContainsAny(page, "<{") {
		return station.StreamTitle{}, false
	}
	line, _, _ := strings.Cut(page, "\n")
	return given(station.ParseStreamTitle(clean(line)))
}

// sevenHTML matches SHOUTcast's listeners, status, peak, maximum, unique,
// bitrate and title.
var sevenHTML = regexp.MustCompile(`(?is)(?:<body>)?\s*(?:\d*,){6}([^<]*)`)

func given(t station.StreamTitle) (station.StreamTitle, bool) { return t, t.Title != "" }

// songKeys are the JSON keys of a song or of its whole title.
var songKeys = []string{
	"now_playing", "nowplaying", "nowPlaying", "now", "current", "current_track", "currentTrack", "song", "track", "songtitle", "title", "name",
	"yp_currently_playing", "icestats", "source", "streams", "station", "data", "results", "result",
}

func titleInJSON(value any, stream string, depth int) (station.StreamTitle, bool) {
	if depth == 0 {
		return station.StreamTitle{}, false
	}
	switch v := value.(type) {
	case []any:
		return titleInJSON(mount(v, stream), stream, depth-1)
	case map[string]any:
		if artist, ok := v["artist"].(string); ok {
			for _, key := range []string{"title", "song", "track", "name"} {
				if title, ok := v[key].(string); ok && title != "" {
					return given(station.StreamTitle{Artist: clean(artist), Title: clean(title)})
				}
			}
		}
		for _, key := range songKeys {
			if key == "name" && depth == maxDepth {
				continue // the station's own name
			}
			if title, ok := titleOfValue(v[key], stream, depth); ok {
				return title, true
			}
		}
	}
	return station.StreamTitle{}, false
}

func titleOfValue(value any, stream string, depth int) (station.StreamTitle, bool) {
	if text, ok := value.(string); ok {
		return given(station.ParseStreamTitle(clean(text)))
	}
	return titleInJSON(value, stream, depth-1)
}

// mount returns the entry of a stream's mount among all those of a server, or
// the first.
func mount(list []any, stream string) any {
	address, err := url.Parse(stream)
	for _, item := range list {
		v, ok := item.(map[string]any)
		if !ok || err != nil {
			continue
		}
		if at, ok := v["listenurl"].(string); ok && path.Base(at) == path.Base(address.Path) {
			return item
		}
	}
	if len(list) == 0 {
		return nil
	}
	return list[0]
}
