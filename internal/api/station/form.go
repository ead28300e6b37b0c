package station

import (
	"context"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/edge/scalar"
	"sonora/internal/station"
)

// returnedStation has the fields of a station as the operator and as listeners see
// it.
type returnedStation struct {
	_ adminStationJSON
	_ things.StationJSON
}

// stationForm changes a station. Fields that are omitted stay as they are.
type stationForm struct {
	edge.Returned[returnedStation] `json:"-"`
	FormFields
}

// newStationForm describes a new station.
type newStationForm struct {
	edge.Returned[returnedStation] `json:"-"`
	FormFields

	PlaylistID scalar.TextOrNull `json:"playlistId,omitzero" doc:"For a station with an AutoDJ: its first rotation playlist."`
}

// FormFields are what people decide about a station. The name is exported because
// the schema leaves out what is embedded otherwise.
type FormFields struct {
	Name        scalar.TextOrNull `json:"name,omitzero" doc:"Name of the station, 1 to 100 characters."`
	Description scalar.TextOrNull `json:"description,omitzero" doc:"Text about the station."`
	Logo        scalar.TextOrNull `json:"logo,omitzero" doc:"URL of a picture. You can also upload one."`
	StreamURL   scalar.TextOrNull `json:"streamUrl,omitzero" doc:"For a relay."`
	MetadataURL scalar.TextOrNull `json:"metadataUrl,omitzero" doc:"For a relay: where to get titles that the stream does not carry."`
	Genre       scalar.TextOrNull `json:"genre,omitzero" doc:"Genre."`
	Country     scalar.TextOrNull `json:"country,omitzero" doc:"Country."`
	Language    scalar.TextOrNull `json:"language,omitzero" doc:"Language spoken."`
	TimeZone    scalar.TextOrNull `json:"timezone,omitzero" doc:"Time zone of the schedule; UTC by default."`
	Mode        *string           `json:"mode,omitempty" doc:"relay (default), autodj, live or both."`
	Mount       scalar.TextOrNull `json:"mount,omitzero" doc:"Name in stream URLs; derived from the station's name by default."`
	Type        *string           `json:"type,omitempty" doc:"icecast (default) or shoutcast."`
	Bitrate     *int              `json:"bitrate,omitempty" doc:"kbit/s; 128 by default."`
	Format      scalar.TextOrNull `json:"format,omitzero" doc:"MP3 by default."`
	IsPublic    scalar.YesOrNo    `json:"isPublic,omitzero" doc:"Defaults to true for a new station."`

	Options *stationOptionsForm `json:"options,omitempty" doc:"Technical options. Those that you omit stay as they are."`
}

// stationOptionsForm changes the options of a station.
type stationOptionsForm struct {
	edge.Returned[things.StationOptsJSON] `json:"-"`

	Formats          *[]string      `json:"formats,omitempty" doc:"Formats besides MP3: aac, opus."`
	MaxListeners     *int           `json:"maxListeners,omitempty" doc:"0 for as many as the server allows."`
	HLS              scalar.YesOrNo `json:"hls,omitzero" doc:"Whether it is also sent as HLS."`
	RewindHours      *int           `json:"rewindHours,omitempty" doc:"0 to 24."`
	RecordShows      scalar.YesOrNo `json:"recordShows,omitzero" doc:"Whether every live show is recorded."`
	Chat             scalar.YesOrNo `json:"chat,omitzero" doc:"Whether members may chat."`
	CrossfadeSeconds *float64       `json:"crossfadeSeconds,omitempty" doc:"0 to 12."`
	BeatMatch        scalar.YesOrNo `json:"beatMatch,omitzero" doc:"Whether crossfades align the beats of songs with a similar tempo."`
	Loudness         *float64       `json:"loudness,omitempty" doc:"LUFS, -30 to -8."`
	ArtistMinutes    *int           `json:"artistMinutes,omitempty" doc:"Minutes before an artist may be heard again."`
	AlbumMinutes     *int           `json:"albumMinutes,omitempty" doc:"Minutes before an album may be heard again."`
	TitleMinutes     *int           `json:"titleMinutes,omitempty" doc:"Minutes before a title may be heard again."`
	Requests         scalar.YesOrNo `json:"requests,omitzero" doc:"Whether members may request tracks."`
	RequestsPerHour  *int           `json:"requestsPerHour,omitempty" doc:"Maximum number of requests per person and hour."`
	RequestMinutes   *int           `json:"requestMinutes,omitempty" doc:"Minutes before a track may be requested again."`
	RequestsByVote   scalar.YesOrNo `json:"requestsByVote,omitzero" doc:"Whether the request with the most votes comes first; otherwise the oldest."`
	SilenceSeconds   *int           `json:"silenceSeconds,omitempty" doc:"5 to 120."`
	HoldSeconds      *float64       `json:"holdSeconds,omitempty" doc:"0 to 30."`
	DuckDecibels     *float64       `json:"duckDecibels,omitempty" doc:"0 to 40."`
}

