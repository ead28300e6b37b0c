// Package exchange brings what people kept at other services to their account: what they
// listened to, what they like, and their playlists. A first run only reports what would
// be taken; the person then decides, and can take all of it back later.
package exchange

import (
	"context"
	"fmt"
	"os"
	"time"

	"sonora/internal/codec/takeout"
	"sonora/internal/history"
	"sonora/internal/intake"
	"sonora/internal/music"
	"sonora/internal/store"
)

// Playlists finds tracks by their description, and makes playlists. *playlist.Service
// implements it.
type Playlists interface {
	Find(ctx context.Context, v music.Viewer, described []intake.Described) ([]intake.Match, error)
	CreateOf(ctx context.Context, v music.Viewer, p *music.Playlist, trackIDs []string) error
	Delete(ctx context.Context, v music.Viewer, id string) error
}

// Likes changes likes. *listening.Service implements it.
type Likes interface {
	LikeAll(ctx context.Context, v music.Viewer, trackIDs []string, like bool) error
}

// Events tells a person's devices what changed.
type Events interface{ Publish(e music.Event) }

// Config holds the dependencies of a Service. All fields are required.
type Config struct {
	Store     *store.Store
	Playlists Playlists
	Likes     Likes
	Events    Events
	Now       func() time.Time
	Folder    string // for files while they are imported; it is emptied at the start
}

// Service imports what people bring. It is safe for concurrent use.
type Service struct {
	Config
	*intake.Place
}

// New returns a Service. It deletes files that a server left behind when it was killed.
func New(c Config) (*Service, error) {
	place, err := intake.NewPlace(c.Folder)
	if err != nil {
		return nil, err
	}
	return &Service{c, place}, nil
}

var errTooLarge = music.NewError(music.TooLarge, "There is more in these files than can be imported at once. Choose fewer files.")

// errFormat returns the error for a file of no known service.
func errFormat(name string) *music.Error {
	return music.NewError(music.Invalid, "“%s” is not an export of Spotify, Last.fm, ListenBrainz or YouTube Music, or it is damaged.", music.Shorten(music.OneLine(name, 0), maxShown))
}

const maxShown = 200 // characters

// File is a file that a service gave to the person.
type File struct {
	Name    string
	Content *os.File
}

// Import reads files and reports what it takes of them; unless apply is true, what it
// would take. It returns Invalid for a file of no known service.
func (s *Service) Import(ctx context.Context, v music.Viewer, files []File, apply bool) (*Report, error) {
	leave, err := s.Enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	w := &work{Service: s, ctx: ctx, viewer: v, index: map[takeout.Song]int32{}, report: &Report{}}
	if err := w.read(files); err != nil {
		return nil, err
	}
	if err := w.match(); err != nil {
		return nil, fmt.Errorf("match an import: %w", err)
	}
	if err := w.decide(); err != nil {
		return nil, fmt.Errorf("compare an import: %w", err)
	}
	if apply && w.hasNews() {
		names := make([]string, len(files))
		for i, f := range files {
			names[i] = music.Shorten(music.OneLine(f.Name, 0), maxShown)
		}
		if err := w.apply(names); err != nil {
			return nil, fmt.Errorf("apply an import: %w", err)
		}
	}
	w.report.Applied = apply
	return w.report, nil
}

// Imports returns what the viewer has imported, latest first.
func (s *Service) Imports(ctx context.Context, v music.Viewer) ([]history.Import, error) {
	return s.Store.Imports(ctx, v)
}

// Undo takes an import back: its plays, likes and playlists, whatever became of these
// since. It returns NotFound if the viewer has no such import.
func (s *Service) Undo(ctx context.Context, v music.Viewer, id string) error {
	done, err := s.Begin(v)
	if err != nil {
		return err
	}
	defer done()
	made, err := s.Store.MadeBy(ctx, v, id)
	if err != nil {
		return err
	}
	for _, playlist := range made[history.MadePlaylist] {
		if err := s.Playlists.Delete(ctx, v, playlist); err != nil && music.CodeOf(err) != music.NotFound {
			return err
		}
	}
	for _, part := range parts(made[history.MadeLike]) {
		if err := s.Likes.LikeAll(ctx, v, part, false); err != nil && music.CodeOf(err) != music.NotFound {
			return err
		}
	}
	if err := s.Store.ForgetImport(ctx, v, id); err != nil {
		return err
	}
	s.Events.Publish(music.Event{Type: music.EventPlay, Account: v.AccountID})
	return nil
}
