// Package demo composes a library for servers that have no music yet: albums of
// every style, which playlists and stations play.
package demo

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"sonora/internal/ai/compose"
	"sonora/internal/ai/compose/file"
	"sonora/internal/ai/compose/plan"
	"sonora/internal/ai/compose/prompt"
)

//go:embed library.json
var library []byte

// Library is what the demo consists of.
type Library struct {
	Seconds   Span       `json:"seconds"` // lengths of tracks
	Albums    []Album    `json:"albums"`
	Playlists []Playlist `json:"playlists"`
	Stations  []Station  `json:"stations"`
	Automixes []Automix  `json:"automixes"`
}

// Span is a range of lengths in seconds. Max is above Min.
type Span struct {
	Min uint64 `json:"min"`
	Max uint64 `json:"max"`
}

// Album is an album, whose tracks are prompts for the composer.
type Album struct {
	Artist string   `json:"artist"`
	Title  string   `json:"title"`
	Tracks []string `json:"tracks"`
}

// Playlist is a playlist of all tracks of some genres.
type Playlist struct {
	Name        string   `json:"name"`
	Description string   `json:"description"`
	Genres      []string `json:"genres"`
}

// Station is an AutoDJ station that plays a playlist.
type Station struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Genre       string `json:"genre"`
	Mount       string `json:"mount"`
	Playlist    string `json:"playlist"`
}

// Automix is a set that the server mixes from a playlist.
type Automix struct {
	Title    string `json:"title"`
	Playlist string `json:"playlist"`
}

// Load returns the library of the demo.
func Load() (*Library, error) {
	d := json.NewDecoder(bytes.NewReader(library))
	d.DisallowUnknownFields()
	l := new(Library)
	if err := d.Decode(l); err != nil {
		return nil, fmt.Errorf("read the demo library: %w", err)
	}
	return l, nil
}

// Track is a track that is still to be composed.
type Track struct {
	Plan  plan.Plan
	Label file.Label
}

// Tracks returns all tracks, which no two albums or titles share. The year is
// that of the albums.
func (l *Library) Tracks(year int) []Track {
	var all []Track
	titles := map[string]bool{}
	for _, a := range l.Albums {
		for i, text := range a.Tracks {
			p := planned(text, uint64(len(all)+1), l.Seconds, titles)
			titles[p.Title] = true
			all = append(all, Track{p, file.Label{
				Artist: a.Artist, Album: file.Album{Title: a.Title, Year: year, Number: i + 1, Total: len(a.Tracks)},
			}})
		}
	}
	return all
}

// seeds is the distance between the seeds that are tried for one track.
const seeds = 1000

// planned returns the plan of a prompt, with a title that is not taken.
func planned(text string, seed uint64, length Span, taken map[string]bool) plan.Plan {
	wish := prompt.Read(text)
	for ; ; seed += seeds {
		wish.Length = float64(length.Min + seed*7%(length.Max-length.Min))
		if p := plan.Make(wish, seed); !taken[p.Title] {
			return p
		}
	}
}

// path returns where a track lies below the music folder.
func (t *Track) path() string {
	name := fmt.Sprintf("%02d %s.flac", t.Label.Album.Number, t.Plan.Title)
	return filepath.Join(folderName(t.Label.Artist), folderName(t.Label.Album.Title), folderName(name))
}

// folderName replaces what is not allowed in the names of files.
func folderName(text string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, r) {
			return '-'
		}
		return r
	}, text)
}

// Compose writes tracks as FLAC files below a folder, so many at a time, and
// reports after each how many there are. Files that are there remain, so that an
// interrupted demo continues.
func Compose(ctx context.Context, tracks []Track, folder string, workers int, done func(tracks int)) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(workers)
	var mu sync.Mutex
	finished := 0
	for i := range tracks {
		g.Go(func() error {
			if err := tracks[i].compose(ctx, folder); err != nil {
				return fmt.Errorf("compose %s: %w", tracks[i].path(), err)
			}
			mu.Lock()
			defer mu.Unlock()
			finished++
			done(finished)
			return nil
		})
	}
	return g.Wait()
}

func (t *Track) compose(ctx context.Context, folder string) error {
	name := filepath.Join(folder, t.path())
	if _, err := os.Stat(name); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	piece, err := compose.Write(t.Plan)
	if err != nil {
		return err
	}
	sound, err := file.Create(name, t.Plan.Seed)
	if err != nil {
		return err
	}
	defer sound.Discard()
	if err := piece.Play(ctx, compose.Options{Sound: sound.Write}); err != nil {
		return err
	}
	return sound.Finish(piece, t.Label)
}
