// Package app builds a server from its parts, starts and stops it. It is the
// only package that knows all of them.
package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"sonora/internal/ai"
	"sonora/internal/ai/likeness"
	"sonora/internal/ai/remote"
	"sonora/internal/ai/review"
	"sonora/internal/alerting"
	"sonora/internal/analysis"
	"sonora/internal/analytics"
	"sonora/internal/api"
	"sonora/internal/auth"
	"sonora/internal/automix"
	"sonora/internal/backup"
	"sonora/internal/billing"
	"sonora/internal/billing/subscription"
	"sonora/internal/blob"
	"sonora/internal/bus"
	"sonora/internal/curation"
	"sonora/internal/daily"
	"sonora/internal/desk"
	"sonora/internal/diagnostics"
	"sonora/internal/djimport"
	"sonora/internal/edge/proxy"
	"sonora/internal/edge/trace"
	"sonora/internal/exchange"
	"sonora/internal/generation"
	"sonora/internal/job"
	"sonora/internal/library"
	"sonora/internal/listening"
	"sonora/internal/mail"
	"sonora/internal/maintenance"
	"sonora/internal/media/ffmpeg"
	"sonora/internal/mix"
	"sonora/internal/music"
	"sonora/internal/notify"
	"sonora/internal/oidc"
	"sonora/internal/online"
	"sonora/internal/operator"
	"sonora/internal/playlist"
	"sonora/internal/podcast"
	"sonora/internal/profile"
	"sonora/internal/quota"
	"sonora/internal/radio"
	"sonora/internal/radio/autodj"
	"sonora/internal/radio/cluster"
	"sonora/internal/radio/directory"
	"sonora/internal/radio/hls"
	"sonora/internal/radio/ingest"
	"sonora/internal/radio/record"
	"sonora/internal/radio/relay"
	"sonora/internal/radio/studio"
	"sonora/internal/scrobbling"
	"sonora/internal/seal"
	"sonora/internal/settings"
	"sonora/internal/share"
	"sonora/internal/similarity"
	"sonora/internal/stems"
	"sonora/internal/store"
	"sonora/internal/stream"
	"sonora/internal/tagging"
	"sonora/internal/upload"
	"sonora/internal/vitals"
	"sonora/internal/web"
	"sonora/internal/webhooks"
)

const (
	headerTimeout   = 10 * time.Second
	idleTimeout     = 2 * time.Minute
	maxHeaderBytes  = 32 << 10
	shutdownTimeout = 5 * time.Second // for requests in progress; streams are cut off then
)

// App is a server. It listens but does not serve before Run.
type App struct {
	log          *slog.Logger
	journal      *diagnostics.Log // what log writes to
	store        *store.Store
	ffmpeg       ffmpeg.Finder
	noWebP       sync.Once // logs
	limiter      *connLimiter
	listener     net.Listener
	http         *http.Server
	library      *library.Library
	mail         *mail.Service
	alerts       *alerting.Service
	deliveries   *job.Service // the jobs of alerts
	jobs         *job.Service
	stripeJobs   *job.Service // the jobs that wait for Stripe
	profile      *profile.Service
	lists        *playlist.Service
	shares       *share.Service
	notify       *notify.Service
	places       *blob.Places
	copies       string // folder for files that ffmpeg reads from buckets
	billing      *billing.Service
	payments     *subscription.Service
	quotas       *quota.Service
	uploads      *upload.Service
	tags         *tagging.Service
	relays       *relay.Client
	directory    *directory.Service
	prober       *relay.Prober
	radio        *radio.Service
	cluster      *cluster.Cluster // nil for a single server
	records      *record.Service
	segments     *hls.Service
	autoDJ       *autodj.Service
	guard        *ingest.Guard
	sources      *ingest.Server
	studio       *studio.Studio
	radioPorts   []net.Listener
	ports        ingest.Ports
	online       *online.Service
	analysis     *analysis.Service
	similar      *similarity.Service
	streams      *stream.Service
	automix      *automix.Service
	renders      automix.Lanes // the jobs of automixes
	stems        *stems.Service
	splits       *job.Service // the jobs of stems
	searches     *job.Service // those of searches in mixes
	ai           *ai.Service
	compositions map[generation.Lane]*job.Service // the jobs of ai
	providers    *remote.Service
	likeness     *likeness.Service
	reviews      *review.Service
	accounts     *auth.Service
	listening    *listening.Service
	scrobbling   *scrobbling.Service
	webhooks     *webhooks.Service
	analytics    *analytics.Service
	settings     *settings.Service
	vitals       *vitals.Service
	podcasts     *podcast.Service
	backups      *backup.Service
	upkeep       *job.Service  // the jobs of backups
	restarting   chan struct{} // has room for one
	api          *api.API
	bus          *bus.Bus

	closers []func() // in the order things were opened
}

