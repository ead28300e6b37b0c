// Package store keeps all of Sonora's data in SQLite or PostgreSQL.
//
// Each area is a package of its own, based on package kernel, which has the
// connections, the dialects and the schema. Store embeds all areas. Every
// method with a music.Viewer returns only what that viewer may see, by the
// rules in kernel/visible.go. Errors that a caller may show are of type
// *music.Error; ErrNotFound is also returned for things that the viewer may not
// see.
package store

import (
	"context"

	"sonora/internal/store/accounts"
	"sonora/internal/store/alerts"
	"sonora/internal/store/analyses"
	"sonora/internal/store/analytics"
	"sonora/internal/store/automixes"
	"sonora/internal/store/billing"
	"sonora/internal/store/catalogue"
	"sonora/internal/store/curation"
	"sonora/internal/store/desk"
	"sonora/internal/store/dump"
	"sonora/internal/store/generations"
	"sonora/internal/store/kernel"
	"sonora/internal/store/kernel/slow"
	"sonora/internal/store/library"
	"sonora/internal/store/listening"
	"sonora/internal/store/mixes"
	"sonora/internal/store/operations"
	"sonora/internal/store/playlists"
	"sonora/internal/store/podcasts"
	"sonora/internal/store/scrobbles"
	"sonora/internal/store/search"
	"sonora/internal/store/stations"
	"sonora/internal/store/uploads"
	"sonora/internal/store/webhooks"
)

// Store embeds the areas under these names, because embedded fields cannot all
// be named Store.

type (
	// AccountStore is the store of package accounts.
	AccountStore = accounts.Store
	// AlertStore is the store of package alerts.
	AlertStore = alerts.Store
	// AnalysisStore is the store of package analyses.
	AnalysisStore = analyses.Store
	// AnalyticsStore is the store of package analytics.
	AnalyticsStore = analytics.Store
	// AutomixStore is the store of package automixes.
	AutomixStore = automixes.Store
	// BillingStore is the store of package billing.
	BillingStore = billing.Store
	// CatalogueStore is the store of package catalogue.
	CatalogueStore = catalogue.Store
	// CurationStore is the store of package curation.
	CurationStore = curation.Store
	// DeskStore is the store of package desk.
	DeskStore = desk.Store
	// GenerationStore is the store of package generations.
	GenerationStore = generations.Store
	// LibraryStore is the store of package library.
	LibraryStore = library.Store
	// ListeningStore is the store of package listening.
	ListeningStore = listening.Store
	// MixStore is the store of package mixes.
	MixStore = mixes.Store
	// OperationStore is the store of package operations.
	OperationStore = operations.Store
	// PlaylistStore is the store of package playlists.
	PlaylistStore = playlists.Store
	// PodcastStore is the store of package podcasts.
	PodcastStore = podcasts.Store
	// ScrobbleStore is the store of package scrobbles.
	ScrobbleStore = scrobbles.Store
	// SearchStore is the store of package search.
	SearchStore = search.Store
	// StationStore is the store of package stations.
	StationStore = stations.Store
	// UploadStore is the store of package uploads.
	UploadStore = uploads.Store
	// WebhookStore is the store of package webhooks.
	WebhookStore = webhooks.Store
)

// Store is the database with all its areas. It is safe for concurrent use. A
// feature that needs one area takes that area's Store.
type Store struct {
	db *kernel.DB
	*AccountStore
	*AlertStore
	*AnalysisStore
	*AnalyticsStore
	*AutomixStore
	*BillingStore
	*CatalogueStore
	*CurationStore
	*DeskStore
	*GenerationStore
	*LibraryStore
	*ListeningStore
	*MixStore
	*OperationStore
	*PlaylistStore
	*PodcastStore
	*ScrobbleStore
	*SearchStore
	*StationStore
	*UploadStore
	*WebhookStore
}

// The types below are parameters and results of the areas.

