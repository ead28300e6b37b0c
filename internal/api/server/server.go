package server

import (
	"context"
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/maintenance"
	"sonora/internal/music"
	"sonora/internal/words"
)

type aboutJSON struct {
	Name    string `json:"name" doc:"Name of the API."`
	Version string `json:"version" doc:"Version of the API."`
}

func (a *API) about(context.Context, *struct{}) (*edge.Body[aboutJSON], error) {
	return edge.Reply(aboutJSON{Name: music.ProductName, Version: edge.Version})
}

type configJSON struct {
	SiteName          string `json:"siteName" doc:"Name of the site, as the operator chose it."`
	SiteDescription   string `json:"siteDescription" doc:"One sentence about the site; may be empty."`
	Version           string `json:"version" doc:"Version of the program."`
	PasswordMinLength int    `json:"passwordMinLength" doc:"Minimum length of a password in characters."`
	DeveloperPanels   bool   `json:"developerPanels" doc:"Whether the landing page shows diagnostics."`
	LandingMusic      bool   `json:"landingMusic" doc:"Whether public music plays on the landing page."`
	AllowSharing      bool   `json:"allowSharing" doc:"Whether members may create links for people without an account."`
	RequireSignIn     bool   `json:"requireSignIn" doc:"Whether visitors have to sign in to browse and listen."`
	Registration      string `json:"registration" enum:"open,invitation,closed" doc:"Who may create an account."`
	AdminArea         bool   `json:"adminArea" doc:"Whether operators have the admin area and its API. The configuration of the server can turn it off."`
	Mail              bool   `json:"mail" doc:"Whether the server can send mail."`
	Passkeys          string `json:"passkeys" doc:"The domain of passkeys; empty if passkeys are not available."`

	MaxRequestSize int `json:"maxRequestSize" doc:"Maximum size of a request in MB, including a piece of an upload."`
	MaxUploadSize  int `json:"maxUploadSize" doc:"Maximum size of a file uploaded in pieces, in MB."`

	Maintenance *maintenanceJSON `json:"maintenance" doc:"The maintenance of the server, during which only operators change anything; null if there is none."`

	Providers []things.ProviderJSON `json:"providers" doc:"Identity providers to sign in with."`
}

type maintenanceJSON struct {
	Message string          `json:"message" doc:"What the operator says about it; may be empty."`
	Until   edge.TimeOrNull `json:"until" doc:"When it ends by itself; null if that is not known."`
}

// Schema implements huma.SchemaProvider: huma does not support nullable objects.
func (maintenanceJSON) Schema(r huma.Registry) *huma.Schema {
	type plain maintenanceJSON
	s := huma.SchemaFromType(r, reflect.TypeFor[plain]())
	s.Nullable = true
	return s
}

func maintenanceOf(s *music.Settings) *maintenanceJSON {
	is, until := maintenance.Of(s, time.Now())
	if !is {
		return nil
	}
	return &maintenanceJSON{s.MaintenanceMessage, edge.TimeOrNull(until)}
}

func (a *API) config(context.Context, *struct{}) (*edge.Body[configJSON], error) {
	s := a.Settings.Get()
	return edge.Reply(configJSON{
		SiteName: s.SiteName, SiteDescription: s.SiteDescription, Version: a.Version,
		PasswordMinLength: a.Settings.PasswordMinLength(), DeveloperPanels: s.DeveloperPanels, LandingMusic: s.LandingMusic && !s.RequireSignIn, AllowSharing: s.AllowSharing, RequireSignIn: s.RequireSignIn, Registration: s.Registration, AdminArea: a.AdminArea, Mail: a.Auth.Delivers(),
		Passkeys: a.Auth.PasskeyDomain(), Maintenance: maintenanceOf(&s), Providers: a.EncodeProviders(),
		MaxRequestSize: s.MaxRequestSize, MaxUploadSize: s.MaxUploadSize,
	})
}

type welcomeJSON struct {
	Greeting  string    `json:"greeting" doc:"A greeting in the language of the request."`
	Timestamp edge.Time `json:"timestamp" doc:"Time of the server."`
}

func (a *API) welcome(ctx context.Context, _ *struct{}) (*edge.Body[welcomeJSON], error) {
	return edge.Reply(welcomeJSON{Greeting: words.Render(music.LanguageOf(ctx), music.Say("Welcome to %s!", a.Settings.Get().SiteName)), Timestamp: edge.Time(time.Now())})
}

type healthJSON struct {
	Status  string    `json:"status" doc:"Always ok: otherwise the response is 503."`
	Version string    `json:"version" doc:"Version of the program."`
	Time    edge.Time `json:"time" doc:"Time of the server."`

	Degraded []faultJSON `json:"degraded" nullable:"false" doc:"Parts that do not work while the rest of the server does."`
}

type faultJSON struct {
	Part   string `json:"part" enum:"disk,bus,music,radio,ffmpeg" doc:"The part that does not work."`
	Detail string `json:"detail" doc:"Why, in one sentence."`
}

func (a *API) health(ctx context.Context, _ *struct{}) (*edge.Body[healthJSON], error) {
	if err := a.pingDatabase(ctx); err != nil {
		return nil, err
	}
	var faults []music.Fault
	if a.Faults != nil {
		faults = a.Faults()
	}
	language := music.LanguageOf(ctx)
	return edge.Reply(healthJSON{
		Status: "ok", Version: a.Version, Time: edge.Time(time.Now()),
		Degraded: edge.EncodeAll(faults, func(f *music.Fault) faultJSON { return faultJSON{f.Part, words.Render(language, f.Says)} }),
	})
}

type probeJSON struct {
	Status string `json:"status" doc:"Always ok: otherwise the response is 503, or there is none."`
}

func (a *API) live(context.Context, *struct{}) (*edge.Body[probeJSON], error) {
	return edge.Reply(probeJSON{"ok"})
}

func (a *API) ready(ctx context.Context, _ *struct{}) (*edge.Body[probeJSON], error) {
	if err := a.pingDatabase(ctx); err != nil {
		return nil, err
	}
	return edge.Reply(probeJSON{"ok"})
}

func (a *API) pingDatabase(ctx context.Context) error {
	if err := a.Store.Ping(ctx); err != nil {
		return music.NewError(music.Unavailable, "The database does not answer.").Because(err)
	}
	return nil
}
