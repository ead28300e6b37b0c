package alerting

import (
	"context"
	"strings"

	"sonora/internal/alert"
	"sonora/internal/alerting/webhook"
	"sonora/internal/mail"
	"sonora/internal/music"
	"sonora/internal/words"
)

// Try sends a test message to a channel while the viewer waits. The error says what
// went wrong: Conflict without what the channel needs, and Elsewhere otherwise.
func (s *Service) Try(ctx context.Context, c alert.Channel) error {
	settings := s.Settings()
	switch {
	case c == alert.Email && settings.AdminEmail == "":
		return music.NewError(music.Conflict, "Enter an admin email address first.")
	case c == alert.Email && !settings.EmailNotifications:
		return music.NewError(music.Conflict, "Turn on notifications by email first.")
	case !c.IsOn(&settings):
		return music.NewError(music.Conflict, "Save the address of this webhook first.")
	}
	n := s.trial(ctx)
	var err error
	if c == alert.Email {
		err = s.mailNow(ctx, &settings, n)
	} else {
		err = s.deliver(ctx, c, n)
	}
	if err == nil {
		return nil
	}
	return music.NewError(music.Elsewhere, "%s", reasonOf(err)).Because(err)
}

// mailNow sends mail while the operator waits. The mail server's words are for them.
func (s *Service) mailNow(ctx context.Context, settings *music.Settings, n note) error {
	err := s.mail(ctx, settings, n, func(ctx context.Context, m mail.Message) error { return s.Mail.SendNow(ctx, m) })
	if err == nil {
		return nil
	}
	return music.NewError(music.Elsewhere, "The mail was not delivered: %s", music.OneLine(strings.TrimSpace(err.Error()), maxReason)).Because(err)
}

func (s *Service) trial(ctx context.Context) note {
	language := music.LanguageOf(ctx)
	say := func(m music.Message) string { return words.Render(language, m) }
	return note{webhook.Note{
		ID: music.NewID(), Kind: "test", Title: say(music.Say("It works")), Text: say(music.Say("Notifications of this server reach this place.")), Link: s.link(statusPage),
		Site: music.OneLine(s.Settings().SiteName, 0), Open: say(music.Say("Open")), Count: 1, Trial: true, At: s.Now(),
	}, language}
}