// New opens everything that the server needs. Run closes it, or Close if Run is
// never called. Operators can read the log in the app.
func New(ctx context.Context, c Config, journal *diagnostics.Log) (_ *App, err error) {
	log := journal.Logger()
	a := &App{log: log, journal: journal, restarting: make(chan struct{}, 1)}
	defer func() {
		if err != nil {
			a.Close()
		}
	}()
	if c, err = c.withDefaults(); err != nil {
		return nil, err
	}
	if err := c.makeFolders(); err != nil {
		return nil, err
	}
	proxies, err := proxy.Parse(c.TrustedProxies)
	if err != nil {
		return nil, err
	}
	// Take the lock first, so that a second server changes nothing, and then
	// the port, which fails most often.
	if err := a.lock(c); err != nil {
		return nil, err
	}
	if err := c.finishRestore(ctx, log); err != nil {
		return nil, err
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", c.Listen)
	if err != nil {
		return nil, fmt.Errorf("%w; choose another address with --listen, or look with sonora doctor", err)
	}
	a.limiter = newConnLimiter(ownCapacity(), proxies, log)
	a.listener = a.limiter.limit(listener)
	a.onClose(func() { a.listener.Close() })
	if err := a.open(ctx, c, proxies); err != nil {
		return nil, err
	}
	for _, lane := range slices.AppendSeq(append(a.renders.All(), a.jobs, a.stripeJobs, a.splits, a.searches, a.upkeep), maps.Values(a.compositions)) {
		lane.OnFailure(a.alerts.JobFailed)
	}
	for _, lane := range slices.AppendSeq(append(a.renders.All(), a.splits, a.searches), maps.Values(a.compositions)) {
		lane.HoldWhile(a.isMaintained)
	}
	a.http = &http.Server{
		Handler: a.sources.Around(a.api.Handler()), ReadHeaderTimeout: headerTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeaderBytes,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug), ConnState: a.limiter.follow,
	}
	return a, nil
}

// isMaintained reports whether only operators may change anything now.
func (a *App) isMaintained() bool {
	settings := a.settings.Get()
	is, _ := maintenance.Of(&settings, time.Now())
	return is
}

func (a *App) lock(c Config) error {
	lock, err := LockFolder(c.Data, "the server on "+c.Listen)
	if err != nil {
		return err
	}
	a.onClose(lock.Release)
	return nil
}

// open builds the parts, from the bottom up.
func (a *App) open(ctx context.Context, c Config, proxies proxy.Trusted) error {
	db, err := a.openDatabase(ctx, c)
	if err != nil {
		return err
	}
	box, err := seal.Open(c.Data)
	if err != nil {
		return err
	}
	publicURL, err := c.publicURL()
	if err != nil {
		return err
	}
	if err := a.openAccounts(ctx, c, db, box, publicURL); err != nil {
		return err
	}
	if err := a.openLibrary(ctx, c, db, publicURL); err != nil {
		return err
	}
	if err := a.openNotify(ctx, c, db, box, publicURL); err != nil {
		return err
	}
	a.openUploads(c, db)
	a.similar = similarity.New(similarity.Config{Store: db, Events: a.bus, Log: a.log})
	a.openTags(db)
	if err := a.openOnline(c, db, publicURL); err != nil {
		return err
	}
	if err := a.openRelays(c); err != nil {
		return err
	}
	if err := a.openStreams(ctx, c, db); err != nil {
		return err
	}
	a.openAnalysis(c, db)
	if err := a.openRadio(ctx, c, db); err != nil {
		return err
	}
	if err := a.openPodcasts(ctx, c, db, box, publicURL); err != nil {
		return err
	}
	if err := a.openBackups(c, db); err != nil {
		return err
	}
	return a.openAPI(c, db, box, proxies)
}

