package main

import (
	"bufio"
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"sonora/internal/app"
	"sonora/internal/auth"
	"sonora/internal/music"
	"sonora/internal/people"
)

type userCmd struct {
	Create        userCreateCmd   `cmd:"" help:"Create an account. The first one is the operator's."`
	List          userListCmd     `cmd:"" help:"List accounts."`
	Role          userRoleCmd     `cmd:"" help:"Change the role of an account."`
	ResetPassword userPasswordCmd `cmd:"" help:"Set a new password and end the account's sessions."`
	Disable       userDisableCmd  `cmd:"" help:"Disable an account and end its sessions."`
	Enable        userEnableCmd   `cmd:"" help:"Enable a disabled account."`
	Unlock        userUnlockCmd   `cmd:"" help:"Lift the lockout after failed sign-ins."`
	ResetFactors  userFactorsCmd  `cmd:"" help:"Remove an account's lost second factors and end its sessions."`
	Delete        userDeleteCmd   `cmd:"" help:"Delete an account and its likes, plays and uploads."`
}

type userCreateCmd struct {
	accountFlags
	Email     string `arg:"" help:"Email address."`
	FirstName string `help:"First name."`
	LastName  string `help:"Last name."`
	Role      string `help:"Role: listener, creator or admin." default:"creator" enum:"listener,creator,admin"`
	Password  string `help:"Use - to read it from standard input. If left out, a password is generated and printed." placeholder:"-"`
}

func (c *userCreateCmd) Run(ctx context.Context, log *slog.Logger) error {
	return openAccounts(ctx, app.Config{Data: c.Data, Database: c.Database, PublicURL: c.PublicURL, Mail: c.Mail, MayCreate: true}, log, func(accounts *app.Accounts) error {
		password, made, err := readPassword(c.Password)
		if err != nil {
			return err
		}
		account, err := accounts.Auth.Create(ctx, c.Email, c.FirstName, c.LastName, password, music.Role(c.Role))
		if err != nil {
			return err
		}
		fmt.Fprintf(os.Stdout, "%s is %s\n", account.Email, account.Role)
		showMade(account.Email, password, made)
		return nil
	})
}

type userListCmd struct{ accountFlags }

func (c *userListCmd) Run(ctx context.Context, log *slog.Logger) error {
	return withAccounts(ctx, c.accountFlags, log, func(accounts *app.Accounts) error {
		list, err := accounts.Store.Accounts(ctx)
		if err != nil {
			return err
		}
		locked, err := accounts.Auth.Locked(ctx)
		if err != nil {
			return err
		}
		out := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
		for _, a := range list {
			fmt.Fprintf(out, "%s\t%s\t%s\tsince %s\tlast sign-in %s\t%s\n", a.Email, a.Role, strings.TrimSpace(a.FirstName+" "+a.LastName),
				a.CreatedAt.Format(time.DateOnly), dateOrNever(a.LastLoginAt), statusOf(&a, locked[a.Email]))
		}
		return out.Flush()
	})
}

// statusOf returns why an account cannot sign in or is not trusted, or "active".
func statusOf(a *music.Account, locked bool) string {
	status := []string{}
	if !a.DisabledAt.IsZero() {
		status = append(status, "disabled")
	}
	if locked {
		status = append(status, "locked")
	}
	if people.IsWaiting(a) {
		status = append(status, "invited")
	} else if a.VerifiedAt.IsZero() {
		status = append(status, "unverified")
	}
	return cmp.Or(strings.Join(status, ", "), "active")
}

func dateOrNever(t time.Time) string {
	if t.IsZero() {
		return "never"
	}
	return t.Format(time.DateOnly)
}

type userRoleCmd struct {
	accountFlags
	Email string `arg:"" help:"Email address."`
	Role  string `arg:"" help:"Role: listener, creator or admin." enum:"listener,creator,admin"`
}

func (c *userRoleCmd) Run(ctx context.Context, log *slog.Logger) error {
	return withAccount(ctx, c.accountFlags, log, c.Email, func(accounts *app.Accounts, account *music.Account) error {
		role := music.Role(c.Role)
		if _, err := accounts.Auth.Manage(ctx, people.ActorOperator, account.ID, auth.Change{Role: &role}); err != nil {
			return err
		}
		fmt.Fprintf(os.Stdout, "%s is %s\n", account.Email, c.Role)
		return nil
	})
}

type userPasswordCmd struct {
	accountFlags
	Email    string `arg:"" help:"Email address."`
	Password string `help:"Use - to read it from standard input. If left out, a password is generated and printed." placeholder:"-"`
}

