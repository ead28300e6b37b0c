package alerting

import (
	"context"
	"net/url"

	"sonora/internal/alerting/webhook"
	"sonora/internal/music"
)

// CheckSettings returns Invalid with the webhooks of new settings that would never be
// posted to, those without TLS or in a private network, and with a secret that cannot
// sign. Webhooks that stay as they are were checked before.
func (s *Service) CheckSettings(ctx context.Context, before, after *music.Settings) error {
	f := music.FieldErrors{}
	for _, w := range []struct{ field, before, after string }{
		{"slackWebhook", before.SlackWebhook, after.SlackWebhook},
		{"discordWebhook", before.DiscordWebhook, after.DiscordWebhook},
		{"genericWebhook", before.GenericWebhook, after.GenericWebhook},
	} {
		if w.after != "" && w.after != w.before {
			s.checkAddress(ctx, f, w.field, w.after)
		}
	}
	if isNew := after.GenericWebhook != before.GenericWebhook || after.GenericWebhookSecret != before.GenericWebhookSecret; isNew && (after.GenericWebhook != "" || after.GenericWebhookSecret != "") {
		if _, err := webhook.Key(after.GenericWebhookSecret); err != nil {
			f.Add("genericWebhookSecret", "Enter a secret that begins with whsec_, or have one made.")
		}
	}
	return f.Err()
}

func (s *Service) checkAddress(ctx context.Context, f music.FieldErrors, field, address string) {
	u, err := url.Parse(address)
	switch {
	case err != nil:
		f.Add(field, "Enter an https address.")
	case s.Inside != nil && u.Host == s.Inside.Host && u.Scheme == s.Inside.Scheme:
	case u.Scheme != "https":
		f.Add(field, "Enter an https address.")
	case s.dialer.Check(ctx, u.Hostname()) != nil:
		f.Add(field, "This address is in a private network, where this server sends nothing.")
	}
}