// openDatabase opens the database, and the bus that carries its changes.
func (a *App) openDatabase(ctx context.Context, c Config) (*store.Store, error) {
	db, err := awaitDatabase(ctx, a.log, func() (*store.Store, error) {
		return store.Open(ctx, c.Database, store.Options{New: c.mayBegin})
	})
	if err != nil {
		return nil, err
	}
	a.store = db
	a.onClose(func() { closing(db, a.log) })
	if err := job.TakeOver(ctx, db); err != nil {
		return nil, err
	}
	if a.bus, err = bus.Open(c.Bus, a.log); err != nil {
		return nil, err
	}
	a.onClose(a.bus.Close)
	return db, nil
}

// openLibrary builds the library, the jobs, and the profiles, which show its
// pictures.
func (a *App) openLibrary(ctx context.Context, c Config, db *store.Store, publicURL *url.URL) (err error) {
	if a.places, err = c.openPlaces(); err != nil {
		return err
	}
	a.onClose(a.places.Close)
	a.copies = filepath.Join(c.Media, "copies")
	a.library, err = library.New(ctx, library.Config{
		Store: db, Events: a.bus, Log: a.log, Places: a.places, CacheDir: c.Media, WebP: a.findWebP,
		Public: func() bool { return a.settings.Get().ScannedTracksPublic },
		Watch:  c.Watch, RescanEvery: c.RescanInterval, Busy: func() bool { return a.radio.IsOverloaded() }, Held: a.isMaintained,
	})
	if err != nil {
		return err
	}
	a.jobs = job.New(db, a.log)
	a.stripeJobs = job.NewLane(db, a.log, 1)
	a.payments = subscription.New(subscription.Config{
		Store: db, Billing: a.billing, Audit: a.accounts, Mail: a.mail, Jobs: a.jobs, StripeJobs: a.stripeJobs, Settings: a.settings.Get, Home: publicURL, Grace: a.grace, Log: a.log, Now: time.Now,
	})
	a.lists = playlist.New(playlist.Config{Store: db, Events: a.bus, Covers: a.library.Covers})
	a.shares = share.New(db, a.settings, a.lists, a.quotas)
	a.profile = profile.New(profile.Config{
		Store: db, Accounts: a.accounts, Mail: a.mail, Jobs: a.jobs, Events: a.bus, Log: a.log, Media: c.Media, Data: c.Data, PublicURL: publicURL,
		Open: a.openTrackFile, Picture: a.library.Covers.OpenGiven, Subscriptions: a.payments, Links: a.shares, PlaylistFile: a.lists.File,
	})
	return nil
}

