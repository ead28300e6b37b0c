package remote

import (
	"context"

	"sonora/internal/ai/provider"
	"sonora/internal/music"
)

// CheckSettings returns Invalid if new settings have another template that describes no
// service.
func CheckSettings(_ context.Context, before, after *music.Settings) error {
	f := music.FieldErrors{}
	if after.AIHTTPProvider != "" && after.AIHTTPProvider != before.AIHTTPProvider {
		if _, err := provider.ParseTemplate(after.AIHTTPProvider); err != nil {
			f.Note("aiHttpProvider", music.Say("This setting is not valid: %s.", provider.Fault(err)))
		}
	}
	return f.Err()
}
