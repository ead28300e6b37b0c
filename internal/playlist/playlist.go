// Package playlist manages playlists: lists that people compile, alone or
// together, and smart ones that follow rules. It imports and exports them as
// files.
package playlist

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"time"

	"golang.org/x/sync/semaphore"

	"sonora/internal/music"
	"sonora/internal/store"
)

// Events tells the people of a playlist about its changes.
type Events interface {
	Publish(e music.Event)
}

// Covers keeps the pictures that people give their playlists.
type Covers interface {
	// Give keeps the middle of a picture and returns its name.
	Give(picture []byte) (name string, err error)
	// TidyGiven removes the pictures that are not among those shown.
	TidyGiven(shown []string) error
}

// Config holds the dependencies of a Service. All fields are required.
type Config struct {
	Store  *store.Store
	Events Events
	Covers Covers
}

// Service manages playlists. It is safe for concurrent use.
type Service struct {
	store    *store.Store
	events   Events
	covers   Covers
	now      func() time.Time
	pictures *semaphore.Weighted // limits memory for decoding
	imports  *semaphore.Weighted // limits memory for matching large files
}

// New returns a Service.
func New(c Config) *Service {
	return &Service{
		store: c.Store, events: c.Events, covers: c.Covers, now: time.Now,
		pictures: semaphore.NewWeighted(1), imports: semaphore.NewWeighted(2),
	}
}

// Create creates a playlist and returns it as stored.
func (s *Service) Create(ctx context.Context, v music.Viewer, p *music.Playlist) (*music.Playlist, error) {
	if err := s.created(v, p, s.store.CreatePlaylist(ctx, p)); err != nil {
		return nil, err
	}
	return s.Open(ctx, v, p.ID)
}

// CreateOf creates a playlist of the viewer with all its tracks at once, so that nobody is
// left with a part of it.
func (s *Service) CreateOf(ctx context.Context, v music.Viewer, p *music.Playlist, trackIDs []string) error {
	return s.created(v, p, s.store.CreatePlaylistOf(ctx, v, p, trackIDs))
}

// CreateOfKnown is CreateOf, but returns NotFound and creates nothing if the viewer may
// see none of the given tracks.
func (s *Service) CreateOfKnown(ctx context.Context, v music.Viewer, p *music.Playlist, trackIDs []string) error {
	return s.created(v, p, s.store.CreatePlaylistOfKnown(ctx, v, p, trackIDs))
}

// created announces a new playlist to its owner if there was no error.
func (s *Service) created(v music.Viewer, p *music.Playlist, err error) error {
	if err != nil {
		return err
	}
	s.tellPeople([]string{v.AccountID}, music.PlaylistChange{ID: p.ID, By: v.AccountID, Added: p.Entries})
	return nil
}

// Open returns a playlist that the viewer may see, with the number of tracks
// that the viewer may hear.
func (s *Service) Open(ctx context.Context, v music.Viewer, id string) (*music.Playlist, error) {
	p, err := s.store.Playlist(ctx, v, id)
	if err != nil {
		return nil, err
	}
	if p.Kind == music.PlaylistList {
		p.Entries, err = s.store.VisibleEntries(ctx, v, p)
		return p, err
	}
	list, err := s.store.SmartTracks(ctx, v, p.Rules, p.ID, s.now(), music.Page{Limit: 1})
	if err != nil {
		return nil, err
	}
	return p, s.noteSize(ctx, v, p, list.Total)
}

// noteSize stores the number of tracks of a smart playlist for lists of
// playlists.
func (s *Service) noteSize(ctx context.Context, v music.Viewer, p *music.Playlist, tracks int) error {
	changed := p.Entries != tracks
	p.Entries = tracks
	if !changed || p.OwnerID != v.AccountID {
		return nil
	}
	return s.store.NotePlaylistSize(ctx, p, tracks)
}

// Change changes one of the viewer's playlists, or for an operator a public
// one, and returns the result.
func (s *Service) Change(ctx context.Context, v music.Viewer, id string, alter func(*music.Playlist)) (*music.Playlist, error) {
	p, err := s.store.ChangePlaylist(ctx, v, id, s.now(), alter)
	if err != nil {
		return nil, err
	}
	s.tell(ctx, p, music.PlaylistChange{Version: p.Version, By: v.AccountID})
	if p.OwnerID != v.AccountID {
		return p, nil // it may now be private to its owner
	}
	return s.Open(ctx, v, id)
}

// Delete deletes one of the viewer's playlists, or for an operator a public
// one.
func (s *Service) Delete(ctx context.Context, v music.Viewer, id string) error {
	p, err := s.store.Playlist(ctx, v, id)
	if err != nil {
		return err
	}
	people, err := s.store.PlaylistPeople(ctx, p) // unknown after the deletion
	if err != nil {
		return err
	}
	if err := s.store.DeletePlaylist(ctx, v, id, s.now()); err != nil {
		return err
	}
	s.tellPeople(people, music.PlaylistChange{ID: id, Version: p.Version, Deleted: true, By: v.AccountID})
	return nil
}

// Entries returns a page of a playlist's tracks for the viewer.
func (s *Service) Entries(ctx context.Context, v music.Viewer, id string, page music.Page) (music.EntryList, error) {
	p, err := s.store.Playlist(ctx, v, id)
	if err != nil {
		return music.EntryList{}, err
	}
	if p.Kind == music.PlaylistList {
		return s.store.Entries(ctx, v, p, page)
	}
	list, err := s.store.SmartTracks(ctx, v, p.Rules, p.ID, s.now(), page)
	if err != nil {
		return list, err
	}
	list.Version = p.Version
	return list, s.noteSize(ctx, v, p, list.Total)
}

// Preview returns the first tracks that rules find for the viewer, up to limit.
// It returns Invalid if the rules are not valid.
func (s *Service) Preview(ctx context.Context, v music.Viewer, rules *music.SmartRules, limit int) (music.EntryList, error) {
	if err := rules.Check(); err != nil {
		return music.EntryList{}, err
	}
	return s.store.SmartTracks(ctx, v, rules, "", s.now(), music.Page{Limit: limit})
}

// tell announces a change to the people of a playlist. The change is already
// stored, so anyone who misses the event sees it later.
func (s *Service) tell(ctx context.Context, p *music.Playlist, change music.PlaylistChange) {
	people, err := s.store.PlaylistPeople(context.WithoutCancel(ctx), p)
	if err != nil {
		people = []string{p.OwnerID}
	}
	change.ID = p.ID
	s.tellPeople(people, change)
}

func (s *Service) tellPeople(people []string, change music.PlaylistChange) {
	for _, account := range people {
		s.events.Publish(music.Event{Type: music.EventPlaylist, Account: account, Data: change})
	}
}

// newToken returns a random token for a link.
func newToken() (string, error) {
	b := make([]byte, 16)
	if _, err := rand.Read(b); err != nil {
		return "", fmt.Errorf("create a token: %w", err)
	}
	return hex.EncodeToString(b), nil
}
