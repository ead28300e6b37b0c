package notify

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/SherClockHolmes/webpush-go"
)

const keysName = "vapid"

// vapidKeys prove to push services that messages come from this server (RFC 8292).
type vapidKeys struct {
	Private string `json:"private"`
	Public  string `json:"public"`
}

// openKeys returns the keys all servers of this database use.
func (s *Service) openKeys(ctx context.Context) (keys vapidKeys, err error) {
	sealed, err := s.Store.KeepSecret(ctx, keysName, func() ([]byte, error) {
		made := vapidKeys{}
		var err error
		if made.Private, made.Public, err = webpush.GenerateVAPIDKeys(); err != nil {
			return nil, err
		}
		data, err := json.Marshal(made)
		return s.Box.Close(data), err
	})
	if err != nil {
		return keys, fmt.Errorf("the key of web push: %w", err)
	}
	data, err := s.Box.Open(sealed)
	if err == nil {
		err = json.Unmarshal(data, &keys)
	}
	if err != nil {
		return keys, fmt.Errorf("the key of web push: %w", err)
	}
	return keys, nil
}

// PublicKey is what browsers want to know before they subscribe.
func (s *Service) PublicKey() string { return s.keys.Public }