type (
	// Ages is operations.Ages.
	Ages = operations.Ages
	// AppFigure is podcasts.AppFigure.
	AppFigure = podcasts.AppFigure
	// DayFigure is podcasts.DayFigure.
	DayFigure = podcasts.DayFigure
	// DatabaseFacts is operations.Facts.
	DatabaseFacts = operations.Facts
	// DigestDue is listening.DigestDue.
	DigestDue = listening.DigestDue
	// DueFeed is podcasts.DueFeed.
	DueFeed = podcasts.DueFeed
	// EpisodeFigure is podcasts.EpisodeFigure.
	EpisodeFigure = podcasts.EpisodeFigure
	// GenerationFigures is generations.Figures.
	GenerationFigures = generations.Figures
	// GenerationSound is generations.Sound.
	GenerationSound = generations.Sound
	// Happening is listening.Happening.
	Happening = listening.Happening
	// JobFigures is operations.JobFigures.
	JobFigures = operations.JobFigures
	// KnownFolder is library.KnownFolder.
	KnownFolder = library.KnownFolder
	// NewFeed is podcasts.NewFeed.
	NewFeed = podcasts.NewFeed
	// NoticeAges is listening.NoticeAges.
	NoticeAges = listening.NoticeAges
	// PodcastFigures is podcasts.PodcastFigures.
	PodcastFigures = podcasts.PodcastFigures
	// PushTarget is listening.PushTarget.
	PushTarget = listening.PushTarget
	// RaisedAlert is alerts.Raised.
	RaisedAlert = alerts.Raised
	// ReadFeed is podcasts.ReadFeed.
	ReadFeed = podcasts.ReadFeed
	// ReviewedGeneration is generations.Reviewed.
	ReviewedGeneration = generations.Reviewed
	// Root is library.Root.
	Root = library.Root
	// SaveResult is library.SaveResult.
	SaveResult = library.SaveResult
	// Song is generations.Song.
	Song = generations.Song
	// SigningKey is accounts.SigningKey.
	SigningKey = accounts.SigningKey
	// SlowStatement is slow.Statement.
	SlowStatement = slow.Statement
	// StationPool is stations.StationPool.
	StationPool = stations.StationPool
	// TableFacts is operations.TableFacts.
	TableFacts = operations.TableFacts
	// WaitingRequest is stations.WaitingRequest.
	WaitingRequest = stations.WaitingRequest
	// WantedEpisode is podcasts.WantedEpisode.
	WantedEpisode = podcasts.WantedEpisode
)

// FirstPlace is a place before all entries of a playlist.
const FirstPlace = playlists.FirstPlace

// JobStopped is the error of jobs that a person stopped.
const JobStopped = operations.Stopped

// ErrRootTaken is returned when another root with tracks has the new name.
var ErrRootTaken = library.ErrRootTaken

// Options configure a Store. The zero value suits a server.
type Options = kernel.Options

// NewerError is ErrNewer with the schema versions.
type NewerError = kernel.NewerError

// Errors of Open, Inspect and Sealed for databases of other versions and programs.
var (
	ErrNewer   = kernel.ErrNewer
	ErrForeign = kernel.ErrForeign
	ErrEmpty   = dump.ErrEmpty
)

// Open opens the database at url, which is "sqlite:PATH" or "postgres://…", and
// creates or migrates it if necessary; see kernel.Open.
func Open(ctx context.Context, url string, o Options) (*Store, error) {
	db, err := kernel.Open(ctx, url, o)
	if err != nil {
		return nil, err
	}
	return &Store{
		db:              db,
		AccountStore:    accounts.New(db),
		AlertStore:      alerts.New(db),
		AnalysisStore:   analyses.New(db),
		AnalyticsStore:  analytics.New(db),
		AutomixStore:    automixes.New(db),
		BillingStore:    billing.New(db),
		CatalogueStore:  catalogue.New(db),
		CurationStore:   curation.New(db),
		DeskStore:       desk.New(db),
		GenerationStore: generations.New(db),
		LibraryStore:    library.New(db),
		ListeningStore:  listening.New(db),
		MixStore:        mixes.New(db),
		OperationStore:  operations.New(db),
		PlaylistStore:   playlists.New(db),
		PodcastStore:    podcasts.New(db),
		ScrobbleStore:   scrobbles.New(db),
		SearchStore:     search.New(db),
		StationStore:    stations.New(db),
		UploadStore:     uploads.New(db),
		WebhookStore:    webhooks.New(db),
	}, nil
}

// Folded returns a text without case and accents, as names are compared.
func Folded(text string) string { return kernel.Fold(text) }

// SortKey returns what lists by name compare of a name.
func SortKey(name string) string { return kernel.SortKey(name) }

// LetterOf returns the letter of an index at which a name is.
func LetterOf(name string) string { return catalogue.LetterOf(name) }

// Simplified returns a text in lower case, without accents.
func Simplified(text string) string { return kernel.Simplify(text) }

// LatestVersion returns the schema version of this program.
func LatestVersion() int64 { return kernel.LatestVersion() }

// Inspect returns the schema version of the database at url without changing
// anything; see kernel.Inspect.
func Inspect(ctx context.Context, url string) (version int64, err error) {
	return kernel.Inspect(ctx, url)
}

// Unreachable reports whether Open or Inspect failed because a PostgreSQL server
// does not run or is not ready yet.
func Unreachable(err error) bool { return kernel.Unreachable(err) }

// Close closes all connections. The Store must not be used afterwards.
func (s *Store) Close() error { return s.db.Close() }

// Ping reports whether the database responds.
func (s *Store) Ping(ctx context.Context) error { return s.db.Ping(ctx) }

// Engine returns "sqlite" or "postgres".
func (s *Store) Engine() string { return s.db.Engine() }

// Version returns the schema version of the open database.
func (s *Store) Version(ctx context.Context) (int64, error) { return s.db.Version(ctx) }
