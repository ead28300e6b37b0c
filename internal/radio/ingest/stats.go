package ingest

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"html"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
)

const isoTime = "2006-01-02T15:04:05-0700"

// iceStats are Icecast's statistics, as XML and JSON.
type iceStats struct {
	XMLName  xml.Name    `json:"-" xml:"icestats"`
	Admin    string      `json:"admin" xml:"admin"`
	Host     string      `json:"host" xml:"host"`
	Location string      `json:"location" xml:"location"`
	Server   string      `json:"server_id" xml:"server_id"`
	Start    string      `json:"server_start" xml:"server_start"`
	StartISO string      `json:"server_start_iso8601" xml:"server_start_iso8601"`
	Clients  *int        `json:"-" xml:"listeners,omitempty"`
	Sources  *int        `json:"-" xml:"sources,omitempty"`
	Source   any         `json:"source,omitempty" xml:"-"` // one, or a list of several, as in Icecast
	List     []iceSource `json:"-" xml:"source"`
}

// iceSource is a mount.
type iceSource struct {
	Mount       string `json:"-" xml:"mount,attr"`
	AudioInfo   string `json:"audio_info,omitempty" xml:"audio_info,omitempty"`
	Bitrate     int    `json:"bitrate,omitempty" xml:"bitrate,omitempty"`
	Channels    int    `json:"channels,omitempty" xml:"channels,omitempty"`
	Genre       string `json:"genre" xml:"genre"`
	Peak        int    `json:"listener_peak" xml:"listener_peak"`
	Listeners   int    `json:"listeners" xml:"listeners"`
	ListenURL   string `json:"listenurl" xml:"listenurl"`
	MaxPeople   string `json:"-" xml:"max_listeners"`
	Public      int    `json:"-" xml:"public"`
	SampleRate  int    `json:"samplerate,omitempty" xml:"samplerate,omitempty"`
	Description string `json:"server_description" xml:"server_description"`
	Name        string `json:"server_name" xml:"server_name"`
	Type        string `json:"server_type" xml:"server_type"`
	SourceIP    string `json:"-" xml:"source_ip,omitempty"`
	Start       string `json:"stream_start,omitempty" xml:"stream_start,omitempty"`
	StartISO    string `json:"stream_start_iso8601,omitempty" xml:"stream_start_iso8601,omitempty"`
	Artist      string `json:"artist,omitempty" xml:"artist,omitempty"`
	Title       string `json:"title" xml:"title"`
	Agent       string `json:"-" xml:"user_agent,omitempty"`
	Dummy       any    `json:"dummy" xml:"-"` // Icecast ends its list like this, and some programs rely on it
}

func (s *Server) iceStats(r *http.Request) iceStats {
	host, _, _ := strings.Cut(r.Host, ":")
	return iceStats{
		Admin: s.Admin, Host: host, Location: s.Location, Server: s.product(),
		Start: s.began.UTC().Format(time.RFC1123Z), StartISO: s.began.UTC().Format(isoTime),
	}
}

func (s *Server) iceSourceOf(r *http.Request, m *Mount) iceSource {
	st := m.Station
	out := iceSource{
		Mount: "/" + st.Mount, Bitrate: m.Bitrate, Channels: m.Channels, Genre: st.Genre, Peak: max(m.Peak, m.Status.Listeners),
		Listeners: m.Status.Listeners, ListenURL: s.listenURL(r, st.Mount), MaxPeople: "unlimited", SampleRate: m.SampleRate,
		Description: st.Description, Name: st.Name, Type: m.ContentType, SourceIP: m.Address, Agent: m.Client,
	}
	if st.Options.MaxListeners > 0 {
		out.MaxPeople = strconv.Itoa(st.Options.MaxListeners)
	}
	if st.IsPublic {
		out.Public = 1
	}
	if m.Bitrate > 0 {
		out.AudioInfo = "bitrate=" + strconv.Itoa(m.Bitrate)
	}
	if !m.Began.IsZero() {
		out.Start, out.StartISO = m.Began.UTC().Format(time.RFC1123Z), m.Began.UTC().Format(isoTime)
	}
	out.Title = m.playing().String()
	return out
}

