package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"text/tabwriter"
	"time"

	"sonora/internal/app"
	"sonora/internal/mail"
	"sonora/internal/music"
	"sonora/internal/people"
)

type mailCmd struct {
	List     mailListCmd `cmd:"" help:"List the messages in the outbox, newest first."`
	Show     mailShowCmd `cmd:"" help:"Print a message that was not delivered."`
	SendTest mailTestCmd `cmd:"" help:"Send a test message through the mail server and report the result."`
}

type mailListCmd struct {
	accountFlags
	Limit int `help:"Maximum number of messages." default:"50" placeholder:"N"`
}

func (c *mailListCmd) Run(ctx context.Context, log *slog.Logger) error {
	return withAccounts(ctx, c.accountFlags, log, func(accounts *app.Accounts) error {
		list, err := accounts.Store.Mails(ctx, c.Limit)
		if err != nil {
			return err
		}
		out := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
		for _, m := range list {
			fmt.Fprintf(out, "%s\t%s\t%s\t%s\t%s\n", m.ID, m.CreatedAt.Format(time.DateTime), m.Recipient, m.Kind, mailState(&m))
		}
		return out.Flush()
	})
}

// mailState describes the delivery state of a message.
func mailState(m *people.Mail) string {
	switch {
	case !m.SentAt.IsZero():
		return "delivered " + m.SentAt.Format(time.DateTime)
	case m.NextAt.IsZero() && m.Error != "":
		return "given up: " + m.Error
	case m.NextAt.IsZero():
		return "not delivered: there was no mail server"
	case m.Error != "":
		return fmt.Sprintf("tried %d times, next attempt %s: %s", m.Attempts, m.NextAt.Format(time.DateTime), m.Error)
	}
	return "due"
}

type mailShowCmd struct {
	accountFlags
	ID string `arg:"" help:"ID of the message, as shown by sonora mail list."`
}

func (c *mailShowCmd) Run(ctx context.Context, log *slog.Logger) error {
	return withAccounts(ctx, c.accountFlags, log, func(accounts *app.Accounts) error {
		m, err := accounts.Store.Mail(ctx, c.ID)
		if music.CodeOf(err) == music.NotFound {
			return fmt.Errorf("there is no message %s", c.ID)
		}
		if err != nil {
			return err
		}
		fmt.Fprintf(os.Stdout, "To: %s\nDate: %s\nSubject: %s\nState: %s\n", m.Recipient, m.CreatedAt.Format(time.DateTime), m.Subject, mailState(m))
		if m.Text != "" { // the text of delivered messages is deleted
			fmt.Fprintf(os.Stdout, "\n%s", m.Text)
		}
		return nil
	})
}

type mailTestCmd struct {
	accountFlags
	Address  string `arg:"" help:"Recipient's email address."`
	Language string `help:"Language: en or es." default:"en" enum:"en,es"`
}

func (c *mailTestCmd) Run(ctx context.Context, log *slog.Logger) error {
	return withAccounts(ctx, c.accountFlags, log, func(accounts *app.Accounts) error {
		if err := accounts.Mail.SendNow(ctx, mail.Message{Kind: mail.Test, To: c.Address, Language: c.Language}); err != nil {
			return err
		}
		fmt.Fprintf(os.Stdout, "the mail server accepted the message to %s\n", c.Address)
		return nil
	})
}
