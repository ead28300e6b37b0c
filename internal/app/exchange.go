package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"sonora/internal/exchange"
	"sonora/internal/listening"
	"sonora/internal/playlist"
)

// ImportServer takes over what people have at another server, whose database is at path.
func (a *Accounts) ImportServer(ctx context.Context, path string, o exchange.ServerOptions) (report *exchange.ServerReport, err error) {
	folder, err := os.MkdirTemp("", "sonora-import-*")
	if err != nil {
		return nil, fmt.Errorf("import a server: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	service, err := exchange.New(exchange.Config{
		Store: a.Store, Playlists: playlist.New(playlist.Config{Store: a.Store, Events: noEvents{}}),
		Likes: listening.New(listening.Config{Store: a.Store, Events: noEvents{}, Log: a.log}), Events: noEvents{}, Now: time.Now, Folder: folder,
	})
	if err != nil {
		return nil, err
	}
	return service.ImportServer(ctx, path, a.Auth, o)
}
