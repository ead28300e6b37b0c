package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"sonora/internal/app"
)

type doctorCmd struct {
	storageFlags
	libraryFlags
	Listen string `help:"Address the server is to serve on." default:"127.0.0.1:4700" placeholder:"HOST:PORT"`
}

func (c *doctorCmd) Run(ctx context.Context) error {
	checks, err := app.Doctor(ctx, app.Config{Listen: c.Listen, Data: c.Data, Music: c.Music, Database: c.Database, Media: c.Media})
	if err != nil {
		return err
	}
	broken := false
	for _, check := range checks {
		broken = broken || check.State == app.CheckBroken
		fmt.Fprintf(os.Stdout, "%-7s %-9s %s\n", check.State, check.Name, check.Says)
		if check.Remedy != "" {
			fmt.Fprintf(os.Stdout, "%-7s %-9s → %s\n", "", "", check.Remedy)
		}
	}
	if broken {
		return errors.New("something is broken; see above")
	}
	return nil
}
