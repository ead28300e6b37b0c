// Package api mounts the areas of the API on one edge. Each area is a package
// below this one, with a routes.go that names its operations. A handler decodes,
// makes one call and encodes; rules live in the packages it calls.
//
// The OpenAPI document is generated from these handlers, and the web app's
// types from that document.
package api

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"strings"

	"sonora/internal/api/admin"
	"sonora/internal/api/ai"
	"sonora/internal/api/alert"
	"sonora/internal/api/analytics"
	"sonora/internal/api/automix"
	"sonora/internal/api/backup"
	"sonora/internal/api/catalogue"
	"sonora/internal/api/cover"
	"sonora/internal/api/curation"
	"sonora/internal/api/desk"
	"sonora/internal/api/diagnosis"
	"sonora/internal/api/event"
	"sonora/internal/api/exchange"
	"sonora/internal/api/listening"
	"sonora/internal/api/mix"
	"sonora/internal/api/notice"
	"sonora/internal/api/payment"
	"sonora/internal/api/person"
	"sonora/internal/api/playlist"
	"sonora/internal/api/podcast"
	"sonora/internal/api/premium"
	"sonora/internal/api/radio"
	"sonora/internal/api/review"
	"sonora/internal/api/scrobbling"
	"sonora/internal/api/server"
	"sonora/internal/api/share"
	"sonora/internal/api/signin"
	"sonora/internal/api/station"
	"sonora/internal/api/streams"
	"sonora/internal/api/system"
	"sonora/internal/api/things"
	"sonora/internal/api/upload"
	"sonora/internal/api/webhook"

	"github.com/danielgtaylor/huma/v2"

	featureai "sonora/internal/ai"
	"sonora/internal/ai/remote"
	featurereview "sonora/internal/ai/review"
	"sonora/internal/alerting"
	"sonora/internal/analysis"
	featureanalytics "sonora/internal/analytics"
	"sonora/internal/auth"
	featureautomix "sonora/internal/automix"
	featurebackup "sonora/internal/backup"
	"sonora/internal/billing"
	"sonora/internal/billing/subscription"
	"sonora/internal/blob"
	featurecuration "sonora/internal/curation"
	"sonora/internal/daily"
	featuredesk "sonora/internal/desk"
	"sonora/internal/diagnostics"
	"sonora/internal/djimport"
	"sonora/internal/edge"
	"sonora/internal/edge/compress"
	"sonora/internal/edge/proxy"
	"sonora/internal/edge/trace"
	featureexchange "sonora/internal/exchange"
	"sonora/internal/library"
	featurelistening "sonora/internal/listening"
	"sonora/internal/maintenance"
	featuremix "sonora/internal/mix"
	"sonora/internal/music"
	"sonora/internal/notify"
	"sonora/internal/online"
	"sonora/internal/operator"
	featureplaylist "sonora/internal/playlist"
	featurepodcast "sonora/internal/podcast"
	"sonora/internal/profile"
	featureradio "sonora/internal/radio"
	"sonora/internal/radio/autodj"
	"sonora/internal/radio/directory"
	"sonora/internal/radio/hls"
	"sonora/internal/radio/ingest"
	"sonora/internal/radio/record"
	"sonora/internal/radio/studio"
	featurescrobbling "sonora/internal/scrobbling"
	"sonora/internal/settings"
	featureshare "sonora/internal/share"
	"sonora/internal/similarity"
	"sonora/internal/stems"
	"sonora/internal/store"
	"sonora/internal/stream"
	"sonora/internal/subsonic"
	"sonora/internal/tagging"
	featureupload "sonora/internal/upload"
	"sonora/internal/webhooks"
)

// adminPages is the address of the admin area.
const adminPages = "/admin"

// introduction opens the document and puts its tags into order.
//
//go:embed introduction.md
var introduction string

