package alerting

import (
	"context"

	"sonora/internal/music"
	"sonora/internal/outgoing/hook"
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
			if refusal := s.posts.Refusal(ctx, w.after); !refusal.IsZero() {
				f.Note(w.field, refusal)
			}
		}
	}
	if isNew := after.GenericWebhook != before.GenericWebhook || after.GenericWebhookSecret != before.GenericWebhookSecret; isNew && (after.GenericWebhook != "" || after.GenericWebhookSecret != "") {
		if _, err := hook.Key(after.GenericWebhookSecret); err != nil {
			f.Add("genericWebhookSecret", "Enter a secret that begins with whsec_, or have one made.")
		}
	}
	return f.Err()
}
