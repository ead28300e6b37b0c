package operator

import (
	"context"
	"fmt"
	"strings"
	"time"

	"sonora/internal/discovery"
	"sonora/internal/generation"
	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/stock"
)

// maxFound is the maximum number of results of each kind.
const maxFound = 5

// Found is what a search of the operator's finds, of each kind the best or newest.
type Found struct {
	Stations    []station.Station
	Tracks      []music.Track
	Mixes       []music.Mix
	Playlists   []music.Playlist
	Accounts    []music.Account
	Generations []generation.Generation
}

// Find searches everything on the server, including what is private. It returns
// Forbidden unless the viewer is an operator.
func (s *Service) Find(ctx context.Context, v music.Viewer, text string) (*Found, error) {
	if !v.IsAdmin() {
		return nil, music.ErrForbidden
	}
	words, page := strings.Fields(text), music.Page{Limit: maxFound}
	if len(words) == 0 {
		return &Found{}, nil
	}
	heard, err := s.Store.Search(ctx, v, discovery.Query{Text: text, Limit: maxFound, Now: time.Now()})
	if err != nil {
		return nil, fmt.Errorf("search music: %w", err)
	}
	playlists, err := s.Store.PlaylistTable(ctx, v, stock.PlaylistTable{Text: text}, page)
	if err != nil {
		return nil, err
	}
	accounts, err := s.Store.AccountsPage(ctx, words, page)
	if err != nil {
		return nil, fmt.Errorf("search accounts: %w", err)
	}
	generations, err := s.Store.GenerationTable(ctx, generation.Table{Text: text}, page)
	if err != nil {
		return nil, err
	}
	out := &Found{Stations: heard.Stations, Tracks: heard.Tracks, Mixes: heard.Mixes, Playlists: playlists.Items, Accounts: accounts.Items}
	for i := range generations.Items {
		out.Generations = append(out.Generations, generations.Items[i].Generation)
	}
	return out, nil
}
