package relay

import (
	"context"

	"sonora/internal/music"
	"sonora/internal/outgoing"
	"sonora/internal/station"
)

// Check returns an error that names the addresses of a relay to which this server
// does not connect. Addresses that cannot be used at all are not its concern.
func (c *Client) Check(ctx context.Context, s *station.Station) error {
	if s.Mode != station.ModeRelay {
		return nil
	}
	f := music.FieldErrors{}
	for field, text := range map[string]string{"streamUrl": s.StreamURL, "metadataUrl": s.MetadataURL} {
		address, err := parseAddress(text)
		if err != nil {
			continue
		}
		if (outgoing.Dialer{Inside: c.Inside}).Check(ctx, address.Hostname()) != nil {
			f.Add(field, "This address is in a private network, which this server does not connect to.")
		}
	}
	return f.Err("streamUrl", "metadataUrl")
}
