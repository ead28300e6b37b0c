package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"sonora/internal/app"
	"sonora/internal/diagnostics"
)

type doctorCmd struct {
	storageFlags
	libraryFlags
	mediaFlags
	mailFlags
	providerFlags
	Listen      string `help:"Address that the server would listen on." default:"127.0.0.1:4700" placeholder:"HOST:PORT"`
	RadioListen string `help:"Address that the server would listen on for radio; defaults to port 8000 on the host of --listen; off disables it." placeholder:"HOST:PORT"`
}

func (c *doctorCmd) Run(ctx context.Context) error {
	providers, err := c.providers()
	if err != nil {
		return err
	}
	checks, err := app.Doctor(ctx, app.Config{Listen: c.Listen, RadioListen: radioListen(c.RadioListen, c.Listen), PublicURL: c.PublicURL, Mail: c.Mail, Data: c.Data, Music: c.Music, Database: c.Database, Media: c.Media, Storage: c.Storage, Providers: providers})
	if err != nil {
		return err
	}
	fmt.Fprint(os.Stdout, diagnostics.Text(checks))
	if slices.ContainsFunc(checks, func(c diagnostics.Check) bool { return c.State == diagnostics.Broken }) {
		return errors.New("something is broken; see above")
	}
	return nil
}