// playing returns the current title; empty while unknown.
func (m *Mount) playing() station.StreamTitle {
	if m.Status.Now == nil {
		return station.StreamTitle{}
	}
	return station.StreamTitle{Artist: m.Status.Now.Artist, Title: m.Status.Now.Title}
}

// onAir returns the mounts that are on air, or only the one that a form names.
func onAir(mounts []Mount, form values) []Mount {
	name := mountOf(form.get("mount"))
	var out []Mount
	for _, m := range mounts {
		if m.Status.State.IsOnAir() && (name == "" || m.Station.Mount == name) {
			out = append(out, m)
		}
	}
	return out
}

// statusJSON serves /status-json.xsl.
func (s *Server) statusJSON(w http.ResponseWriter, r *http.Request) {
	form := values{}
	form.read(r.URL.RawQuery)
	mounts, err := s.mounts(r.Context())
	if err != nil {
		s.fail(w, err)
		return
	}
	stats := s.iceStats(r)
	var list []iceSource
	for _, m := range onAir(mounts, form) {
		list = append(list, s.iceSourceOf(r, &m))
	}
	switch len(list) {
	case 0:
	case 1:
		stats.Source = list[0]
	default:
		stats.Source = list
	}
	w.Header().Set("Content-Type", "application/json")
	writeJSON(w, map[string]any{"icestats": stats})
}

func writeJSON(w io.Writer, v any) {
	_ = json.NewEncoder(w).Encode(v) // the client is gone
}

// stats serves /admin/stats, including what only those who manage a mount may
// see.
func (s *Server) stats(w http.ResponseWriter, r *http.Request) {
	station, err := s.manager(r)
	if err != nil {
		s.fail(w, err)
		return
	}
	mounts, err := s.Stations.Mounts(r.Context(), true)
	if err != nil {
		s.fail(w, err)
		return
	}
	stats, listeners := s.iceStats(r), 0
	for _, m := range mounts {
		if station != nil && m.Station.ID != station.ID || !m.Status.State.IsOnAir() {
			continue
		}
		listeners += m.Status.Listeners
		stats.List = append(stats.List, s.iceSourceOf(r, &m))
	}
	sources := len(stats.List)
	stats.Clients, stats.Sources = &listeners, &sources
	writeXML(w, stats)
}

type listClients struct {
	XMLName xml.Name     `xml:"icestats"`
	Source  clientsOfOne `xml:"source"`
}

type clientsOfOne struct {
	Mount     string      `xml:"mount,attr"`
	Count     int         `xml:"Listeners"`
	Listeners []iceClient `xml:"listener"`
}

type iceClient struct {
	Number    int    `xml:"id,attr"`
	ID        int    `xml:"ID"`
	IP        string `xml:"IP"`
	Agent     string `xml:"UserAgent"`
	Lag       int    `xml:"lag"`
	Connected int64  `xml:"Connected"`
}

// maxClients limits a list of listeners.
const maxClients = 5000

// listClients serves /admin/listclients: the listeners of a mount.
func (s *Server) listClients(w http.ResponseWriter, r *http.Request) {
	station, err := s.manager(r)
	if err == nil && station == nil {
		err = music.NewError(music.Invalid, "Name the mount.")
	}
	if err != nil {
		s.fail(w, err)
		return
	}
	people, err := s.Stations.Listeners(r.Context(), station.ID, maxClients)
	if err != nil {
		s.fail(w, err)
		return
	}
	out := listClients{Source: clientsOfOne{Mount: "/" + station.Mount, Count: len(people)}}
	for i, p := range people {
		out.Source.Listeners = append(out.Source.Listeners, iceClient{
			Number: i + 1, ID: i + 1, IP: p.Address, Agent: p.Agent, Connected: max(0, int64(s.Now().Sub(p.Since).Seconds())),
		})
	}
	writeXML(w, out)
}

