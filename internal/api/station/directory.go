package station

import (
	"context"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/edge/scalar"
	"sonora/internal/radio/directory"
	"sonora/internal/station"
)

type directoryInput struct {
	Name     string `query:"q" maxLength:"200" doc:"Part of the name."`
	Country  string `query:"country" maxLength:"100" doc:"Name of a country or its two-letter code."`
	Tag      string `query:"tag" maxLength:"100" doc:"A genre or another tag."`
	Language string `query:"language" maxLength:"100" doc:"Only stations in this language."`
	Limit    int    `query:"limit" minimum:"1" maximum:"100" default:"30" doc:"Maximum number of results."`
	At       int    `query:"at" minimum:"0" maximum:"100000" doc:"Position of the first result, from 0."`
}

// directoryEntryJSON is a station in the directory.
type directoryEntryJSON struct {
	ID        string   `json:"id" doc:"ID in the directory."`
	Name      string   `json:"name" doc:"Name of the station."`
	StreamURL string   `json:"streamUrl" doc:"Address of its stream."`
	Homepage  *string  `json:"homepage" doc:"Website; null for none."`
	LogoURL   *string  `json:"logoUrl" doc:"Address of the logo; null for none."`
	Genre     string   `json:"genre" doc:"First tag; may be empty."`
	Tags      []string `json:"tags" nullable:"false" doc:"All tags."`
	Country   string   `json:"country" doc:"Country; may be empty."`
	Language  string   `json:"language" doc:"Languages; may be empty."`
	Format    string   `json:"format" doc:"Codec, for example MP3."`
	Bitrate   *int     `json:"bitrate" doc:"kbit/s; null if unknown."`
	Votes     int      `json:"votes" doc:"Votes in the directory."`
	Clicks    int      `json:"clicks" doc:"Clicks in the last day by all users of the directory."`
}

func encodeListing(e *directory.Entry) directoryEntryJSON {
	return directoryEntryJSON{
		ID: e.ID, Name: e.Name, StreamURL: e.StreamURL, Homepage: edge.OrNull(e.Homepage), LogoURL: edge.OrNull(e.LogoURL), Genre: e.Genre, Tags: e.Tags,
		Country: e.Country, Language: e.Language, Format: e.Format, Bitrate: edge.OrNull(e.Bitrate), Votes: e.Votes, Clicks: e.Clicks,
	}
}

func (a *API) searchDirectory(ctx context.Context, in *directoryInput) (*edge.Body[[]directoryEntryJSON], error) {
	found, err := a.Directory.Search(ctx, directory.Query{Name: in.Name, Country: station.CountryName(in.Country), Tag: in.Tag, Language: in.Language, Limit: in.Limit, At: in.At})
	if err != nil {
		return nil, err
	}
	return edge.Reply(edge.EncodeAll(found, encodeListing))
}

type directoryImportInput struct {
	Body struct {
		ID       string         `json:"id" maxLength:"64" doc:"ID in the directory."`
		IsPublic scalar.YesOrNo `json:"isPublic,omitzero" doc:"Defaults to true."`
	}
}

// importFromDirectory creates a relay of a station in the directory.
func (a *API) importFromDirectory(ctx context.Context, in *directoryImportInput) (*things.StationAnswer, error) {
	e, err := a.Directory.Station(ctx, in.Body.ID)
	if err != nil {
		return nil, err
	}
	made, err := a.Stations.Create(ctx, edge.Viewer(ctx), "", func(s *station.Station) {
		e.Fill(s)
		in.Body.IsPublic.Set(&s.IsPublic)
	})
	if err == nil {
		a.Directory.Click(ctx, e.ID)
	}
	return a.OneStation(ctx, made, err)
}