// Config is what the API needs. All fields but the last two are required.
type Config struct {
	Store       *store.Store
	Auth        *auth.Service
	Settings    *settings.Service
	Library     *library.Library
	Profile     *profile.Service
	Analysis    *analysis.Service
	Providers   *remote.Service // of AI music
	Similar     *similarity.Service
	Listening   *featurelistening.Service
	Daily       *daily.Service
	Automixes   *featureautomix.Service
	AI          *featureai.Service
	Reviews     *featurereview.Service
	Desk        *featuredesk.Service
	DJImports   *djimport.Service
	Scrobbling  *featurescrobbling.Service
	Webhooks    *webhooks.Service
	Exchange    *featureexchange.Service
	Uploads     *featureupload.Service
	Tags        *tagging.Service
	Curation    *featurecuration.Service
	Online      *online.Service
	Streams     *stream.Service
	Stems       *stems.Service
	Playlists   *featureplaylist.Service
	Mixes       *featuremix.Service
	Searches    *featuremix.Searches
	Podcasts    *featurepodcast.Service
	Notify      *notify.Service
	Backups     *featurebackup.Service
	Operator    *operator.Service
	Diagnostics *diagnostics.Service
	Alerts      *alerting.Service
	Billing     *billing.Service
	Plans       featureradio.Plans
	Payments    *subscription.Service
	Analytics   *featureanalytics.Service
	Places      *blob.Places // where the files of tracks are
	Events      things.Events
	Shares      *featureshare.Service
	Box         edge.Box               // encrypts stored responses
	Radio       Radio                  // plays the stations
	Planner     *autodj.Service        // plans what the AutoDJ plays
	Directory   *directory.Service     // finds remote stations
	Relays      featureradio.Addresses // knows where relays may connect
	Records     *record.Service        // recordings
	Segments    *hls.Service           // HLS segments of stations
	Studio      *studio.Studio         // for going on air from the browser
	RadioPorts  func() ingest.Ports    // for source clients
	Guard       *ingest.Guard          // who may go on air
	Pages       share.Pages            // the web app, which serves all other paths
	Log         *slog.Logger
	Version     string // of the program

	// ProxyBuckets sends files from buckets through this server. Otherwise
	// listeners are redirected to the bucket.
	ProxyBuckets bool

	// Faults lists the parts of the server that do not work; nil for none.
	Faults func() []music.Fault

	// NoAdmin hides the admin area and its API.
	NoAdmin bool

	// EventStreams limits how many event streams are open at once; 0 is a usual
	// number.
	EventStreams int

	// Traces records every request; nil for none.
	Traces *trace.Recorder

	// TrustedProxies are believed when they name the client's address.
	TrustedProxies proxy.Trusted
}

// Radio plays the stations. Package radio implements it.
type Radio interface {
	radio.Radio
	station.Radio
	share.Radio
	admin.Radio
}

// API handles every request to the server.
type API struct {
	edge    *edge.Edge
	rest    http.Handler // of the Subsonic API
	events  *event.API
	streams *stream.Service
	covers  *library.Library
	public  *featureradio.PublicStations
}

// noAdminPages is the web app without its admin area: its addresses answer with the
// app's page for what is not there.
type noAdminPages struct{ share.Pages }

// ServeHTTP implements http.Handler.
func (p noAdminPages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == adminPages || strings.HasPrefix(r.URL.Path, adminPages+"/") {
		p.ServeHead(w, r, http.StatusNotFound, "")
		return
	}
	p.Pages.ServeHTTP(w, r)
}

// New returns the API. Close it when the server stops.
func New(c Config) (*API, error) {
	a := mount(c)
	return a, a.events.Listen(c.Events, a.forget)
}

// forget drops what is cached and may have changed with an event: tracks and covers
// move, stations become visible to visitors or hidden from them.
func (a *API) forget(e music.Event) {
	switch e.Type {
	case music.EventLibrary, music.EventScan, music.EventGap:
		a.streams.Forget()
		a.covers.Covers.Forget()
	}
	switch e.Type {
	case music.EventStations, music.EventGap:
		a.public.Forget()
	}
}

// checkChange returns what refuses changes during a restore; nil on a server without backups.
func (c *Config) checkChange() func() error {
	if c.Backups == nil {
		return nil
	}
	return c.Backups.CheckChange
}

