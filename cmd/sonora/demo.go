package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"

	"sonora/internal/ai/demo"
	"sonora/internal/app"
	"sonora/internal/diagnostics"
	"sonora/internal/music"
)

type demoCmd struct {
	accountFlags
	Music placesFlag `help:"Music folder to write the albums to." default:"./music" placeholder:"FOLDER"`
	Email string     `help:"Email address of the operator, if the server has none yet." default:"demo@sonora.example"`
}

func (c *demoCmd) Run(ctx context.Context, log *slog.Logger) error {
	config := app.Config{Version: version, Data: c.Data, Database: c.Database, PublicURL: c.PublicURL, Music: c.Music, MayCreate: true}
	password, err := c.operator(ctx, config, log)
	if err != nil {
		return err
	}
	plan, err := demo.Load()
	if err != nil {
		return err
	}
	quiet := diagnostics.NewLog(os.Stderr, slog.LevelError)
	bar := newPercentage(os.Stderr)
	result, err := app.Demo(ctx, config, plan, quiet, bar.step)
	bar.clear()
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stdout, "%d tracks, %d playlists, %d stations, %d automixes\n", result.Tracks, result.Playlists, result.Stations, result.Automixes)
	if password != "" {
		fmt.Fprintf(os.Stdout, "Sign in as %s with the password %s\n", c.Email, password)
	}
	return nil
}

// operator creates the first account of a server and returns its password; "" if
// there are accounts.
func (c *demoCmd) operator(ctx context.Context, config app.Config, log *slog.Logger) (made string, err error) {
	err = openAccounts(ctx, config, log, func(accounts *app.Accounts) error {
		there, err := accounts.Store.Accounts(ctx)
		if err != nil || len(there) > 0 {
			return err
		}
		password, _, err := readPassword("")
		if err != nil {
			return err
		}
		made = password
		_, err = accounts.Auth.Create(ctx, c.Email, "Sonora", "Demo", password, music.Admin)
		return err
	})
	return made, err
}