func (f *FormFields) fill(s *station.Station) {
	for _, text := range []struct {
		from *scalar.TextOrNull
		to   *string
	}{
		{&f.Name, &s.Name},
		{&f.Description, &s.Description},
		{&f.MetadataURL, &s.MetadataURL},
		{&f.Genre, &s.Genre},
		{&f.Country, &s.Country},
		{&f.Language, &s.Language},
		{&f.TimeZone, &s.TimeZone},
		{&f.Mount, &s.Mount},
		{&f.Format, &s.Format},
	} {
		text.from.Set(text.to)
	}
	f.fillLogo(s)
	f.fillStream(s)
	f.IsPublic.Set(&s.IsPublic)
	if f.Mode != nil {
		s.Mode = station.Mode(*f.Mode)
	}
	if f.Type != nil {
		s.Kind = station.Kind(*f.Type)
	}
	setIf(&s.Bitrate, f.Bitrate)
	if f.Options != nil {
		f.Options.fill(&s.Options)
	}
}

// fillLogo replaces an uploaded logo with a URL, unless that is the URL of the
// uploaded logo itself.
func (f *FormFields) fillLogo(s *station.Station) {
	if f.Logo.Text == nil || s.Logo != "" && *f.Logo.Text == *things.StationLogoURL(s) {
		return
	}
	s.LogoURL, s.Logo = *f.Logo.Text, ""
}

// fillStream replaces the URL of a relay's stream, unless it is the path of the
// station's own.
func (f *FormFields) fillStream(s *station.Station) {
	if f.StreamURL.Text != nil && (s.Mount == "" || *f.StreamURL.Text != "/radio/"+s.Mount) {
		s.StreamURL = *f.StreamURL.Text
	}
}

// setIf changes a field unless the value was omitted.
func setIf[T any](field, value *T) {
	if value != nil {
		*field = *value
	}
}

func (f *stationOptionsForm) fill(o *station.Options) {
	setIf(&o.Formats, f.Formats)
	for _, choice := range []struct {
		from *scalar.YesOrNo
		to   *bool
	}{{&f.HLS, &o.HLS}, {&f.RecordShows, &o.RecordShows}, {&f.Chat, &o.Chat}, {&f.BeatMatch, &o.BeatMatch}, {&f.Requests, &o.Requests}, {&f.RequestsByVote, &o.RequestsByVote}} {
		choice.from.Set(choice.to)
	}
	for _, number := range []struct{ to, from *int }{
		{&o.MaxListeners, f.MaxListeners},
		{&o.RewindHours, f.RewindHours},
		{&o.ArtistMinutes, f.ArtistMinutes},
		{&o.AlbumMinutes, f.AlbumMinutes},
		{&o.TitleMinutes, f.TitleMinutes},
		{&o.RequestsPerHour, f.RequestsPerHour},
		{&o.RequestMinutes, f.RequestMinutes},
		{&o.SilenceSeconds, f.SilenceSeconds},
	} {
		setIf(number.to, number.from)
	}
	for _, number := range []struct{ to, from *float64 }{
		{&o.CrossfadeSeconds, f.CrossfadeSeconds}, {&o.Loudness, f.Loudness}, {&o.HoldSeconds, f.HoldSeconds}, {&o.DuckDecibels, f.DuckDecibels},
	} {
		setIf(number.to, number.from)
	}
}

type stationInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body stationForm
}

// newStation creates a station of the viewer.
func (a *API) newStation(ctx context.Context, f *newStationForm) (*station.Station, error) {
	playlistID := ""
	f.PlaylistID.Set(&playlistID)
	return a.Stations.Create(ctx, edge.Viewer(ctx), playlistID, f.fill)
}

func (a *API) changeStation(ctx context.Context, in *stationInput) (*station.Station, error) {
	return a.Stations.Change(ctx, edge.Viewer(ctx), in.ID, in.Body.fill)
}

// makeOwnStation creates a station that can be heard at once.
func (a *API) makeOwnStation(ctx context.Context, in *edge.Body[newStationForm]) (*things.StationAnswer, error) {
	s, err := a.newStation(ctx, &in.Body)
	return a.OneStation(ctx, s, err)
}

func (a *API) saveOwnStation(ctx context.Context, in *stationInput) (*things.StationAnswer, error) {
	if err := a.mayManage(ctx, in.ID); err != nil {
		return nil, err
	}
	s, err := a.changeStation(ctx, in)
	return a.OneStation(ctx, s, err)
}

func (a *API) removeOwnStation(ctx context.Context, in *edge.ItemPath) (*struct{}, error) {
	if err := a.mayManage(ctx, in.ID); err != nil {
		return nil, err
	}
	return nil, a.Stations.Delete(ctx, in.ID)
}

// mayManage returns nil if the viewer manages a station, and NotFound if they
// may not see it.
func (a *API) mayManage(ctx context.Context, id string) error {
	_, err := a.managed(ctx, id)
	return err
}

// managed returns a station that the viewer manages.
func (a *API) managed(ctx context.Context, id string) (*station.Station, error) {
	return a.Stations.Managed(ctx, edge.Viewer(ctx), id)
}
