// Package playlist makes, changes and hands out playlists: lists that people
// put together, alone or with others, and smart ones that follow rules. It
// reads and writes them as files.
package playlist

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"time"

	"golang.org/x/sync/semaphore"

	"sonora/internal/library"
	"sonora/internal/music"
	"sonora/internal/store"
)

// Events tells the people of a playlist what happens to it.
type Events interface {
	Publish(e music.Event)
}

// Config says what a Service works with. Everything is required.
type Config struct {
	Store  *store.Store
	Events Events
	Covers *library.Covers
}

// Service is the playlists of a server. It is safe for concurrent use.
type Service struct {
	store    *store.Store
	events   Events
	covers   *library.Covers
	now      func() time.Time
	pictures *semaphore.Weighted // decoding takes memory
	imports  *semaphore.Weighted // as does matching a large file
}

// New returns the service.
func New(c Config) *Service {
	return &Service{
		store: c.Store, events: c.Events, covers: c.Covers, now: time.Now,
		pictures: semaphore.NewWeighted(1), imports: semaphore.NewWeighted(2),
	}
}

// Create adds a playlist and returns it as it is kept.
func (s *Service) Create(ctx context.Context, v music.Viewer, p *music.Playlist) (*music.Playlist, error) {
	if err := s.store.CreatePlaylist(ctx, p); err != nil {
		return nil, err
	}
	s.events.Publish(music.Event{Type: music.EventPlaylist, Account: v.AccountID, Data: music.PlaylistChange{ID: p.ID, By: v.AccountID}})
	return s.Open(ctx, v, p.ID)
}

// Open returns a playlist the viewer may see, with the number of tracks it has
// for the viewer.
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

// noteSize remembers for lists of playlists how many tracks a smart one has.
func (s *Service) noteSize(ctx context.Context, v music.Viewer, p *music.Playlist, tracks int) error {
	changed := p.Entries != tracks
	p.Entries = tracks
	if !changed || p.OwnerID != v.AccountID {
		return nil
	}
	return s.store.NotePlaylistSize(ctx, p, tracks)
}

// Change alters a playlist of the viewer, or for an operator a public one, and
// returns it as it is then.
func (s *Service) Change(ctx context.Context, v music.Viewer, id string, alter func(*music.Playlist)) (*music.Playlist, error) {
	p, err := s.store.ChangePlaylist(ctx, v, id, s.now(), alter)
	if err != nil {
		return nil, err
	}
	s.tell(ctx, p, music.PlaylistChange{Version: p.Version, By: v.AccountID})
	if p.OwnerID != v.AccountID {
		return p, nil // which may be private to its owner now
	}
	return s.Open(ctx, v, id)
}

// Delete removes a playlist of the viewer, or for an operator a public one.
func (s *Service) Delete(ctx context.Context, v music.Viewer, id string) error {
	p, err := s.store.Playlist(ctx, v, id)
	if err != nil {
		return err
	}
	people, err := s.store.PlaylistPeople(ctx, p) // nobody knows them afterwards
	if err != nil {
		return err
	}
	if err := s.store.DeletePlaylist(ctx, v, id); err != nil {
		return err
	}
	s.tellPeople(people, music.PlaylistChange{ID: id, Version: p.Version, Deleted: true, By: v.AccountID})
	return nil
}

// Entries returns a part of what a playlist has for the viewer.
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

// Preview returns the first tracks that rules find for the viewer. Invalid
// when the rules break one.
func (s *Service) Preview(ctx context.Context, v music.Viewer, rules *music.SmartRules, most int) (music.EntryList, error) {
	if err := rules.Check(); err != nil {
		return music.EntryList{}, err
	}
	return s.store.SmartTracks(ctx, v, rules, "", s.now(), music.Page{Limit: most})
}

// tell tells the people of a playlist that it is another now. That it is, is
// kept already: whoever misses this sees it when they look.
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

// newToken is what is in a link, and what nobody guesses.
func newToken() (string, error) {
	b := make([]byte, 16)
	if _, err := rand.Read(b); err != nil {
		return "", fmt.Errorf("make a token: %w", err)
	}
	return hex.EncodeToString(b), nil
}