// openAPI builds the API, and the parts that only it calls.
func (a *App) openAPI(c Config, db *store.Store, box *seal.Box, proxies proxy.Trusted) error {
	lists := a.lists
	a.openAutomix(c, db, lists)
	a.openStems(c, db)
	if err := a.openAI(c, db); err != nil {
		return err
	}
	mixes := mix.New(mix.Config{Store: db, Automixes: a.automix, Pictures: lists, Events: a.bus, Match: a.radio.Match, Now: time.Now})
	a.searches = job.NewLane(db, a.log, 1) // one at a time, because each keeps a processor busy
	marks := desk.New(desk.Config{Store: db, Events: a.bus, Now: time.Now})
	forYou := daily.New(daily.Config{Store: db.ListeningStore, Similar: a.similar})
	a.analytics = &analytics.Service{Store: db.AnalyticsStore, Log: a.log}
	a.scrobbling = scrobbling.New(scrobbling.Config{Store: db, Box: box, Notifier: a.notify, Settings: a.settings.Get, Version: c.Version, Log: a.log, Now: time.Now})
	a.webhooks = webhooks.New(webhooks.Config{Store: db, Box: box, Notifier: a.notify, Settings: a.settings.Get, Log: a.log, Now: time.Now})
	a.listening = listening.New(listening.Config{Store: db, Events: a.bus, Mixes: forYou, Scrobbles: a.scrobbling, Log: a.log})
	pages, err := web.New(func() web.Site {
		s := a.settings.Get()
		return web.Site{Name: s.SiteName, Description: s.SiteDescription}
	})
	if err != nil {
		return err
	}
	imports, err := djimport.New(djimport.Config{Store: db, Marks: marks, Playlists: lists, Locate: a.localTrack, Now: time.Now, Folder: filepath.Join(c.Media, "imports")})
	if err != nil {
		return err
	}
	exchanges, err := exchange.New(exchange.Config{Store: db, Playlists: lists, Likes: a.listening, Events: a.bus, Now: time.Now, Folder: filepath.Join(c.Media, "exchange")})
	if err != nil {
		return err
	}
	faults := func() []music.Fault { return a.faults(c) }
	traces, err := a.openTraces(c)
	if err != nil {
		return err
	}
	a.vitals = vitals.New(db, c.Data, c.folders(), a.log)
	a.api, err = api.New(api.Config{
		Store: db, Auth: a.accounts, Settings: a.settings, Library: a.library, Profile: a.profile, Notify: a.notify, Alerts: a.alerts, Billing: a.billing, Plans: a.quotas, Payments: a.payments, Uploads: a.uploads, Tags: a.tags, Curation: curation.New(curation.Config{Store: db, Uploads: a.uploads, Sounds: a.similar, Library: a.library, Events: a.bus, Place: a.places.Of, Log: a.log, Note: a.accounts.NoteOperation}), Online: a.online, Streams: a.streams, Playlists: lists, Podcasts: a.podcasts, Shares: a.shares, Analysis: a.analysis, Similar: a.similar,
		Listening: a.listening, Daily: forYou, Mixes: mixes, Searches: mix.NewSearches(mix.SearchesConfig{Mixes: mixes, Jobs: a.searches, Waveform: a.analysis.Waveform}), Automixes: a.automix, AI: a.ai, Reviews: a.reviews, Stems: a.stems, Desk: marks, DJImports: imports, Scrobbling: a.scrobbling, Webhooks: a.webhooks, Exchange: exchanges,
		Providers: a.providers, Backups: a.backups, Analytics: a.analytics,
		Events: a.bus, Pages: pages, Directory: a.directory, Relays: a.relays, Planner: a.autoDJ,
		Radio: a.radio, Records: a.records, Segments: a.segments, Studio: a.studio, Guard: a.guard, RadioPorts: a.RadioPorts,
		Places: a.places, ProxyBuckets: c.StorageProxy, NoAdmin: c.NoAdmin,
		Log: a.log, Version: c.Version, Box: box, TrustedProxies: proxies, Traces: traces, EventStreams: a.limiter.streams,
		Faults: faults, Operator: operator.New(operator.Config{Store: db, Vitals: a.vitals, Statuses: a.radio.Statuses, Faults: faults}), Diagnostics: a.diagnostics(c),
	})
	if err != nil {
		return err
	}
	a.onClose(a.api.Close)
	return nil
}

// openTraces returns what records requests, or nil if nobody wants that.
func (a *App) openTraces(c Config) (*trace.Recorder, error) {
	if c.Traces == "" {
		return nil, nil //nolint:nilnil // a nil Recorder does nothing
	}
	traces, err := trace.New(c.Traces, c.Version, a.log)
	if err != nil {
		return nil, err
	}
	a.onClose(traces.Close)
	return traces, nil
}

func providers(list []oidc.Config) []auth.IdentityProvider {
	var out []auth.IdentityProvider
	for _, c := range list {
		out = append(out, oidc.New(c))
	}
	return out
}

// localFile makes a file of a root available on this machine until release is
// called.
func (a *App) localFile(ctx context.Context, root, path string) (local string, release func(), err error) {
	place, err := a.places.Of(root)
	if err != nil {
		return "", nil, err
	}
	return blob.Local(ctx, place, path, a.copies)
}

// localTrack is localFile for the file of a track.
func (a *App) localTrack(ctx context.Context, file *music.TrackFile) (local string, release func(), err error) {
	return a.localFile(ctx, file.Root, file.Path)
}

// findWebP returns nil without an ffmpeg that encodes WebP; covers are JPEG
// then.
func (a *App) findWebP(ctx context.Context) library.WebPEncoder {
	runner, err := a.ffmpeg.Find(ctx)
	if err != nil || !runner.HasWebP() {
		a.noWebP.Do(func() { a.log.Info("no ffmpeg with WebP; pictures stay JPEG") })
		return nil
	}
	return runner
}

// Handler returns the handler of the listener, for requests without a
// connection.
func (a *App) Handler() http.Handler { return a.http.Handler }

// Address returns the address that the server listens on.
func (a *App) Address() string { return a.listener.Addr().String() }

