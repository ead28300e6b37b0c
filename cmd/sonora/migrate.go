package main

import (
	"context"
	"fmt"
	"os"

	"sonora/internal/app"
	"sonora/internal/store"
)

type migrateCmd struct {
	storageFlags
	Status bool `help:"Only show the versions; change nothing."`
}

func (c *migrateCmd) Run(ctx context.Context) error {
	before, err := app.MigrateDatabase(ctx, app.Config{Data: c.Data, Database: c.Database}, c.Status)
	if err != nil {
		return err
	}
	if c.Status {
		fmt.Fprintf(os.Stdout, "database version %d, this program writes %d\n", before, store.LatestVersion())
		return nil
	}
	_, err = fmt.Fprintf(os.Stdout, "database version %d, was %d\n", store.LatestVersion(), before)
	return err
}
