package api

import (
	"context"
	"net/url"
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/station"
)

// stationJSON is a radio station as listeners see it.
type stationJSON struct {
	ID            string  `json:"id"`
	Name          string  `json:"name"`
	Description   string  `json:"description"`
	StreamURL     string  `json:"streamUrl" doc:"Where its sound comes from: the stream of a relay, else the same as listenUrl."`
	LogoURL       *string `json:"logoUrl"`
	IsLive        bool    `json:"isLive" doc:"Whoever tunes in hears something."`
	ListenerCount *int    `json:"listenerCount" doc:"Now, through this server; null while it is not known."`
	Genre         string  `json:"genre"`
	Country       string  `json:"country"`
	IsPublic      bool    `json:"isPublic" doc:"Visitors see it."`

	Mount     string   `json:"mount" doc:"Its name in addresses."`
	Mode      string   `json:"mode" enum:"relay,autodj,live,both"`
	Type      string   `json:"type" enum:"icecast,shoutcast" doc:"What the server of a relay speaks."`
	Bitrate   int      `json:"bitrate" doc:"kbit/s."`
	Format    string   `json:"format" doc:"Such as MP3."`
	Formats   []string `json:"formats" nullable:"false" doc:"What it can be heard in: mp3, aac, opus; a relay in what it relays."`
	Language  string   `json:"language"`
	TimeZone  string   `json:"timezone" doc:"Of its schedule, such as Europe/Madrid."`
	ListenURL string   `json:"listenUrl" doc:"Path of the stream."`
	HLSURL    *string  `json:"hlsUrl" doc:"Path of the playlist for players of HLS; null when it has none."`

	RewindHours   int  `json:"rewindHours" doc:"How far back listeners can go; 0 for not at all."`
	TakesRequests bool `json:"takesRequests" doc:"Members may ask for tracks."`
	HasChat       bool `json:"hasChat" doc:"Members may talk to each other."`

	State   string          `json:"state" enum:"off,idle,relay,autodj,live,hold" doc:"idle: a relay nobody listens to. hold: the source was lost a moment ago."`
	Problem string          `json:"problem" doc:"One sentence that says why it is silent or in trouble; may be empty."`
	Now     *onAirJSON      `json:"now"`
	Show    string          `json:"show" doc:"What its schedule calls this hour; may be empty."`
	DJ      string          `json:"dj" doc:"Who is on air; may be empty."`
	Owner   *nullablePerson `json:"owner" doc:"null for visitors, and for an owner who is gone or wants to stay unseen."`

	CanManage bool             `json:"canManage" doc:"Whoever asks decides about it."`
	Options   *stationOptsJSON `json:"options" doc:"null for whoever may not manage it."`
	CreatedAt time.Time        `json:"createdAt"`
	Version   int64            `json:"version" doc:"Rises with every change of it, its lists, shows and DJs."`
}

// onAirJSON is what a station plays.
type onAirJSON struct {
	PlayID   string      `json:"playId"`
	Artist   string      `json:"artist"`
	Title    string      `json:"title"`
	TrackID  *string     `json:"trackId" doc:"Of the library, when it matches and whoever asks may hear it."`
	Track    *maybeTrack `json:"track" doc:"The same."`
	CoverURL *string     `json:"coverUrl"`
	Began    time.Time   `json:"began"`
	Seconds  float64     `json:"seconds" doc:"How long it is; 0 while it is not known."`
	Source   string      `json:"source" enum:"autodj,request,jingle,live,relay"`
	Liked    *bool       `json:"liked" doc:"By whoever asks; null when it is nothing of the library."`
}

// Schema implements huma.SchemaProvider: huma knows no nullable objects.
func (onAirJSON) Schema(r huma.Registry) *huma.Schema {
	type plain onAirJSON
	s := huma.SchemaFromType(r, reflect.TypeFor[plain]())
	s.Nullable = true
	return s
}

// maybeTrack is a track or null.
type maybeTrack TrackJSON

// Schema implements huma.SchemaProvider.
func (maybeTrack) Schema(r huma.Registry) *huma.Schema {
	return &huma.Schema{AnyOf: []*huma.Schema{r.Schema(reflect.TypeFor[TrackJSON](), true, ""), {Type: "null"}}}
}

// stationOptsJSON is what only who manages a station sees of it.
type stationOptsJSON struct {
	station.Options
	MetadataURL *string `json:"metadataUrl"`
}

// Schema implements huma.SchemaProvider.
func (stationOptsJSON) Schema(r huma.Registry) *huma.Schema {
	type plain stationOptsJSON
	s := huma.SchemaFromType(r, reflect.TypeFor[plain]())
	s.Nullable = true
	return s
}