func (c *userPasswordCmd) Run(ctx context.Context, log *slog.Logger) error {
	return withAccount(ctx, c.accountFlags, log, c.Email, func(accounts *app.Accounts, account *music.Account) error {
		password, made, err := readPassword(c.Password)
		if err != nil {
			return err
		}
		if err := accounts.Auth.SetPassword(ctx, account.ID, password); err != nil {
			return err
		}
		showMade(account.Email, password, made)
		return nil
	})
}

type userDisableCmd struct {
	accountFlags
	Email string `arg:"" help:"Email address."`
}

func (c *userDisableCmd) Run(ctx context.Context, log *slog.Logger) error {
	return setActive(ctx, c.accountFlags, log, c.Email, false)
}

type userEnableCmd struct {
	accountFlags
	Email string `arg:"" help:"Email address."`
}

func (c *userEnableCmd) Run(ctx context.Context, log *slog.Logger) error {
	return setActive(ctx, c.accountFlags, log, c.Email, true)
}

func setActive(ctx context.Context, c accountFlags, log *slog.Logger, email string, active bool) error {
	return withAccount(ctx, c, log, email, func(accounts *app.Accounts, account *music.Account) error {
		if _, err := accounts.Auth.Manage(ctx, people.ActorOperator, account.ID, auth.Change{Active: &active}); err != nil {
			return err
		}
		account, err := accounts.Store.AccountByID(ctx, account.ID)
		if err != nil {
			return err
		}
		fmt.Fprintf(os.Stdout, "%s is %s\n", account.Email, statusOf(account, false))
		return nil
	})
}

type userUnlockCmd struct {
	accountFlags
	Email string `arg:"" help:"Email address."`
}

func (c *userUnlockCmd) Run(ctx context.Context, log *slog.Logger) error {
	return withAccount(ctx, c.accountFlags, log, c.Email, func(accounts *app.Accounts, account *music.Account) error {
		if err := accounts.Auth.Unlock(ctx, people.ActorOperator, account.ID); err != nil {
			return err
		}
		fmt.Fprintf(os.Stdout, "%s can sign in again\n", account.Email)
		return nil
	})
}

type userDeleteCmd struct {
	accountFlags
	Email string `arg:"" help:"Email address."`
}

func (c *userDeleteCmd) Run(ctx context.Context, log *slog.Logger) error {
	return withAccount(ctx, c.accountFlags, log, c.Email, func(accounts *app.Accounts, account *music.Account) error {
		if err := accounts.Auth.Delete(ctx, people.ActorOperator, account.ID); err != nil {
			return err
		}
		fmt.Fprintf(os.Stdout, "%s is deleted\n", account.Email)
		return nil
	})
}

// withAccounts opens the accounts for one command. This is safe while a server
// runs, because the writes are small.
func withAccounts(ctx context.Context, c accountFlags, log *slog.Logger, do func(*app.Accounts) error) error {
	return openAccounts(ctx, app.Config{Data: c.Data, Database: c.Database, PublicURL: c.PublicURL, Mail: c.Mail}, log, do)
}

func openAccounts(ctx context.Context, c app.Config, log *slog.Logger, do func(*app.Accounts) error) error {
	accounts, err := app.OpenAccounts(ctx, c, log)
	if err != nil {
		return err
	}
	defer accounts.Close()
	return do(accounts)
}

func withAccount(ctx context.Context, c accountFlags, log *slog.Logger, email string, do func(*app.Accounts, *music.Account) error) error {
	return withAccounts(ctx, c, log, func(accounts *app.Accounts) error {
		account, err := accounts.ByEmail(ctx, email)
		if err != nil {
			return err
		}
		return do(accounts, account)
	})
}

// readPassword reads one line from standard input for "-", and generates a
// password for "".
func readPassword(flag string) (password string, made bool, err error) {
	switch flag {
	case "":
		return rand.Text(), true, nil
	case "-":
		line, err := bufio.NewReader(os.Stdin).ReadString('\n')
		if line = strings.TrimRight(line, "\r\n"); line == "" && err != nil {
			return "", false, fmt.Errorf("read the password: %w", err)
		}
		return line, false, nil
	}
	return "", false, errors.New("other users of this machine can see a password on the command line; use --password - and type it, or leave the option out")
}

func showMade(email, password string, made bool) {
	if made {
		fmt.Fprintf(os.Stdout, "new password for %s: %s\n", email, password)
	}
}
