// Package api is the HTTP and JSON edge. routes.go is its table of contents:
// every operation, with who may call it. A handler decodes, makes one call
// and encodes; rules live in the packages it calls.
//
// The OpenAPI document is generated from these handlers, and the web app's
// types from that document.
package api

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/analysis"
	"sonora/internal/auth"
	"sonora/internal/blob"
	"sonora/internal/daily"
	"sonora/internal/edge"
	"sonora/internal/library"
	"sonora/internal/listening"
	"sonora/internal/music"
	"sonora/internal/notify"
	"sonora/internal/online"
	"sonora/internal/playlist"
	"sonora/internal/podcast"
	"sonora/internal/profile"
	"sonora/internal/radio"
	"sonora/internal/radio/autodj"
	"sonora/internal/radio/directory"
	"sonora/internal/radio/hls"
	"sonora/internal/radio/ingest"
	"sonora/internal/radio/record"
	"sonora/internal/radio/studio"
	"sonora/internal/settings"
	"sonora/internal/share"
	"sonora/internal/similarity"
	"sonora/internal/store"
	"sonora/internal/stream"
	"sonora/internal/tagging"
	"sonora/internal/upload"
)

// Events carries events between servers and to browsers.
type Events interface {
	Publish(e music.Event)
	Subscribe(handle func(music.Event)) (unsubscribe func(), err error)
}

// Config is what the edge stands on. All fields but the last two are required.
type Config struct {
	Store      *store.Store
	Auth       *auth.Service
	Settings   *settings.Service
	Library    *library.Library
	Profile    *profile.Service
	Analysis   *analysis.Service
	Similar    *similarity.Service
	Listening  *listening.Service
	Daily      *daily.Service
	Uploads    *upload.Service
	Tags       *tagging.Service
	Online     *online.Service
	Streams    *stream.Service
	Lists      *playlist.Service
	Podcasts   *podcast.Service
	Notify     *notify.Service
	Places     *blob.Places // of the tracks' bytes
	Events     Events
	Shares     *share.Service
	Radio      Radio               // nil for a server that plays no stations
	Air        *radio.Service      // the same, for listeners and owners
	Program    *autodj.Service     // what they play by themselves
	Directory  *directory.Service  // of stations elsewhere; nil for none
	Records    *record.Service     // shows that were kept; nil with Air
	Pieces     *hls.Service        // of stations; nil with Air
	Studio     *studio.Studio      // nil where nobody goes on air from the browser
	RadioPorts func() ingest.Ports // nil for a server without
	Guard      *ingest.Guard       // of the stations; with Studio
	Pages      Pages               // the web app, for whatever is not the API
	Log        *slog.Logger
	Version    string // of the program

	// ProxyBuckets sends the bytes of buckets through this server; listeners are
	// sent to the bucket otherwise.
	ProxyBuckets bool

	// TrustedProxies may say on whose behalf they ask.
	TrustedProxies []netip.Prefix
}

// Pages is the web app.
type Pages interface {
	http.Handler
	// ServeHead answers with the app's page, with another head: title and meta.
	ServeHead(w http.ResponseWriter, r *http.Request, status int, head string)
	// ServeEmbed answers with the page of the small player.
	ServeEmbed(w http.ResponseWriter, r *http.Request)
}

// API answers every request of the server.
type API struct {
	store      *store.Store
	auth       *auth.Service
	settings   *settings.Service
	library    *library.Library
	profile    *profile.Service
	analysis   *analysis.Service
	similarity *similarity.Service
	listened   *listening.Service
	daily      *daily.Service
	uploads    *upload.Service
	tags       *tagging.Service
	online     *online.Service
	streams    *stream.Service
	lists      *playlist.Service
	podcasts   *podcast.Service
	notify     *notify.Service
	shares     *share.Service
	radio      Radio
	air        *radio.Service
	chat       *radio.Chat
	records    *record.Service
	pieces     *hls.Service
	program    *autodj.Service
	directory  *directory.Service
	watchers   *watchers
	public     *publicStations
	studio     *studio.Studio
	djs        *ingest.Guard
	radioPorts func() ingest.Ports
	policy     string
	events     Events
	pages      Pages
	log        *slog.Logger
	version    string

	edge *edge.Edge
	hub  *hub
}

// New returns the edge. Close it when the server stops.
func New(c Config) (*API, error) {
	a := newAPI(c)
	var err error
	if a.hub, err = newHub(c.Events, a.forget); err != nil {
		return nil, err
	}
	return a, nil
}

// forget drops what was remembered of the library: tracks and covers may have
// moved.
func (a *API) forget() {
	a.streams.Forget()
	a.library.Covers.Forget()
}

// newAPI does all that the OpenAPI document needs.
func newAPI(c Config) *API {
	a := &API{
		store: c.Store, auth: c.Auth, settings: c.Settings, library: c.Library, profile: c.Profile, analysis: c.Analysis, similarity: c.Similar, listened: c.Listening, daily: c.Daily, uploads: c.Uploads, tags: c.Tags, online: c.Online, streams: c.Streams, notify: c.Notify, shares: c.Shares, lists: c.Lists, podcasts: c.Podcasts, events: c.Events, pages: c.Pages,
		policy: contentPolicy(c), log: c.Log, version: c.Version,
	}
	a.edge = edge.New(edge.Config{
		Callers: c.Auth, Settings: c.Settings, Pages: c.Pages, Log: c.Log, Policy: a.policy, TrustedProxies: c.TrustedProxies,
		Prefixes: []string{"/api", "/api/", "/media/", radioPath, "/metrics"}, Aliases: aliases,
		Annotate: withDevice, Expected: isOffAir,
	})
	a.watchers, a.public = &watchers{from: map[string]int{}}, &publicStations{store: c.Store, known: map[string]publicStation{}}
	a.directory, a.program = c.Directory, c.Program
	a.chat = radio.NewChat(c.Store, c.Events)
	a.air, a.records, a.pieces = c.Air, c.Records, c.Pieces
	if a.radio = c.Radio; a.radio == nil {
		a.radio = silent{}
	}
	a.studio, a.djs, a.radioPorts = c.Studio, c.Guard, c.RadioPorts
	a.routes()
	return a
}

// withDevice notes which device sends a request, for sessions.
func withDevice(ctx context.Context, userAgent, address string) context.Context {
	return auth.WithDevice(ctx, auth.Device{UserAgent: userAgent, Address: address})
}

// isOffAir reports the error of a station that plays nothing, which is normal.
func isOffAir(err *music.Error) bool { return err.Detail == radio.ErrOff.Detail }

// contentPolicy lets pages load from this server only, and music from the
// buckets it is in. Nothing is inline.
func contentPolicy(c Config) string {
	buckets := ""
	if c.Places != nil && !c.ProxyBuckets {
		buckets = strings.Join(append([]string{""}, c.Places.Origins()...), " ")
	}
	return "default-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:" + buckets + "; connect-src 'self'" + buckets + "; worker-src 'self' blob:; " +
		"style-src 'self'; style-src-attr 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
}

// Handler answers every request of the server.
func (a *API) Handler() http.Handler { return a.edge.Handler() }

// AddressOf is the address a request comes from, as far as proxies are trusted.
func (a *API) AddressOf(r *http.Request) string { return a.edge.AddressOf(r) }

// Document is the OpenAPI document, made without a server.
func Document() *huma.OpenAPI { return newAPI(Config{}).edge.Document() }

// WriteOpenAPI writes the OpenAPI document as JSON.
func WriteOpenAPI(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(Document())
}

// Close ends every event stream.
func (a *API) Close() { a.hub.close() }
