package things

import (
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/edge"
	"sonora/internal/edge/scalar"
	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/words"
)

// StationJSON is a radio station as listeners see it.
type StationJSON struct {
	ID            string  `json:"id" doc:"ID of the station." example:"r2Bf5Nk9W"`
	Name          string  `json:"name" doc:"Name of the station." example:"Radio Lumen"`
	Description   string  `json:"description" doc:"Text by its owner; may be empty." example:"Ambient and field recordings"`
	StreamURL     string  `json:"streamUrl" doc:"URL of the relayed stream; for other stations the same as listenUrl."`
	LogoURL       *string `json:"logoUrl" doc:"Address of the logo; null for none."`
	IsLive        bool    `json:"isLive" doc:"Whether listeners hear something."`
	ListenerCount *int    `json:"listenerCount" doc:"Current listeners through this server; null if unknown."`
	Genre         string  `json:"genre" doc:"Genre; may be empty." example:"Ambient"`
	Country       string  `json:"country" doc:"Country; may be empty." example:"Spain"`
	IsPublic      bool    `json:"isPublic" doc:"Whether visitors see it."`

	Mount     string   `json:"mount" doc:"Name in stream URLs."`
	Mode      string   `json:"mode" enum:"relay,autodj,live,both" doc:"Where its sound comes from: a remote stream, the AutoDJ, live sources, or AutoDJ and live sources." example:"both"`
	Type      string   `json:"type" enum:"icecast,shoutcast" doc:"The protocol of a relay's server."`
	Bitrate   int      `json:"bitrate" doc:"kbit/s."`
	Format    string   `json:"format" doc:"For example MP3."`
	Formats   []string `json:"formats" nullable:"false" doc:"Formats it can be heard in: mp3, aac, opus. A relay has only its own."`
	Language  string   `json:"language" doc:"Language spoken; may be empty." example:"Spanish"`
	TimeZone  string   `json:"timezone" doc:"Time zone of the schedule, for example Europe/Madrid."`
	ListenURL string   `json:"listenUrl" doc:"Path of the stream."`
	HLSURL    *string  `json:"hlsUrl" doc:"Path of the HLS playlist; null if there is none."`

	RewindHours   int  `json:"rewindHours" doc:"How far back listeners can rewind; 0 for not at all."`
	TakesRequests bool `json:"takesRequests" doc:"Whether members may request tracks."`
	HasChat       bool `json:"hasChat" doc:"Whether members may chat."`

	State   string          `json:"state" enum:"off,idle,relay,autodj,live,hold" doc:"idle: a relay without listeners. hold: the source was lost a moment ago."`
	Problem string          `json:"problem" doc:"One sentence on why it is silent or in trouble; may be empty."`
	Now     *OnAirJSON      `json:"now" doc:"What is on air; null if unknown or off air."`
	Show    string          `json:"show" doc:"Name of the scheduled show; may be empty."`
	DJ      string          `json:"dj" doc:"The DJ on air; may be empty."`
	Owner   *NullablePerson `json:"owner" doc:"null for visitors, and if the owner is gone or private."`

	CanManage bool             `json:"canManage" doc:"Whether you may manage it."`
	Options   *StationOptsJSON `json:"options" doc:"null if you may not manage the station."`
	CreatedAt edge.Time        `json:"createdAt" doc:"When it was made."`
	Version   int64            `json:"version" doc:"Increases with every change of the station, its playlists, shows and DJs."`
}

// OnAirJSON is what a station plays.
type OnAirJSON struct {
	PlayID   string              `json:"playId" doc:"ID of this play, which changes with every song."`
	Artist   string              `json:"artist" doc:"Artist as the source or the tags name it; may be empty." example:"Nils Frahm"`
	Title    string              `json:"title" doc:"Title as the source or the tags name it; may be empty." example:"Says"`
	TrackID  *string             `json:"trackId" doc:"ID of the matching library track; null if there is none or you may not hear it."`
	Track    *MaybeTrack         `json:"track" doc:"The track with this ID; null if there is none."`
	CoverURL *string             `json:"coverUrl" doc:"Path of the cover of the matching track; null if there is none."`
	Began    edge.Time           `json:"began" doc:"When it began."`
	Seconds  *scalar.Thousandths `json:"seconds" doc:"Length; null if unknown."`
	Source   string              `json:"source" enum:"autodj,request,jingle,live,relay" doc:"What chose it: the AutoDJ, a listener's request, a jingle, a live source, or the remote station."`
	Liked    *bool               `json:"liked" doc:"Whether you like it; null if it does not match a library track."`
}

// Schema implements huma.SchemaProvider: huma does not support nullable objects.
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

// StationLogoURL returns the URL of a station's logo; nil for none.
func StationLogoURL(s *station.Station) *string {
	if s.Logo != "" {
		return new("/api/radios/" + s.ID + "/logo?v=" + s.Logo[:min(len(s.Logo), 12)])
	}
	return edge.OrNull(s.LogoURL)
}

// StationOptsJSON holds the options of a station, which only the people who
// manage it see.
type StationOptsJSON struct {
	station.Options
	MetadataURL *string `json:"metadataUrl" doc:"Where a relay reads titles if the stream has none; null for the stream itself."`
}

// Schema implements huma.SchemaProvider.
func (StationOptsJSON) Schema(r huma.Registry) *huma.Schema {
	type plain StationOptsJSON
	s := huma.SchemaFromType(r, reflect.TypeFor[plain]())
	s.Nullable = true
	return s
}

// Tell adds the current status of the station in a language.
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

// EncodeOnAir encodes what is on air, with the library track if the viewer may
// hear it.
func EncodeOnAir(o *station.OnAir, track *music.Track, v music.Viewer) *OnAirJSON {
	out := &OnAirJSON{PlayID: o.PlayID, Artist: o.Artist, Title: o.Title, Began: edge.Time(o.Began), Seconds: edge.OrNull(scalar.InThousandths(o.Seconds)), Source: o.Source}
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

// StationAnswer is a response with one station.
type StationAnswer struct {
	Version int64 `header:"X-Station-Version" doc:"Version of the station, which increases with every change of it, its playlists, shows and DJs."`
	Body    StationJSON
}

// StationVersion marks operations on one version of a station.
var StationVersion = edge.Versioned("X-Station-Version")
