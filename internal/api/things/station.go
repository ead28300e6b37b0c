package things

import (
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/words"
)

// StationJSON is a radio station as listeners see it.
type StationJSON struct {
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
	Now     *OnAirJSON      `json:"now"`
	Show    string          `json:"show" doc:"What its schedule calls this hour; may be empty."`
	DJ      string          `json:"dj" doc:"Who is on air; may be empty."`
	Owner   *NullablePerson `json:"owner" doc:"null for visitors, and for an owner who is gone or wants to stay unseen."`

	CanManage bool             `json:"canManage" doc:"Whoever asks decides about it."`
	Options   *StationOptsJSON `json:"options" doc:"null for whoever may not manage it."`
	CreatedAt time.Time        `json:"createdAt"`
	Version   int64            `json:"version" doc:"Rises with every change of it, its lists, shows and DJs."`
}

// OnAirJSON is what a station plays.
type OnAirJSON struct {
	PlayID   string      `json:"playId"`
	Artist   string      `json:"artist"`
	Title    string      `json:"title"`
	TrackID  *string     `json:"trackId" doc:"Of the library, when it matches and whoever asks may hear it."`
	Track    *MaybeTrack `json:"track" doc:"The same."`
	CoverURL *string     `json:"coverUrl"`
	Began    time.Time   `json:"began"`
	Seconds  float64     `json:"seconds" doc:"How long it is; 0 while it is not known."`
	Source   string      `json:"source" enum:"autodj,request,jingle,live,relay"`
	Liked    *bool       `json:"liked" doc:"By whoever asks; null when it is nothing of the library."`
}

// Schema implements huma.SchemaProvider: huma knows no nullable objects.
func (OnAirJSON) Schema(r huma.Registry) *huma.Schema {
	type plain OnAirJSON
	s := huma.SchemaFromType(r, reflect.TypeFor[plain]())
	s.Nullable = true
	return s
}

// MaybeTrack is a track or null.
type MaybeTrack TrackJSON

// Schema implements huma.SchemaProvider.
func (MaybeTrack) Schema(r huma.Registry) *huma.Schema {
	return &huma.Schema{AnyOf: []*huma.Schema{r.Schema(reflect.TypeFor[TrackJSON](), true, ""), {Type: "null"}}}
}

// StationLogoURL is where the logo of a station is, nil when it has none.
func StationLogoURL(s *station.Station) *string {
	if s.Logo != "" {
		return new("/api/radios/" + s.ID + "/logo?v=" + s.Logo[:min(len(s.Logo), 12)])
	}
	return edge.OrNull(s.LogoURL)
}

// StationOptsJSON is what only who manages a station sees of it.
type StationOptsJSON struct {
	station.Options
	MetadataURL *string `json:"metadataUrl"`
}

// Schema implements huma.SchemaProvider.
func (StationOptsJSON) Schema(r huma.Registry) *huma.Schema {
	type plain StationOptsJSON
	s := huma.SchemaFromType(r, reflect.TypeFor[plain]())
	s.Nullable = true
	return s
}

// Tell adds what a station does now, in a language.
func (out *StationJSON) Tell(language string, now *station.Status, tracks map[string]*music.Track, v music.Viewer) {
	out.State, out.IsLive, out.Problem = string(now.State), now.State.IsOnAir(), words.Render(language, now.Problem)
	if out.State == "" {
		out.State = string(station.StateOff)
	}
	out.ListenerCount = &now.Listeners
	out.Show, out.DJ = now.Show, now.DJ
	if now.Now != nil {
		out.Now = EncodeOnAir(now.Now, tracks[now.Now.TrackID], v)
	}
}

// EncodeOnAir encodes onAir for clients.
func EncodeOnAir(o *station.OnAir, track *music.Track, v music.Viewer) *OnAirJSON {
	out := &OnAirJSON{PlayID: o.PlayID, Artist: o.Artist, Title: o.Title, Began: o.Began.UTC(), Seconds: o.Seconds, Source: o.Source}
	if track == nil {
		return out
	}
	encoded := EncodeTrack(track)
	out.TrackID, out.Track, out.CoverURL = &track.ID, (*MaybeTrack)(&encoded), encoded.CoverImageURL
	if v.SignedIn() {
		out.Liked = &track.Liked
	}
	return out
}
