package settings

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
)

// wereClear are the secrets that earlier releases saved without encrypting them.
var wereClear = []string{"slackWebhook", "discordWebhook", "genericWebhook"}

// isClear reports whether an earlier release saved this secret: it is an address or
// empty, and neither is the base64 of an encrypted one.
func isClear(name string, value json.RawMessage) bool {
	var text string
	if !slices.Contains(wereClear, name) || json.Unmarshal(value, &text) != nil {
		return false
	}
	return text == "" || strings.Contains(text, ":")
}

// hideClear encrypts the secrets that an earlier release saved in clear.
func (s *Service) hideClear(ctx context.Context) error {
	saved, err := s.store.Settings(ctx)
	if err != nil {
		return err
	}
	plain, encrypted := values{}, values{}
	for name, value := range saved {
		if isClear(name, value) {
			plain[name], encrypted[name] = value, s.sealed(value)
		}
	}
	if len(plain) == 0 {
		return nil
	}
	return s.store.HideSettings(ctx, wereClear, plain, encrypted)
}
