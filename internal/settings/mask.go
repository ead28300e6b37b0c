package settings

import (
	"strings"

	"sonora/internal/music"
)

const (
	maskHead = 8
	maskTail = 4
)

// Mask shows the first 8 and the last 4 characters of a secret with asterisks
// in between. Shorter secrets become asterisks only.
func Mask(secret string) string {
	r := []rune(secret)
	if len(r) <= maskHead+maskTail {
		return strings.Repeat("*", len(r))
	}
	return string(r[:maskHead]) + strings.Repeat("*", len(r)-maskHead-maskTail) + string(r[len(r)-maskTail:])
}

// Masked returns the settings with masked secrets, ready to be shown.
func Masked(s music.Settings) music.Settings {
	for _, secret := range []*string{&s.SunoAPIKey, &s.MubertAPIKey, &s.AivaAPIKey, &s.OpenAIAPIKey} {
		*secret = Mask(*secret)
	}
	return s
}
