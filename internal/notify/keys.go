package notify

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/SherClockHolmes/webpush-go"
)

const keysName = "vapid"

// vapidKeys prove to push services that messages come from this server (VAPID,
// RFC 8292).
type vapidKeys struct {
	Private string `json:"private"`
	Public  string `json:"public"`
}

// openKeys returns the keys that all servers of this database use. If the
// database was restored without the key that encrypts its secrets, openKeys
// creates new ones so that the server starts; people then have to turn push on
// again.
func (s *Service) openKeys(ctx context.Context) (keys vapidKeys, err error) {
	sealed, err := s.Store.KeepSecret(ctx, keysName, s.makeKeys)
	if err != nil {
		return keys, fmt.Errorf("load the web push key: %w", err)
	}
	if keys, err = s.unsealKeys(sealed); err == nil {
		return keys, nil
	}
	s.Log.Warn("web push key replaced because it cannot be decrypted; people have to turn push on again", "error", err)
	made, err := s.makeKeys()
	if err != nil {
		return keys, fmt.Errorf("create a web push key: %w", err)
	}
	if sealed, err = s.Store.ReplaceSecret(ctx, keysName, sealed, made); err != nil {
		return keys, fmt.Errorf("replace the web push key: %w", err)
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
		return keys, fmt.Errorf("decode the web push key: %w", err)
	}
	return keys, nil
}

// PublicKey returns the key that browsers need to subscribe.
func (s *Service) PublicKey() string { return s.keys.Public }
