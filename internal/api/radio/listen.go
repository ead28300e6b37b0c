package radio

import (
	"context"
	"encoding/xml"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/radio"
	"sonora/internal/radio/frame"
	"sonora/internal/station"
)

// radioPath is the prefix of stream URLs: /radio/MOUNT and /radio/MOUNT.mp3.
const radioPath = "/radio/"

// listenStation sends a station as an endless stream, or a playlist file that
// leads to it.
func (a *API) listenStation(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("mount")
	ending := path.Ext(name)
	mount := strings.TrimSuffix(name, ending)
	s, err := a.mounted(w, r, mount)
	if err != nil {
		return err
	}
	if file := listenFiles[ending]; file != nil {
		w.Header().Set("Content-Type", file.mime)
		w.Header().Set("Cache-Control", "no-cache")
		_, err := fmt.Fprint(w, file.write(s, a.heardAt(r, s)))
		return err
	}
	codec, err := wantedCodec(ending, r.URL.Query().Get("format"))
	if err != nil {
		return err
	}
	w.Header().Set("Access-Control-Allow-Origin", "*") // players on other pages
	if r.URL.Query().Has("from") {
		return a.fromPast(w, r, s, codec)
	}
	right, still := a.rightToHear(r, s)
	return a.Radio.Serve(w, r, radio.Tuning{
		Right: right, Still: still, Station: s, Codec: codec, UserID: edge.Viewer(r.Context()).AccountID, Address: edge.ClientOf(r.Context()), Home: a.homeOf(r, s), Burst: things.BurstOf(r),
	})
}

// SendStation sends a station to a viewer of another edge, in its own format.
func (a *API) SendStation(w http.ResponseWriter, r *http.Request, v music.Viewer, id string) error {
	s, err := a.Store.Station(r.Context(), v, id)
	if err != nil {
		return err
	}
	right, still := a.rightToHear(edge.As(r, v, id), s)
	return a.Radio.Serve(w, r, radio.Tuning{
		Right: right, Still: still, Station: s, Codec: frame.NoCodec, UserID: v.AccountID, Address: edge.ClientOf(r.Context()), Home: a.homeOf(r, s), Burst: things.BurstOf(r),
	})
}

// codecs maps the extensions of stream URLs to codecs.
var codecs = map[string]frame.Codec{"": frame.NoCodec, ".mp3": frame.MP3, ".aac": frame.AAC, ".opus": frame.Opus, ".ogg": frame.Opus}

// wantedCodec returns the codec that the extension or the parameter format
// names.
func wantedCodec(ending, format string) (frame.Codec, error) {
	codec, known := codecs[ending]
	if !known {
		return "", music.ErrNotFound
	}
	if format == "" {
		return codec, nil
	}
	named, known := codecs["."+format]
	if !known || ending != "" && named != codec {
		wrong := music.FieldErrors{}
		wrong.Add("format", "Choose mp3, aac or opus, or leave it out.")
		return "", wrong.Err()
	}
	return named, nil
}

// listenParameters documents the query parameters of a stream.
func listenParameters(o *edge.Route) {
	for _, p := range []struct{ name, says string }{
		{"format", "mp3, aac or opus, like the extensions of the URL; the station's own format if omitted."},
		{"from", "The time to rewind to, if the station keeps its last hours."},
		{"burst", "0 to start without a burst."},
	} {
		o.Parameters = append(o.Parameters, &huma.Param{Name: p.name, In: "query", Description: p.says, Schema: &huma.Schema{Type: huma.TypeString}})
	}
}

// mounted returns the station of a mount. Strangers are asked for a password
// with HTTP Basic authentication, as radio players expect, also for a mount that
// does not exist: they do not learn which stations there are. The web app is not
// asked, which signs in by itself when its session has ended.
func (a *API) mounted(w http.ResponseWriter, r *http.Request, mount string) (*station.Station, error) {
	caller := edge.CallerOf(r.Context())
	s, err := a.Radio.ByMount(r.Context(), caller.Viewer, mount)
	switch {
	case music.CodeOf(err) != music.NotFound || caller.Viewer.SignedIn():
		return s, err
	case caller.Err != nil: // perhaps a member, who may hear it
		return nil, caller.Err
	}
	if r.Header.Get("Sec-Fetch-Site") != "same-origin" {
		w.Header().Set("WWW-Authenticate", `Basic realm="Sonora", charset="UTF-8"`)
	}
	return nil, music.ErrUnauthenticated
}

// rightToHear identifies the permission by which somebody hears a station; still
// checks it again.
func (a *API) rightToHear(r *http.Request, s *station.Station) (right string, still func(ctx context.Context) error) {
	v := edge.Viewer(r.Context())
	return "account " + v.AccountID, func(ctx context.Context) error {
		if !v.SignedIn() && a.Settings.Get().RequireSignIn {
			return music.ErrUnauthenticated
		}
		if v.SignedIn() {
			account, err := a.Store.AccountByID(ctx, v.AccountID)
			if err != nil {
				return err
			}
			if !account.DisabledAt.IsZero() {
				return music.ErrUnauthenticated
			}
		}
		_, err := a.Store.Station(ctx, v, s.ID)
		return err
	}
}

func (a *API) heardAt(r *http.Request, s *station.Station) string {
	return edge.OriginOf(r) + radioPath + url.PathEscape(s.Mount) + ".mp3"
}

func (a *API) homeOf(r *http.Request, s *station.Station) string {
	return edge.OriginOf(r) + "/radios/" + url.PathEscape(s.ID)
}

// listenFile is a format of playlist files that lead to a station.
type listenFile struct {
	mime  string
	write func(s *station.Station, address string) string
}

var listenFiles = map[string]*listenFile{
	".m3u": {"audio/x-mpegurl", func(s *station.Station, address string) string {
		return "#EXTM3U\n#EXTINF:-1," + oneLine(s.Name) + "\n" + address + "\n"
	}},
	".pls": {"audio/x-scpls", func(s *station.Station, address string) string {
		return "[playlist]\nNumberOfEntries=1\nFile1=" + address + "\nTitle1=" + oneLine(s.Name) + "\nLength1=-1\nVersion=2\n"
	}},
	".xspf": {"application/xspf+xml", func(s *station.Station, address string) string {
		return `<?xml version="1.0" encoding="UTF-8"?>` + "\n" + `<playlist version="1" xmlns="http://xspf.org/ns/0/"><title>` + escapeXML(s.Name) +
			`</title><trackList><track><location>` + escapeXML(address) + `</location><title>` + escapeXML(s.Name) + `</title></track></trackList></playlist>` + "\n"
	}},
}

func escapeXML(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // writing to a builder never fails
	return b.String()
}

// oneLine removes line breaks, so that a name cannot add lines to a playlist
// file.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