// stationsOf encodes stations for whoever asks, with what they do now.
func (a *API) stationsOf(ctx context.Context, stations []station.Station) ([]stationJSON, error) {
	encode, err := a.stationEncoder(ctx, stations)
	if err != nil {
		return nil, err
	}
	return edge.EncodeAll(stations, encode), nil
}

// stationEncoder reads what is on air on some stations at once.
func (a *API) stationEncoder(ctx context.Context, stations []station.Station) (func(*station.Station) stationJSON, error) {
	v := edge.Viewer(ctx)
	status := make(map[string]station.Status, len(stations))
	var ids []string
	for i := range stations {
		now, known := a.radio.Status(stations[i].ID)
		if !known {
			continue
		}
		status[stations[i].ID] = now
		if now.Now != nil && now.Now.TrackID != "" {
			ids = append(ids, now.Now.TrackID)
		}
	}
	tracks, err := a.tracksByID(ctx, v, ids)
	if err != nil {
		return nil, err
	}
	return func(s *station.Station) stationJSON {
		out := encodeStation(s, v)
		if now, known := status[s.ID]; known {
			out.tell(&now, tracks, v)
		}
		return out
	}, nil
}

func (a *API) tracksByID(ctx context.Context, v music.Viewer, ids []string) (map[string]*music.Track, error) {
	found := map[string]*music.Track{}
	if len(ids) == 0 {
		return found, nil
	}
	tracks, err := a.store.TracksByID(ctx, v, ids)
	for i := range tracks {
		found[tracks[i].ID] = &tracks[i]
	}
	return found, err
}

// encodeStation is what is known of a station without its sound.
func encodeStation(s *station.Station, v music.Viewer) stationJSON {
	out := stationJSON{
		ID: s.ID, Name: s.Name, Description: s.Description, StreamURL: streamURLOf(s), LogoURL: logoURLOf(s), Genre: s.Genre, Country: s.Country, IsPublic: s.IsPublic,
		Mount: s.Mount, Mode: string(s.Mode), Type: string(s.Kind), Bitrate: s.Bitrate, Format: s.Format, Formats: formatsOf(s), Language: s.Language,
		TimeZone: s.TimeZone, ListenURL: listenURL(s.Mount), State: string(station.StateOff), CreatedAt: s.CreatedAt.UTC(), Version: s.Version,
		RewindHours: s.Options.RewindHours, TakesRequests: s.Options.Requests && s.Mode.PlaysLists(), HasChat: s.Options.Chat, CanManage: s.MayManage(v),
	}
	if s.Options.HLS {
		out.HLSURL = new(listenURL(s.Mount) + "/hls/live.m3u8")
	}
	if s.NamesOwner(v) {
		out.Owner = &nullablePerson{&s.OwnerID, s.OwnerName}
	}
	if out.CanManage {
		out.Options = &stationOptsJSON{s.Options, edge.OrNull(s.MetadataURL)}
	}
	return out
}

// tell adds what a station does now.
func (out *stationJSON) tell(now *station.Status, tracks map[string]*music.Track, v music.Viewer) {
	out.State, out.IsLive, out.Problem = string(now.State), now.State.IsOnAir(), now.Problem
	if out.State == "" {
		out.State = string(station.StateOff)
	}
	out.ListenerCount = &now.Listeners
	out.Show, out.DJ = now.Show, now.DJ
	if now.Now != nil {
		out.Now = encodeOnAir(now.Now, tracks[now.Now.TrackID], v)
	}
}

func encodeOnAir(o *station.OnAir, track *music.Track, v music.Viewer) *onAirJSON {
	out := &onAirJSON{PlayID: o.PlayID, Artist: o.Artist, Title: o.Title, Began: o.Began.UTC(), Seconds: o.Seconds, Source: o.Source}
	if track == nil {
		return out
	}
	encoded := encodeTrack(track)
	out.TrackID, out.Track, out.CoverURL = &track.ID, (*maybeTrack)(&encoded), encoded.CoverImageURL
	if v.SignedIn() {
		out.Liked = &track.Liked
	}
	return out
}

func listenURL(mount string) string { return "/radio/" + url.PathEscape(mount) }

func streamURLOf(s *station.Station) string {
	if s.Mode == station.ModeRelay {
		return s.StreamURL
	}
	return listenURL(s.Mount)
}

func logoURLOf(s *station.Station) *string {
	if s.Logo != "" {
		return new("/api/radios/" + s.ID + "/logo?v=" + s.Logo[:min(len(s.Logo), 12)])
	}
	return edge.OrNull(s.LogoURL)
}

// formatsOf is MP3 and what is made beside it; a relay is passed on as it is.
func formatsOf(s *station.Station) []string {
	if s.Mode == station.ModeRelay {
		return []string{relayedFormat(s.Format)}
	}
	return append([]string{"mp3"}, s.Options.Formats...)
}
