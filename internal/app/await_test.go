package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"sonora/internal/store"
)

func TestStartWaitsForPostgreSQL(t *testing.T) {
	notYet := fmt.Errorf("open database: %w", &pgconn.PgError{Code: "57P03"})
	other := errors.New("wrong password")
	for name, c := range map[string]struct {
		answers []error // the last one stays
		took    time.Duration
		want    error
		says    int
	}{
		"there":           {[]error{nil}, 0, nil, 0},
		"there soon":      {[]error{notYet, notYet, notYet, nil}, 3 * databaseRetry, nil, 1},
		"never":           {[]error{notYet}, databasePatience, notYet, 1},
		"another problem": {[]error{notYet, other}, databaseRetry, other, 1},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var log strings.Builder
				began, n := time.Now(), 0
				_, err := awaitDatabase(t.Context(), slog.New(slog.NewTextHandler(&log, nil)), func() (*store.Store, error) {
					n++
					return nil, c.answers[min(n, len(c.answers))-1]
				})
				if took := time.Since(began); !errors.Is(err, c.want) || took != c.took || strings.Count(log.String(), "\n") != c.says {
					t.Errorf("%v after %v, log:\n%s", err, took, log.String())
				}
			})
		})
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, err := awaitDatabase(stopped, slog.New(slog.DiscardHandler), func() (*store.Store, error) { return nil, notYet }); !errors.Is(err, notYet) {
		t.Errorf("stopped: %v", err)
	}
}
