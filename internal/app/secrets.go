package app

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"strconv"
	"strings"

	"sonora/internal/diagnostics"
	"sonora/internal/music"
	"sonora/internal/seal"
	"sonora/internal/settings"
	"sonora/internal/store"
)

// Unread are the secrets of a database that secret.key of the data folder does not
// decrypt, for example because a backup came without its key.
type Unread struct {
	Settings []string // JSON names, sorted
	Apps     int      // authenticator apps
}

// findUnread tries every secret that people would have to enter again, and changes
// nothing.
func findUnread(ctx context.Context, c Config) (u Unread, err error) {
	box, err := seal.Present(c.Data)
	if errors.Is(err, fs.ErrNotExist) {
		box, err = seal.Fresh()
	}
	if err != nil {
		return u, err
	}
	saved, apps, err := store.Sealed(ctx, c.Database)
	if err != nil {
		return u, err
	}
	u.Settings = settings.Unreadable(saved, box)
	for _, sealed := range apps {
		if _, err := box.Open(sealed); err != nil {
			u.Apps++
		}
	}
	return u, nil
}

// warnUnread logs for how many authenticator apps of a restored database the key is lost.
// The start of the server names the settings.
func warnUnread(ctx context.Context, c Config, log *slog.Logger) {
	u, err := findUnread(ctx, c)
	switch {
	case err != nil:
		log.Warn("check the secrets of the restored database failed", "error", err)
	case u.Apps > 0:
		log.Warn("codes of authenticator apps are refused because secret.key is not the one that encrypted their secrets; bring that one back, or people use recovery codes", "apps", u.Apps)
	}
}

// checkSecrets checks whether the secrets in a database of this version can be
// decrypted.
func checkSecrets(ctx context.Context, c Config) []diagnostics.Check {
	u, err := findUnread(ctx, c)
	if errors.Is(err, store.ErrEmpty) {
		return nil
	}
	if err != nil {
		return []diagnostics.Check{isBroken("secrets", music.Verbatim(sentence(err)), music.Say("Look at %s in the data folder, and at the database.", seal.KeyFile))}
	}
	checks := []diagnostics.Check{}
	if len(u.Settings) > 0 {
		checks = append(checks, isBroken("secrets",
			music.Say("These settings were encrypted with another %s, and count as not set: %s.", seal.KeyFile, strings.Join(u.Settings, ", ")),
			music.Say("Enter them again in the settings, or bring that %s back and restart.", seal.KeyFile)))
	}
	if u.Apps > 0 {
		checks = append(checks, isBroken("secrets",
			music.Say("Authenticator apps that were set up with another %s, so that their codes are refused: %s.", seal.KeyFile, strconv.Itoa(u.Apps)),
			music.Say("People sign in with a recovery code. Otherwise run for each: %s", "sonora user reset-factors")))
	}
	if len(checks) == 0 {
		checks = append(checks, works("secrets", music.Say("All secrets in the database can be decrypted.")))
	}
	return checks
}
