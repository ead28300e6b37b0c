package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"text/tabwriter"
	"time"

	"sonora/internal/app"
	"sonora/internal/auth"
	"sonora/internal/people"
)

type keyCmd struct {
	List   keyListCmd   `cmd:"" help:"List the keys that sign sessions."`
	Rotate keyRotateCmd `cmd:"" help:"Start signing with a new key."`
}

type keyListCmd struct{ accountFlags }

func (c *keyListCmd) Run(ctx context.Context, log *slog.Logger) error {
	return withAccounts(ctx, c.accountFlags, log, func(accounts *app.Accounts) error {
		keys, err := accounts.Auth.Keys(ctx)
		if err != nil {
			return err
		}
		out := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
		for _, k := range keys {
			fmt.Fprintf(out, "%s\tsince %s\t%s\n", k.ID, k.CreatedAt.Format(time.DateTime), keyStatus(k, time.Now()))
		}
		return out.Flush()
	})
}

func keyStatus(k auth.Key, now time.Time) string {
	switch {
	case k.Signs:
		return "signs"
	case k.RetiredAt.After(now):
		return "verifies until " + k.RetiredAt.Format(time.DateTime)
	}
	return "retired " + k.RetiredAt.Format(time.DateTime)
}

type keyRotateCmd struct {
	accountFlags
	Now bool `help:"Retire the old keys at once, which signs everyone out. Otherwise they stay valid until the last session ends."`
}

func (c *keyRotateCmd) Run(ctx context.Context, log *slog.Logger) error {
	return withAccounts(ctx, c.accountFlags, log, func(accounts *app.Accounts) error {
		if err := accounts.Auth.RotateKeys(ctx, people.ActorOperator, c.Now); err != nil {
			return err
		}
		fmt.Fprintln(os.Stdout, "a running server starts using the new key within a minute")
		if c.Now {
			fmt.Fprintln(os.Stdout, "everyone has to sign in again")
		}
		return nil
	})
}