// mount registers every area, which is all that the OpenAPI document needs.
func mount(c Config) *API {
	if c.NoAdmin {
		c.Pages = noAdminPages{c.Pages}
	}
	policy := contentPolicy(c)
	e := edge.New(edge.Config{
		Callers: c.Auth, Settings: c.Settings, Replays: c.Store, Box: c.Box, Pages: c.Pages, Log: c.Log, Policy: policy, TrustedProxies: c.TrustedProxies, Traces: c.Traces,
		Prefixes: []string{"/api", "/api/", "/media/", "/radio/", "/metrics"}, Aliases: aliases,
		Annotate: withDevice, Expected: isOffAir, CheckChange: c.checkChange(), NoAdmin: c.NoAdmin,
	})
	e.ServeDocument("/api")
	e.Describe(introduction)
	events := event.New(e, c.EventStreams)
	cover.New(e, cover.Config{Library: c.Library})
	sound := streams.New(e, streams.Config{Store: c.Store, Streams: c.Streams, Stems: c.Stems})
	people := signin.New(e, signin.Config{Store: c.Store, Auth: c.Auth})
	person.New(e, person.Config{Auth: c.Auth, Profile: c.Profile})
	public := featureradio.NewPublicStations(c.Store)
	stations := radio.New(e, radio.Config{
		Store: c.Store, Settings: c.Settings, Library: c.Library, Radio: c.Radio, Planner: c.Planner, Segments: c.Segments,
		Chat: featureradio.NewChat(c.Store, c.Events), Public: public, ServeEvents: events.ServeEvents,
	})
	owned := featureradio.NewStations(c.Store, c.Plans, c.Relays, c.Radio, c.Events, c.Alerts)
	station.New(e, station.Config{
		Store: c.Store, Stations: owned, DJs: featureradio.NewDJs(c.Store, c.Radio, c.Events), Schedules: featureradio.NewSchedules(c.Store, c.Playlists, c.Radio, c.Events),
		Playlists: c.Playlists, Radio: c.Radio, Planner: c.Planner, Directory: c.Directory, Studio: c.Studio, Guard: c.Guard, RadioPorts: c.RadioPorts, Log: c.Log, OneStation: stations.OneStation,
	})
	podcasts := podcast.New(e, podcast.Config{
		Store: c.Store, Library: c.Library, Podcasts: c.Podcasts, SendSource: sound.SendSource, SendOwn: sound.SendOwn,
	})
	playlists := playlist.New(e, playlist.Config{Store: c.Store, Library: c.Library, Profile: c.Profile, Playlists: c.Playlists})
	mixes := mix.New(e, mix.Config{
		Store: c.Store, Mixes: c.Mixes, Searches: c.Searches, Library: c.Library, Records: c.Records, Automixes: c.Automixes, Uploads: c.Uploads,
		SendSource: sound.SendSource, SendUpload: sound.SendSharedUpload, Listen: c.Streams.Listen, OpenUpload: c.Streams.OpenUpload,
	})
	curation.New(e, curation.Config{Store: c.Store, Curation: c.Curation})
	desk.New(e, desk.Config{Desk: c.Desk, Imports: c.DJImports, Version: c.Version, Log: c.Log})
	automix.New(e, automix.Config{Automixes: c.Automixes, SendSource: sound.SendSource})
	catalog := catalogue.New(e, catalogue.Config{
		Store: c.Store, Analysis: c.Analysis, Similar: c.Similar, Tags: c.Tags, Online: c.Online,
		PodcastFor: podcasts.PodcastFor, StationsOf: stations.StationsOf,
	})
	listening.New(e, listening.Config{
		Store: c.Store, Listening: c.Listening, Daily: c.Daily, Notify: c.Notify, StationEncoder: stations.StationEncoder,
		TrackPage: catalog.TrackPage,
	})
	scrobbling.New(e, c.Scrobbling)
	webhook.New(e, c.Webhooks)
	exchange.New(e, c.Exchange, c.Log)
	notice.New(e, notice.Config{Store: c.Store, Notify: c.Notify})
	alert.New(e, alert.Config{Store: c.Store, Alerts: c.Alerts})
	premium.New(e, premium.Config{Billing: c.Billing, IsPayable: c.Payments.IsConfigured})
	payment.New(e, payment.Config{Subscriptions: c.Payments})
	upload.New(e, upload.Config{Settings: c.Settings, Library: c.Library, Uploads: c.Uploads, SendUpload: sound.SendUpload})
	share.New(e, share.Config{
		Store: c.Store, Auth: c.Auth, Settings: c.Settings, Library: c.Library, Shares: c.Shares, Streams: c.Streams, Radio: c.Radio,
		Policy: policy, Pages: c.Pages, PictureOfPlaylist: playlists.PictureOfPlaylist,
		SendShared: sound.SendShared, SendMix: mixes.SendMix,
	})
	editor := &settings.Editor{Settings: c.Settings, Audit: c.Auth, Library: c.Library, Permissions: c.Streams}
	admin.New(e, admin.Config{
		Store: c.Store, Auth: c.Auth, Settings: c.Settings, Editor: editor, Library: c.Library, Profile: c.Profile, Analysis: c.Analysis, Radio: c.Radio,
		Providers: c.Providers, Figures: c.Operator,
	})
	ai.New(e, ai.Config{AI: c.AI, Providers: c.Providers, Settings: c.Settings, SendSource: sound.SendSource})
	analytics.New(e, analytics.Config{Analytics: c.Analytics})
	backup.New(e, backup.Config{Store: c.Store, Backups: c.Backups})
	review.New(e, review.Config{Store: c.Store, Reviews: c.Reviews, Settings: c.Settings.Get})
	system.New(e, c.Operator, c.Version)
	diagnosis.New(e, c.Diagnostics)
	server.New(e, server.Config{Store: c.Store, Auth: c.Auth, Settings: c.Settings, Version: c.Version, EncodeProviders: people.EncodeProviders, Faults: c.Faults, AdminArea: !c.NoAdmin})
	rest := subsonic.New(subsonic.Config{
		Recogniser: c.Auth, Store: c.Store, Library: c.Library, Listening: c.Listening, Playlists: c.Playlists, Streams: c.Streams, Shares: c.Shares,
		Podcasts: c.Podcasts, Stations: owned, Similar: c.Similar, Profile: c.Profile, Log: c.Log, Version: c.Version,
		MayChange:   func(v music.Viewer) error { return cmp.Or(e.CheckChange(), maintenance.Check(c.Settings.Get, v)) },
		SendEpisode: podcasts.SendEpisode, SendStation: stations.SendStation,
	})
	e.Handle(subsonic.Prefix, rest.ServeHTTP, edge.Takes(edge.AnyBody, func() int64 { return subsonic.MaxBody }))
	return &API{edge: e, rest: rest, events: events, streams: c.Streams, covers: c.Library, public: public}
}