// Run serves until ctx ends, then closes everything in order.
func (a *App) Run(ctx context.Context) error {
	defer a.Close()
	a.log.Info("Sonora is ready", "address", "http://"+a.Address())
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return a.library.Run(ctx) })
	g.Go(func() error { return a.listening.Run(ctx) })
	g.Go(func() error { return a.scrobbling.Run(ctx) })
	g.Go(func() error { return a.webhooks.Run(ctx) })
	g.Go(func() error { return a.analytics.Run(ctx) })
	g.Go(func() error { return a.mail.Run(ctx) })
	g.Go(func() error { return a.alerts.Run(ctx) })
	g.Go(func() error { return a.deliveries.Run(ctx) })
	g.Go(func() error { return a.accounts.Run(ctx) })
	g.Go(func() error { return a.jobs.Run(ctx) })
	g.Go(func() error { return a.stripeJobs.Run(ctx) })
	g.Go(func() error { return a.profile.Run(ctx) })
	g.Go(func() error { return a.payments.Run(ctx) })
	g.Go(func() error { return a.notify.Run(ctx) })
	g.Go(func() error { return a.uploads.Run(ctx) })
	g.Go(func() error { a.sweep(ctx); return nil })
	g.Go(func() error { return a.analysis.Run(ctx) })
	g.Go(func() error { return a.similar.Run(ctx) })
	g.Go(func() error { return a.streams.Run(ctx) })
	g.Go(func() error { return a.runRadio(ctx) })
	g.Go(func() error { return a.podcasts.Run(ctx) })
	for _, lane := range a.renders.All() {
		g.Go(func() error { return lane.Run(ctx) })
	}
	g.Go(func() error { return a.automix.Run(ctx) })
	for _, lane := range a.compositions {
		g.Go(func() error { return lane.Run(ctx) })
	}
	g.Go(func() error { return a.ai.Run(ctx) })
	g.Go(func() error { return a.likeness.Run(ctx) })
	g.Go(func() error { return a.splits.Run(ctx) })
	g.Go(func() error { return a.searches.Run(ctx) })
	g.Go(func() error { return a.stems.Run(ctx) })
	g.Go(func() error { return a.upkeep.Run(ctx) })
	g.Go(func() error { return a.backups.Run(ctx) })
	g.Go(func() error { return a.awaitRestart(ctx) })
	g.Go(func() error { return a.vitals.Run(ctx) })
	g.Go(func() error { return a.followSettings(ctx) })
	g.Go(func() error { return unmapProgram(ctx, a.log) })
	g.Go(func() error {
		if err := a.http.Serve(a.sources.Wrap(a.listener)); !errors.Is(err, http.ErrServerClosed) {
			return err
		}
		return nil
	})
	g.Go(func() error {
		<-ctx.Done()
		return a.shutdown()
	})
	return g.Wait()
}

// shutdown lets running requests finish but does not wait for streams.
func (a *App) shutdown() error {
	a.log.Info("stopping")
	a.api.Close() // event streams never end by themselves
	ctx, cancel := context.WithTimeout(context.Background(), shutdownTimeout)
	defer cancel()
	if err := a.http.Shutdown(ctx); errors.Is(err, context.DeadlineExceeded) {
		return a.http.Close()
	} else if err != nil {
		return fmt.Errorf("stop serving: %w", err)
	}
	return nil
}

// followSettings applies changed settings, including those that were changed on
// another server.
func (a *App) followSettings(ctx context.Context) error {
	changed := make(chan struct{}, 1)
	unsubscribe, err := a.bus.Subscribe(func(e music.Event) {
		if e.Type == music.EventSettings || e.Type == music.EventGap {
			select {
			case changed <- struct{}{}:
			default: // one is waiting already
			}
		}
	})
	if err != nil {
		return err
	}
	defer unsubscribe()
	public := a.settings.Get().ScannedTracksPublic
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-changed:
			if err := a.settings.Reload(ctx); err != nil {
				a.log.Error("reload settings failed", "error", err)
				continue
			}
			a.backups.Wake()
			if now := a.settings.Get().ScannedTracksPublic; now != public {
				public = now
				if err := a.library.Publish(ctx, public); err != nil && ctx.Err() == nil {
					a.log.Error("apply changed setting failed", "setting", "scannedTracksPublic", "error", err)
				}
			}
		}
	}
}

func (a *App) onClose(f func()) { a.closers = append(a.closers, f) }

// Close closes everything that New opened, in reverse order.
func (a *App) Close() {
	for len(a.closers) > 0 {
		last := len(a.closers) - 1
		a.closers[last]()
		a.closers = a.closers[:last]
	}
}
