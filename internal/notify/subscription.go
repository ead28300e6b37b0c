package notify

import (
	"context"
	"crypto/ecdh"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"

	"github.com/SherClockHolmes/webpush-go"

	"sonora/internal/music"
	"sonora/internal/notice"
)

const (
	maxEndpoint  = 1000 // characters
	maxUserAgent = 300
	authLength   = 16
)

// Subscribe sends push messages to a browser of the viewer for as long as they
// are signed in there. It returns Invalid for input that no browser sends.
func (s *Service) Subscribe(ctx context.Context, v music.Viewer, endpoint, p256dh, auth, userAgent string) error {
	f := music.FieldErrors{}
	if !s.isEndpoint(endpoint) {
		f.Add("endpoint", "This is not the address of a push service.")
	}
	if !isPoint(p256dh) {
		f.Add("p256dh", "This is not a browser's push key.")
	}
	if secret, err := unbase64(auth); err != nil || len(secret) != authLength {
		f.Add("auth", "This is not a browser's push key.")
	}
	if err := f.Err("endpoint", "p256dh", "auth"); err != nil {
		return err
	}
	keys, err := json.Marshal(webpush.Keys{P256dh: p256dh, Auth: auth})
	if err != nil {
		return fmt.Errorf("encode the keys of a subscription: %w", err)
	}
	err = s.Store.SavePushSubscription(ctx, &notice.PushSubscription{
		AccountID: v.AccountID, SessionID: v.SessionID, Endpoint: endpoint, Keys: s.Box.Close(keys),
		UserAgent: userAgent[:min(len(userAgent), maxUserAgent)], CreatedAt: s.now(),
	})
	if err != nil {
		return fmt.Errorf("save a subscription: %w", err)
	}
	return nil
}

// Unsubscribe stops push messages to a browser of the viewer.
func (s *Service) Unsubscribe(ctx context.Context, v music.Viewer, endpoint string) error {
	return s.Store.DropPushEndpoint(ctx, v.AccountID, endpoint)
}

// isEndpoint accepts https URLs. Whether one leads into a private network is
// checked on connecting.
func (s *Service) isEndpoint(text string) bool {
	if len(text) > maxEndpoint || !music.IsWebAddress(text) {
		return false
	}
	u, err := url.Parse(text)
	own := err == nil && s.PushService != nil && u.Scheme == s.PushService.Scheme && u.Host == s.PushService.Host
	return err == nil && (u.Scheme == "https" || own)
}

func isPoint(text string) bool {
	point, err := unbase64(text)
	if err != nil {
		return false
	}
	_, err = ecdh.P256().NewPublicKey(point)
	return err == nil
}

// unbase64 decodes both base64 alphabets, with or without padding, since
// browsers differ.
func unbase64(text string) ([]byte, error) {
	text = strings.NewReplacer("+", "-", "/", "_").Replace(strings.TrimRight(text, "="))
	return base64.RawURLEncoding.DecodeString(text)
}