// withDevice adds the device that sends a request to its context, for sessions.
func withDevice(ctx context.Context, userAgent, address string) context.Context {
	return auth.WithDevice(ctx, auth.Device{UserAgent: userAgent, Address: address})
}

// isOffAir reports whether an error means that a station is off air, which is
// not a fault.
func isOffAir(err *music.Error) bool { return err.Detail.Is(featureradio.ErrOff.Detail) }

// contentPolicy returns the Content-Security-Policy. Pages load from this server
// only, music also from the buckets. Inline scripts and styles are not allowed,
// compiled WebAssembly is: the key lock of the DJ desk.
func contentPolicy(c Config) string {
	buckets := ""
	if c.Places != nil && !c.ProxyBuckets {
		buckets = strings.Join(append([]string{""}, c.Places.Origins()...), " ")
	}
	return "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; media-src 'self' blob:" + buckets + "; connect-src 'self'" + buckets + "; worker-src 'self' blob:; " +
		"style-src 'self'; style-src-attr 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
}

// Handler handles every request to the server. Those of the Subsonic API share with
// the others only what observes requests and compresses documents, so that small calls
// stay cheap.
func (a *API) Handler() http.Handler {
	always := func(*http.Request) bool { return true }
	others, rest := a.edge.Handler(), a.edge.Observe(compress.Documents(a.rest, always))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if path := "/" + strings.TrimLeft(r.URL.Path, "/"); strings.HasPrefix(path, subsonic.Prefix) {
			rest.ServeHTTP(w, withPath(r, path))
			return
		}
		others.ServeHTTP(w, r)
	})
}

// withPath returns a request with another path. Apps send //rest/ if people write the
// server's address with a slash at its end.
func withPath(r *http.Request, path string) *http.Request {
	if r.URL.Path == path {
		return r
	}
	r, address := r.Clone(r.Context()), *r.URL
	address.Path, address.RawPath = path, ""
	r.URL = &address
	return r
}

// Document returns the OpenAPI document without starting a server.
func Document() *huma.OpenAPI { return mount(Config{}).edge.Document() }

// WriteOpenAPI writes the OpenAPI document as JSON.
func WriteOpenAPI(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(Document())
}

// Close ends every event stream.
func (a *API) Close() { a.events.Close() }