// about returns the station that a SHOUTcast page is about, and responds with
// an error if there is none.
func (s *Server) about(w http.ResponseWriter, r *http.Request) (*Mount, values) {
	form := values{}
	form.read(r.URL.RawQuery)
	mounts, err := s.mounts(r.Context())
	if err != nil {
		s.fail(w, err)
		return nil, nil
	}
	m := oneOf(mounts, form)
	if m == nil {
		s.fail(w, music.ErrNotFound)
	}
	return m, form
}

// seven serves /7.html: listeners, on air, peak, maximum, unique, kbit/s,
// title.
func (s *Server) seven(w http.ResponseWriter, r *http.Request) {
	m, _ := s.about(w, r)
	if m == nil {
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = fmt.Fprintf(w, `<HTML><meta http-equiv="Pragma" content="no-cache"></head><body>%d,%d,%d,%d,%d,%d,%s</body></html>`,
		m.Status.Listeners, onAirBit(m), max(m.Peak, m.Status.Listeners), m.Station.Options.MaxListeners, m.Status.Listeners, m.Bitrate,
		html.EscapeString(m.playing().String()))
}

func onAirBit(m *Mount) int {
	if m.Status.State.IsOnAir() {
		return 1
	}
	return 0
}

// currentSong serves /currentsong?sid=1.
func (s *Server) currentSong(w http.ResponseWriter, r *http.Request) {
	if m, _ := s.about(w, r); m != nil {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = io.WriteString(w, m.playing().String())
	}
}

// castStats are the statistics of one stream in SHOUTcast 2.
type castStats struct {
	XMLName xml.Name `json:"-" xml:"SHOUTCASTSERVER"`
	Current int      `json:"currentlisteners" xml:"CURRENTLISTENERS"`
	Peak    int      `json:"peaklisteners" xml:"PEAKLISTENERS"`
	Most    int      `json:"maxlisteners" xml:"MAXLISTENERS"`
	Unique  int      `json:"uniquelisteners" xml:"UNIQUELISTENERS"`
	Genre   string   `json:"servergenre" xml:"SERVERGENRE"`
	URL     string   `json:"serverurl" xml:"SERVERURL"`
	Title   string   `json:"servertitle" xml:"SERVERTITLE"`
	Song    string   `json:"songtitle" xml:"SONGTITLE"`
	OnAir   int      `json:"streamstatus" xml:"STREAMSTATUS"`
	Path    string   `json:"streampath" xml:"STREAMPATH"`
	Bitrate string   `json:"bitrate" xml:"BITRATE"`
	Rate    string   `json:"samplerate,omitempty" xml:"SAMPLERATE,omitempty"`
	Content string   `json:"content" xml:"CONTENT"`
	Version string   `json:"version" xml:"VERSION"`
}

// shoutcastStats serves /stats?sid=1, with json=1 as JSON.
func (s *Server) shoutcastStats(w http.ResponseWriter, r *http.Request) {
	m, form := s.about(w, r)
	if m == nil {
		return
	}
	out := castStats{
		Current: m.Status.Listeners, Peak: max(m.Peak, m.Status.Listeners), Most: m.Station.Options.MaxListeners, Unique: m.Status.Listeners,
		Genre: m.Station.Genre, URL: s.listenURL(r, m.Station.Mount), Title: m.Station.Name, Song: m.playing().String(), OnAir: onAirBit(m),
		Path: "/" + m.Station.Mount, Bitrate: strconv.Itoa(m.Bitrate), Content: m.ContentType, Version: s.product(),
	}
	if m.SampleRate > 0 {
		out.Rate = strconv.Itoa(m.SampleRate)
	}
	if form.get("json") != "" {
		w.Header().Set("Content-Type", "application/json")
		writeJSON(w, out)
		return
	}
	writeXML(w, out)
}
