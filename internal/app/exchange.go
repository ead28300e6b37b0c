package app

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"time"

	"sonora/internal/auth"
	"sonora/internal/exchange"
	"sonora/internal/listening"
	"sonora/internal/music"
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
	return service.ImportServer(ctx, path, newcomers{a}, o)
}

// newcomers finds and makes the accounts of people from another server.
type newcomers struct{ accounts *Accounts }

// Account returns the account with an email address, or NotFound.
func (n newcomers) Account(ctx context.Context, email string) (*music.Account, error) {
	return n.accounts.Store.AccountByEmail(ctx, auth.NormalizeEmail(email))
}

// Make makes an account of a listener with a password that nobody knows yet.
func (n newcomers) Make(ctx context.Context, email, name string) (account *music.Account, password string, err error) {
	password = rand.Text()
	account, err = n.accounts.Auth.Create(ctx, email, name, "", password, music.Listener)
	return account, password, err
}
