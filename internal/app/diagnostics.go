package app

import (
	"context"
	"strings"
	"time"

	"sonora/internal/diagnostics"
	"sonora/internal/settings"
)

// diagnostics returns the service that tells operators what is wrong.
func (a *App) diagnostics(c Config) *diagnostics.Service {
	started := time.Now()
	return diagnostics.New(diagnostics.Config{
		Log: a.journal, Audit: a.accounts, Settings: func() map[string]any { return settings.Public(a.settings.Get()) },
		Check: func(ctx context.Context) ([]diagnostics.Check, error) { return Doctor(ctx, c) },
		Facts: func() []diagnostics.Fact {
			return append(c.facts(), diagnostics.Fact{Name: "started", Value: started.UTC().Format(time.RFC3339)})
		},
	})
}

// facts describes the configuration. Addresses may contain passwords.
func (c Config) facts() []diagnostics.Fact {
	return []diagnostics.Fact{
		{Name: "version", Value: c.Version},
		{Name: "listen", Value: c.Listen},
		{Name: "radio", Value: c.RadioListen},
		{Name: "public URL", Value: c.PublicURL},
		{Name: "data", Value: c.Data},
		{Name: "media", Value: c.Media},
		{Name: "music", Value: strings.Join(c.Music, ", ")},
		{Name: "database", Value: c.Database},
		{Name: "storage", Value: c.Storage},
		{Name: "backups", Value: c.Backups},
		{Name: "bus", Value: c.Bus},
		{Name: "mail", Value: c.Mail},
		{Name: "trusted proxies", Value: strings.Join(c.TrustedProxies, ", ")},
	}
}
