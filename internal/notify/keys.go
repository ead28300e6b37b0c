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
	data, lost, err := s.Box.Kept(ctx, s.Store, keysName, makeKeys)
	if lost != nil {
		s.Log.Warn("web push key replaced because it cannot be decrypted; people have to turn push on again", "error", lost)
	}
	if err == nil {
		err = json.Unmarshal(data, &keys)
	}
	if err != nil {
		return keys, fmt.Errorf("open the web push key: %w", err)
	}
	return keys, nil
}

func makeKeys() (data []byte, err error) {
	made := vapidKeys{}
	if made.Private, made.Public, err = webpush.GenerateVAPIDKeys(); err != nil {
		return nil, err
	}
	return json.Marshal(made)
}

// PublicKey returns the key that browsers need to subscribe.
func (s *Service) PublicKey() string { return s.keys.Public }
