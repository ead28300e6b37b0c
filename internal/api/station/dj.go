package station

import (
	"context"

	"sonora/internal/edge"
	"sonora/internal/edge/scalar"
	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/words"
)

// stationDJJSON is a DJ of a station.
type stationDJJSON struct {
	ID          string          `json:"id" doc:"ID of the DJ."`
	Name        string          `json:"name" doc:"The user name for source clients and the name that listeners see."`
	AccountID   *string         `json:"accountId" doc:"The account with which they go on air from the browser; null for a DJ without an account."`
	AccountName string          `json:"accountName" doc:"Name of that account; empty for none."`
	AnyTime     bool            `json:"anyTime" doc:"Whether they may go on air outside the live shows scheduled for them."`
	Enabled     bool            `json:"enabled" doc:"Whether they may go on air at all."`
	HasPassword bool            `json:"hasPassword" doc:"Whether they have a password for source clients."`
	CreatedAt   edge.Time       `json:"createdAt" doc:"When they were added."`
	LastSeenAt  edge.TimeOrNull `json:"lastSeenAt" doc:"When they were last on air."`
}

func encodeStationDJ(d *station.DJ) stationDJJSON {
	return stationDJJSON{
		ID: d.ID, Name: d.Name, AccountID: edge.OrNull(d.AccountID), AccountName: d.AccountName, AnyTime: d.AnyTime, Enabled: d.IsEnabled,
		HasPassword: d.HasPassword, CreatedAt: edge.Time(d.CreatedAt), LastSeenAt: edge.TimeOrNull(d.LastSeenAt),
	}
}

// newStationDJJSON is a new DJ with the password, which is shown only once.
type newStationDJJSON struct {
	DJ       stationDJJSON `json:"dj" doc:"The DJ."`
	Password string        `json:"password" doc:"The password for source clients. Shown only once."`
}

// sourcesJSON holds the connection settings for source clients.
type sourcesJSON struct {
	Mount   string `json:"mount" doc:"Mount for Icecast clients, for example /jazz."`
	Port    *int   `json:"port" doc:"Port for Icecast clients; null if there is no radio port, then clients use the server's own port."`
	IcyPort *int   `json:"icyPort" doc:"Port for SHOUTcast v1 clients. In their settings most expect the port one below it."`
	Problem string `json:"problem" doc:"Why there is no port; may be empty."`
}

func (a *API) sourcesOf(ctx context.Context, s *station.Station) sourcesJSON {
	ports := a.RadioPorts()
	return sourcesJSON{Mount: "/" + s.Mount, Port: edge.OrNull(ports.Port), IcyPort: edge.OrNull(ports.Second), Problem: words.Render(music.LanguageOf(ctx), ports.Problem)}
}

// stationDJsJSON lists the DJs of a station and how they connect.
type stationDJsJSON struct {
	DJs     []stationDJJSON `json:"djs" doc:"The DJs by name."`
	Sources sourcesJSON     `json:"sources" doc:"How source clients connect."`
}

func (a *API) stationDJs(ctx context.Context, in *edge.ItemPart) (*edge.Paged[stationDJsJSON], error) {
	s, err := a.managed(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	list, err := a.Store.StationDJs(ctx, s.ID)
	return edge.PartIn(&in.Part, list, err, func(page []station.DJ) stationDJsJSON {
		return stationDJsJSON{edge.EncodeAll(page, encodeStationDJ), a.sourcesOf(ctx, s)}
	})
}

// stationDJForm changes a DJ. Fields that are omitted stay as they are.
type stationDJForm struct {
	edge.Returned[stationDJJSON] `json:"-"`

	Name      scalar.TextOrNull `json:"name,omitzero" doc:"1 to 60 characters."`
	AccountID scalar.TextOrNull `json:"accountId,omitzero" doc:"Account with which they go on air from the browser; null for none."`
	AnyTime   scalar.YesOrNo    `json:"anyTime,omitzero" doc:"Defaults to true for a new DJ."`
	Enabled   scalar.YesOrNo    `json:"enabled,omitzero" doc:"Defaults to true for a new DJ."`
}

func (f *stationDJForm) fill(d *station.DJ) {
	f.Name.Set(&d.Name)
	f.AccountID.Set(&d.AccountID)
	f.AnyTime.Set(&d.AnyTime)
	f.Enabled.Set(&d.IsEnabled)
}

type newStationDJInput struct {
	ID   string `path:"id" maxLength:"64" doc:"ID of the station."`
	Body stationDJForm
}

func (a *API) makeStationDJ(ctx context.Context, in *newStationDJInput) (*edge.Secret[newStationDJJSON], error) {
	if err := a.mayManage(ctx, in.ID); err != nil {
		return nil, err
	}
	return shownOnce(a.DJs.Add(ctx, in.ID, in.Body.fill))
}

// shownOnce returns a DJ together with the password.
func shownOnce(d *station.DJ, password string, err error) (*edge.Secret[newStationDJJSON], error) {
	if err != nil {
		return nil, err
	}
	return edge.Secretly(newStationDJJSON{encodeStationDJ(d), password}), nil
}

type stationDJPath struct {
	ID string `path:"id" maxLength:"64" doc:"ID of the station."`
	DJ string `path:"dj" maxLength:"64" doc:"ID of the DJ."`
}

type stationDJInput struct {
	ID   string `path:"id" maxLength:"64" doc:"ID of the station."`
	DJ   string `path:"dj" maxLength:"64" doc:"ID of the DJ."`
	Body stationDJForm
}

func (a *API) saveStationDJ(ctx context.Context, in *stationDJInput) (*edge.Body[stationDJJSON], error) {
	if err := a.mayManage(ctx, in.ID); err != nil {
		return nil, err
	}
	d, err := a.DJs.Change(ctx, in.ID, in.DJ, in.Body.fill)
	return edge.Encoded(d, err, encodeStationDJ)
}

func (a *API) renewStationDJ(ctx context.Context, in *stationDJPath) (*edge.Secret[newStationDJJSON], error) {
	if err := a.mayManage(ctx, in.ID); err != nil {
		return nil, err
	}
	return shownOnce(a.DJs.RenewPassword(ctx, in.ID, in.DJ))
}

func (a *API) removeStationDJ(ctx context.Context, in *stationDJPath) (*struct{}, error) {
	if err := a.mayManage(ctx, in.ID); err != nil {
		return nil, err
	}
	return nil, a.DJs.Remove(ctx, in.ID, in.DJ)
}
