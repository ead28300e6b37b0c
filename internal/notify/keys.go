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

// openKeys returns the keys all servers of this database use. Where the
// database was restored without the key of its secrets they are made anew, and
// people switch push on again: a server does not stay down for that.
func (s *Service) openKeys(ctx context.Context) (keys vapidKeys, err error) {
	sealed, err := s.Store.KeepSecret(ctx, keysName, s.makeKeys)
	if err != nil {
		return keys, fmt.Errorf("the key of web push: %w", err)
	}
	if keys, err = s.unsealKeys(sealed); err == nil {
		return keys, nil
	}
	s.Log.Warn("the key of web push cannot be read and is made anew; people have to switch push on again", "error", err)
	made, err := s.makeKeys()
	if err != nil {
		return keys, fmt.Errorf("make a key of web push: %w", err)
	}
	if sealed, err = s.Store.ReplaceSecret(ctx, keysName, sealed, made); err != nil {
		return keys, fmt.Errorf("replace the key of web push: %w", err)
	}
	return s.unsealKeys(sealed)
}

func (s *Service) makeKeys() (sealed []byte, err error) {
	made := vapidKeys{}
	if made.Private, made.Public, err = webpush.GenerateVAPIDKeys(); err != nil {
		return nil, err
	}
	data, err := json.Marshal(made)
	return s.Box.Close(data), err
}

func (s *Service) unsealKeys(sealed []byte) (keys vapidKeys, err error) {
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
