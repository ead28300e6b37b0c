package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"

	"sonora/internal/app"
	"sonora/internal/music"
)

type userFactorsCmd struct {
	accountFlags
	Email string `arg:"" help:"Email address."`
}

func (c *userFactorsCmd) Run(ctx context.Context, log *slog.Logger) error {
	return withAccount(ctx, c.accountFlags, log, c.Email, func(accounts *app.Accounts, account *music.Account) error {
		if err := accounts.Auth.ClearFactors(ctx, account.ID); err != nil {
			return err
		}
		fmt.Fprintf(os.Stdout, "%s can sign in without a second factor\n", account.Email)
		return nil
	})
}
