package ingest

import (
	"context"
	"encoding/xml"
	"fmt"
	"net"
	"net/http"
	"strings"

	"sonora/internal/music"
	"sonora/internal/station"
)

// ListKinds are the media types of the playlist files by which players open a
// station, by file extension.
var ListKinds = map[string]string{"m3u": "audio/x-mpegurl", "pls": "audio/x-scpls", "xspf": "application/xspf+xml"}

// listKind splits the extension off the name of such a file.
func listKind(name string) (kind, mount string) {
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 || ListKinds[name[dot+1:]] == "" {
		return "", name
	}
	return name[dot+1:], mountOf(name[:dot])
}

// WriteList writes a playlist file of a kind in ListKinds.
func WriteList(w http.ResponseWriter, kind string, s *station.Station, playing station.StreamTitle, address string) {
	h := w.Header()
	h.Set("Content-Type", ListKinds[kind]+"; charset=utf-8")
	h.Set("Content-Disposition", `attachment; filename="`+s.Mount+"."+kind+`"`)
	name := sanitizeLine(s.Name)
	switch kind {
	case "m3u":
		fmt.Fprintf(w, "#EXTM3U\r\n#EXTINF:-1,%s\r\n%s\r\n", name, address)
	case "pls":
		fmt.Fprintf(w, "[playlist]\r\nNumberOfEntries=1\r\nFile1=%s\r\nTitle1=%s\r\nLength1=-1\r\nVersion=2\r\n", address, name)
	case "xspf":
		writeXSPF(w, s, playing, address)
	}
}

type xspf struct {
	XMLName xml.Name  `xml:"http://xspf.org/ns/0/ playlist"`
	Version string    `xml:"version,attr"`
	Title   string    `xml:"title"`
	Creator string    `xml:"creator,omitempty"`
	Tracks  xspfTrack `xml:"trackList>track"`
}

type xspfTrack struct {
	Location   string `xml:"location"`
	Creator    string `xml:"creator,omitempty"`
	Title      string `xml:"title"`
	Annotation string `xml:"annotation,omitempty"`
}

func writeXSPF(w http.ResponseWriter, s *station.Station, playing station.StreamTitle, address string) {
	track := xspfTrack{Location: address, Creator: playing.Artist, Title: playing.Title, Annotation: s.Description}
	if track.Title == "" {
		track.Title = s.Name
	}
	text, err := xml.MarshalIndent(xspf{Version: "1", Title: s.Name, Tracks: track}, "", "  ")
	if err != nil { // strings always marshal
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	_, _ = w.Write(append([]byte(xml.Header), text...)) // the client is gone
}

// list serves /MOUNT.m3u, /MOUNT.pls and /MOUNT.xspf.
func (s *Server) list(w http.ResponseWriter, r *http.Request, kind, mount string) {
	mounts, err := s.mounts(r.Context())
	if err != nil {
		s.fail(w, err)
		return
	}
	m := oneOf(mounts, values{"mount": mount})
	if m == nil || mount == "" {
		s.fail(w, music.ErrNotFound)
		return
	}
	WriteList(w, kind, m.Station, m.playing(), s.listenURL(r, mount))
}

// mainPort marks requests on the main port, where stations are below /radio.
type mainPort struct{}

func onMainPort(r *http.Request) *http.Request {
	return r.WithContext(context.WithValue(r.Context(), mainPort{}, true))
}

// listenURL returns the stream URL of a station on the host that the request
// used.
func (s *Server) listenURL(r *http.Request, mount string) string {
	scheme, prefix := "http", "/"
	if s.IsSecure(r) {
		scheme = "https"
	}
	if r.Context().Value(mainPort{}) != nil {
		prefix = "/radio/"
	}
	return scheme + "://" + hostOfRequest(r) + prefix + mount
}

// hostOfRequest returns the host that the request used. HTTP/1.0 need not send
// it; then it is the local address of the connection.
func hostOfRequest(r *http.Request) string {
	if r.Host != "" {
		return r.Host
	}
	if local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr); ok {
		return local.String()
	}
	return "localhost"
}
