package app

import (
	"context"
	"fmt"
	"net/url"

	"sonora/internal/notify"
	"sonora/internal/seal"
	"sonora/internal/store"
)

// openNotify builds notifications.
func (a *App) openNotify(ctx context.Context, c Config, db *store.Store, box *seal.Box, publicURL *url.URL) (err error) {
	var service *url.URL
	if c.PushService != "" {
		if service, err = url.Parse(c.PushService); err != nil {
			return fmt.Errorf("push service: %w", err)
		}
	}
	a.notify, err = notify.Open(ctx, notify.Config{
		Store: db, Jobs: a.jobs, Mail: a.mail, Events: a.bus, Settings: a.settings.Get, Box: box, Log: a.log,
		PublicURL: publicURL, PushService: service,
	})
	return err
}
